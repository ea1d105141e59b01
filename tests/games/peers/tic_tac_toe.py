"""Tic-tac-toe on a string of cells, then who is to move, then who is noted as the winner."""


class TicTacToe:
    def __init__(self, size=3, noting="fused"):
        self.size, self.steps = size, noting == "step"
        self.start = "." * size * size, "A", None
        n = size
        rows = [range(n * r, n * r + n) for r in range(n)]
        columns = [range(c, n * n, n) for c in range(n)]
        diagonals = [range(0, n * n, n + 1), [(i + 1) * (n - 1) for i in range(n)]]
        self.lines = [*rows, *columns, *diagonals]

    def line_of(self, cells):
        """Say whose line there is; nobody plays on, so there is one at the most."""
        for line in self.lines:
            found = {cells[i] for i in line}
            if len(found) == 1 and found != {"."}:
                return found.pop()
        return None

    def ending(self, state):
        cells, _, noted = state
        winner = self.line_of(cells)
        if winner is None:
            return None if "." in cells else "draw"
        return f"{winner} wins" if noted or not self.steps else None

    def mover(self, state):
        return state[1]

    def moves(self, state):
        cells, turn, _ = state
        if self.ending(state):
            return {}
        winner = self.line_of(cells)
        if winner:
            return {"note": (cells, turn, winner)}
        other = "B" if turn == "A" else "A"
        return {
            f"({i // self.size},{i % self.size})": (cells[:i] + turn + cells[i + 1 :], other, None)
            for i, sign in enumerate(cells)
            if sign == "."
        }

    def variables(self, state):
        cells, turn, noted = state
        mark = {divmod(i, self.size): None if s == "." else s for i, s in enumerate(cells)}
        found = {"mark": mark, "turn": turn}
        return {**found, "noted": noted} if self.steps else found
