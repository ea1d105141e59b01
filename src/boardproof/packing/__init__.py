"""Packing: positions as machine words, their ranks, grades and canonical forms."""
