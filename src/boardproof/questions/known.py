"""What is known of the games: numbers with their sources, kept beside the rulebooks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Known:
    """One known fact: of which game and parameters, what, and who says so."""

    game: str
    parameters: tuple[str, ...]
    kind: str
    numbers: tuple[int, ...]
    source: str

    @property
    def identity(self) -> str:
        """The game with its parameters, as on the command line."""
        return " ".join([self.game, *self.parameters])

    def __str__(self) -> str:
        numbers = " ".join(f"{number:,}" for number in self.numbers)
        shown = f"{numbers} positions" if self.kind == "positions" else f"{self.kind} {numbers}"
        return f"{shown} ({self.source})"


def known_facts(game: str = "") -> list[Known]:
    """List what is known of positions and moves, of one game or of all.

    >>> print(known_facts("tic-tac-toe")[0])
    5,478 positions (the legal boards of noughts and crosses)
    """
    return _facts("known.txt", game)


def known_values(game: str = "") -> list[Known]:
    """List the known values: what the first player makes sure of, or what each of three can.

    >>> print(known_values("pong-hau-ki")[0])
    value 0 (Wikipedia: "the game continues endlessly with no winner")
    """
    return _facts("values.txt", game)


def _facts(file: str, game: str) -> list[Known]:
    text = (Path(__file__).parents[1] / "games" / file).read_text(encoding="utf-8")
    facts = [_fact(line) for line in text.splitlines() if line and not line.startswith("#")]
    return [fact for fact in facts if game in ("", fact.game)]


def _fact(line: str) -> Known:
    what, _, rest = line.partition(" ; ")
    claim, _, source = rest.partition(" # ")
    name, *parameters = what.split()
    kind, _, numbers = claim.partition(": ")
    return Known(name, tuple(parameters), kind, tuple(map(int, numbers.split())), source)
