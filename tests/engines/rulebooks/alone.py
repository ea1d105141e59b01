"""An argument that has one value, and a rule that returns a pair and changes nothing."""

from boardproof.rules import Count, Game, Map, Players, Range, Ring, Score, Turn, move


class Alone(Game):
    """One player gathers points."""

    def setup(self):
        self.players = Players("A")
        self.ring = Ring(3)
        self.store = Map(self.players, Range(0, 9))
        self.left = Count(0, 3, start=3)
        self.turn = Turn(self.players)

    @move(who="players", place="ring")
    def take(self, who, place):
        at, count = self.after(place)
        for _ in range(count):
            at = at.next
        self.store[who] = (self.store[who] + self.ring.index(at)) % 10
        self.left -= 1

    def after(self, place):
        return place.next, self.left

    def result(self):
        return Score({"A": self.store["A"]}) if self.left == 0 else None
