"""Kernels with a thread for each position, written like those of the processor."""
