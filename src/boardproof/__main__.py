"""`python -m boardproof` is the command `boardproof`."""

from .faces.cli import main

main()
