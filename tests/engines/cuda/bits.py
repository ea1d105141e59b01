"""Prints where the lowest bits of some words are, in the simulator: a program of its own."""

import sys

from boardproof.engines.cuda.kernels.intrinsics import lowest, u

for word in sys.argv[1:]:
    print(lowest(u(int(word))))
