"""Every construct of the rule language: a tiny rulebook each, run by both plain engines.

A rulebook below has one method `f`. `values` holds the engines against each other in every
reachable position, for every argument, and gives what `f` is at the start.
"""

import pytest

from boardproof.engines.contract import make_engine
from boardproof.errors import RulebookError, RuleBroken
from boardproof.ir import nodes
from boardproof.ir.types import BOOL, IntT, OptionT, SetT
from boardproof.reading import read
from boardproof.reading.loader import load
from boardproof.rules import (
    Count,
    Domain,
    Draw,
    Flag,
    Game,
    Grid,
    Map,
    One,
    Parameter,
    Players,
    Range,
    Reading,
    Ring,
    Score,
    Subset,
    Turn,
    Win,
    derived,
    move,
    predicate,
    require,
)

THREE = 3
CORNERS = ((0, 0), (1, 1))


class Small(Game):
    """Numbers 0..5, a count, a flag; every choice of them is reachable."""

    def setup(self):
        self.players = Players("A", "B")
        self.numbers = Range(0, 5)
        self.left = Count(0, 5)
        self.go = Flag()
        self.turn = Turn(self.players)

    @move(n="numbers")
    def play(self, n):
        self.left = n
        self.go = not self.go
        self.turn = self.turn.next

    @predicate(n="numbers")
    def asked(self, n):
        return self.f(n) == self.f(n)

    def f(self, n):
        return n

    def result(self):
        return None


class Board(Game):
    """A 2×2 board, a set and a map on it; every subset is reachable."""

    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.diagonal = {(0, 0), (1, 1)}
        self.lines = self.cells.lines(2)
        self.taken = Subset(self.cells)
        self.king = One(self.cells | None)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        self.taken ^= {cell}
        self.king = cell if cell in self.taken else None
        self.turn = self.turn.next

    @predicate(cell="cells")
    def asked(self, cell):
        return self.f(cell) == self.f(cell)

    def f(self, cell):
        return cell

    def result(self):
        return None


def walk(cls, **parameters):
    """Hold the engines against each other in every reachable position; give them and those."""
    rules = read(cls(**parameters))
    reference, ir = make_engine("reference", rules), make_engine("ir", rules)
    found, waiting = {reference.initial()}, [reference.initial()]
    while waiting:
        position = waiting.pop()
        after = reference.successors(position)
        assert after == ir.successors(position)
        assert reference.result(position) == ir.result(position)
        assert reference.player_to_move(position) == ir.player_to_move(position)
        assert reference.defects(position) == ir.defects(position)
        new = {p for _, p in after} - found
        found |= new
        waiting += new
    return rules, reference, ir, found


def values(cls, **parameters):
    """Give f at the start for every argument, both engines agreeing on it everywhere."""
    rules, reference, ir, found = walk(cls, **parameters)
    domain = rules.game.numbers if hasattr(rules.game, "numbers") else rules.game.cells
    for position in found:
        told = [reference.ask(position, "f", x) for x in domain]
        assert told == [ir.ask(position, "f", x) for x in domain]
    return [reference.ask(reference.initial(), "f", x) for x in domain]


def returned(cls, rule="f"):
    """Give the type that the reader found a rule to return."""
    return read(cls()).functions[rule].returns


# -- branches -----------------------------------------------------------------------------------


class Branches(Small):
    def f(self, n):
        if n < 2:
            size = 0
        elif n < 4:
            size = 1
        else:
            size = 2
        return size


def test_if_elif_else_takes_the_first_branch_that_holds():
    assert values(Branches) == [0, 0, 1, 1, 2, 2]


class Conditional(Small):
    def f(self, n):
        return 1 if n == 3 else 2 if n > 3 else 0


def test_conditional_expressions_nest_to_the_right():
    assert values(Conditional) == [0, 0, 0, 1, 2, 2]


class Early(Small):
    def f(self, n):
        for m in self.numbers:
            if m == n:
                return m * 2
        return 0


def test_return_leaves_a_loop_and_the_rule():
    assert values(Early) == [0, 2, 4, 6, 8, 10]


class Chained(Small):
    def f(self, n):
        return 1 < n <= self.left + 3 != 5


def test_comparisons_chain():
    assert values(Chained) == [False, False, True, True, False, False]


class Logic(Small):
    def f(self, n):
        return (n > 1 and not self.go) or (n == 0 and self.left == 0)


def test_and_or_not_combine_conditions():
    assert values(Logic) == [True, False, True, True, True, True]


class SetAsCondition(Board):
    def f(self, cell):
        return not self.taken and not self.taken & {cell}


def test_a_set_is_a_condition_unless_empty():
    assert values(SetAsCondition) == [True] * 4


class InNothing(Small):
    def setup(self):
        super().setup()
        self.none = frozenset()
        self.no_list = []

    def f(self, n):
        return n not in self.none and n not in self.no_list and n + self.left not in self.none


def test_nothing_is_in_an_empty_constant():
    assert values(InNothing) == [True] * 6


class TableOfTables(Small):
    def setup(self):
        super().setup()
        self.worth = {p: {n: n * k for n in range(6)} for k, p in enumerate(self.players)}

    def f(self, n):
        return sum(self.worth[player][n] for player in self.players) + self.worth[self.turn][n]

    def result(self):
        return (
            Score({p: self.worth[p][self.left] for p in self.players}) if self.left == 5 else None
        )


def test_a_constant_table_may_hold_tables():
    assert values(TableOfTables) == [0, 1, 2, 3, 4, 5]


# -- loops --------------------------------------------------------------------------------------


class OverDomain(Board):
    def f(self, cell):
        found = 0
        for c in self.cells:
            if c != cell:
                found += c.row
        return found


def test_for_runs_over_a_domain_in_order():
    assert values(OverDomain) == [2, 2, 1, 1]


class OverRange(Small):
    def f(self, n):
        total = 0
        for i in range(1, n + 1):
            total += i
        for i in range(5, 0, -2):
            total += i
        return total


def test_for_runs_over_ranges_with_start_and_step():
    assert values(OverRange) == [9 + n * (n + 1) // 2 for n in range(6)]


class OverList(Board):
    def f(self, cell):
        full = 0
        for line in self.lines:
            for c in line:
                if c == cell:
                    full += 1
        return full


def test_for_runs_over_constant_lists_of_lists():
    assert values(OverList) == [3, 3, 3, 3]


class OverPairs(Board):
    def f(self, cell):
        found = 0
        for row, column in self.cells:
            if (row, column) == cell:
                row = 7
            found += row
        return found


def test_a_loop_takes_tuples_apart_and_its_names_may_change():
    assert values(OverPairs) == [9, 9, 8, 8]


class OverNeighbours(Board):
    def f(self, cell):
        return sum(c.row + c.column for c in cell.neighbours)


def test_loops_run_over_the_neighbours_of_a_cell():
    assert values(OverNeighbours) == [2, 2, 2, 2]


class While(Small):
    def f(self, n):
        m = n
        while m > 1:
            m -= 2
        return m


def test_while_goes_round_as_long_as_its_test_holds():
    assert values(While) == [0, 1, 0, 1, 0, 1]


class Leaving(Small):
    def f(self, n):
        total = 0
        for i in self.numbers:
            if i == 1:
                continue
            if i > n:
                break
            total += i
        while True:
            if total > 3:
                break
            total = min(total + 2, 20)
        return total


def test_break_and_continue_belong_to_the_innermost_loop():
    assert values(Leaving) == [4, 4, 4, 5, 9, 14]


class NameAfterLoop(Small):
    def f(self, n):
        m = 0
        for m in self.numbers:
            if m == n:
                break
        return m


def test_a_loop_name_that_had_a_value_keeps_its_last_one():
    assert values(NameAfterLoop) == [0, 1, 2, 3, 4, 5]


class BoundedCount(Small):
    def f(self, n):
        laps = 0
        while laps < 30:
            laps = min(laps + n + 1, 30)
        return laps


def test_a_count_bounded_by_min_keeps_its_bound_in_a_while_loop():
    assert values(BoundedCount) == [30] * 6
    assert returned(BoundedCount) == IntT(30, 30)


# -- calls --------------------------------------------------------------------------------------


class Calls(Small):
    def f(self, n):
        return self.mix(n, third=1) + self.mix(n, 2) + self.mix(first=n, second=0, third=0)

    def mix(self, first, second=4, third=3):
        return first + 10 * second + 100 * third


def test_helpers_take_defaults_and_named_arguments():
    assert values(Calls) == [3 * n + 140 + 320 for n in range(6)]


class Mutual(Small):
    def f(self, n):
        return self.even(n)

    def even(self, n):
        return True if n <= 0 else self.odd(n - 1)

    def odd(self, n):
        return False if n <= 0 else self.even(n - 1)


def test_rules_call_each_other():
    assert values(Mutual) == [True, False, True, False, True, False]


class Flood(Board):
    def setup(self):
        super().setup()
        self.seen = Subset(self.cells)

    @move(cell="cells")
    def play(self, cell):
        self.taken ^= {cell}
        self.seen = set()
        self.spread(cell)

    def spread(self, cell):
        if cell in self.taken and cell not in self.seen:
            self.seen |= {cell}
            for other in cell.neighbours:
                self.spread(other)


def test_recursion_may_change_the_position_on_its_way():
    values(Flood)
    _, _, _, found = walk(Flood)
    assert all(position.seen <= position.taken for position in found)


class Deep(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.ring = Ring(150)
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.count_down(150)
        self.turn = self.turn.next

    def count_down(self, n):
        if n > 0:
            self.count_down(n - 1)

    def result(self):
        return None


def test_recursion_may_go_deeper_than_any_board_is_large():
    _, _, _, found = walk(Deep)
    assert len(found) == 2


class Acting(Small):
    @move(n="numbers")
    def play(self, n):
        taken = self.take(n)
        require(taken or self.left == 5)
        self.turn = self.turn.next

    def take(self, n):
        if self.left < n:
            self.left = n
            return True
        return False


def test_a_rule_may_change_the_position_and_give_a_value():
    _, _, _, found = walk(Acting)
    assert len(found) == 10


class Order(Board):
    def setup(self):
        super().setup()
        self.at = Map(self.cells, Range(0, 9))
        self.step = Count(0, 9)

    @move
    def play(self):
        require(self.step < 3)
        self.at[self.here()] = self.more()

    def here(self):
        return self.cells[0, self.step % 2]

    def more(self):
        self.step += 1
        return self.step


def test_the_value_is_computed_before_the_place_it_goes_to():
    _, _, _, found = walk(Order)
    last = max(found, key=lambda position: position.step)
    assert (last.at[0, 0], last.at[0, 1]) == (2, 3)


# -- locals and assignment ----------------------------------------------------------------------


class Swap(Small):
    def f(self, n):
        a, b = n, self.left
        a, b = b, a
        c = d = a + 1
        return 100 * a + 10 * b + c - d


def test_tuples_come_apart_and_swap():
    assert values(Swap) == [0, 10, 20, 30, 40, 50]


class SwapState(Small):
    def setup(self):
        super().setup()
        self.right = Count(0, 5, start=2)

    @move(n="numbers")
    def play(self, n):
        if self.go:
            self.left, self.right = self.right, self.left
        else:
            self.left = self.right = (self.left + n) % 6
        self.go = not self.go


def test_state_swaps_and_chains_as_python_assigns_it():
    values(SwapState)


class Augmented(Board):
    def setup(self):
        super().setup()
        self.heap = Map(self.cells, Range(0, 3))

    @move(cell="cells")
    def play(self, cell):
        require(self.heap[cell] < 3, "the heap is full")
        self.heap[cell] += 1
        self.taken |= {cell}
        self.taken &= self.cells - {(0, 0)}
        row, column = cell
        row *= 2
        row -= column
        require(row >= 0)


def test_augmented_assignment_works_on_locals_state_and_maps():
    _, _, _, found = walk(Augmented)
    assert len(found) == 64  # the cell (0, 1) is never legal


class Shadow(Small):
    def f(self, n):
        m = 4
        inner = sum(m for m in self.numbers)
        pairs = sum(n * m for n in range(3) for m in range(n))
        return m + inner + pairs + n


def test_names_of_comprehensions_do_not_leak():
    assert values(Shadow) == [4 + 15 + 2 + n for n in range(6)]


# -- folds --------------------------------------------------------------------------------------


class Folds(Small):
    def f(self, n):
        some = any(m > n for m in self.numbers if m != 5)
        every = all(m <= n for m in self.numbers if m % 2 == 0 if m > 1)
        return (1 if some else 0) + (10 if every else 0) + 100 * sum(m < n for m in self.numbers)


def test_any_all_and_sum_fold_conditions():
    assert values(Folds) == [1, 101, 201, 301, 410, 510]


class Extremes(Small):
    def f(self, n):
        lo = min(abs(m - n) + k for m in range(2, 4) for k in self.numbers if k > 0)
        return lo + 10 * max(n, self.left, 2) + 100 * max([m for m in self.numbers if m <= n])


def test_min_and_max_take_values_or_a_comprehension():
    assert values(Extremes) == [23, 122, 221, 331, 442, 553]


class Lengths(Board):
    def f(self, cell):
        near = len([c for c in cell.neighbours if c not in self.taken])
        return (
            near
            + 10 * len(self.taken)
            + 100 * len(self.cells)
            + 1000 * len({cell, self.lines[0][0]})
        )


def test_len_counts_sets_lists_and_domains():
    assert values(Lengths) == [1402, 2402, 2402, 2402]


class Whole(Board):
    def setup(self):
        super().setup()
        self.weights = (3, 1, 2)

    def f(self, cell):
        return sum(self.weights) + min(self.weights) + max(self.weights) + max({cell.row, 1})


def test_folds_take_a_constant_list_or_a_set_of_numbers():
    assert values(Whole) == [11] * 4


# -- sets ---------------------------------------------------------------------------------------


class Algebra(Board):
    def f(self, cell):
        others = self.cells - {cell}
        return ((others | self.taken) & self.cells - set()) ^ {(0, 0)}


def test_sets_join_meet_differ_and_exclude():
    cells = Grid(2, 2)
    assert values(Algebra) == [(cells - {cell}) ^ {(0, 0)} for cell in cells]


class Inclusion(Board):
    def f(self, cell):
        one = {cell}
        return (
            one <= self.diagonal and one < self.diagonal and self.diagonal >= one and one != set()
        )


def test_sets_compare_by_inclusion():
    assert values(Inclusion) == [True, False, False, True]


class Comprehended(Board):
    def f(self, cell):
        return {c for c in self.cells if c.row == cell.row if c not in self.taken} | {
            d for c in self.cells for d in c.neighbours if c == cell
        }


def test_set_comprehensions_take_several_fors_and_ifs():
    assert [len(found) for found in values(Comprehended)] == [3, 3, 3, 3]


class SetOfSets(Board):
    def setup(self):
        super().setup()
        self.patterns = {frozenset({(0, 0), (1, 1)}), frozenset({(0, 1)})}

    def f(self, cell):
        return self.taken | {cell} in self.patterns or self.taken not in self.patterns


def test_a_set_may_be_an_element_of_a_set_of_sets():
    assert values(SetOfSets) == [True] * 4
    _, reference, _, found = walk(SetOfSets)
    cell = reference.game.cells[0, 0]
    assert sum(not reference.ask(p, "f", cell) for p in found) > 0


class Constants(Board):
    bonus = 2

    def setup(self):
        super().setup()
        self.worth = {cell: 1 + cell.row for cell in self.cells}
        self.after = {player: {c: c.right or c for c in self.cells} for player in self.players}

    def f(self, cell):
        reached = self.after[self.turn][cell]
        return self.worth[reached] * self.bonus + THREE + (1 if cell in CORNERS else 0)


def test_constant_tables_class_fields_and_frozen_globals_are_read():
    assert values(Constants) == [6, 5, 7, 8]


# -- numbers ------------------------------------------------------------------------------------


class Arithmetic(Small):
    def f(self, n):
        m = n - 3
        return 1000 * (m // 2) + 100 * (m % 2) + 10 * (m // -2) + m % -2 + m * -m


def test_division_and_remainder_of_negative_numbers_are_pythons():
    def f(m):
        return 1000 * (m // 2) + 100 * (m % 2) + 10 * (m // -2) + m % -2 + m * -m

    assert values(Arithmetic) == [f(n - 3) for n in range(6)]


# -- None ---------------------------------------------------------------------------------------


class Narrow(Board):
    def f(self, cell):
        if cell.up is None:
            return cell
        return cell.up


def test_a_return_under_is_none_makes_the_rest_sure():
    assert values(Narrow) == [(0, 0), (0, 1), (0, 0), (0, 1)]


class NarrowAnd(Board):
    def f(self, cell):
        one = cell.up is not None and cell.up.row == 0
        two = cell.up is None or cell.up.row == 0
        other = cell.right
        return one and two and not (other is None or other.right is not None)


def test_and_or_and_not_narrow_what_follows():
    assert values(NarrowAnd) == [False, False, True, False]


class NarrowElse(Board):
    def f(self, cell):
        king = self.king
        row = 0 if king is None else king.row
        other = None
        if cell.down is not None:
            other = cell.down
        if other is None:
            other = cell
        return row + other.row


def test_conditional_expressions_and_both_branches_narrow():
    assert values(NarrowElse) == [1, 1, 1, 1]


class NarrowRequire(Board):
    @move(cell="cells")
    def play(self, cell):
        require(cell.right is not None, "there is nothing to the right")
        self.taken ^= {cell.right}
        require(self.king is None or self.king != cell)
        self.king = cell.right.left


def test_require_narrows_the_rest_of_a_move():
    values(NarrowRequire)


class NarrowEqual(Board):
    def f(self, cell):
        if self.king == cell:
            return self.king.row
        return 9


def test_an_equal_element_is_not_none():
    assert values(NarrowEqual) == [9, 9, 9, 9]


class NarrowWhile(Board):
    def f(self, cell):
        at = cell
        while at.right is not None:
            at = at.right
        return at


def test_while_narrows_its_body():
    assert values(NarrowWhile) == [(0, 1), (0, 1), (1, 1), (1, 1)]


class NarrowFilter(Board):
    def f(self, cell):
        return {c.up for c in self.cells if c.up is not None if c.up != cell}


def test_a_filter_narrows_a_comprehension():
    assert values(NarrowFilter)[2:] == [{(0, 0), (0, 1)}] * 2


# -- games --------------------------------------------------------------------------------------


class Derived(Board):
    @derived
    def free(self):
        return self.cells - self.taken

    def f(self, cell):
        return cell in self.free and len(self.free) > 1


def test_derived_values_are_read_without_a_call():
    assert values(Derived) == [True] * 4


class Points(Small):
    def result(self):
        if self.left < 5:
            return None
        return Score({player: 3 if player == self.turn else self.left for player in self.players})


def test_a_result_may_be_a_score():
    _, reference, _, found = walk(Points)
    assert {str(reference.result(p)) for p in found} == {"None", "A wins", "B wins"}


class ThreePlayers(Game):
    def setup(self):
        self.players = Players("Uno", "Dos", "Tres")
        self.left = Count(0, 6, start=6)
        self.turn = Turn(self.players, start="Dos")

    @move
    def one(self):
        self.left -= 1
        self.turn = self.turn.next

    @move
    def again(self):
        require(self.left > 3, "nobody goes again near the end")
        self.left -= 1

    @move
    def back(self):
        self.left -= 1
        self.turn = self.turn.previous

    def result(self):
        if self.left == 3 and self.turn == "Tres":
            return Draw()
        return Win(self.turn.next) if self.left == 0 else None


def test_three_players_pass_the_turn_on_back_and_to_themselves():
    _, reference, _, found = walk(ThreePlayers)
    ends = {str(reference.result(p)) for p in found}
    assert ends == {"None", "draw", "Uno wins", "Dos wins", "Tres wins"}


class Overriding(Branches):
    def f(self, n):
        return self.helper(n) + 1

    def helper(self, n):
        return n

    @move(n="numbers")
    def play(self, n):
        require(n != self.left)
        self.left = n


class OverridingAgain(Overriding):
    def helper(self, n):
        return 2 * n


def test_a_subclass_overrides_rules_and_moves():
    assert values(Overriding) == [1, 2, 3, 4, 5, 6]
    assert values(OverridingAgain) == [1, 3, 5, 7, 9, 11]


class Named(Game):
    size: int = Parameter(2, at_least=1, at_most=4)
    win: str = Reading("contains", "equals", says="Uno in W")

    def setup(self):
        self.players = Players("A", "B")
        self.suits = Domain("red", "green", "blue")
        self.top = One(self.suits)
        self.left = Count(0, self.size)
        self.turn = Turn(self.players)

    @move(suit="suits")
    def play(self, suit):
        require(suit != self.top)
        if self.win == "equals":
            self.left = (self.left + 1) % (self.size + 1)
        self.top = suit

    def result(self):
        return Win(self.turn) if self.top == "blue" and self.win == "contains" else None


def test_parameters_and_readings_choose_the_rules():
    assert len(walk(Named)[3]) == 3
    assert len(walk(Named, win="equals", size=3)[3]) == 12


# -- what the reader knows ----------------------------------------------------------------------


def test_a_branch_of_another_reading_is_never_read():
    body = read(Named()).functions["play"].body
    assert not any(isinstance(node, nodes.SetState) and node.name == "left" for node in body)
    body = read(Named(win="equals")).functions["play"].body
    assert any(isinstance(node, nodes.SetState) and node.name == "left" for node in body)


def test_a_result_that_a_reading_excludes_is_dropped():
    assert returned(Named, "result") == OptionT(read(Named()).functions["result"].returns.of)
    assert str(read(Named(win="equals")).functions["result"].returns) == "None"


@pytest.mark.parametrize(
    ("cls", "bounds"),
    [
        (Branches, IntT(0, 2)),
        (Conditional, IntT(0, 2)),
        (While, IntT(0, 1)),
        (OverDomain, IntT(0, 4)),
        (Extremes, IntT(21, 558)),
        (Lengths, IntT(1400, 2442)),
        (NarrowElse, IntT(0, 2)),
    ],
)
def test_numbers_have_the_bounds_that_follow_from_the_rules(cls, bounds):
    assert returned(cls) == bounds


def test_conditions_sets_and_elements_have_their_types():
    assert returned(Chained) == BOOL
    assert str(returned(Algebra)) == "a set of cells"
    assert isinstance(returned(Algebra), SetT)
    assert str(returned(Narrow)) == "a cell of cells"


class Proved(Small):
    @move(n="numbers")
    def play(self, n):
        require(self.left < 5)
        self.left += 1

    @move(n="numbers")
    def reset(self, n):
        self.left = self.left - n


def test_a_range_that_a_requirement_keeps_needs_no_check():
    functions = read(Proved()).functions
    checked = {name: functions[name].body[-2].checked for name in ("play", "reset")}
    assert checked == {"play": False, "reset": True}


def test_a_range_that_may_be_left_is_an_error_when_it_happens():
    rules = read(Proved())
    for name in ("reference", "ir"):
        engine = make_engine(name, rules)
        with pytest.raises(RuleBroken, match=r"left cannot be -1: it is declared Count\(0, 5\)"):
            engine.successors(engine.initial())


class Forgetting(Board):
    @move(cell="cells")
    def play(self, cell):
        require(self.king is not None or cell.row == 0)
        if self.king is None:
            self.king = cell
        elif self.lose():
            self.taken = {cell} if self.king is None else {self.king}

    def lose(self):
        self.king = None
        return True


def test_what_a_called_rule_changes_is_no_longer_known():
    values(Forgetting)


# -- places -------------------------------------------------------------------------------------

RULEBOOK = """from boardproof.rules import *
class Wrong(Game):
    def setup(self):
        self.players = Players("Åsa", "Bo")
        self.turn = Turn(self.players)
    @move
    def play(self):
{body}
    def result(self):
        return None
"""


def refusal(folder, text):
    """Load a wrong rulebook from a file and give the error."""
    (folder / "wrong.py").write_text(text, encoding="utf-8")
    with pytest.raises(RulebookError) as caught:
        load(str(folder / "wrong.py"))
    return caught.value


def test_columns_count_characters_and_not_bytes(tmp_path):
    line = '        require(self.turn == "Åsa" and élan)'
    error = refusal(tmp_path, RULEBOOK.format(body=line))
    assert error.place.text == line
    assert line[error.place.column - 1 : error.place.end_column - 1] == "élan"
    assert error.place.excerpt().splitlines()[1].endswith(" " * line.index("élan") + "^^^^")


def test_carets_stand_under_a_line_with_tabs(tmp_path):
    body = '        if self.turn == "Bo":\n        \tself.turn =\tother'
    error = refusal(tmp_path, RULEBOOK.format(body=body))
    shown, carets = error.place.excerpt().splitlines()
    assert shown.index("other") == carets.index("^^^^^")
    assert carets.count("\t") == shown.count("\t") == 2


def test_what_runs_over_several_lines_is_shown_by_its_first(tmp_path):
    error = refusal(tmp_path, RULEBOOK.format(body="        require([\n            1,\n        ])"))
    assert (error.place.line, error.place.text) == (8, "        require([")


def test_of_two_classes_of_one_name_the_right_one_is_shown(tmp_path):
    first = RULEBOOK.format(body="        self.turn = self.turn.next")
    second = first.replace("    def result(self):\n        return None\n", "")
    error = refusal(tmp_path, first + second.replace("from boardproof.rules import *\n", ""))
    assert error.problem == "Wrong has no result"
    assert error.place.line == 11


def test_a_broken_file_elsewhere_is_shown_with_its_path(tmp_path):
    error = refusal(tmp_path, "class Wrong(:\n")
    assert error.place.file == str(tmp_path / "wrong.py")
    assert error.problem.startswith("this is not Python")
