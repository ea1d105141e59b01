# A step is true or false.
from boardproof.rules import Count, Game, Players, Turn, Win, move, step


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.total = Count(0, 3)
        self.turn = Turn(self.players)

    @move
    def add(self):
        self.total += 1

    @step
    def grows(self, before):
        return self.total - before.total

    def result(self):
        return Win(self.turn) if self.total == 3 else None
