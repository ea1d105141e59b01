"""Faces: the ways people meet the workbench."""
