# Only steps know what was before.
from boardproof.rules import Count, Game, Players, Turn, Win, always, move


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.total = Count(0, 3)
        self.turn = Turn(self.players)

    @move
    def add(self):
        self.total += 1

    @always
    def grows(self):
        return self.total > before.total

    def result(self):
        return Win(self.turn) if self.total == 3 else None
