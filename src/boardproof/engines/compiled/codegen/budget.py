"""How many lines of code a rulebook may take before its loops stay loops."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .values import u64

#: Rules that take no more lines are written out for every value of every argument. Others keep
#: their loops, and only what takes a small share of these lines is written out.
BUDGET = 2_000
#: A line that raises takes the compiler as long as so many others.
RAISING = 4


class OverBudget(Exception):
    """Code that gets longer than it may be."""


@dataclass
class Trial:
    """Code that is written to see how long it gets."""

    kept: bool = False

    def keep(self) -> None:
        """Keep what has been written."""
        self.kept = True


def lines_run(text: str) -> int:
    """Count lines of code as they run: those of a function wherever it is called.

    Single moves are made where somebody plays; nobody waits for them where positions are counted.
    """
    text = re.sub(r"^def apply_move\(.*\n(?:    .*\n)*", "", text, flags=re.MULTILINE)
    functions = re.findall(r"^def (\w+)\(.*\n((?:    .*\n)*)", text, re.MULTILINE)
    sizes: dict[str, int] = {name: body.count("\n") for name, body in functions}
    calls: list[str] = re.findall(r"\b(\w+)\(", text)
    more = (RAISING - 1) * text.count("raise ")
    return text.count("\n") + more + sum(int(sizes.get(name, 0)) for name in calls)


def name_constants(text: str) -> str:
    """Give every word that is written in code a name: that is compiled faster.

    >>> print(name_constants("'text'\\nx = u(0xff) | u(0xff)"))
    'text'
    U_ff = u(0xff)
    x = U_ff | U_ff
    """
    title, _, body = text.partition("\n")
    words = sorted({int(word, 0) for word in re.findall(_CONSTANT, body)})
    named = re.sub(_CONSTANT, lambda match: f"U_{int(match[1], 0):x}", body)
    return "\n".join([title, *(f"U_{word:x} = {u64(word)}" for word in words), named])


_CONSTANT = r"\bu\((0x[0-9a-f]+|\d+)\)"
