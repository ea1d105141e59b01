"""Connect Four on columns written as strings of seats, from the bottom up: ("010", "", "2")."""

WAYS = (0, 1), (1, 0), (1, 1), (1, -1)


class ConnectFour:
    def __init__(self, columns=7, rows=6, connect=4, players=2, after_win="ends"):
        self.columns, self.rows, self.connect, self.players = columns, rows, connect, players
        self.goes_on = after_win == "continues"
        self.start = ("",) * columns

    def seat(self, state):
        return str(sum(map(len, state)) % self.players)

    def mover(self, state):
        return f"P{self.seat(state)}"

    def at(self, state, column, row):
        if 0 <= column < self.columns and 0 <= row < len(state[column]):
            return state[column][row]
        return None

    def has_line(self, state, seat):
        return any(
            all(
                self.at(state, column + i * across, row + i * up) == seat
                for i in range(self.connect)
            )
            for column in range(self.columns)
            for row in range(len(state[column]))
            for across, up in WAYS
        )

    def ending(self, state):
        winners = [seat for seat in map(str, range(self.players)) if self.has_line(state, seat)]
        full = all(len(column) == self.rows for column in state)
        if len(winners) == 1 and (full or not self.goes_on):
            return f"P{winners[0]} wins"
        return "draw" if full else None

    def moves(self, state):
        if self.ending(state):
            return {}
        seat = self.seat(state)
        return {
            str(c): (*state[:c], column + seat, *state[c + 1 :])
            for c, column in enumerate(state)
            if len(column) < self.rows
        }

    def variables(self, state):
        board = {
            (row, column): None if (seat := self.at(state, column, row)) is None else f"P{seat}"
            for row in range(self.rows)
            for column in range(self.columns)
        }
        return {"board": board, "turn": self.mover(state)}
