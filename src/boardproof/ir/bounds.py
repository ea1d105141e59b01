"""Interval arithmetic: between which bounds the numbers of a rule lie."""

from __future__ import annotations

from collections.abc import Callable
from operator import ge, gt, le, lt

from .types import UNBOUNDED, IntT, Wrong


def _clip(value: int) -> int:
    return max(-UNBOUNDED, min(UNBOUNDED, value))


def interval(*values: int) -> IntT:
    """Return the smallest interval that has all the values."""
    return IntT(_clip(min(values)), _clip(max(values)))


def arith_bounds(op: str, a: IntT, b: IntT) -> IntT:
    """Bound the result of an operation by the bounds of its operands.

    >>> arith_bounds("-", IntT(0, 5), IntT(1, 2))
    IntT(lo=-2, hi=4)
    >>> arith_bounds("%", IntT(0, 100), IntT(7, 7))
    IntT(lo=0, hi=6)
    """
    match op:
        case "+":
            return interval(a.lo + b.lo, a.hi + b.hi)
        case "-":
            return interval(a.lo - b.hi, a.hi - b.lo)
        case "*":
            return interval(a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi)
        case "//":
            _no_zero(b)
            return interval(a.lo // b.lo, a.lo // b.hi, a.hi // b.lo, a.hi // b.hi)
        case "%":
            _no_zero(b)
            return _modulo(a, b)
    raise Wrong(f"{op} is not an operation of the rule language", "use + - * // or %")


def _no_zero(b: IntT) -> None:
    if b.lo <= 0 <= b.hi:
        raise Wrong("this may divide by zero", "make sure that the divisor is never 0")


def _modulo(a: IntT, b: IntT) -> IntT:
    if b.lo == b.hi and a.lo // b.lo == a.hi // b.lo:
        return interval(a.lo % b.lo, a.hi % b.lo)
    if b.lo > 0:
        return IntT(0, min(b.hi - 1, a.hi) if a.lo >= 0 else b.hi - 1)
    return IntT(b.lo + 1, 0)


def compare_bounds(op: str, a: IntT, b: IntT) -> bool | None:
    """Return what a comparison comes to if the bounds alone decide it.

    >>> compare_bounds("<", IntT(0, 3), IntT(4, 9)), compare_bounds("==", IntT(0, 3), IntT(3, 3))
    (True, None)
    """
    if op in ORDERS:  # the two extremes are alike if and only if all in between is
        first, second = ORDERS[op](a.lo, b.hi), ORDERS[op](a.hi, b.lo)
        return first if first == second else None
    if a.hi < b.lo or a.lo > b.hi:
        return op == "!="
    return op == "==" if a.lo == a.hi == b.lo == b.hi else None


ORDERS: dict[str, Callable[[int, int], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge}
NEGATED = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def narrow(op: str, a: IntT, b: IntT) -> IntT | None:
    """Bound `a` where `a op b` is known to hold; None where it cannot hold.

    >>> narrow("<", IntT(0, 20), IntT(5, 5))
    IntT(lo=0, hi=4)
    """
    lo, hi = a.lo, a.hi
    if op in ("<", "<="):
        hi = min(hi, b.hi - (op == "<"))
    elif op in (">", ">="):
        lo = max(lo, b.lo + (op == ">"))
    elif op == "==":
        lo, hi = max(lo, b.lo), min(hi, b.hi)
    elif op == "!=" and b.lo == b.hi:
        lo, hi = lo + (lo == b.lo), hi - (hi == b.lo)
    return IntT(lo, hi) if lo <= hi else None
