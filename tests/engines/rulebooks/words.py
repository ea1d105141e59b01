"""Names as plain words, places of rings with numbers added, and tuples to look into."""

from boardproof.rules import (
    Draw,
    Game,
    Map,
    One,
    Parameter,
    Player,
    Players,
    Range,
    Result,
    Ring,
    Turn,
    Win,
    move,
    predicate,
    require,
)


class Words(Game):
    """Walk round a ring and mark it; Blue has lost when Red is home, whatever the wind."""

    size: int = Parameter(4, at_least=2, at_most=7)

    def setup(self) -> None:
        self.players = Players("Red", "Blue")
        self.ring = Ring(self.size)
        self.winds = Ring("N", "E", "S")
        self.numbers = Range(-3, 2)
        self.home = {place: "Red" if place < 2 else "Blue" for place in self.ring}
        self.at = One(self.ring)
        self.wind = One(self.winds)
        self.mark = Map(self.ring, self.players | None)
        self.turn = Turn(self.players)

    def rival(self) -> Player:
        return "Blue" if self.turn == "Red" else "Red"

    def host(self):
        if self.wind == "S":
            return "Red"
        return self.mark[self.at] if self.at in (1, 2) else None

    @move(number="numbers")
    def go(self, number):
        gusts = (self.winds["N"], self.winds["S"])
        require(number != 0, "go on")
        self.at += number
        self.wind = self.wind - number if self.turn in ("Red", self.rival().next) else 2 + self.wind
        require(self.mark[self.at] is None or self.wind in ("N", "S"), "it is marked")
        require(self.at not in (self.at + 1, 3, self.at - 2))
        for at, gust in enumerate(gusts):
            require(self.wind != gust or at != number)
        self.mark[self.at] = self.turn
        self.turn = self.rival()

    @predicate
    def hosted(self) -> bool:
        host = self.host()
        return host is not None and host.next == self.turn and self.home[self.at] == host

    def result(self) -> Result | None:
        if self.home[self.at] == self.turn and self.host() == "Blue":
            return Win("Red" if self.wind == "N" else self.rival())
        return Draw() if all(self.mark[place] is not None for place in self.ring) else None
