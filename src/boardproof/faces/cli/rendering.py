"""Answers in the terminal: the only place that prints one, as text or JSON, and sets the status."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

import click

from ...analysis.callgraph import score_points
from ...answers import (
    Analysis,
    Answer,
    Count,
    Finding,
    Forced,
    Found,
    MatchResult,
    Perft,
    Report,
    Sameness,
    Solution,
    StartsSolution,
    Trace,
    Verdict,
    WeakSolution,
)
from ...ir.rules import Rules
from ...players.judge import JudgedGroup, Judgement
from ...positions.notation import read_position
from ...questions.properties import conjectures
from ...questions.requests import Request
from .options import echo_json
from .terminal import board_lines, hanging
from .traces import trace_lines

#: The exit status of a question that was not decided within its limits.
UNKNOWN = 3
#: Of a long game in a finding, this many moves are shown at either end.
MOVES_SHOWN = 6
COLOURS = {
    **{"holds": "green", "fails": "red", "unknown": "yellow"},
    **{"error": "red", "warning": "yellow", "note": "cyan"},
}
#: The keys that come first in an answer's JSON.
FIRST_KEYS: dict[type[Answer], tuple[str, ...]] = {
    Verdict: ("name", "verdict", "positions", "engine", "complete", "trace"),
    Found: ("found", "count", "trace", "position"),
    Forced: ("forced", "who", "goal", "positions", "engine"),
}


@dataclass(frozen=True)
class AnswerContext:
    """What an answer is about: the rules and the request; `by_ply` lists every ply of a count."""

    rules: Rules
    request: Request | None = None
    by_ply: bool = False
    other: Rules | None = None


def show(answer: Any, context: AnswerContext, as_json: bool) -> int:
    """Print an answer, or a list of answers; return the exit status."""
    answers: list[Answer] = answer if isinstance(answer, list) else [answer]
    if as_json:
        echo_json(_plain(answer))
    else:
        render = RENDERERS.get(type(answers[0]), _default)
        for line in render(answer, context):
            click.echo(line)
    return exit_status(answers)


def exit_status(answers: list[Answer]) -> int:
    """Return 1 where an answer is no, else 3 where one is unknown, else 0."""
    said = {one.affirmative for one in answers}
    return 1 if False in said else UNKNOWN if None in said else 0


def show_and_exit(answer: Any, context: AnswerContext, as_json: bool) -> NoReturn:
    """Print an answer and leave with its status."""
    raise click.exceptions.Exit(show(answer, context, as_json))


def _plain(answer: Any) -> Any:
    """Return an answer as plain values, its first keys first; a report is its findings."""
    if isinstance(answer, list):
        return [_plain(one) for one in answer]
    values = answer.to_dict()
    if isinstance(answer, Report):
        return values["findings"]
    first = FIRST_KEYS.get(type(answer), ())
    return {**{name: values[name] for name in first}, **values}


def _default(answer: Answer, context: AnswerContext) -> Iterator[str]:
    yield click.style(context.rules.game.identity, bold=True)
    yield str(answer)


# -- counts ---------------------------------------------------------------------------------------


def _count(answer: Count, context: AnswerContext) -> Iterator[str]:
    yield click.style(context.rules.game.identity, bold=True)
    numbers = {
        "positions": f"{answer.positions:,}",
        **({"classes": f"{answer.classes:,}"} if answer.symmetries > 1 else {}),
        "moves": "not counted" if answer.moves is None else f"{answer.moves:,}",
        **({} if answer.branching is None else {"branching": f"{answer.branching:.2f}"}),
        **{result: f"{number:,}" for result, number in answer.over.items()},
        **({"stuck": f"{answer.stuck:,}"} if answer.stuck else {}),
    }
    yield from _table(numbers)
    yield f"  {answer.lasts}"
    if answer.symmetries > 1:
        yield f"  {answer.symmetries} symmetries of the rules used"
    yield f"  {answer.engine} engine, {answer.seconds:.2f} s, {answer.peak_memory_mb:.0f} MB"
    if answer.nodes:
        yield f"  largest layer: {max(answer.nodes):,} nodes"
    if context.by_ply:
        yield from _plies(answer)


def _table(numbers: dict[str, str]) -> Iterator[str]:
    width = max(map(len, numbers))
    yield from (f"  {name:<{width}}  {number:>15}" for name, number in numbers.items())


def _plies(answer: Count) -> Iterator[str]:
    width = max(13, len(f"{max(answer.by_ply):,}"))
    for ply, number in enumerate(answer.by_ply):
        nodes = f"  {answer.nodes[ply]:>11,} nodes" if answer.nodes else ""
        yield f"  ply {ply:>3}  {number:>{width},}{nodes}"


def _perft(answer: Perft, _: AnswerContext) -> Iterator[str]:
    yield from (f"{ply:>9}  {number:>15,}" for ply, number in enumerate(answer.counts))
    if answer.divide:
        yield f"at depth {len(answer.counts) - 1}, by first move"
    yield from (f"{move:>9}  {number:>15,}" for move, number in answer.divide.items())


# -- values ---------------------------------------------------------------------------------------


def _solution(answer: Solution, context: AnswerContext) -> Iterator[str]:
    yield click.style(context.rules.game.identity, bold=True)
    if answer.position:
        yield f"  {answer.position}"
    yield f"  {click.style(_result(context.rules, answer), bold=True)}, {answer.lasts}"
    if answer.best:
        yield f"  best: {' '.join(answer.best)}"
    if answer.line:
        yield f"  line: {' '.join(answer.line)}{_repeats(answer.back_to)}"
    counts = {"positions": answer.positions, **answer.counts}
    yield from _table({name: f"{number:,}" for name, number in counts.items()})
    yield f"  {answer.engine} engine, {answer.seconds:.2f} s"


def _starts_solution(answer: StartsSolution, context: AnswerContext) -> Iterator[str]:
    yield click.style(context.rules.game.identity, bold=True)
    counts = {"starts": answer.starts, "positions": answer.positions, **answer.counts}
    yield from _table({name: f"{number:,}" for name, number in counts.items()})
    for result in dict.fromkeys(row.result for row in answer.distances):
        yield f"  {result}, by the number of moves to the end"
        rows = [row for row in answer.distances if row.result == result]
        yield from _table({_moves_away(row.distance): f"{row.positions:,}" for row in rows})
    if answer.worst:
        yield f"  the longest: {answer.worst.result}, {answer.worst.lasts}"
        yield f"  {answer.worst.position}"
        yield f"  line: {' '.join(answer.worst.line)}"
    yield f"  {answer.engine} engine, {answer.seconds:.2f} s"


def _moves_away(distance: int | None) -> str:
    return "never" if distance is None else str(distance)


def _repeats(back_to: int | None) -> str:
    """Return from where on a line repeats."""
    return "" if back_to is None else f", then repeats from move {back_to + 1}"


def _result(rules: Rules, answer: Solution) -> str:
    """Name the winner, and in a game of points the margin."""
    margin = max(answer.value.values())
    by_points = len(answer.value) == 2 and score_points(rules) and margin > 0
    return f"{answer.result} by {margin}" if by_points else answer.result


def _weak_solution(answer: WeakSolution, context: AnswerContext) -> Iterator[str]:
    yield click.style(context.rules.game.identity, bold=True)
    yield f"  {answer.result}"
    if answer.value is not None:
        values = ", ".join(f"{player} {number:+}" for player, number in answer.value.items())
        yield f"  value     {values}"
    if answer.best:
        yield f"  best      {' '.join(answer.best)}"
    if answer.line:
        yield f"  line      {' '.join(answer.line)}{'' if answer.to_the_end else ' ...'}"
    rate = answer.positions / max(answer.seconds, 0.001)
    yield f"  searched  {answer.positions:,} positions, {rate:,.0f} per second"
    yield f"  {answer.engine} engine, {answer.seconds:.2f} s"


def _analysis(answer: Analysis, context: AnswerContext) -> Iterator[str]:
    yield click.style(context.rules.game.identity, bold=True)
    mover = f", {answer.to_move} to move" if answer.to_move else ""
    yield f"  {answer.here.text}{mover}"
    width = max((len(name) for name in answer.moves), default=0)
    for name, worth in answer.moves.items():
        best = click.style(" best", fg="green") if name in answer.best else ""
        yield f"  {name:<{width}}  {worth.text}{best}"
    if answer.line:
        yield f"  line ({'proved' if answer.line_proved else 'estimate'})  {' '.join(answer.line)}"
    yield f"  {answer.positions:,} positions, {answer.phase}, {answer.seconds:.2f} s"


def _match(answer: MatchResult, context: AnswerContext) -> Iterator[str]:
    yield click.style(context.rules.game.identity, bold=True) + f"  {_games(answer.games)}"
    width = max(len("player"), *(len(one.player) for one in answer.standings))
    yield (
        f"  {'player':<{width}}  games   wins  draws losses   score    95 % interval"
        "     s/move  slowest"
    )
    for one in answer.standings:
        interval = f"{100 * one.low:.1f} to {100 * one.high:.1f} %"
        yield (
            f"  {one.player:<{width}} {one.games:>6,} {one.wins:>6,} {one.draws:>6,} "
            f"{one.losses:>6,} {100 * one.score:>6.1f}% {interval:>16} "
            f"{one.seconds_a_move:>10.4f} {one.slowest:>8.3f}"
        )
        for seat, (wins, draws, losses) in one.seats.items():
            yield f"    as {seat}: {wins} won, {draws} drawn, {losses} lost"
    if answer.repeated:
        yield f"  {_games(answer.repeated)} drawn by threefold repetition"
    yield f"  {answer.seconds:.1f} s"


def _judgement(answer: Judgement, context: AnswerContext) -> Iterator[str]:
    yield click.style(context.rules.game.identity, bold=True) + f"  {answer.player}"
    yield f"  {'':<14} positions   kept  critical   kept   regret"
    yield from map(_judged, [answer.total, *answer.by_result, *answer.by_ply])
    for one in answer.mistakes:
        best = hanging(" ".join(one.best), 4)
        yield f"  gives away {one.regret}: {one.move} at {one.position}"
        yield f"    instead of {best}"
    drawn = "every position" if answer.complete else f"random positions (seed {answer.seed})"
    yield f"  {drawn}, {answer.solved:,} solved; {answer.engine} engine, {answer.seconds:.2f} s"


def _judged(one: JudgedGroup) -> str:
    return (
        f"  {one.group:<14} {one.positions:>9,} {100 * one.accuracy:>5.1f}% {one.critical:>9,} "
        f"{100 * one.critical_accuracy:>5.1f}% {one.regret:>8.3f}"
    )


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number:,} games"


# -- proofs ---------------------------------------------------------------------------------------


def _verdicts(answers: list[Verdict], context: AnswerContext) -> Iterator[str]:
    game = context.rules.game
    yield click.style(game.identity, bold=True)
    width = max(len(one.name) for one in answers)
    for one in answers:
        verdict = click.style(f"{one.verdict:<7}", fg=COLOURS[one.verdict])
        message = hanging(f"{one.message} ({one.engine})", width + 13)
        yield f"  {one.name:<{width}}  {verdict}  {message}"
    for one in answers:
        if one.verdict == "fails" and one.trace is not None:
            yield from _titled(f"{one.name} fails after {_moves(one.trace)}", context, one.trace)
    left = [] if getattr(context.request, "names", ()) else conjectures(context.rules)
    if left:
        yield f"conjectures, checked only when named: {', '.join(left)}"


def _moves(trace: Trace) -> str:
    return "1 move" if len(trace) == 1 else f"{len(trace)} moves"


def _titled(title: str, context: AnswerContext, trace: Trace) -> Iterator[str]:
    yield ""
    yield click.style(title, bold=True)
    yield from trace_lines(context.rules.game, trace)


def _found(answer: Found, context: AnswerContext) -> Iterator[str]:
    request: Any = context.request
    if request.count:
        yield _counted(answer, request.depth)
        return
    yield click.style(f"{context.rules.game.identity}: {request.text}", bold=True)
    if not answer.found:
        yield hanging(answer.message, 0)
        if answer.near is not None:
            yield from _instance(context.rules, answer.near)
        return
    yield from _instance(context.rules, answer)
    total = "" if answer.count is None else f"{answer.count:,} in all; "
    yield f"{total}{answer.engine} engine"
    if answer.message:
        yield answer.message


def _counted(answer: Found, depth: int | None) -> str:
    """Return the number of matches, and the depth searched where that was not everything."""
    if answer.complete:
        return f"{answer.count:,}"
    if not answer.count:
        return f"0: {answer.message}"
    more = f"; {answer.message}" if answer.message else ""
    within = "" if depth is None else f" within {depth} moves"
    return f"{answer.count:,}{within}{more}"


def _instance(rules: Rules, answer: Found) -> Iterator[str]:
    from ...engines.planner import runner

    if answer.trace is not None:
        yield from trace_lines(rules.game, answer.trace)
    elif answer.position is not None:
        position = read_position(rules.game, answer.position)
        yield from board_lines(position)
        for defect in runner(rules).defects(position):
            yield f"not well-formed: {defect}"
    yield str(answer.position)


def _forced(answer: Forced | list[Forced], _: AnswerContext) -> Iterator[str]:
    if isinstance(answer, list):
        yield from _coalitions(answer)
        return
    yield str(answer)
    share = f"{answer.positions:,} of {answer.reachable:,} positions"
    yield f"it can be forced from {share} ({answer.engine} engine)"


def _coalitions(answers: list[Forced]) -> Iterator[str]:
    """List for each set of players the results that they can force."""
    rows: dict[str, list[str]] = {}
    for answer in answers:
        rows.setdefault(" and ".join(answer.who), []).extend([answer.goal] * answer.forced)
    width = max(map(len, rows))
    yield from (f"{who:<{width}}  {', '.join(goals) or 'nothing'}" for who, goals in rows.items())
    yield f"{answers[0].reachable:,} positions, {answers[0].engine} engine"


def _sameness(answer: Sameness, context: AnswerContext) -> Iterator[str]:
    assert context.other is not None
    yield str(answer)
    sides = ((context.rules, answer.trace), (context.other, answer.other_trace))
    for rules, trace in sides:
        if trace is not None:
            yield from _titled(rules.game.identity, AnswerContext(rules), trace)


def _report(report: Report, context: AnswerContext) -> Iterator[str]:
    yield click.style(context.rules.game.identity, bold=True)
    for finding in report.findings:
        yield from _finding(finding, context.rules.starts_anywhere)
    some = "" if report.complete else "only "
    yield f"  {some}{report.positions:,} positions visited, {report.engine} engine"


def _finding(finding: Finding, from_anywhere: bool) -> Iterator[str]:
    severity = click.style(f"{finding.severity:<7}", fg=COLOURS[finding.severity])
    where = f"line {finding.line}: " if finding.line else ""
    yield f"  {severity}  {hanging(f'{where}{finding.message}', 11)}"
    if finding.trace is not None:
        moves = ", ".join(_ends(finding.trace.moves)) or "at the start"
        start = f"{finding.trace.positions[0]}: " if from_anywhere and finding.trace.moves else ""
        yield f"           {start}{moves} → {finding.trace.positions[-1]}"


def _ends(moves: list[str]) -> list[str]:
    """Leave out the middle of a long game; the JSON has all of it."""
    if len(moves) <= 2 * MOVES_SHOWN:
        return moves
    return [*moves[:MOVES_SHOWN], "…", *moves[-MOVES_SHOWN:]]


#: How each answer, or list of answers, is written as text; any other by its `str`.
RENDERERS: dict[type[Answer], Callable[[Any, AnswerContext], Iterator[str]]] = {
    Count: _count,
    Perft: _perft,
    Solution: _solution,
    StartsSolution: _starts_solution,
    WeakSolution: _weak_solution,
    Analysis: _analysis,
    MatchResult: _match,
    Judgement: _judgement,
    Verdict: _verdicts,
    Found: _found,
    Forced: _forced,
    Sameness: _sameness,
    Report: _report,
}
