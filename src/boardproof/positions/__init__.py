"""Positions and moves as values, and as text."""

from . import notation as notation  # it registers how positions are pickled
