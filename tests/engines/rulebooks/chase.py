"""A chase round a board: a hunter wants to catch, and a game without end has its own worth."""

from boardproof.rules import (
    Draw,
    Game,
    Grid,
    One,
    Parameter,
    Players,
    Score,
    Turn,
    Win,
    move,
    require,
)


class Chase(Game):
    """Two hunters and a hare on a strip or a small board; the hare may get away."""

    rows: int = Parameter(2, at_least=1, at_most=3)
    columns: int = Parameter(3, at_least=2, at_most=4)
    worth: str = Parameter("hare", choices=("hare", "hounds", "draw", "points"))

    def setup(self):
        self.players = Players("Hounds", "Hare")
        self.cells = Grid(self.rows, self.columns)
        last = self.cells.at(self.rows - 1, self.columns - 1)
        self.goal = self.cells.at(0, 0)
        self.hare = One(self.cells, start=last)
        self.hound = One(self.cells, start=self.cells.at(0, 0))
        self.turn = Turn(self.players)

    @move(cell="cells")
    def go(self, cell):
        if self.turn == self.players.Hare:
            require(cell in self.hare.neighbours and cell != self.hound, "the hare cannot go there")
            self.hare = cell
        else:
            require(cell in self.hound.neighbours, "the hound cannot go there")
            self.hound = cell
        self.turn = self.turn.next

    def result(self):
        if self.hound == self.hare:
            return Score({"Hounds": 3, "Hare": 1}) if self.worth == "points" else Win("Hounds")
        if self.hare == self.goal:
            return Score({"Hounds": 0, "Hare": 2}) if self.worth == "points" else Win("Hare")
        return None

    def stuck(self):
        return Score({"Hounds": 2, "Hare": 2}) if self.worth == "points" else Draw()

    def endless(self):
        if self.worth == "points":
            return Score({"Hounds": 1, "Hare": 2})
        if self.worth == "draw":
            return Draw()
        return Win("Hare" if self.worth == "hare" else "Hounds")
