"""The territory game on sets of cells, with one side's set looked up by whose turn it is.

A state is (Red's cells, Blue's cells, seen S, expanded T, Red to go, placement phase, turn count).
"""

CELLS = [(row, column) for row in (1, 2, 3) for column in (1, 2, 3)]


class Territory:
    def __init__(
        self,
        turns=20,
        capture="frees",
        expand="passes",
        placement="free",
        placement_seen=False,
        seen="all",
        free_end="at_most",
        wipe_out="any",
    ):
        self.turns, self.takes, self.stays = turns, capture == "takes", expand == "stays"
        self.anywhere, self.placement_seen = placement == "any", placement_seen
        self.only_last = seen == "last"
        self.exactly_three, self.exactly_one = free_end == "exactly", wipe_out == "exactly_one"
        none = frozenset()
        self.start = none, none, none, none, True, True, 0

    def mover(self, state):
        return "Red" if state[4] else "Blue"

    def ending(self, state):
        red, blue, *_, placing, turn = state
        free = 9 - len(red | blue)
        lost = [not red, not blue].count(True)
        over = (
            turn == self.turns
            or (free == 3 if self.exactly_three else free <= 3)
            or (not placing and (lost == 1 if self.exactly_one else lost > 0))
        )
        if not over:
            return None
        if len(red) == len(blue):
            return "draw"
        return "Red wins" if len(red) > len(blue) else "Blue wins"

    def moves(self, state):
        if self.ending(state):
            return {}
        red, blue, *_, red_goes, placing, _ = state
        if placing:
            allowed = [c for c in CELLS if self.anywhere or c not in red | blue]
        else:
            allowed = [c for c in CELLS if c in (red if red_goes else blue)]
        return {f"({r},{c})": self.play(state, (r, c)) for r, c in allowed}

    def play(self, state, cell):
        red, blue, seen, expanded, red_goes, placing, turn = state
        red, blue, seen, expanded = set(red), set(blue), set(seen), set(expanded)
        mine, other = (red, blue) if red_goes else (blue, red)
        passes = True
        if placing:
            mine.add(cell)
            if self.placement_seen:
                self.look(cell, seen)
        elif cell not in seen:
            self.look(cell, seen)
        elif cell not in expanded:
            expanded.add(cell)
            self.spread(cell, mine, other, seen, expanded, -1 if red_goes else 1)
            passes = not self.stays
        else:
            passes = False
        if len(red) == len(blue) == 1:
            placing = False
        if passes:
            red_goes, turn = not red_goes, turn + 1
        return (*map(frozenset, (red, blue, seen, expanded)), red_goes, placing, turn)

    def look(self, cell, seen):
        if self.only_last:
            seen.clear()
        seen.add(cell)

    def spread(self, cell, mine, other, seen, expanded, ahead):
        """Expand: leave the cell, then visit the one ahead, the left and the right one."""
        for place in (mine, seen, expanded):
            place.discard(cell)
        row, column = cell
        for step in ((row + ahead, column), (row, column - 1), (row, column + 1)):
            if step in CELLS:
                self.visit(step, mine, other, seen, expanded, ahead)

    def visit(self, cell, mine, other, seen, expanded, ahead):
        """Replace: capture, step on an own piece, or claim a free cell."""
        if cell not in mine and cell not in other:
            mine.add(cell)
            return
        if cell in other:
            other.remove(cell)
            if self.takes:
                mine.add(cell)
        if cell not in seen:
            self.look(cell, seen)
        elif cell not in expanded:
            self.spread(cell, mine, other, seen, expanded, ahead)

    def variables(self, state):
        red, blue, seen, expanded, red_goes, placing, turn = state
        return {
            "good": False,
            "found": False,
            "go": red_goes,
            "start": placing,
            "val": turn,
            "R": red,
            "B": blue,
            "S": seen,
            "T": expanded,
        }
