"""Kalah on two rows of numbers, each the holes of a side as it sows them and its pot last.

A state is (South's row, North's row, index of the side to move). South sows from hole 1 up to
its pot, North from its last hole down; for both to sow from left to right, North's row is
kept from its last hole down. South's place i then faces North's place holes - 1 - i.
"""

SIDES = "South", "North"


class Kalah:
    def __init__(self, holes=6, beans=4, empty_capture=False, ends="either_side"):
        self.holes, self.empty_capture, self.by_mover = holes, empty_capture, ends == "mover"
        row = (beans,) * holes + (0,)
        self.start = row, row, 0

    def mover(self, state):
        return SIDES[state[2]]

    def number(self, side, place):
        """Give the hole's number; North's first place to sow is its last hole."""
        return place + 1 if side == 0 else self.holes - place

    def ending(self, state):
        south, north, _ = state
        if any(south[:-1]) or any(north[:-1]):
            return None
        margin = south[-1] - north[-1]
        return "draw" if margin == 0 else f"{SIDES[margin < 0]} wins"

    def margin(self, state):
        return state[0][-1] - state[1][-1]

    def moves(self, state):
        side = state[2]
        return {
            str(self.number(side, place)): self.play(state, place)
            for place in range(self.holes)
            if state[side][place]
        }

    def play(self, state, place):
        me = state[2]
        mine, other = list(state[me]), list(state[1 - me])
        place = self.sow(mine, other, place)
        facing = self.holes - 1 - place
        alone = 0 <= place < self.holes and mine[place] == 1
        if alone and (other[facing] or self.empty_capture):
            mine[-1] += 1 + other[facing]
            mine[place] = other[facing] = 0
        follows = me if place == self.holes else 1 - me
        rows = (mine, other) if me == 0 else (other, mine)
        empty = [not any(row[:-1]) for row in rows]
        if empty[follows] if self.by_mover else any(empty):
            rows = [[0] * self.holes + [sum(row)] for row in rows]
            follows = 0
        return tuple(rows[0]), tuple(rows[1]), follows

    def sow(self, mine, other, place):
        """Sow and give the last place: in mine from 0 (the pot is last), negative in the other."""
        beans, mine[place] = mine[place], 0
        ring = 2 * self.holes + 1
        for _ in range(beans):
            place = (place + 1) % ring
            if place <= self.holes:
                mine[place] += 1
            else:
                other[place - self.holes - 1] += 1
        return place if place <= self.holes else -1

    def variables(self, state):
        board = {
            (SIDES[side], self.number(side, place) if place < self.holes else 0): beans
            for side in (0, 1)
            for place, beans in enumerate(state[side])
        }
        return {"board": board, "turn": self.mover(state)}
