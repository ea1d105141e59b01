"""Entry points: the functions of a generated module that the kernels call."""

from __future__ import annotations


def define(name: str, parameters: str, lines: list[str]) -> list[str]:
    """Write an entry point with its decorator."""
    # Blocks of positions are expanded by these: a call for each position would cost a tenth.
    decorator = "@folded" if name in ("successors", "result_after", "ended_after") else "@rule"
    return [decorator, f"def {name}({parameters}):", *(f"    {line}" for line in lines), ""]
