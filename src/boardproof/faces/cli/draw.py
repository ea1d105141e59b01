"""`boardproof draw`."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any, TypedDict

import click
import msgspec

from ...answers import Trace
from ...engines.planner import plan, runner
from ...engines.profile import WELL_TYPED
from ...errors import BadInput, TooLarge
from ...ir.rules import Rules
from ...positions.notation import read_position
from ...positions.position import Position, starting_position
from .options import WHOLE, echo_json, game_arguments, json_option, load_rules
from .output import check_writable, save_text

#: The default limits of a diagram's nodes and a graph's positions.
MOST_NODES, MOST_POSITIONS = 60, 48

Drawn = tuple[str, str]  # the picture, and what it shows


class PictureFile(TypedDict):
    """The file that was written, and what it shows."""

    out: str
    shows: str


JSON = {"draw": PictureFile}


@click.command("draw")
@game_arguments
@click.option(
    "--position", "text", metavar="STR", help="Draw this position instead of the first one."
)
@click.option("--trace", metavar="FILE", help="Draw the trace of an answer written with --json.")
@click.option(
    "--across", type=WHOLE, default=1, show_default=True, help="Boards per row; 0 for all."
)
@click.option("--graph", is_flag=True, help="Draw the positions around one.")
@click.option(
    "--depth", type=WHOLE, default=2, show_default=True, help="Distance in moves (--graph)."
)
@click.option("--diagram", is_flag=True, help="Draw the decision diagram of a ply's positions.")
@click.option("--ply", type=WHOLE, default=0, show_default=True, help="The ply (--diagram).")
@click.option("--limit", type=WHOLE, help="Maximum number of nodes or positions to draw.")
@click.option("--out", required=True, metavar="FILE", help="The file to write: .svg (or .dot).")
@json_option
def command(
    game: str,
    words: tuple[str, ...],
    text: str | None,
    trace: str | None,
    across: int,
    graph: bool,
    depth: int,
    diagram: bool,
    ply: int,
    limit: int | None,
    out: str,
    as_json: bool,
) -> None:
    """Draw a game: a position, a trace, the positions around one, or a decision diagram."""
    if (trace is not None) + graph + diagram > 1:
        raise click.UsageError("choose one of --trace, --graph and --diagram")
    path = _path(out, diagram)
    check_writable(path)
    rules = load_rules(game, words)
    if diagram:
        picture, title = _diagram(rules, ply, MOST_NODES if limit is None else limit, path)
    elif trace is not None:
        picture, title = _trace(rules, Path(trace), across)
    else:
        start = read_position(rules.game, text) if text else starting_position(rules.game)
        most = MOST_POSITIONS if limit is None else limit
        picture, title = _graph(rules, start, depth, most) if graph else _position(start)
    save_text(path, picture)
    if as_json:
        echo_json(PictureFile(out=str(path), shows=title))
    else:
        click.echo(f"{path}: {title}")


def _path(out: str, diagram: bool) -> Path:
    path = Path(out)
    if path.suffix == ".svg" or (diagram and path.suffix == ".dot"):
        return path
    wanted = "a .svg or a .dot file" if diagram else "a .svg file"
    raise click.UsageError(f"{out!r} is not a supported picture: name {wanted}")


def _position(position: Position) -> Drawn:
    from ...drawing.svg import position_svg

    return position_svg(position), position.game.identity


def _graph(rules: Rules, position: Position, depth: int, limit: int) -> Drawn:
    from ...drawing.neighbours import neighbourhood_svg

    picture = neighbourhood_svg(runner(rules), position, depth, limit)
    return picture, f"{rules.game.identity}, {depth} moves around a position"


def _trace(rules: Rules, path: Path, across: int) -> Drawn:
    from ...drawing.trace import positions_of, trace_svg

    trace = _read_trace(path)
    title = f"{rules.game.identity}, a trace of {len(trace.positions)} boards"
    return trace_svg(positions_of(rules.game, trace), trace.moves, across, title), title


def _read_trace(path: Path) -> Trace:
    """Read a trace, by itself or as part of an answer."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as failure:
        reason = getattr(failure, "strerror", None) or "it is not JSON"
        raise BadInput(f"{path} holds no trace: {reason}") from None
    for part in _parts(value):
        try:
            return msgspec.convert(part, Trace)
        except msgspec.ValidationError:
            continue
    raise BadInput(f"{path} holds no trace: write one with --json, as `boardproof check` does")


def _parts(value: Any) -> list[Any]:
    """List a value and what it holds, outermost first."""
    parts, at = [value], 0
    while at < len(parts):
        here = parts[at]
        parts += here.values() if isinstance(here, dict) else here if isinstance(here, list) else []
        at += 1
    return parts


def _diagram(rules: Rules, ply: int, limit: int, path: Path) -> Drawn:
    from ...drawing.diagram import as_dot, as_svg

    positions = plan(WELL_TYPED, rules).make().positions
    for states in islice(positions.layers(), ply, ply + 1):
        title = f"{rules.game.identity}, ply {ply}"
        try:
            text = as_svg(states, title, limit) if path.suffix == ".svg" else as_dot(states, limit)
        except TooLarge as reason:
            raise BadInput(f"{reason}: raise --limit, or choose a smaller --ply") from None
        return text, f"{title}, {states.count:,} positions"
    raise BadInput(f"{rules.game.identity}: no position is first reached at ply {ply}")
