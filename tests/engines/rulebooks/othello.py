"""Othello: discs between two of the other colour are turned, and who cannot place one passes."""

from boardproof.rules import Game, Grid, Map, Parameter, Pass, Players, Score, Turn, move, require


class Othello(Game):
    """Enclose the other's discs; most discs win."""

    size: int = Parameter(4, choices=(4, 6, 8))

    def setup(self):
        self.players = Players("Black", "White")
        black, white = self.players
        self.cells = Grid(self.size, self.size)
        h = self.size // 2
        start = {(h - 1, h): black, (h, h - 1): black, (h - 1, h - 1): white, (h, h): white}
        self.disc = Map(self.cells, self.players | None, start=lambda cell: start.get(cell))
        self.turn = Turn(self.players)
        self.ways = range(8)
        steps = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
        self.beyond = {cell: [cell.step(*steps[way]) for way in self.ways] for cell in self.cells}

    def encloses(self, player, cell, way):
        place = self.beyond[cell][way]
        if place is None or self.disc[place] != player.next:
            return False
        while place is not None and self.disc[place] == player.next:
            place = self.beyond[place][way]
        return place is not None and self.disc[place] == player

    def legal(self, player, cell):
        return self.disc[cell] is None and any(
            self.encloses(player, cell, way) for way in self.ways
        )

    def can_place(self, player):
        return any(self.legal(player, cell) for cell in self.cells)

    @move(cell="cells")
    def place(self, cell):
        require(self.legal(self.turn, cell), "nothing is enclosed")
        for way in self.ways:
            if self.encloses(self.turn, cell, way):
                place = self.beyond[cell][way]
                while place is not None and self.disc[place] == self.turn.next:
                    self.disc[place] = self.turn
                    place = self.beyond[place][way]
        self.disc[cell] = self.turn
        self.turn = self.turn.next

    def discs(self, player):
        return sum(self.disc[cell] == player for cell in self.cells)

    def result(self):
        if self.can_place(self.players.Black) or self.can_place(self.players.White):
            return None
        return Score({player: self.discs(player) for player in self.players})

    def stuck(self):
        return Pass()
