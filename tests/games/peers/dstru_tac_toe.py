"""DSTRU-TAC-TOE on a string of sixteen cells and a count of moves modulo three.

Move 0 of every round is Tres's, move 1 is Uno's, move 2 is Dos's removal.
"""

MOVERS = "Tres", "Uno", "Dos"
PATTERNS = (0, 1, 2, 3), (3, 6, 9, 12), (12, 13, 14, 15)  # top row, anti-diagonal, bottom row


class DstruTacToe:
    def __init__(self, win="contains", order="uno_dos_tres"):
        self.exact, self.dos_first = win == "equals", order == "dos_uno_tres"
        self.start = "." * 16, 0

    def mover(self, state):
        return MOVERS[state[1]]

    def wins(self, cells, sign):
        held = [i for i, found in enumerate(cells) if found == sign]
        if self.exact:
            return tuple(held) in PATTERNS
        return any(all(i in held for i in pattern) for pattern in PATTERNS)

    def ending(self, state):
        cells, _ = state
        holds = {
            "Uno": self.wins(cells, "U"),
            "Dos": "." not in cells,
            "Tres": self.wins(cells, "T"),
        }
        order = ("Dos", "Uno", "Tres") if self.dos_first else ("Uno", "Dos", "Tres")
        return next((f"{name} wins" for name in order if holds[name]), None)

    def moves(self, state):
        cells, step = state
        if self.ending(state):
            return {}
        sign = "TU."[step]
        return {
            f"({i // 4 + 1},{i % 4 + 1})": (cells[:i] + sign + cells[i + 1 :], (step + 1) % 3)
            for i, found in enumerate(cells)
            if (found == ".") == (sign != ".")
        }

    def variables(self, state):
        cells, step = state

        def held(sign):
            return {(i // 4 + 1, i % 4 + 1) for i, found in enumerate(cells) if found == sign}

        return {"Uno": held("U"), "Tres": held("T"), "turn": step != 2, "go": step == 1}
