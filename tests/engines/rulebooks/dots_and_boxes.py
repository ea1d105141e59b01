"""Dots and boxes: edges between dots, and who closes a box moves again."""

from boardproof.rules import (
    Count,
    Edges,
    Game,
    Grid,
    Parameter,
    Players,
    Score,
    Subset,
    Turn,
    move,
    require,
)


class DotsAndBoxes(Game):
    """Draw an edge; each box that it closes scores one, and the same player moves again."""

    rows: int = Parameter(1, at_least=1, at_most=4)
    columns: int = Parameter(2, at_least=1, at_most=4)

    def setup(self):
        self.players = Players("First", "Second")
        self.edges = Edges(Grid(self.rows + 1, self.columns + 1))
        self.boxes = [set(self.edges.around(box)) for box in self.edges.boxes]
        self.drawn = Subset(self.edges)
        self.lead = Count(-len(self.boxes), len(self.boxes), start=0)
        self.turn = Turn(self.players)

    @move(edge="edges")
    def draw(self, edge):
        require(edge not in self.drawn, "the edge is drawn")
        self.drawn |= {edge}
        closed = sum(edge in box and box <= self.drawn for box in self.boxes)
        if closed == 0:
            self.turn = self.turn.next
        elif self.turn == "First":
            self.lead += closed
        else:
            self.lead -= closed

    def result(self):
        if self.drawn != self.edges:
            return None
        return Score({"First": self.lead, "Second": -self.lead})
