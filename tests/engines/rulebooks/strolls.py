"""Rules that give their own parameters other values in a loop, and use them afterwards."""

from boardproof.rules import Count, Game, Map, Players, Range, Ring, Turn, Win, move, require


class Strolls(Game):
    """Take a mark, and walk on from there: how far says who wins."""

    def setup(self):
        self.players = Players("A", "B")
        self.ring = Ring(4)
        self.mark = Map(self.ring, Range(0, 2), start=lambda place: 1)
        self.far = Count(0, 9)
        self.turn = Turn(self.players)

    @move(place="ring")
    def go(self, place):
        require(self.mark[place] > 0)
        self.mark[place] -= 1
        self.stop_at_a_gap(place)
        self.walk_over_gaps((place, place.next))
        self.gather({place})
        for _ in self.ring:
            if self.mark[place] > 0:
                break
            place = place.previous
        self.count(place == self.ring[3])
        self.turn = self.turn.next

    def count(self, yes):
        if yes and self.far < 9:
            self.far += 1

    def stop_at_a_gap(self, at):
        for _ in self.ring:
            if self.mark[at] == 0:
                break
            at = at.next
        self.count(at == self.ring[2])

    def walk_over_gaps(self, pair):
        steps = 0
        while self.mark[pair[0]] == 0 and steps < 4:
            pair = (pair[1], pair[1].next)
            steps += 1
        self.count(pair[0] == self.ring[1])

    def gather(self, places):
        for place in self.ring:
            if len(places) > 2:
                break
            if self.mark[place] == 0:
                places = places | {place}
        self.count(self.ring[0] in places)

    def result(self):
        if all(self.mark[place] == 0 for place in self.ring):
            return Win("A") if self.far % 2 == 0 else Win("B")
        return None
