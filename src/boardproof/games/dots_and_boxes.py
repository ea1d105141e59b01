"""Dots and boxes: whoever closes a box moves again; after É. Lucas (1889)."""

from boardproof.rules import *


class DotsAndBoxes(Game):
    """Draw a line between two dots; each box that it closes scores one and gives another move.

    The dots make 2 rows and 2 columns of boxes by default, and no line is drawn at the start. A
    move draws a line between two neighbouring dots. Whoever draws the fourth side of a box wins the
    box and moves again; one line may close two boxes. The game ends when all lines are drawn, and
    whoever has more boxes wins; with equally many it is a draw.
    """

    rows: int = Parameter(2, at_least=1, at_most=4)
    columns: int = Parameter(2, at_least=1, at_most=4)

    def setup(self) -> None:
        self.players = Players("First", "Second")
        self.edges = Edges(Grid(self.rows + 1, self.columns + 1))
        self.boxes = [frozenset(self.edges.around(box)) for box in self.edges.boxes]
        self.drawn = Subset(self.edges)
        self.lead = Count(-len(self.boxes), len(self.boxes), start=0)
        self.turn = Turn(self.players)

    def expected(self) -> str:
        return "draw a line"

    @move(edge="edges")
    def draw_line(self, edge: tuple[Cell, Cell]) -> None:
        require(edge not in self.drawn, "the line is drawn")
        self.drawn |= {edge}
        closed = sum(edge in box and box <= self.drawn for box in self.boxes)
        self.lead += closed if self.turn == self.players.First else -closed
        if closed == 0:
            self.turn = self.turn.next

    def result(self) -> Result | None:
        if self.drawn != self.edges:
            return None
        firsts = (len(self.boxes) + self.lead) // 2
        return Score({"First": firsts, "Second": len(self.boxes) - firsts})

    def evaluation(self, player: Player) -> int:
        return self.lead if player == self.players.First else -self.lead

    def closed(self) -> int:
        return sum(box <= self.drawn for box in self.boxes)

    @always
    def no_more_than_there_are(self) -> bool:
        return abs(self.lead) <= self.closed() and (self.closed() - self.lead) % 2 == 0

    @step
    def a_box_gives_another_move(self, before: "DotsAndBoxes") -> bool:
        return (self.turn == before.turn) == (self.closed() > before.closed())

    every_game_ends = terminates()
