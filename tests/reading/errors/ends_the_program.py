# The file ends the program.
import sys

from boardproof.rules import *

sys.exit(3)
