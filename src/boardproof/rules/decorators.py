"""The decorators that turn a method into a rule, and `require`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar, overload

from .claims import TextClaim

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Mark:
    """What a decorator records on a rule: its kind, and the domain of each argument by name."""

    kind: str
    domains: dict[str, str] = field(default_factory=dict)


#: Kinds of rule that are questions about one position, with what each claims.
CLAIMS = {
    "predicate": "may be asked of any position",
    "forbidden": "holds in no well-formed position",
    "always": "holds in every reachable position",
    "never": "holds in no reachable position",
    "reachable": "holds in some reachable position",
    "preserved": "holds after every move from a well-formed position where it holds",
}


#: The kind of rule that compares the positions before and after a move.
STEP = "step"


class Illegal(Exception):
    """A requirement that is not met: the move is illegal here."""


def require(condition: bool, otherwise: str = "") -> None:
    """Make a move illegal unless the condition holds; `otherwise` is the reason shown.

    >>> require(2 + 2 == 4)
    >>> require(2 + 2 == 5, "the sum is four")
    Traceback (most recent call last):
    boardproof.rules.decorators.Illegal: the sum is four
    """
    if not condition:
        raise Illegal(otherwise)


class Marker:
    """A decorator that takes the domain of each argument by name: `@move(cell="cells")`."""

    def __init__(self, kind: str, sentence: str) -> None:
        self.kind = kind
        self.__doc__ = sentence

    @overload
    def __call__(self, rule: str, **domains: str) -> TextClaim: ...
    @overload
    def __call__(self, rule: F) -> F: ...
    @overload
    def __call__(self, rule: None = None, **domains: str) -> Callable[[F], F]: ...
    def __call__(self, rule: Any = None, **domains: str) -> Any:
        """Record the rule's kind and domains on the method; turn a text into a claim."""
        if rule is None:
            return lambda rule: self(rule, **domains)
        if isinstance(rule, str):
            return TextClaim(self.kind, rule, domains)
        rule.mark = Mark(self.kind, domains)
        return rule


move = Marker("move", "Something a player may do; each argument ranges over a finite domain.")
predicate = Marker("predicate", "A named question about one position.")
forbidden = Marker("forbidden", "A named defect: no well-formed position has it.")
always = Marker("always", "A property: holds in every reachable position.")
never = Marker("never", "A property: holds in no reachable position.")
reachable = Marker("reachable", "A property: holds in at least one reachable position.")
preserved = Marker("preserved", "A property: no move from a well-formed position breaks it.")
step = Marker(STEP, "A property of every move: `before` is the position before it, `self` after.")


if TYPE_CHECKING:
    derived = property
else:

    class derived(property):  # noqa: N801 - used as a decorator, as `property` is
        """A value computed from the position, read without parentheses: `self.F`."""
