"""A graph whose neighbours lie in many directions, and pieces that go wherever a way is open."""

from boardproof.rules import (
    Draw,
    Game,
    Graph,
    Map,
    One,
    Players,
    Range,
    Subset,
    Turn,
    Win,
    move,
    require,
)


class Wanderers(Game):
    """A piece goes as far as it likes along free points, and burns the point that it leaves."""

    def setup(self):
        self.players = Players("A", "B")
        self.points = Graph("abcdefghi", ["ab", "ac", "ae", "bd", "cd", "di", "ef", "ah"], ["ghi"])
        self.steps = Range(1, 2)
        self.at = Map(self.players, self.points, start=lambda who: "a" if who == "A" else "i")
        self.last = One(self.points)
        self.burnt = Subset(self.points)
        self.turn = Turn(self.players)

    def free(self):
        return self.points - self.burnt - {self.at[player] for player in self.players}

    @move(to="points", steps="steps")
    def go(self, to, steps):
        here = self.at[self.turn]
        require(to in self.points.reach(here.neighbours, within=self.free()), "no way leads there")
        require(steps == 1 or not any(p in here.neighbours for p in to.neighbours), "too near")
        self.burnt |= {here} if steps == 1 else {here, self.last}
        self.last = here
        self.at[self.turn] = to
        self.turn = self.turn.next

    def result(self):
        here, there = self.at[self.turn], self.at[self.turn.next]
        if not any(point in self.free() for point in here.neighbours):
            return Win(self.turn.previous)
        open_points = self.points - self.burnt
        apart = not self.points.connected(here, there, within=open_points)
        alike = len(self.points.reach(here, open_points)) == len(
            self.points.reach({there}, within=open_points)
        )
        return Draw() if apart and alike else None
