"""Kernels: the loops over positions that are the same for every game."""
