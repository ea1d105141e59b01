"""The study of one position: what is known of it grows, and each number says how it is known.

At once games of random moves are tried, for an estimate; what little is left of a game is solved
from the position on. Then searches go deeper and deeper: nobody can force a win within one move,
two, three. Machine code is made meanwhile, and takes over when it is there: it solves what is left
of larger games, and its table of positions is kept for the next study.
"""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterator
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any

from ..analysis.endless import endless_result_at
from ..answers import Analysis
from ..engines.contract import Engine
from ..engines.game_search import SearchStopped
from ..engines.solution import PositionValue, StrongSolution, games_of
from ..engines.tree_search import BATCH, TreeSearch
from ..errors import BoardproofError
from ..limits import Limits, TooMany
from ..positions.notation import write_position
from ..positions.position import Position
from ..rules.elements import Player
from .best_line import best_line
from .knowledge import Knowledge
from .value_bounds import ValueBounds

if TYPE_CHECKING:
    from .analyst import Analyst

#: The seconds of random games before the first answer, and between two depths.
FIRST_GAMES, MORE_GAMES = 0.12, 0.05
#: No more seconds than this are spent until each move was tried once.
EACH_MOVE = 0.5
#: A random game that takes more seconds of work than this is cut short, and sooner where the
#: rulebook's evaluation says who stands better then.
LONG_GAME, JUDGED_GAME = 0.1, 0.015
#: After so many seconds a search of plain positions gives way to more games, and goes on later.
SLICE = 0.15
#: So many positions are solved before the first answer, and after it, on plain values;
FEW, SOME = 300, 6_500
#: and no more seconds are spent on that.
AT_ONCE, SOON = 0.12, 1.5
#: So many are solved by machine code, first and after so many seconds of searching.
MANY, LATER = (200_000, 3_000_000), 2.0
#: So deep plain positions are searched while machine code is being made, which is slowed by it.
PATIENT = 4
#: A line of estimated moves goes on where so many games were tried, and is no longer than this.
TRIED, LONGEST_LINE = 12, 60

GoOn = Callable[[], bool]


class Study:
    """The study of one position."""

    def __init__(self, analyst: Analyst, position: Position, go_on: GoOn) -> None:
        self.analyst, self.position, self._go_on = analyst, position, go_on
        self.engine, self.rules = analyst.engine, analyst.rules
        self.mover = self.engine.player_to_move(position)
        self.following = self.engine.successors(position)
        self.here = Knowledge(self.rules, analyst.limit)
        self.after = {move.name: Knowledge(self.rules, analyst.limit) for move, _ in self.following}
        self.tree: TreeSearch | None = None
        self.solved: StrongSolution | None = None
        self.began, self.phase, self.positions = clock.perf_counter(), "", 0
        self._bounds: dict[tuple[Player, str], ValueBounds] = {}
        self._line: tuple[list[str], bool] | None = None
        self._slice_end = inf

    @property
    def complete(self) -> bool:
        """Whether nothing is left to be found out."""
        return self.here.proved and all(known.proved for known in self.after.values())

    # -- phases -----------------------------------------------------------------------------

    def phases(self) -> Iterator[str]:
        """Study in one way after another; each is named once it has added something."""
        for name, after in self.following:
            self._note_end(self.after[name.name], after)
        if not self.following or self._look_up():
            self._note_end(self.here, self.position)
            yield "looked up" if self.solved not in self.analyst.given else "solved before"
            return
        assert self.mover is not None
        self.here.follow_from(self.mover, [*self.after.values()])
        if self._solve(self.engine, FEW, AT_ONCE):
            yield "solved from here"
            return
        self._try_games(FIRST_GAMES)
        yield "games tried"
        if self.tree is not None and self.tree.root.open:  # where rules are slow
            self._try_games(EACH_MOVE, each=True)
            yield "games tried"
        if self.solve_some():
            yield "solved from here"
            return
        yield from self._deepen()

    def solve_some(self) -> bool:
        """Solve what is left of the game, if that takes a moment."""
        solver = self.analyst.solver
        if solver is not None:
            return self._solve(solver, MANY[0])
        return self._solve(self.engine, SOME, SOON)

    def _deepen(self) -> Iterator[str]:
        """Search deeper and deeper, by machine code once it is there, and solve more at last."""
        begun_with, machine = self.analyst.solver, self.analyst.machine
        larger, since = [*MANY[begun_with is not None :]], clock.perf_counter()
        fast, depth = False, 0
        while depth < self.analyst.plain.deepest or machine.busy:
            if self._has_fast_search and not fast:
                fast, depth = True, 0
            if not fast and machine.busy and depth >= PATIENT:
                machine.wait(MORE_GAMES)
            else:
                depth = self._deeper(depth, fast)
            self._try_games(MORE_GAMES if fast or machine.busy else SLICE)
            yield "searched" if fast or not machine.busy else "compiling"
            due = machine.solving and larger and self._is_time_for(larger[0], since)
            if due and self._solve(machine.engine, larger.pop(0)):
                yield "solved from here"
                return

    def _is_time_for(self, many: int, since: float) -> bool:
        """Whether to try to solve so many positions: what takes longer, after a while."""
        return many == MANY[0] or clock.perf_counter() - since > LATER

    def _deeper(self, depth: int, fast: bool) -> int:
        """Search deeper, by machine code as often as a moment allows; return the depth reached."""
        end = clock.perf_counter() + (MORE_GAMES if fast else 0)
        while self._searched(depth + 1, fast):
            depth += 1
            late = clock.perf_counter() > end
            if late or self.complete or depth >= self.analyst.plain.deepest:
                break
        return depth

    def _searched(self, depth: int, fast: bool) -> bool:
        """Whether a search to a depth ended: else it goes on later, or machine code begins anew."""
        self._slice_end = inf if fast else clock.perf_counter() + SLICE
        try:
            self._search(depth, fast)
        except SearchStopped:
            if not self._go_on():
                raise
            return False
        return True

    @property
    def _has_fast_search(self) -> bool:
        """Whether machine code searches this game, and means the same by points."""
        by_points = len(self.rules.game.players) > 2 and self.analyst.plain.worth == 1
        return self.analyst.machine.searching and not by_points

    # -- ways to know -----------------------------------------------------------------------

    def _note_end(self, known: Knowledge, position: Position) -> None:
        """Note what the end of a game is worth; what is stuck goes on for ever."""
        payoff = self.engine.payoff(position)
        if payoff is not None:
            self._note(known, position, self._value_of(payoff))

    def _value_of(self, payoff: Any) -> PositionValue:
        values = [payoff[player] for player in self.analyst.players]
        values = values if len(values) > 2 else values[:1]
        return PositionValue(tuple(values), (0,) * len(values))

    def _note(self, known: Knowledge, position: Position, value: PositionValue) -> None:
        mover = self.engine.player_to_move(position)
        known.set_value(value, 0 if mover is None else self.analyst.players.index(mover))

    def _look_up(self) -> bool:
        """Look the position up in what is solved."""
        return any(self._take(solution) for solution in self.analyst.solutions)

    def _take(self, solution: StrongSolution) -> bool:
        """Take values from a solution that has this position and all that follow."""
        places = [self.position, *(after for _, after in self.following)]
        try:
            values = [solution.look_up(place) for place in places]
        except BoardproofError:
            return False
        known = [self.here, *(self.after[move.name] for move, _ in self.following)]
        for one, place, value in zip(known, places, values, strict=True):
            self._note(one, place, value)
        self.solved, self.positions = solution, max(self.positions, solution.positions)
        return True

    def _solve(self, engine: Engine, most: int, seconds: float = inf) -> bool:
        """Solve what is left of the game, if that is no more than so many positions."""
        end = clock.thread_time() + seconds  # of work, whatever else the machine does
        sizes = dict[int, int]()  # how many positions are known at each ply
        # What machine code solves in a moment is worth a try; more of it is not soon stopped.
        foreseen = 2 * most if most == MANY[0] else most

        def watch(ply: int, positions: int) -> None:
            if not self._go_on():
                raise SearchStopped
            sizes.setdefault(ply, positions)
            if clock.thread_time() > end or _outgrow([*sizes.values()], foreseen):
                raise TooMany

        limits = Limits(watch, self.analyst.memory, threads=1).bounded(most)
        try:
            solution = engine.solve(limits, self.position)
        except (TooMany, BoardproofError, MemoryError):
            return False
        self.analyst.keep(solution)
        return self._take(solution)

    def _try_games(self, seconds: float, each: bool = False) -> None:
        """Try games of random moves, so many seconds long, or until one was tried for each move."""
        compiled = self.analyst.compiled
        if self.tree is None:
            judged = "evaluation" in self.rules.functions
            longest = JUDGED_GAME if judged else LONG_GAME
            self.tree = TreeSearch(self.engine, self.position, Random(1), 1, longest)
        if compiled is not None and not self.rules.has_turns:
            self.tree.runner, self.tree.batch = compiled, BATCH
        end = clock.perf_counter() + seconds
        while clock.perf_counter() < end and self._go_on() and (self.tree.root.open or not each):
            try:
                self.tree.step()
            except BoardproofError:  # a rule goes wrong further on
                return
        self.here.estimate_by(self.tree.root)
        for node in self.tree.root.children:
            assert node.move is not None
            self.after[node.move.name].estimate_by(node)

    def _search(self, depth: int, fast: bool) -> None:
        """Search this position to a depth, then what follows each move to one less."""
        for hero in self.analyst.heroes:
            self._converge(self.here, "", self.position, hero, depth, fast)
        assert self.mover is not None
        hero = self.mover if len(self.analyst.heroes) > 1 else self.analyst.heroes[0]
        for move, after in self.following:
            if not self.engine.is_over(after) and self.engine.legal_moves(after):
                known = self.after[move.name]
                self._converge(known, move.name, after, hero, depth - 1, fast)
        self.here.follow_from(self.mover, list(self.after.values()))

    def _converge(
        self, known: Knowledge, name: str, position: Position, hero: Player, depth: int, fast: bool
    ) -> None:
        if known.proved or depth < 1:
            return
        bounds = self._bounds.get((hero, name))
        search = self.analyst.machine.search(hero) if fast else self.analyst.plain
        if bounds is None or bounds.search is not search:
            bounds = ValueBounds(self.engine, search, position, hero)
            self._bounds[hero, name] = bounds
        before = search.nodes

        def going_on(_: int) -> bool:
            late = clock.perf_counter() > self._slice_end
            return self._go_on() and not late and (fast or not self._has_fast_search)

        try:
            bounds.converge(depth, 0, going_on)
        finally:
            self.positions += search.nodes - before
            known.bound(bounds)
        if search.worth > 1 or not fast:  # with points, an evaluation may have stood for an end
            known.search_ended(hero, depth)

    # -- the answer -------------------------------------------------------------------------

    def answer(self) -> Analysis:
        """Put together what is known by now."""
        self._settle_stuck()
        line, proved = self._best_line()
        return Analysis.of(
            self.engine,
            position=write_position(self.position),
            to_move=None if self.mover is None else str(self.mover),
            here=self.here.worth(),
            moves={name: known.worth() for name, known in self.after.items()},
            best=self._best(),
            line=line,
            line_proved=proved,
            positions=self.positions,
            phase=self.phase,
            complete=self.complete,
            seconds=round(clock.perf_counter() - self.began, 3),
        )

    def _settle_stuck(self) -> None:
        """Note that a position without a move goes on for ever."""
        if not self.following and not self.here.proved:
            players = self.rules.game.players.elements
            payoff = endless_result_at(self.rules, self.position).payoff(players)
            value = tuple(payoff[player] for player in players[: games_of(len(players))])
            self.here.set_value(PositionValue(value, (0,) * len(value)), 0)

    def _best(self) -> list[str]:
        """List the moves to play, by what is proved or else estimated."""
        if self.mover is None or not self.after:
            return []
        if self.solved is not None:
            return [move.name for move in self.solved.best(self.position)]
        scores = {name: known.score(self.mover) for name, known in self.after.items()}
        top = max(scores.values())
        best = [name for name, score in scores.items() if score == top]
        return best if self.here.proved else best[:1]

    def _best_line(self) -> tuple[list[str], bool]:
        """Return how the game goes on by best moves, and whether all of them are proved."""
        if self.solved is not None:
            if self._line is None:
                moves = best_line(self.rules, self.solved, self.position).moves
                self._line = moves[:LONGEST_LINE], True
            return self._line
        best = self._best()
        tried = None if self.tree is None else self.tree.root
        line, name = list[str](), best[0] if best else None
        while name is not None and tried is not None and len(line) < LONGEST_LINE:
            line.append(name)
            tried = next((c for c in tried.children if c.move and c.move.name == name), None)
            then = None if tried is None or tried.games < TRIED else tried.most_tried
            name = then.move.name if then is not None and then.move is not None else None
        return line or best[:1], False


def _outgrow(sizes: list[int], most: int) -> bool:
    """Whether the positions known at each ply will soon be more than so many.

    >>> _outgrow([1, 8, 57], 300), _outgrow([1, 10, 82, 334], 6500)
    (True, False)
    """
    if len(sizes) < 3:
        return False
    before, last = sizes[-2] - sizes[-3], sizes[-1] - sizes[-2]
    return last > 2 * before > 0 and sizes[-1] + last * last // before > most
