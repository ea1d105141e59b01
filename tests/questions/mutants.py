"""Rulebooks broken on purpose: each a small change of a game's text, and who must notice it."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from pathlib import Path

from boardproof.ir.rules import Rules
from boardproof.reading.loader import find_game, make_game, parse_parameters
from boardproof.reading.reader import read


@dataclass(frozen=True)
class Mutant:
    """A game, what is wrong in the copy, the text that is changed, and who notices.

    `noticed` is a property that fails, or `lint:` and the code of a finding.
    """

    game: str
    fault: str
    old: str
    new: str
    noticed: str

    @property
    def name(self) -> str:
        """The mutant's name in a list of tests."""
        return f"{self.game.split()[0]}: {self.fault}"

    def rules(self, folder: Path) -> Rules:
        """Write the broken copy into a folder and read it."""
        name, *words = self.game.split()
        original = find_game(name)
        module = inspect.getmodule(original)
        assert module is not None
        text = inspect.getsource(module)
        assert text.count(self.old) == 1, f"{self.name}: the text to change is there once"
        path = folder / f"{name.replace('-', '_')}.py"
        path.write_text(text.replace(self.old, self.new), encoding="utf-8")
        copy = find_game(f"{path}:{original.__name__}")
        return read(make_game(copy, parse_parameters(copy, tuple(words))))


TIC, FOUR, KALAH = "tic-tac-toe", "connect-four columns=3 rows=3 connect=3", "kalah holes=2 beans=2"
DSTRU, TERRITORY = "dstru-tac-toe", "territory turns=16"
#: Where the document's relation T is written.
T_OF = "self.T = frozenset((a, a) for a in A)"

MUTANTS = [
    # -- tic-tac-toe
    Mutant(
        TIC,
        "a taken cell may be marked",
        'require(self.mark[cell] is None, "the cell is taken")',
        "require(cell in self.cells)",
        "marks_stay",
    ),
    Mutant(
        TIC,
        "the turn does not pass",
        "        self.turn = self.turn.next\n",
        "        self.turn = self.turn\n",
        "turn_passes",
    ),
    Mutant(
        TIC,
        "the other player's mark is made",
        "self.mark[cell] = self.turn\n",
        "self.mark[cell] = self.turn.next\n",
        "winner_moved_last",
    ),
    Mutant(
        TIC,
        "the cell to the right is marked too",
        "self.mark[cell] = self.turn\n",
        "self.mark[cell] = self.turn\n        if cell.right is not None:\n            self.mark[cell.right] = self.turn\n",
        "one_mark_is_made",
    ),
    Mutant(
        TIC,
        "a full board without a line goes on",
        "if self.full() and not any(",
        "if self.full() and any(",
        "lint:stuck",
    ),
    Mutant(
        TIC,
        "a line wins only on one's own turn",
        "if self.has_won(player):",
        "if self.has_won(player) and player == self.turn:",
        "two_winners",
    ),
    Mutant(
        TIC + " noting=step",
        "play goes on before a line is noted",
        'require(not self.winner(self.turn.next), "the winner must be noted first")',
        "require(self.noted is None)",
        "winner_moved_last",
    ),
    # -- connect-four
    Mutant(
        FOUR,
        "the bottom row is left out",
        "            if self.board[cell] is None:\n                return cell",
        "            if self.board[cell] is None and cell.row > 0:\n                return cell",
        "gravity",
    ),
    Mutant(
        FOUR,
        "a full column is dropped into",
        "                return cell\n        return None\n",
        "                return cell\n        return self.cells.at(0, column)\n",
        "pieces_stay",
    ),
    Mutant(
        FOUR,
        "the turn does not pass",
        "        self.turn = self.turn.next\n",
        "        self.turn = self.turn\n",
        "turn_passes",
    ),
    Mutant(
        FOUR + " players=3",
        "three players go round the other way",
        "        self.turn = self.turn.next\n",
        "        self.turn = self.turn.previous\n",
        "turn_order",
    ),
    Mutant(
        FOUR,
        "the opponent's piece is dropped",
        "self.board[cell] = self.turn\n",
        "self.board[cell] = self.turn.next\n",
        "turn_order",
    ),
    Mutant(
        FOUR,
        "a full board goes on",
        "return Draw() if self.full() else None",
        "return Draw() if self.starting() and self.full() else None",
        "lint:stuck",
    ),
    Mutant(
        FOUR,
        "the neighbour above holds a piece up",
        "below = cell.down",
        "below = cell.up",
        "gravity",
    ),
    Mutant(
        FOUR,
        "the piece to the left is taken away",
        "self.board[cell] = self.turn\n",
        "self.board[cell] = self.turn\n        if cell.left is not None:\n            self.board[cell.left] = None\n",
        "pieces_stay",
    ),
    Mutant(
        FOUR,
        "an edge column gives another turn",
        "        self.turn = self.turn.next\n",
        "        self.turn = self.turn.next if column > 0 else self.turn\n",
        "turn_passes",
    ),
    Mutant(
        FOUR,
        "only the mover's line counts",
        "if decided and self.winning(player):",
        "if decided and self.winning(player) and player == self.turn:",
        "over_when_won_or_full",
    ),
    # -- kalah
    Mutant(
        KALAH,
        "a bean too many is sown",
        "for _ in range(in_hand):",
        "for _ in range(in_hand + 1):",
        "lint:rule-breaks",
    ),
    Mutant(
        KALAH, "the hole is not emptied", "        self.board[place] = 0\n", "", "lint:rule-breaks"
    ),
    Mutant(
        KALAH,
        "a captured hole is not emptied",
        "self.board[side, hole] = self.board[side.next, hole] = 0",
        "self.board[side, hole] = 0",
        "beans_conserved",
    ),
    Mutant(
        KALAH,
        "the capturing bean is lost",
        "self.board[side, 0] += 1 + facing",
        "self.board[side, 0] += facing",
        "beans_conserved",
    ),
    Mutant(
        KALAH,
        "nothing is swept",
        "        if self.ended():\n            self.sweep()\n",
        "",
        "lint:stuck",
    ),
    Mutant(
        KALAH,
        "an empty hole may be chosen",
        "require(self.board[side, hole] > 0,",
        "require(self.board[side, hole] >= 0,",
        "lint:goes-round",
    ),
    Mutant(
        KALAH,
        "swept beans stay in the holes too",
        "                self.board[side, 0] += self.board[side, hole]\n                self.board[side, hole] = 0\n",
        "                self.board[side, 0] += self.board[side, hole]\n",
        "lint:rule-breaks",
    ),
    Mutant(
        KALAH,
        "a side sows past its own pot",
        "if place != (side.next, 0)]",
        "if place != (side, 0)]",
        "every_game_ends",
    ),
    # -- dstru-tac-toe
    Mutant(
        DSTRU,
        "Uno may place on a taken position",
        '            require(pos in self.F, "the position is not free")\n            self.Uno |= {pos}',
        "            self.Uno |= {pos}",
        "sets_are_disjoint",
    ),
    Mutant(
        DSTRU,
        "Dos may remove nothing",
        '            require(pos in self.Uno | self.Tres, "there is no piece to remove")\n',
        "",
        "one_position_changes",
    ),
    Mutant(
        DSTRU,
        "Tres places twice in a row",
        "            self.Tres |= {pos}\n            self.go = not self.go\n",
        "            self.Tres |= {pos}\n",
        "tres_then_uno_then_dos",
    ),
    Mutant(
        DSTRU,
        "Dos goes on removing",
        "            self.Tres -= {pos}\n            self.turn = not self.turn\n",
        "            self.Tres -= {pos}\n",
        "tres_then_uno_then_dos",
    ),
    Mutant(
        DSTRU,
        "Uno leaves go as it is",
        "            self.turn = not self.turn\n            self.go = not self.go\n",
        "            self.turn = not self.turn\n",
        "removal_while_go",
    ),
    Mutant(
        DSTRU, "the pattern T wins too", "= self.C - {self.T}", "= self.C", "three_patterns_win"
    ),
    Mutant(DSTRU, "T lacks a pair", T_OF, T_OF + " - {(4, 4)}", "t_is_reflexive"),
    Mutant(DSTRU, "T goes one way", T_OF, T_OF + " | {(1, 2)}", "t_is_symmetric"),
    Mutant(DSTRU, "T goes both ways", T_OF, T_OF + " | {(1, 2), (2, 1)}", "t_is_antisymmetric"),
    Mutant(DSTRU, "T stops half-way", T_OF, T_OF + " | {(1, 2), (2, 3)}", "t_is_transitive"),
    Mutant(
        DSTRU,
        "only Uno's pieces are removed",
        "            self.Tres -= {pos}\n",
        "",
        "one_position_changes",
    ),
    Mutant(
        DSTRU,
        "a full grid ends nothing",
        "        if self.no_free_position():\n            return Win(self.players.Dos)\n        return",
        "        return",
        "over_means_a_result",
    ),
    # -- territory
    Mutant(
        TERRITORY, "Remove forgets T", "        self.T -= {pos}\n", "", "expanded_between_moves"
    ),
    Mutant(
        TERRITORY, "moves are not counted", "            self.val += 1\n", "", "val_counts_moves"
    ),
    Mutant(
        TERRITORY,
        "go is not switched",
        "            self.go = not self.go\n",
        "",
        "val_counts_moves",
    ),
    Mutant(
        TERRITORY,
        "good is not taken back",
        "            self.good = False\n            self.go",
        "            self.go",
        "scratch_is_clean",
    ),
    Mutant(
        TERRITORY,
        "found is not taken back",
        "            self.val += 1\n        self.found = False\n",
        "            self.val += 1\n",
        "scratch_is_clean",
    ),
    Mutant(
        TERRITORY,
        "a taken cell may be placed on",
        'require(self.placement == "any" or pos in self.F, "the cell is not free")',
        "require(pos in self.M)",
        "wellformed",
    ),
    Mutant(
        TERRITORY,
        "a wipe-out ends nothing",
        "return few or self.val == self.turns or (not self.start and wiped)",
        "return few or self.val == self.turns",
        "lint:stuck",
    ),
]
