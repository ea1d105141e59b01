"""What a misspelt name may have meant."""

from __future__ import annotations

from collections.abc import Iterable


def suggest(
    name: str, known: Iterable[str], otherwise: str, form: str = "{}", cutoff: float = 0.6
) -> str:
    """Return "did you mean …?" with the nearest known name, or `otherwise` where none is near.

    >>> suggest("hole", ["holes", "beans"], "it has holes, beans")
    'did you mean holes?'
    >>> suggest("size", ["holes", "beans"], "it has holes, beans")
    'it has holes, beans'
    >>> suggest("tun", ["turn"], "declare it in setup", "self.{}")
    'did you mean self.turn?'
    """
    from difflib import get_close_matches

    near = get_close_matches(name, list(known), 1, cutoff)
    return f"did you mean {form.format(near[0])}?" if near else otherwise
