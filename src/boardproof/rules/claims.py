"""Claims written beside the rules: as text, as a drawn board, or about whole games.

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
    """Anything claimed of a game; a conjecture is checked only when it is named."""

    conjectured: bool = field(default=False, kw_only=True)


@dataclass(frozen=True)
class TextClaim(Claim):
    """A claim given as text: the counterpart of a method under the decorator of that kind."""

    kind: str
    text: str
    domains: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.kind} {self.text}"


@dataclass(frozen=True)
class Implication(Claim):
    """In every reachable position where the left text holds, the right one holds too."""

    left: str
    right: str
    domains: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.left} implies {self.right}"


@dataclass(frozen=True)
class Termination(Claim):
    """Every game ends: no infinite play, and no stuck position."""

    def __str__(self) -> str:
        return "every game ends"


@dataclass(frozen=True)
class Forcing(Claim):
    """A coalition can force a goal from the starting position, whatever the others do."""

    who: tuple[str, ...]
    goal: str | TextClaim | Until

    def __str__(self) -> str:
        return f"{' and '.join(self.who)} can force {self.goal}"


@dataclass(frozen=True)
class Until:
    """One condition holds until another becomes true."""

    keep: str
    goal: str

    def __str__(self) -> str:
        return f"{self.keep} until {self.goal}"


@dataclass(frozen=True)
class Example(Claim):
    """A board drawn in text, with what must and must not hold in it."""

    board: str
    holds: tuple[str, ...] = ()
    fails: tuple[str, ...] = ()
    values: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        wrong = [f"not {text}" for text in self.fails]
        return f"of a drawn board: {', '.join([*self.holds, *wrong])}"


def implies(left: str, right: str, **domains: str) -> Implication:
    """Claim that one text holds wherever another does; report it if the other never does.

    >>> implies("full", "over").left
    'full'
    """
    return Implication(left, right, domains)


def terminates() -> Termination:
    """Claim that every game ends, however it is played."""
    return Termination()


def force(who: str | tuple[str, ...], goal: str | TextClaim | Until) -> Forcing:
    """Claim that a player, or a coalition, can force a goal against all others.

    The goal is a text that becomes true (`eventually`), one that stays true (`always`), or one that
    becomes true while another holds (`until`).

    >>> force("A", eventually("A wins")).who
    ('A',)
    """
    return Forcing((who,) if isinstance(who, str) else tuple(who), goal)


def eventually(text: str) -> str:
    """Return the goal that a text becomes true."""
    return text


def until(keep: str, goal: str) -> Until:
    """Return the goal that one text becomes true, and that another holds until then."""
    return Until(keep, goal)


def example(
    board: str,
    /,
    holds: str | tuple[str, ...] = (),
    fails: str | tuple[str, ...] = (),
    **values: object,
) -> Example:
    """Draw a board, as boards are printed, and claim what holds and what does not hold in it.

    Variables that appear on no board may be given by name, the others keep their start value; of a
    map on the board, so may further places. A board with a piece out of bounds is not `wellformed`.
    """
    return Example(board, _texts(holds), _texts(fails), values)


def conjecture(claim: Claim) -> Claim:
    """Turn a claim into a conjecture, which is checked only when it is named."""
    return replace(claim, conjectured=True)


def _texts(texts: str | tuple[str, ...]) -> tuple[str, ...]:
    return (texts,) if isinstance(texts, str) else tuple(texts)
