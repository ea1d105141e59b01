"""Pong Hau K'i on a string of five points, then who is to move."""

NEIGHBOURS = {"a": "bcd", "b": "ace", "c": "abde", "d": "ac", "e": "bc"}


class PongHauKi:
    def __init__(self, open_side="second"):
        self.start = ("RR.BB" if open_side == "second" else "BB.RR"), "R"

    def moves(self, state):
        board, turn = state
        free = board.index(".")
        found = {}
        for name in NEIGHBOURS["abcde"[free]]:
            place = "abcde".index(name)
            if board[place] == turn:
                after = list(board)
                after[free], after[place] = turn, "."
                found[name] = "".join(after), "B" if turn == "R" else "R"
        return found

    def ending(self, state):
        if self.moves(state):
            return None
        return "Blue wins" if state[1] == "R" else "Red wins"

    def mover(self, state):
        return {"R": "Red", "B": "Blue"}[state[1]]

    def variables(self, state):
        names = {"R": "Red", "B": "Blue", ".": None}
        at = {point: names[sign] for point, sign in zip("abcde", state[0], strict=True)}
        return {"at": at, "turn": names[state[1]]}
