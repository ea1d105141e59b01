"""Finding by models: a solver makes positions and games up that meet all constraints."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from math import inf, prod
from random import Random
from time import monotonic
from typing import Any

from msgspec.structs import replace

from ..answers import Found
from ..engines.planner import plan, runner
from ..engines.profile import MODELS
from ..engines.race import Bound, Messenger
from ..engines.route import route
from ..errors import BadInput, TooLarge, after_moves
from ..ir.rules import Rules
from ..limits import Limits
from ..positions.notation import write_position
from ..positions.position import Position
from ..reading.queries import ask_boards
from ..rules.game import Game
from ..statespace.goals import Aim
from .grounds import conflict, given, unless_wrong
from .selection import Selection
from .traces import trace_of

#: So many models are counted.
MOST_COUNTED = 10_000
#: The claim that no game comes to what is asked for.
NOT_ASKED = "what is asked for never happens"
#: Conflicts, and seconds, for a proof by induction before games are searched.
LITTLE_WORK, SOON = 20_000, 10.0
#: So many positions are tried, whether a game leads there.
MOST_TARGETS = 20
#: A game of fewer well-typed positions may have so few that are reachable that it is listed.
LARGE = 10**9
#: The question that well-formed positions answer by yes.
WELLFORMED = Aim(question="wellformed")


class ModelSearch:
    """A query: aims that must all be met, each with its text."""

    def __init__(self, rules: Rules, aims: dict[str, Aim], selection: Selection) -> None:
        self._engine: Any = plan(MODELS, rules).make()
        self._aims, self._selection = aims, selection

    # -- any well-typed position ------------------------------------------------------------

    def anywhere(self, deadline: float | None) -> Found:
        """Find a position, reachable or not: a well-formed one if there is one."""
        selection, aims = self._selection, list(self._aims.values())
        instances = self._engine.anywhere(aims, deadline)
        if selection.any:
            position = self._engine.anywhere([WELLFORMED, *aims], deadline).first()
            position = position or instances.first()
            if position is not None:
                return self._position(position)
            return self._nowhere(deadline)
        if selection.seed is not None:
            position = instances.sample(Random(selection.seed))
        else:
            position = next(islice(instances, selection.number - 1, None), None)
        number, every = instances.count(MOST_COUNTED)
        if position is None and number:
            return self._answer(number, complete=every, message=f"there are only {number:,}")
        if position is None:
            return self._nowhere(deadline)
        return self._position(position, number, every)

    def _position(self, position: Position, count: int | None = None, every: bool = True) -> Found:
        shown = {"found": True, "position": write_position(position)}
        return self._answer(count, complete=every, **shown)

    def _nowhere(self, deadline: float | None) -> Found:
        """Return that there is none, and how many there are with a constraint dropped."""
        everything = well_typed(self._engine.rules.game)
        message = f"in none of {everything:,} well-typed positions{self._conflict(deadline)}"
        if len(self._aims) < 2:
            return self._answer(0, positions=everything, message=message)
        for dropped in self._aims:
            left = [aim for text, aim in self._aims.items() if text != dropped]
            instances = self._engine.anywhere(left, deadline)
            number, every = instances.count(MOST_COUNTED)
            if number:
                near = self._position(instances.first(), number, every)
                many = f"{number:,}" if every else f"more than {number:,}"
                message += f"; without {dropped} there {'is' if number == 1 else 'are'} {many}"
                return self._answer(0, positions=everything, message=message, near=near)
        message += "; and none with any one of these dropped"
        return self._answer(0, positions=everything, message=message)

    def _conflict(self, deadline: float | None) -> str:
        with suppress(TooLarge):
            return conflict(self._engine, list(self._aims.values()), deadline)
        return ""

    # -- games ------------------------------------------------------------------------------

    def reachable(self, item: str, depth: int | None, messenger: Messenger) -> None:
        """Find a game to a position, or prove that there is none."""
        aims, game = list(self._aims.values()), self._engine.rules.game
        if self._engine.anywhere(aims, messenger.deadline).first() is None:
            message = f"in none of {well_typed(game):,} well-typed positions, reachable or not"
            message += self._conflict(messenger.deadline)
            message += self._unless_wrong(depth, messenger.deadline)
            messenger.answer(item, self._answer(0, positions=well_typed(game), message=message))
            return
        if self._refuted_alone(item, depth, messenger):
            return
        search = self._engine.reachable(aims, depth, deadline=messenger.deadline)
        try:
            answer = self._first(search) if self._selection.any else self._by_number(search)
            if not answer.found or self._selection.count:
                note = self._unless_wrong(depth, messenger.deadline)
                complete = answer.complete and not note
                answer = replace(answer, message=answer.message + note, complete=complete)
        finally:
            if search.none_within >= 0:
                messenger.know(item, Bound(search.none_within))
        messenger.answer(item, answer)

    def plan(self, item: str, messenger: Messenger) -> None:
        """Make positions up that the rulebook's claims hold of, and look for a game to one."""
        engine, aims = self._engine, list(self._aims.values())
        claimed = [claim.good for claim in engine.own_claims()]
        targets = engine.anywhere([*claimed, *aims], messenger.deadline)
        for seed in range(MOST_TARGETS):
            target = targets.sample(Random(seed))
            way = None if target is None else route(runner(engine.rules), target)
            if way is not None:
                messenger.answer(item, self._game(way))
                return

    def refute(self, item: str, depth: int | None, messenger: Messenger) -> None:
        """Prove by induction that no game, of whatever length, comes to what is asked for."""
        claims = [*self._engine.own_claims(), self._claim]
        proof = self._engine.inductor(claims, messenger.deadline).prove(NOT_ASKED)
        if not proof.proved:
            raise TooLarge("")
        self._send_induction(item, depth, messenger, proof)

    def _refuted_alone(self, item: str, depth: int | None, messenger: Messenger) -> bool:
        """Whether it needs no other claim to prove that no game comes to what is asked for."""
        proof = None
        with suppress(TooLarge):
            soon = min(messenger.deadline, monotonic() + SOON)
            inductor = self._engine.inductor([self._claim], soon, LITTLE_WORK)
            proof = inductor.prove_simply(NOT_ASKED)
        if proof is not None:
            self._send_induction(item, depth, messenger, proof)
        return proof is not None

    @property
    def _claim(self) -> Any:
        return self._engine.exclusion(NOT_ASKED, list(self._aims.values()))

    def _send_induction(
        self, item: str, depth: int | None, messenger: Messenger, proof: Any
    ) -> None:
        over = "one move" if proof.moves == 1 else f"{proof.moves} moves"
        message = f"no game comes to one, by induction over {over}{given(proof)}"
        message += self._unless_wrong(depth, messenger.deadline)
        messenger.answer(item, self._answer(0, message=message))

    def _first(self, search: Any) -> Found:
        game = search.first()
        return self._refuted(search) if game is None else self._game(game.positions)

    def _refuted(self, search: Any) -> Found:
        moves = search.none_within
        message = f"no game of at most {moves} moves comes to one"
        return self._answer(0, complete=search.complete, message=message)

    def _unless_wrong(self, depth: int | None, deadline: float) -> str:
        return unless_wrong(self._engine, deadline, list(self._aims.values()), depth)

    def _by_number(self, search: Any) -> Found:
        """Find the game with a number; only a count, or a number too large, takes them all."""
        selection, number, game = self._selection, 0, None
        for number, game in enumerate(search.each(), 1):
            if number == selection.number and not selection.count:
                return self._game(game.positions)
            if number > MOST_COUNTED:
                raise TooLarge(f"there are more than {MOST_COUNTED:,} such positions")
        if game is None:
            return self._refuted(search)
        if not selection.count:
            return self._answer(number, message=f"there are only {number:,}")
        return replace(self._game(game.positions, number), complete=search.depth is None)

    # -- several boards ---------------------------------------------------------------------

    def boards(self, question: str, number: int, anywhere: bool, limits: Limits) -> Found:
        """Find so many positions, a move apart, that meet a question about all of them."""
        deadline = None if limits.time is None else monotonic() + limits.time
        searched = self._engine.boards(question, number, anywhere, deadline)
        if not self._selection.count:
            game = next(islice(searched, self._selection.number - 1, None), None)
            if game is not None:
                return self._game(game.positions)
        some = list(islice(searched, MOST_COUNTED + 1)) if self._selection.count else []
        if len(some) > MOST_COUNTED:
            raise TooLarge(f"there are more than {MOST_COUNTED:,} such boards")
        note = "" if anywhere else self._unless_boards_wrong(searched, question, number, deadline)
        answer = self._game(some[0].positions, len(some)) if some else self._no_boards(number)
        return replace(answer, complete=not note, message=answer.message + note)

    def _unless_boards_wrong(
        self, searched: Any, question: str, number: int, deadline: float | None
    ) -> str:
        """Return what is not known of rules that may go wrong; raise the error of one that does."""
        wrong = searched.wrong()
        if wrong is not None:
            with after_moves([move.name for move in wrong.moves]):
                self._engine.ask_boards(wrong.positions, question)
        return unless_wrong(self._engine, inf if deadline is None else deadline, (), number - 1)

    def _no_boards(self, number: int) -> Found:
        wanted = self._selection.number
        message = f"no {number} positions, a move apart, are like that"
        return self._answer(0, message=message if wanted == 1 else f"there are fewer than {wanted}")

    def _game(self, positions: list[Position], count: int | None = None) -> Found:
        shown = {"trace": trace_of(self._engine, positions), "found": True}
        return self._answer(count, complete=False, position=write_position(positions[-1]), **shown)

    def _answer(self, count: int | None, **fields: Any) -> Found:
        usual = {"found": False, "positions": 0, "complete": True}
        return Found.of(self._engine, count=count, **{**usual, **fields})


def find_boards(
    rules: Rules, text: str, boards: int, anywhere: bool, selection: Selection, limits: Limits
) -> Found:
    """Find positions, a move apart, that a text about all of them holds of.

    The first is where games start, unless they may begin `anywhere`.

    >>> from boardproof import load
    >>> text = "board[0].turn == A and board[1].winner(A) and not board[0].winner(A)"
    >>> answer = find_boards(load("tic-tac-toe"), text, 2, True, Selection(), Limits())
    >>> len(answer.trace.positions)
    2
    """
    if selection.seed is not None or selection.alike_once:
        raise BadInput("--boards takes neither --random nor --up-to-symmetry: omit them")
    asked, name = ask_boards(rules, text, boards)
    search = ModelSearch(asked, {}, selection)
    return search.boards(name, boards, anywhere, limits)


def may_be_small(game: Game) -> bool:
    """Whether a game has so few well-typed positions that it may be best to list them."""
    return well_typed(game) < LARGE


def well_typed(game: Game) -> int:
    """Return how many well-typed positions a game has, reachable or not.

    >>> from boardproof import load
    >>> well_typed(load("tic-tac-toe", size=2).game)
    162
    """
    return prod(variable.size for variable in game.variables.values())
