"""Force: whether players can bring something about, or keep it, whatever all others do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..analysis.callgraph import result_kinds
from ..analysis.endless import has_endless_rule
from ..answers import Forced
from ..engines.contract import Engine
from ..engines.planner import plan
from ..engines.profile import ATTRACT, CIRCLE, STATES
from ..errors import BadInput
from ..ir.rules import Rules
from ..limits import Limits, Progress
from ..positions.moves import Move
from ..positions.notation import write_position
from ..positions.position import Position, with_start
from ..reading.queries import results_of
from ..rules.elements import Player
from ..rules.results import Draw, Score
from ..statespace.goals import Aim, Attraction, Goal, goals_of, with_endless
from .constraints import QuerySet, player_named


@dataclass(frozen=True)
class Strategy:
    """How to force a goal: a move for every position from which it can be forced.

    A goal to keep something is forced as long as the others cannot force its opposite.
    """

    engine: Engine
    who: frozenset[Player]
    attraction: Attraction
    keeps: bool

    def wins(self, position: Position) -> bool:
        """Whether the goal can be forced from a position."""
        return self.attraction.forced(position)[0] != self.keeps

    def choose(self, position: Position) -> Move | None:
        """Return a move that forces the goal, None where there is none or others are to move."""
        if self.engine.player_to_move(position) not in self.who or not self.wins(position):
            return None
        if not self.keeps:
            return self.attraction.choose(0, position)
        following = self.engine.successors(position)
        return next((move for move, after in following if self.wins(after)), None)

    @property
    def from_starts(self) -> int:
        """From how many of the positions that games start from the goal can be forced."""
        number = self.attraction.forced_starts()[0]
        return len(self.engine.initials()) - number if self.keeps else number

    @property
    def count(self) -> int:
        """From how many reachable positions the goal can be forced."""
        number = self.attraction.counts[0]
        return self.attraction.positions - number if self.keeps else number


def strategy(
    rules: Rules,
    who: Iterable[str],
    goal: str,
    always: bool = False,
    until: str | None = None,
    engine: str = "auto",
    limits: Limits | None = None,
) -> Strategy:
    """Work out from where some players together can force a goal, and how.

    The goal is that a text becomes true; `always`, that it stays true; with `until`, that the goal
    stays true until that text becomes true.
    """
    players = frozenset(player_named(rules.game, name) for name in who if name.strip())
    if not players:
        raise BadInput("nobody is named: write --who A or --who A,B")
    queries = QuerySet()
    numbers = [queries.note(text) for text in (goal, until) if text is not None]
    asked = queries.read(rules)
    if always and until is not None:
        raise BadInput("a goal is kept always, or until something: give one of the two")
    if always:
        others = frozenset(asked.game.players) - players
        wanted = Goal(others, queries.aim(numbers[0], holds=False))
    elif until is not None:
        wanted = Goal(players, queries.aim(numbers[1]), queries.aim(numbers[0]))
    else:
        wanted, always = with_endless(Goal(players, queries.aim(numbers[0])), asked)
    runner, attraction = _attracted(engine, asked, [wanted], limits)
    return Strategy(runner, players, attraction, always)


def forced_play(how: Strategy) -> list[Position]:
    """Play a strategy that wins, until its goal is reached, against replies that put it off.

    >>> from boardproof import load
    >>> len(forced_play(strategy(load("tic-tac-toe", size=2), ["A"], "A wins")))
    4
    """
    (goal,), engine = how.attraction.goals, how.engine
    way = [engine.initial()]
    most = how.attraction.positions
    while not goal.aim.met_by(engine, way[-1]) and len(way) <= most:
        move = how.choose(way[-1])
        following = engine.successors(way[-1])
        if move is not None:
            way.append(next(after for one, after in following if one == move))
            continue
        later = (after for _, after in following if not goal.aim.met_by(engine, after))
        way.append(next(later, following[0][1]))
    return way


def _attracted(
    name: str, rules: Rules, goals: list[Goal], limits: Limits | None
) -> tuple[Engine, Attraction]:
    ability = CIRCLE if any(goal.circling for goal in goals) else ATTRACT
    chosen = plan(ability, rules, name, limits, trials=STATES)
    return chosen.run(lambda engine, limits: (engine, engine.attract(goals, limits)))


def force(
    rules: Rules,
    who: Iterable[str],
    goal: str,
    position: Position | None = None,
    always: bool = False,
    until: str | None = None,
    engine: str = "auto",
    progress: Progress | None = None,
    memory: int | None = None,
    threads: int | None = None,
    disk: str | None = None,
    cluster: str | None = None,
) -> Forced:
    """Return whether players can force a goal against all others, from every start or a position.

    >>> from boardproof import load
    >>> rules = load("tic-tac-toe")
    >>> print(force(rules, ["A"], "A wins"))
    A cannot force A wins
    >>> print(force(rules, ["B"], "not A wins", always=True))
    B can force always not A wins
    """
    rules = rules if position is None else with_start(rules, position)
    limits = Limits(progress, memory, threads, disk=disk, cluster=cluster)
    how = strategy(rules, who, goal, always, until, engine, limits)
    return answer_of(how, goal_text(goal, always, until))


def everything_forced(
    rules: Rules,
    engine: str = "auto",
    progress: Progress | None = None,
    memory: int | None = None,
    threads: int | None = None,
    disk: str | None = None,
    cluster: str | None = None,
) -> list[Forced]:
    """Return of every set of players and every result whether they can force it from the start.

    >>> from boardproof import load
    >>> for one in everything_forced(load("tic-tac-toe", size=2))[:4]:
    ...     print(one)
    A can force A wins
    A cannot force B wins
    A cannot force draw
    B can force A wins
    """
    players = rules.game.players
    aims = [Aim(results=frozenset({word})) for word in _results(rules)]
    goals = goals_of(players, aims)
    asked, turned = zip(*(with_endless(goal, rules) for goal in goals), strict=True)
    limits = Limits(progress, memory, threads, disk=disk, cluster=cluster)
    runner, attraction = _attracted(engine, rules, list(asked), limits)
    start, starts = runner.initial(), len(runner.initials())
    counts = [
        attraction.positions - count if avoids else count
        for avoids, count in zip(turned, attraction.counts, strict=True)
    ]
    numbers = [
        starts - number if avoids else number
        for avoids, number in zip(turned, attraction.forced_starts(), strict=True)
    ]
    return [
        Forced(
            game=rules.game.name,
            parameters=rules.game.parameters,
            engine=runner.name,
            forced=number == starts,
            who=[str(player) for player in players if player in goal.who],
            goal=str(goal.aim),
            positions=count,
            reachable=attraction.positions,
            position=write_position(start),
            starts=starts,
        )
        for goal, number, count in zip(goals, numbers, counts, strict=True)
    ]


def _results(rules: Rules) -> list[str]:
    """List the results that the rules speak of: a draw only if they do, or if they keep score."""
    drawn = result_kinds(rules) & {Draw, Score} or has_endless_rule(rules)
    return [word for word in results_of(rules.game) if drawn or word != str(Draw())]


def answer_of(how: Strategy, goal: str) -> Forced:
    """Return what a strategy comes to from where the game starts."""
    rules, start, starts = how.engine.rules, how.engine.initial(), len(how.engine.initials())
    return Forced(
        game=rules.game.name,
        parameters=rules.game.parameters,
        engine=how.engine.name,
        forced=how.from_starts == starts,
        who=[str(player) for player in rules.game.players if player in how.who],
        goal=goal,
        positions=how.count,
        reachable=how.attraction.positions,
        position=write_position(start),
        starts=starts,
    )


def goal_text(goal: str, always: bool = False, until: str | None = None) -> str:
    """Write a goal in words.

    >>> goal_text("full"), goal_text("full", always=True), goal_text("full", until="A wins")
    ('full', 'always full', 'full until A wins')
    """
    if always:
        return f"always {goal}"
    return goal if until is None else f"{goal} until {until}"
