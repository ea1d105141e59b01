"""Small games that need what tablebases must be able to keep."""

from boardproof.rules import (
    Count,
    Draw,
    Game,
    Map,
    Players,
    Range,
    Score,
    Turn,
    Win,
    move,
    require,
)


class Shelves(Game):
    """Fill the last shelves of a long row; the position takes two words."""

    def setup(self):
        self.players = Players("A", "B")
        self.shelves, self.books = Range(0, 29), Range(0, 7)
        self.shelf = Map(self.shelves, self.books)
        self.left = Count(0, 3, start=3)
        self.turn = Turn(self.players)

    @move(books="books")
    def fill(self, books):
        require(books > 0, "no books")
        self.left -= 1
        self.shelf[29 * self.left % 30] = books
        self.turn = self.turn.next

    def result(self):
        if self.left > 0:
            return None
        even = sum(self.shelf[shelf] for shelf in self.shelves) % 5
        return Score({"A": even, "B": 2})


class Paint(Game):
    """Paint any place in any colour; every pattern is reached, and none has to be the last."""

    def setup(self):
        self.players = Players("A", "B")
        self.places = Range(0, 5)
        self.colour = Map(self.places, self.players | None)
        self.turn = Turn(self.players)

    @move(place="places", colour="players")
    def paint(self, place, colour):
        self.colour[place] = colour
        self.turn = self.turn.next

    def result(self):
        if any(self.colour[place] is None for place in self.places):
            return None
        ones = sum(self.colour[place] == "A" for place in self.places)
        return Draw() if ones == 3 else Win(self.players.A if ones % 2 == 0 else self.players.B)
