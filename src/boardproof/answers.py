"""What questions return: frozen values that print, and convert to JSON and to tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self

import msgspec

from .tabular import Columns, columns_of_rows, exact_columns, library


class Interrupted(KeyboardInterrupt):
    """The user interrupted a question; `answer` has what was known by then."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.answer = answer


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The root of all answers: which game, with which parameters, by which engine."""

    game: str
    parameters: dict[str, int | str | bool]
    engine: str

    @classmethod
    def of(cls, engine: Any, **fields: Any) -> Self:
        """Return an answer by an engine about its game."""
        game = engine.rules.game
        return cls(game=game.name, parameters=game.parameters, engine=engine.name, **fields)

    def to_json(self) -> str:
        """Return the answer as JSON."""
        return msgspec.json.encode(self).decode()

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain Python values."""
        return dict(msgspec.to_builtins(self))

    @property
    def affirmative(self) -> bool | None:
        """Whether the answer is yes, or has all that was asked for; None where it is unknown."""
        return True

    def rows(self) -> Iterable[Mapping[str, Any]]:
        """Return the rows of the answer's table: one, unless the answer is a list of things."""
        values = self.to_dict()
        del values["parameters"]
        return [values]

    def columns(self) -> Columns:
        """Return the answer's table as an array for each column.

        >>> perft = Perft(game="nim", parameters={}, engine="reference", counts=[1, 2], divide={},
        ...               seconds=0.0)
        >>> {name: column.tolist() for name, column in perft.columns().items()}
        {'depth': [0, 1], 'sequences': [1, 2]}
        """
        return columns_of([self])

    def to_pandas(self) -> Any:
        """Return the answer's table as a data frame of pandas."""
        return library("pandas").DataFrame(self.columns())

    def to_polars(self) -> Any:
        """Return the answer's table as a data frame of Polars."""
        return library("polars").DataFrame(exact_columns(self.columns()))

    def to_arrow(self) -> Any:
        """Return the answer's table as a table of Arrow."""
        return library("pyarrow").table(exact_columns(self.columns()))


def columns_of(answers: Iterable[Answer]) -> Columns:
    """Return the tables of some answers of one kind, such as verdicts, as one.

    >>> about = {"game": "nim", "parameters": {}, "engine": "reference"}
    >>> verdicts = [
    ...     Verdict(**about, name=name, kind="always", verdict="holds", positions=6, complete=True,
    ...             message="")
    ...     for name in ("ends", "fair")
    ... ]
    >>> columns_of(verdicts)["name"].tolist()
    ['ends', 'fair']
    """
    return columns_of_rows(row for answer in answers for row in answer.rows())


def _moves(number: int) -> str:
    return "1 move" if number == 1 else f"{number} moves"


class Count(Answer, frozen=True, kw_only=True):
    """The number of reachable positions of a game, by ply and by result.

    `by_ply[k]` counts the positions first reached after k moves; `stuck` those that are not over
    and have no legal move; `longest` is None when a game can go on forever. `branching` is the
    mean number of moves of the positions that are not over. Where the game's `symmetries` were
    used, the positions fall into `classes` under them. `moves` and `branching` are None where moves
    were not counted; `nodes` are those of each layer's decision diagram, if any.
    """

    positions: int
    moves: int | None
    by_ply: list[int]
    over: dict[str, int]
    stuck: int
    longest: int | None
    shortest: int | None
    seconds: float
    peak_memory_mb: float
    branching: float | None
    classes: int | None = None
    symmetries: int = 1
    nodes: list[int] | None = None

    def rows(self) -> Iterable[Mapping[str, Any]]:
        """Return the positions of each ply, and the nodes of its diagram."""
        for ply, positions in enumerate(self.by_ply):
            nodes = {"nodes": self.nodes[ply]} if self.nodes else {}
            yield {"ply": ply, "positions": positions, **nodes}

    def __str__(self) -> str:
        ends = ", ".join(f"{number:,} {result}" for result, number in self.over.items())
        moves = (
            "moves not counted"
            if self.moves is None
            else f"{self.moves:,} moves, branching {self.branching:.2f}"
        )
        return (
            f"{self.positions:,} positions, {moves}; "
            f"over: {ends or 'none'}; {self.stuck:,} stuck; {self.lasts}"
        )

    @property
    def lasts(self) -> str:
        """How long games last, in words."""
        if self.shortest is None:
            return "no game ends"
        if self.longest is None:
            return f"games last {_moves(self.shortest)} or more, some forever"
        if self.shortest == self.longest:
            return f"games last {_moves(self.longest)}"
        return f"games last {self.shortest} to {self.longest} moves"


class Perft(Answer, frozen=True, kw_only=True):
    """The number of sequences of exactly k legal moves, for k from 0."""

    counts: list[int]
    divide: dict[str, int]
    seconds: float

    def rows(self) -> Iterable[Mapping[str, Any]]:
        """Return the sequences of each depth."""
        return [{"depth": depth, "sequences": count} for depth, count in enumerate(self.counts)]

    def __str__(self) -> str:
        return " ".join(map(str, self.counts))


class Trace(Answer, frozen=True, kw_only=True):
    """Successive positions, as position strings, and the moves between them.

    >>> trace = Trace(game="nim", parameters={}, engine="reference",
    ...               positions=["heaps=3", "heaps=1"], moves=["take 2"])
    >>> len(trace), str(trace)
    (1, 'take 2')
    """

    positions: list[str]
    moves: list[str]
    #: For a game that can go on forever: the index of the position that comes after the last.
    back_to: int | None = None
    #: Where the game is over: its result, and what that rests on.
    ending: list[str] = []

    def rows(self) -> Iterable[Mapping[str, Any]]:
        """Return each position with the move that is made there, if any."""
        for ply, position in enumerate(self.positions):
            move = self.moves[ply] if ply < len(self.moves) else None
            yield {"ply": ply, "position": position, "move": move}

    def __len__(self) -> int:
        return len(self.moves)

    def __str__(self) -> str:
        return ", ".join(self.moves)


class Solved(Answer, frozen=True, kw_only=True):
    """What each player can force from a position: 1, 0 or -1, or points; None where unknown."""

    position: str
    value: dict[str, int] | None
    result: str
    best: list[str]
    positions: int
    seconds: float
    distance: int | None = None
    line: list[str] = []


class WeakSolution(Solved, frozen=True, kw_only=True):
    """The value of one position, or bounds on it.

    The `value` is None where the search was stopped before it was proved. `at_least` and `at_most`
    bound the first player's; `best` is a move that is proved to keep the value, `positions` is the
    number searched. Every move of the `line` keeps the value; `to_the_end` tells whether it reaches
    the end of a game.
    """

    at_least: int | None
    at_most: int | None
    depth: int
    to_the_end: bool = False

    @property
    def affirmative(self) -> bool | None:
        """Whether the value is known: a search that was stopped answers neither yes nor no."""
        return None if self.value is None else True

    def __str__(self) -> str:
        if self.value is None:
            return self.result
        values = ", ".join(f"{player} {number:+}" for player, number in self.value.items())
        move = f"; best {self.best[0]}" if self.best else ""
        return f"{self.result} ({values}){move}"


class Worth(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a position, each number with how it is known.

    Proved are `value` (what each player can force), `at_least` and `at_most` (bounds on it, where
    it is not known), and `distance`: the moves to the end when wins come as soon and losses as late
    as can be; None where that is unknown, or the draw is one by repetition (`repeats`). To a depth:
    nobody can force a win within `depth` moves. An estimate: what each player got on the average of
    `games` tried, between 1 for a win and -1 for a loss. `text` has all of it in words.
    """

    text: str
    value: dict[str, int] | None = None
    distance: int | None = None
    repeats: bool = False
    at_least: dict[str, int] = {}
    at_most: dict[str, int] = {}
    depth: int | None = None
    estimate: dict[str, float] | None = None
    games: int = 0

    @property
    def kind(self) -> str:
        """How the best of it is known: proved, depth, estimate or unknown."""
        if self.value is not None:
            return "proved"
        return "depth" if self.depth else "unknown" if self.estimate is None else "estimate"


def _known(worth: Worth) -> dict[str, Any]:
    values: dict[str, Any] = msgspec.to_builtins(worth)
    return {name: value for name, value in values.items() if value not in ({}, None)}


class Analysis(Answer, frozen=True, kw_only=True):
    """What is known of a position by now, and of each move: proved, to a depth, or estimated.

    `best` are the moves to play by what is known, and `line` is how the game goes on by them; it is
    `line_proved` where every move of it is proved to be best. `positions` were visited, `phase` is
    what was done last; `complete` where nothing is left to be found out.
    """

    position: str
    to_move: str | None
    here: Worth
    moves: dict[str, Worth]
    best: list[str]
    line: list[str]
    line_proved: bool
    positions: int
    phase: str
    complete: bool
    seconds: float

    def rows(self) -> Iterable[Mapping[str, Any]]:
        """Return what is known of each move."""
        for move, worth in self.moves.items():
            yield {"move": move, "best": move in self.best, "kind": worth.kind, **_known(worth)}

    def __str__(self) -> str:
        move = f"; best {' '.join(self.best)}" if self.best else ""
        return f"{self.here.text}{move}"


class Solution(Solved, frozen=True, kw_only=True):
    """What each player can force from a position, and how.

    A player's value is 1 for a win, 0 for a draw, -1 for a loss; in a game of points it is the
    margin of two players, or the points of each of more. `distance` is the number of moves to the
    end when wins come as soon and losses as late as possible, None for a draw by repetition.
    `best` are the moves that keep value and distance; `counts` has the number of `positions` with
    each result. `line` is a game of best moves; where it repeats, the position after `back_to` of
    its moves follows the last.

    >>> print(Solution(game="nim", parameters={}, engine="reference", position="heaps=1 turn=A",
    ...     value={"A": 1, "B": -1}, result="A wins", distance=1, best=["take(1)"], positions=2,
    ...     counts={"A wins": 2}, seconds=0.0))
    A wins, in 1 move: take(1)
    """

    value: dict[str, int]
    distance: int | None
    counts: dict[str, int]
    back_to: int | None = None

    def __str__(self) -> str:
        ways = f": {' '.join(self.best)}" if self.best else ""
        return f"{self.result}, {self.lasts}{ways}"

    @property
    def lasts(self) -> str:
        """How long the game lasts, in words."""
        if self.distance is None:
            return "by repetition"
        return f"in {_moves(self.distance)}" if self.distance else "over"


class DistanceCount(msgspec.Struct, frozen=True, kw_only=True):
    """How many positions have a result at a distance, None where it is a draw by repetition."""

    result: str
    distance: int | None
    positions: int


class StartsSolution(Answer, frozen=True, kw_only=True):
    """What can be forced from the positions of a game that starts from many.

    `counts` has the number of `positions` with each result, `starts` of which games start from;
    `distances` says how far from the end those are. `worst` is the longest win that can be forced.

    >>> print(StartsSolution(game="nim", parameters={}, engine="reference", starts=2, positions=3,
    ...     counts={"A wins": 2, "B wins": 1}, distances=[], worst=None, seconds=0.0))
    2 starts, 3 positions: 2 A wins, 1 B wins
    """

    starts: int
    positions: int
    counts: dict[str, int]
    distances: list[DistanceCount]
    worst: Solution | None
    seconds: float

    def rows(self) -> Iterable[Mapping[str, Any]]:
        """Return how many positions have each result at each distance."""
        return map(msgspec.to_builtins, self.distances)

    def __str__(self) -> str:
        counts = ", ".join(f"{number:,} {result}" for result, number in self.counts.items())
        longest = f"; the longest win: {self.worst}" if self.worst else ""
        return f"{self.starts:,} starts, {self.positions:,} positions: {counts}{longest}"


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A player's standing in a match: the share of points, and its 95 % confidence interval.

    A win is one point, a draw half a point. `seats` has wins, draws and losses at each seat.
    """

    player: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float
    seats: dict[str, list[int]]
    moves: int
    seconds_a_move: float
    slowest: float


class MatchResult(Answer, frozen=True, kw_only=True):
    """The result of a match: one standing for each player, in the order they were named.

    `repeated` counts the draws by threefold repetition.
    """

    games: int
    seed: int | None
    standings: list[Standing]
    seconds: float
    repeated: int = 0

    def rows(self) -> Iterable[Mapping[str, Any]]:
        """Return the standing of each player."""
        return map(msgspec.to_builtins, self.standings)

    def __str__(self) -> str:
        return ", ".join(f"{one.player} {100 * one.score:.1f} %" for one in self.standings)


class Verdict(Answer, frozen=True, kw_only=True):
    """The verdict on a claim: it holds, it fails, or it is unknown because a limit was reached.

    `positions` is the number visited, `complete` whether these are all. `message` explains the
    verdict in one line; a failure has a shortest trace where there is one. A claim that is unknown
    holds to a `depth`, where that is known: no game of so many moves breaks it, or, if it says
    that something is reachable, shows that.

    >>> print(Verdict(game="nim", parameters={}, engine="reference", name="ends", kind="terminates",
    ...               verdict="holds", positions=6, complete=True, message="in 3 moves"))
    ends holds: in 3 moves
    """

    name: str
    kind: str
    verdict: str
    positions: int
    complete: bool
    message: str
    trace: Trace | None = None
    failures: int = 0
    depth: int | None = None

    @property
    def affirmative(self) -> bool | None:
        """Whether the claim holds."""
        return {"holds": True, "fails": False}.get(self.verdict)

    def __str__(self) -> str:
        return f"{self.name} {self.verdict}: {self.message}"


class Found(Answer, frozen=True, kw_only=True):
    """Whether some position satisfies an expression, how many do, and one of them.

    A `trace` leads to a reachable position; a search `anywhere` has only a `position`. For none,
    `message` says how far was searched, and `near` is an instance with one constraint dropped.
    It is `unknown` whether there is one where a limit was reached before that was certain.
    """

    found: bool
    count: int | None
    positions: int
    complete: bool
    message: str = ""
    trace: Trace | None = None
    position: str | None = None
    near: Found | None = None
    unknown: bool = False

    @property
    def affirmative(self) -> bool | None:
        """Whether there is an instance."""
        return None if self.unknown else self.found

    def __str__(self) -> str:
        number = "" if self.count is None else f"{self.count:,} "
        return f"{number}found" if self.found else f"none: {self.message}"


class Forced(Answer, frozen=True, kw_only=True):
    """Whether some players together can force a goal against all others, wherever games start.

    `positions` is the number of positions from which they can, of `reachable` in all; `starts` is
    the number of positions that games start from, and `position` one of them.
    """

    forced: bool
    who: list[str]
    goal: str
    positions: int
    reachable: int
    position: str
    starts: int = 1

    @property
    def affirmative(self) -> bool | None:
        """Whether the goal can be forced."""
        return self.forced

    def __str__(self) -> str:
        can = "can" if self.forced else "cannot"
        where = "" if self.starts == 1 else " from every start"
        return f"{' and '.join(self.who)} {can} force {self.goal}{where}"


class Sameness(Answer, frozen=True, kw_only=True):
    """Whether two games are played alike; if not, a shortest game that distinguishes them.

    `differing` is the number of `positions`, reached by the same moves in both, that differ.
    """

    other: str
    same: bool
    positions: int
    differing: int
    complete: bool
    message: str
    trace: Trace | None = None
    other_trace: Trace | None = None

    @property
    def affirmative(self) -> bool | None:
        """Whether the games are the same."""
        return None if self.same and not self.complete else self.same

    def __str__(self) -> str:
        return self.message


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One change made by a move, in words, and the position string after it."""

    line: int
    rule: str
    variable: str
    where: list[str]
    before: str
    after: str
    change: str
    position: str


class Explanation(Answer, frozen=True, kw_only=True):
    """The changes that a move makes, step by step, by source line."""

    position: str
    move: str
    steps: list[Step]

    def rows(self) -> Iterable[Mapping[str, Any]]:
        """Return the steps."""
        return map(msgspec.to_builtins, self.steps)

    def __str__(self) -> str:
        """Return a line for each step: its source line, its rule, the change."""
        width = max((len(step.rule) for step in self.steps), default=0)
        return "\n".join(
            f"line {step.line:>3}  {step.rule:<{width}}  {step.change}" for step in self.steps
        )


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """A likely mistake in a rulebook, or a fact worth knowing about it.

    `severity` is error, warning or note; `line` is its line in the rulebook, if any; `trace` is a
    shortest game that shows it, if any.
    """

    severity: str
    code: str
    message: str
    line: int | None = None
    trace: Trace | None = None

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        return f"{self.severity} [{self.code}] {where}{self.message}"


class Report(Answer, frozen=True, kw_only=True):
    """The findings of lint, errors first.

    `positions` is the number visited; `complete` is False where the game has more.
    """

    positions: int
    complete: bool
    findings: list[Finding]

    def rows(self) -> Iterable[Mapping[str, Any]]:
        """Return the findings."""
        return map(msgspec.to_builtins, self.findings)

    @property
    def affirmative(self) -> bool | None:
        """Whether there is no error among the findings."""
        return not self.errors

    def __str__(self) -> str:
        return "\n".join(map(str, self.findings))

    @property
    def errors(self) -> list[Finding]:
        """The findings that are errors."""
        return [finding for finding in self.findings if finding.severity == "error"]
