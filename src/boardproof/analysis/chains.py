"""Chains of places: each move fills the next free place of one, and lines decide the game.

Where a move fills one place and makes the next of its chain playable, as in a column that pieces
fall into, whoever replies can follow: answer every move by the next one in the same chain. Nobody
says so in a rulebook: every move is run on places of which it is known only whether they are
taken, and `result` on every answer that tests of lines and of places may give. What is not
understood is not claimed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..ir import nodes as n
from ..ir.interpreter import Frame, Interpreter, RuleFailed, Value
from ..ir.rules import PASS, STUCK_RULE, Rules
from ..positions.moves import Move, all_moves
from ..positions.position import Position
from ..rules.decorators import Illegal
from ..rules.elements import Player
from ..rules.results import Draw, Win
from ..rules.state import MapVariable, TurnVariable
from .abstract_values import Unproved, prove
from .callgraph import nodes_reached

#: `result` is followed on no more cases than this.
MOST_CASES = 1 << 12

#: Tests of lines: those nodes, each with the local name of the player who is asked about.
LineTests = Sequence[tuple[n.Fold, str]]


@dataclass(frozen=True)
class Chains:
    """Places of a map in the order in which moves fill them, of each chain one after another."""

    board: str
    turn: str
    places: tuple[tuple[Any, ...], ...]

    def fit(self, position: Position) -> bool:
        """Whether no place of a chain is taken before all places that come before it."""
        board = position.as_dict()[self.board]
        return all(_is_filled_in_order([board[x] is not None for x in one]) for one in self.places)


@dataclass(frozen=True)
class LineEndings:
    """What lines decide.

    `wins` says that a player wins only by a line; `ends`, besides, that a line of one player alone
    wins at once, and that nothing else ends the game before every place is taken.
    """

    wins: bool
    ends: bool


def chains_of(rules: Rules) -> Chains | None:
    """Return the chains that moves fill in a game for two, None where that is not proved.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> chains = chains_of(read(Diagonals()))
    >>> chains.board, [len(places) for places in chains.places]
    ('mark', [1, 1, 1, 1])
    """
    try:
        return _Filling(rules).chains()
    except (Unproved, RuleFailed, TypeError, KeyError):
        return None


def line_endings(rules: Rules, chains: Chains, tests: LineTests) -> LineEndings:
    """Return what lines decide, given the nodes of `result` that ask whether somebody has one."""
    try:
        cases = list(_Cases(rules, chains, tests).of_result())
    except (Unproved, RuleFailed, TypeError, KeyError):
        return LineEndings(wins=False, ends=False)
    places = {place for chain in chains.places for place in chain}
    wins = all(_won_by_a_line(case, value) for case, value in cases)
    at_once = all(
        _line_wins(case, value, player, tests)
        for case, value in cases
        for player in rules.game.players
    )
    drawn = [case for case, value in cases if value == Draw()]
    full = all(case.get(place) is TAKEN for case in drawn for place in places)
    return LineEndings(wins, ends=wins and at_once and full)


def _is_filled_in_order(taken: list[bool]) -> bool:
    """Whether nothing is taken after something that is free.

    >>> _is_filled_in_order([True, False]), _is_filled_in_order([False, True])
    (True, False)
    """
    return taken == sorted(taken, reverse=True)


class _Taken:
    """What lies on a place, of which nothing is known but that it is taken."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        prove(other is None)
        return False

    def __bool__(self) -> bool:
        raise Unproved


TAKEN = _Taken()


class _Watched(dict[Any, Any]):
    """A map that says what is read, and keeps what is written; its whole is not looked at."""

    def __init__(self, items: Iterable[tuple[Any, Any]], read: Callable[[Any], Any]) -> None:
        super().__init__(items)
        self._read = read
        self.written = dict[Any, Any]()

    def __getitem__(self, key: Any) -> Any:
        self._read(key)
        return super().__getitem__(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        self.written[key] = value
        super().__setitem__(key, value)


class _Unread(dict[Any, Any]):
    """Values of which each is chosen when it is first read."""

    def __init__(self, choose: Callable[[Any], Any], known: Mapping[Any, Any]) -> None:
        super().__init__(known)
        self._choose = choose

    def __missing__(self, key: Any) -> Any:
        return self._choose(key)


class _Runner(Interpreter):
    """Runs rules on places that may be taken by anybody."""

    def visit_Compare(self, node: n.Expr) -> Value:
        assert isinstance(node, n.Compare)
        compute = super().visit_Compare(node)
        sides = self._values((node.left, node.right))

        def run(frame: Frame) -> Any:
            left, right = (side(frame) for side in sides)
            if TAKEN is left or TAKEN is right:
                prove(node.op in ("==", "!=") and (left is None or right is None))
                return node.op == "!="
            return compute(frame)

        return run


class _Filling:
    """Runs every move on places of which it is known only whether they are taken."""

    def __init__(self, rules: Rules) -> None:
        self._rules, self._runner = rules, _Runner(rules)
        self._board, self._turn = _board_and_turn(rules)
        self._places = list(self._board.domain)
        self._seen = set[Any]()

    def chains(self) -> Chains:
        """Return the places that each move fills, one after another; no two share any."""
        moves = all_moves(self._rules.game, self._rules.moves)
        first, second = self._rules.game.players
        for player in (first, second):
            state = {self._turn.name: player}
            prove(self._runner.run("to_move", {}, state) == player)
        chains = [self._chain(move, first) for move in moves]
        prove(chains == [self._chain(move, second) for move in moves])
        filled = [place for chain in chains for place in chain]
        prove(len(filled) == len(set(filled)) > 0)
        return Chains(self._board.name, self._turn.name, tuple(c for c in chains if c))

    def _chain(self, move: Move, player: Player) -> tuple[Any, ...]:
        """Return the places that a move fills in turn; it looks at no others."""
        filled = list[Any]()
        self._seen = set()
        while (place := self._filled(move, player, filled)) is not None:
            filled.append(place)
        prove(self._seen <= set(filled))
        return tuple(filled)

    def _filled(self, move: Move, player: Player, taken: list[Any]) -> Any:
        """Return the one free place that a move fills, None where it is illegal."""
        before = {place: TAKEN if place in taken else None for place in self._places}
        board = _Watched(before.items(), self._seen.add)
        state = {self._board.name: board, self._turn.name: player}
        arguments = self._rules.functions[move.rule].bind(move.arguments)
        try:
            self._runner.run(move.rule, arguments, state)
        except Illegal:
            return None
        # What is written counts even where it changes nothing: it may elsewhere.
        prove(state[self._board.name] is board and len(board.written) == 1)
        prove(state[self._turn.name] == player.next)
        ((place, value),) = board.written.items()
        prove(before[place] is None and value is not TAKEN and value == player)
        return place


class _Cases:
    """Runs `result` on every answer that tests of lines and of places may give."""

    def __init__(self, rules: Rules, chains: Chains, tests: LineTests) -> None:
        self._rules, self._chains = rules, chains
        self._runner = _LineRunner(rules, tests, self._answer)
        self._results = [None, Draw(), *map(Win, rules.game.players)]
        self._known = dict[Any, Any]()
        self._open = list[tuple[Any, list[Any]]]()  # what was answered, and other answers left

    def of_result(self) -> Iterator[tuple[dict[Any, Any], Any]]:
        """Return each case, as what was asked with the answers, and the result."""
        for _ in range(MOST_CASES):
            board = _Unread(lambda place: self._answer(place, [None, TAKEN]), {})
            state = _Unread(self._whose_turn, {self._chains.board: board})
            value = self._runner.run("result", {}, state)
            prove(value in self._results)
            yield dict(self._known), value
            if not self._next():
                return
        raise Unproved

    def _whose_turn(self, name: str) -> Any:
        prove(name == self._chains.turn)
        return self._answer(TurnVariable, list(self._rules.game.players))

    def _answer(self, asked: Any, answers: list[Any]) -> Any:
        if asked not in self._known:
            self._known[asked] = answers[0]
            self._open.append((asked, answers[1:]))
        return self._known[asked]

    def _next(self) -> bool:
        """Give the last question that has another answer that one; whether there was any."""
        while self._open:
            asked, left = self._open.pop()
            del self._known[asked]
            if left:
                self._known[asked] = left[0]
                self._open.append((asked, left[1:]))
                return True
        return False


class _LineRunner(_Runner):
    """Runs rules, and lets tests of lines be answered from outside."""

    def __init__(
        self, rules: Rules, tests: LineTests, answer: Callable[[Any, list[Any]], Any]
    ) -> None:
        super().__init__(rules)
        self._tests, self._answer = tests, answer

    def visit_Fold(self, node: n.Fold) -> Value:
        for number, (test, name) in enumerate(self._tests):
            if test == node:
                return self._asked(number, name)
        return super().visit_Fold(node)

    def _asked(self, number: int, name: str) -> Value:
        return lambda frame: self._answer(_Line(number, frame.locals[name]), [False, True])


@dataclass(frozen=True)
class _Line:
    """The question whether a player has a line, of those that one of the tests asks for."""

    test: int
    player: Player


def _won_by_a_line(case: dict[Any, Any], value: Any) -> bool:
    """Whether who wins has a line."""
    return not isinstance(value, Win) or any(_has_line(case, value.player))


def _line_wins(case: dict[Any, Any], value: Any, player: Player, tests: LineTests) -> bool:
    """Whether a player wins who has a line, unless another has one."""
    if value == Win(player) or any(_has_line(case, player.next)):
        return True
    return all(case.get(_Line(test, player)) is False for test in range(len(tests)))


def _has_line(case: dict[Any, Any], player: str) -> Iterator[bool]:
    return (
        yes for asked, yes in case.items() if isinstance(asked, _Line) and asked.player == player
    )


def _board_and_turn(rules: Rules) -> tuple[MapVariable, TurnVariable]:
    """Return the two variables of a game in which pieces of two players are put on places."""
    game = rules.game
    plain = not rules.has_turns and PASS not in rules.moves and STUCK_RULE not in rules.functions
    prove(plain and len(game.players) == 2 and len(rules.state) == 2)
    prove(not any(function.trial for function in rules.functions.values()))
    boards = [v for v in game.variables.values() if isinstance(v, MapVariable)]
    turns = [v for v in game.variables.values() if isinstance(v, TurnVariable)]
    prove(len(boards) == len(turns) == 1)
    prove(set(boards[0].values) == {None, *game.players})
    runs = ("to_move", "result", *rules.moves)
    prove(not any(_reads_whole(rules, rule, boards[0].name) for rule in runs))
    return boards[0], turns[0]


def _reads_whole(rules: Rules, rule: str, board: str) -> bool:
    """Whether a rule looks at a map as a whole."""
    return any(isinstance(x, n.State) and x.name == board for x in nodes_reached(rules, rule))
