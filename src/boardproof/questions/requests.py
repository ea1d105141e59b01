"""Requests: a question as plain data, one frozen struct for each question of the table.

A field is declared with its type, default, bounds and one sentence of help. From it derive the
option of the terminal's command, the JSON schema and the field of the page's requests. The
question's function has an argument of the same name and default (a test compares them), and takes
live values, such as a `Position`, where a request has text.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Annotated, Any, get_args, get_type_hints

import msgspec
from msgspec import Meta, Struct

from ..answers import Found
from ..errors import BadPosition, OutOfBounds
from ..ir.rules import UNFINISHED, Rules
from ..positions.notation import read_position
from ..positions.position import Position, starting_position, with_start
from .table import QUESTIONS


def field(help: str, **marks: str) -> Meta:
    """Describe a field of a request, with marks for the faces.

    `flag` is the name of its option where that is not the field's own, `metavar` what stands for
    its value; `page` is the name under which the page sets it, without which the page cannot;
    `words` marks the field that takes the words of the command line that set no parameter; a
    number whose `unit` is bytes is written as a size.
    """
    return Meta(description=help, extra=marks)


Whole = Annotated[int, Meta(ge=0, le=1_000_000)]
Text = Annotated[str, Meta(max_length=1_000)]
Word = Annotated[str, Meta(max_length=200)]
PositionText = Annotated[str, Meta(max_length=5_000)]

Depth = Annotated[Whole | None, field("Search at most N moves deep.", metavar="N", page="plies")]
Memory = Annotated[
    Annotated[int, Meta(ge=1)] | None,
    field("Memory limit (500M, 4G); by default, what is free.", unit="bytes"),
]
Disk = Annotated[
    Text | None,
    field("Keep positions in DIR (disk engine); resume an interrupted run.", metavar="DIR"),
]
Cluster = Annotated[
    Text | None,
    field(
        "Use the Ray cluster at ADDRESS, or auto; all its machines must share --disk.",
        metavar="ADDRESS",
    ),
]
Threads = Annotated[
    Annotated[int, Meta(ge=1, le=256)] | None,
    field("Number of threads (compiled and symbolic engines); by default, all cores."),
]
Time = Annotated[
    Annotated[float, Meta(gt=0)] | None,
    field("Time limit, for games that are not small.", metavar="SECONDS"),
]
Engine = Annotated[Word, field("The engine that runs the rules.", metavar="NAME")]
At = Annotated[
    PositionText | None,
    field("Use this position (a position string) instead of the first one.", metavar="STR"),
]
Start = Annotated[
    PositionText | None, field("Start games from this position.", flag="--from", metavar="STR")
]


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is asked of a game, as plain data."""

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of the question's function, still as text where they are."""
        return {name: getattr(self, name) for name in self.__struct_fields__}

    def judge_ill_formed(self, rules: Rules, beyond: OutOfBounds) -> Any:
        """Answer about a start with pieces out of bounds; most questions cannot."""
        raise beyond


class PlannedRequest(Request, frozen=True, kw_only=True):
    """What is asked of a game where the planner chooses an engine for it."""

    explain_plan: Annotated[
        bool, field("Before starting, print which engines are tried, in which order and why.")
    ] = False

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of the question's function; it is a face that explains plans."""
        arguments = Request.arguments(self)
        del arguments["explain_plan"]
        return arguments


class PerftRequest(PlannedRequest, frozen=True, kw_only=True):
    """Count the sequences of exactly k legal moves, for k from 0 to the depth."""

    depth: Annotated[Whole, field("How deep to count.", metavar="N")] = 4
    divide: Annotated[bool, field("Split the last count by first move.")] = False
    position: At = None
    engine: Engine = "auto"


class CountRequest(PlannedRequest, frozen=True, kw_only=True):
    """Count the reachable positions, ply by ply and by result."""

    memory: Memory = None
    disk: Disk = None
    cluster: Cluster = None
    threads: Threads = None
    symmetry: Annotated[
        bool,
        field(
            "Visit one position of each class under the proved symmetries (compiled engine).",
            metavar="on|off",
        ),
    ] = True
    order: Annotated[
        Word, field("Variable order (symbolic engine): auto, natural, …", metavar="NAME")
    ] = "auto"
    encoding: Annotated[
        Word, field("Encoding (symbolic engine): auto, plain or compact.", metavar="NAME")
    ] = "auto"
    engine: Engine = "auto"


class SolveRequest(PlannedRequest, frozen=True, kw_only=True):
    """Find the value, the best moves and the distance of every position."""

    position: At = None
    memory: Memory = None
    disk: Disk = None
    cluster: Cluster = None
    threads: Threads = None
    engine: Engine = "auto"


class WeakSolveRequest(Request, frozen=True, kw_only=True):
    """Find the value of one position by search, visiting no more than the proof needs."""

    position: At = None
    time: Time = None
    memory: Memory = None
    threads: Threads = None


class AnalyseRequest(Request, frozen=True, kw_only=True):
    """Show what is known about a position: an estimate at once, then what is proved.

    Every number comes with how it is known: proved, searched to a depth, or estimated.
    """

    position: At = None
    time: Annotated[
        Annotated[float, Meta(gt=0, le=86_400)],
        field("Stop after SECONDS, or sooner if all is proved.", metavar="SECONDS", page="seconds"),
    ] = 5.0
    memory: Memory = None


class CheckRequest(PlannedRequest, frozen=True, kw_only=True):
    """Check a game's properties: those named, or all except conjectures."""

    names: Annotated[
        tuple[Word, ...],
        field("The properties to check: all except conjectures by default.", words="PROPERTY"),
    ] = ()
    depth: Depth = None
    start: Start = None
    memory: Memory = None
    disk: Disk = None
    time: Time = None
    engine: Engine = "auto"

    def judge_ill_formed(self, rules: Rules, beyond: OutOfBounds) -> Any:
        """Return the verdict on a board with pieces out of bounds: it is not well-formed."""
        from .verdicts import ill_formed

        return [ill_formed(rules, "wellformed", "fails", beyond)]


class FindRequest(PlannedRequest, frozen=True, kw_only=True):
    """Find positions that satisfy an expression, or a predicate with its arguments.

    An expression is written as in a rule, a game's own names standing alone: "winning(P0) and not
    balanced", "turn == P0", "P0 wins", "forced(P0, P0 wins)".
    """

    text: Annotated[Text, field("The expression that must hold.", words="EXPRESSION", page="text")]
    anywhere: Annotated[
        bool, field("Search all well-typed positions, reachable or not.", page="anywhere")
    ] = False
    boards: Annotated[
        Annotated[int, Meta(ge=1, le=100)] | None,
        field("Find N positions, a move apart: board[0] to board[N-1].", metavar="N"),
    ] = None
    count: Annotated[bool, field("Print only the number of matches.")] = False
    number: Annotated[
        int,
        Meta(ge=1, le=1_000_000),
        field("Show the N-th match.", flag="--next", metavar="N", page="number"),
    ] = 1
    seed: Annotated[
        Annotated[int, Meta(ge=0)] | None,
        field("Return a uniformly random match.", flag="--random", metavar="SEED"),
    ] = None
    symmetry: Annotated[bool, field("Count matches up to symmetry.", flag="--up-to-symmetry")] = (
        False
    )
    depth: Depth = None
    start: Start = None
    memory: Memory = None
    disk: Disk = None
    time: Time = None
    engine: Engine = "auto"

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of `find`, which takes the wanted match as a `Selection`."""
        from .selection import Selection

        arguments = PlannedRequest.arguments(self)
        number, seed = arguments.pop("number"), arguments.pop("seed")
        once, count = arguments.pop("symmetry"), arguments.pop("count")
        return {**arguments, "selection": Selection(1 if count else number, seed, once, count)}

    def judge_ill_formed(self, rules: Rules, beyond: OutOfBounds) -> Any:
        """Return that no game starts from a board with pieces out of bounds: it is ill-formed."""
        return Found(
            game=rules.game.name,
            parameters=rules.game.parameters,
            engine="reference",
            found=False,
            count=0,
            positions=1,
            complete=True,
            message=f"ill-formed: {beyond}",
        )


class ForceRequest(PlannedRequest, frozen=True, kw_only=True):
    """Decide whether players can force a goal against all others, whatever they do.

    Without players and goal: which results each set of players can force.
    """

    who: Annotated[
        Annotated[tuple[Word, ...], Meta(max_length=16)],
        field("The players who act together.", metavar="A,B", page="who"),
    ] = ()
    goal: Annotated[
        Text | None, field('What they want to become true: "A wins".', metavar="EXPR", page="text")
    ] = None
    always: Annotated[bool, field("The goal must stay true forever.")] = False
    until: Annotated[
        Text | None, field("The goal must hold until EXPR becomes true.", metavar="EXPR")
    ] = None
    position: At = None
    memory: Memory = None
    disk: Disk = None
    cluster: Cluster = None
    threads: Threads = None
    engine: Engine = "auto"


class SameGameRequest(Request, frozen=True, kw_only=True):
    """Decide whether two games, or two readings of one game, are played alike.

    The second game may be omitted where it is the first one with other parameters:
    `boardproof same-game GAME and NAME=VALUE`.
    """

    depth: Depth = None
    memory: Memory = None
    engine: Engine = "auto"


class LintRequest(PlannedRequest, frozen=True, kw_only=True):
    """Report likely mistakes in a rulebook.

    Exits with status 1 if there is an error among the findings. Engines: auto, ir, symbolic.
    """

    compare: Annotated[
        bool, field("Compare each reading with the others.", flag="--readings/--no-readings")
    ] = True
    memory: Memory = None
    engine: Engine = "auto"


class ExplainRequest(Request, frozen=True, kw_only=True):
    """Show what a move changes, step by step, with the rule and line of each change."""

    move: Annotated[Word, field("The move, by its name.", words="MOVE")]
    position: At = None


class JudgeRequest(Request, frozen=True, kw_only=True):
    """Compare a player's choices with perfect play, by ply and by result.

    The game is solved first. A choice keeps the value, or gives something away: that is its regret.
    In critical positions some move gives something away.
    """

    player: Annotated[
        Word, field("The player to judge: random, smart:depth=4, …", metavar="WHO")
    ] = "smart:depth=4"
    sample: Annotated[
        Whole, field("Judge at most N random positions per ply (0 for all).", metavar="N")
    ] = 100
    seed: Annotated[Whole, field("Random seed, for reproducible samples.", metavar="N")] = 0
    memory: Memory = None
    threads: Threads = None


# -- fields ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RequestField:
    """A field of a request: its type as annotated and without None, bounds, help and marks."""

    name: str
    annotation: Any
    kind: Any
    default: Any
    bounds: dict[str, Any]
    help: str
    marks: dict[str, str]


@cache
def fields_of(request: type[Request]) -> tuple[RequestField, ...]:
    """List the fields of a request, its own before those it shares with others.

    >>> [one.name for one in fields_of(PerftRequest)]
    ['depth', 'divide', 'position', 'engine', 'explain_plan']
    >>> one = fields_of(PerftRequest)[0]
    >>> one.kind, one.default, one.bounds, one.help
    (<class 'int'>, 4, {'ge': 0, 'le': 1000000}, 'How deep to count.')
    """
    hints = get_type_hints(request, include_extras=True)
    own = request.__annotations__
    fields = sorted(msgspec.structs.fields(request), key=lambda one: one.name not in own)
    return tuple(_field(one.name, hints[one.name], one.default) for one in fields)


def _field(name: str, annotation: Any, default: Any) -> RequestField:
    kind, metas = _unwrapped(annotation)
    bounds = {
        bound: value
        for meta in metas
        for bound in ("ge", "gt", "le", "max_length")
        if (value := getattr(meta, bound)) is not None
    }
    about = next(meta for meta in metas if meta.description)
    marks: dict[str, str] = about.extra or {}
    return RequestField(name, annotation, kind, default, bounds, about.description or "", marks)


def _unwrapped(annotation: Any) -> tuple[Any, list[Meta]]:
    """Take an annotated type apart: the type without None, and every Meta around it."""
    metas = list(getattr(annotation, "__metadata__", ()))
    inner = annotation.__origin__ if metas else annotation
    options = [one for one in get_args(inner) if one is not type(None)]
    if type(None) in get_args(inner):
        kind, more = _unwrapped(options[0])
        return kind, [*more, *metas]
    return inner, metas


def request_type(name: str) -> type[Request]:
    """Return the struct of a question of the table."""
    found: type[Request] = globals()[QUESTIONS[name].request]
    return found


# -- answering ------------------------------------------------------------------------------------


def function_of(request: type[Request]) -> Callable[..., Any]:
    """Return the function that answers a kind of request; its module is imported now."""
    entry = next(one for one in QUESTIONS.values() if one.request == request.__name__)
    module, _, name = entry.function.partition(":")
    home = module if "." in module else f"{__package__}.{module}"
    function: Callable[..., Any] = getattr(import_module(home), name)
    return function


def ask(
    rules: Rules, request: Request, progress: Callable[..., None] | None = None, **live: Any
) -> Any:
    """Answer a request; `live` are arguments of the question's function that no text can hold.

    >>> from boardproof import load
    >>> ask(load("tic-tac-toe"), PerftRequest(depth=2)).counts
    [1, 9, 72]
    """
    function, arguments = function_of(type(request)), request.arguments()
    arguments.pop("start", None)
    try:
        rules = started(rules, request)
    except OutOfBounds as beyond:
        return request.judge_ill_formed(rules, beyond)
    parameters = inspect.signature(function).parameters
    if arguments.get("position") is not None:
        arguments["position"] = _read_position(rules, arguments["position"])
    elif "position" in arguments and parameters["position"].default is inspect.Parameter.empty:
        arguments["position"] = starting_position(rules.game)
    if "progress" in parameters:
        live["progress"] = progress
    spread = [name for name, one in parameters.items() if one.kind is one.VAR_POSITIONAL]
    one_by_one = [value for name in spread for value in arguments.pop(name)]
    return function(rules, *one_by_one, **arguments, **live)


def started(rules: Rules, request: Request) -> Rules:
    """Return the rules with games that start where a request says."""
    start = getattr(request, "start", None)
    return rules if start is None else with_start(rules, _read_position(rules, start))


def _read_position(rules: Rules, text: str) -> Position:
    """Read a position of a game: one in the middle of a turn is none."""
    from ..engines.planner import runner  # commands are listed without engines

    position = read_position(rules.game, text)
    if rules.has_turns and runner(rules).ask(position, UNFINISHED):
        raise BadPosition("this is in the middle of a turn: name the position before or after it")
    return position


def schemas(ref_template: str = "#/$defs/{name}") -> dict[str, Any]:
    """Return the JSON schema of every request, by the name of its struct.

    >>> schemas()["PerftRequest"]["properties"]["depth"]["default"]
    4
    """
    kinds = [request_type(name) for name in QUESTIONS]
    return msgspec.json.schema_components(kinds, ref_template=ref_template)[1]
