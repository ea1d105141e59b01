"""Claims that are written beside the rules: as text, as a drawn board, or about whole games.

A claim has the name that the rulebook's class gives it. Its texts are expressions of the rule
language in which a game's own names stand alone: `"winning(P0) and not full"`, `"P0 wins"`.

    moved_last = implies("winner(player)", "turn != player", player="players")
    ends = terminates()
    safe = force("A", always("not B wins"))
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Claim:
    """Anything that is claimed of a game; a conjecture is looked at only when it is named."""

    conjectured: bool = field(default=False, kw_only=True)


@dataclass(frozen=True)
class TextClaim(Claim):
    """A text that is claimed as the decorator of that kind claims its method."""

    kind: str
    text: str
    domains: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.kind} {self.text}"


@dataclass(frozen=True)
class Implication(Claim):
    """Wherever the left text holds, in reachable positions, the right one does."""

    left: str
    right: str
    domains: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.left} implies {self.right}"


@dataclass(frozen=True)
class Termination(Claim):
    """Every game ends: none goes on for ever, and nobody is ever stuck."""

    def __str__(self) -> str:
        return "every game ends"


@dataclass(frozen=True)
class Forcing(Claim):
    """These players together can force something from the start, whatever the others do."""

    who: tuple[str, ...]
    goal: str | TextClaim | Until

    def __str__(self) -> str:
        return f"{' and '.join(self.who)} can force {self.goal}"


@dataclass(frozen=True)
class Until:
    """Something holds until something else does."""

    keep: str
    goal: str

    def __str__(self) -> str:
        return f"{self.keep} until {self.goal}"


@dataclass(frozen=True)
class Example(Claim):
    """A board drawn in text, with what must hold and what must not hold of it."""

    board: str
    holds: tuple[str, ...] = ()
    fails: tuple[str, ...] = ()
    values: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        wrong = [f"not {text}" for text in self.fails]
        return f"of a drawn board: {', '.join([*self.holds, *wrong])}"


def implies(left: str, right: str, **domains: str) -> Implication:
    """Claim that one thing holds wherever another does; it is told if the other never does.

    >>> implies("full", "over").left
    'full'
    """
    return Implication(left, right, domains)


def terminates() -> Termination:
    """Claim that every game ends, however it is played."""
    return Termination()


def force(who: str | tuple[str, ...], goal: str | TextClaim | Until) -> Forcing:
    """Claim that a player, or several together, can force something against all others.

    The goal is a text that becomes true (`eventually`), one that stays true (`always`), or one that
    becomes true while another holds (`until`).

    >>> force("A", eventually("A wins")).who
    ('A',)
    """
    return Forcing((who,) if isinstance(who, str) else tuple(who), goal)


def eventually(text: str) -> str:
    """Say that a goal is that a text becomes true."""
    return text


def until(keep: str, goal: str) -> Until:
    """Say that a goal is that one text becomes true, and that another holds before."""
    return Until(keep, goal)


def example(
    board: str,
    holds: str | tuple[str, ...] = (),
    fails: str | tuple[str, ...] = (),
    **values: object,
) -> Example:
    """Draw a board, as boards are printed, and claim what holds and what does not hold of it.

    Variables that are on no board may be given by name; the others have the value they start with.
    """
    return Example(board, _texts(holds), _texts(fails), values)


def conjecture(claim: Claim) -> Claim:
    """Make a claim that may be wrong: it is looked at only when somebody names it."""
    return replace(claim, conjectured=True)


def _texts(given: str | tuple[str, ...]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)
