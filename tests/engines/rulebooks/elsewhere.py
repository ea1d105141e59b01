"""A test of many places at once, where each is compared with another that a rule finds."""

from boardproof.rules import Game, Players, Ring, Subset, Turn, Win, move, require


class Elsewhere(Game):
    """Take a bean where the way leads away; whoever cannot loses."""

    def setup(self):
        self.players = Players("A", "B")
        self.ring = Ring(5)
        self.beans = Subset(self.ring, start=self.ring)
        self.turn = Turn(self.players)

    @move(place="ring")
    def take(self, place):
        require(self.walked(place) != place, "it leads nowhere")
        self.beans -= {place}
        self.turn = self.turn.next

    def walked(self, place):
        for _ in range(3):
            if place not in self.beans:
                break
            place = place.next
        return place

    def result(self):
        return None

    def stuck(self):
        return Win(self.turn.previous)
