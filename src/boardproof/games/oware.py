"""Oware (abapa): sow seeds, and take twos and threes on the other side."""

from typing import Any

from boardproof.rules import *


class Oware(Game):
    """Sow the seeds of a house; twos and threes on the other side are taken.

    Each player has six houses with four seeds in each, by default; South begins. A move sows all
    seeds of one of your houses one by one anticlockwise, leaving out the house they came from; if
    the other side has no seeds, you must sow some there. If the last seed makes two or three in a
    house of the other side, you take these, and those of the houses just before it for as long as
    they are of that side and hold two or three; if that would be all the seeds of that side, you
    take none. The game ends when a player has taken more than half of the seeds, or both have half
    each, or when the player to move cannot: then each side also gets the seeds that lie on it.
    Whoever has more wins; equally many are a draw. In a game that never ends the seeds that go
    round are shared equally, so that those taken decide; by default it is a draw.
    """

    houses: int = Parameter(6, at_least=1, at_most=6)
    seeds: int = Parameter(4, at_least=1, at_most=4)
    circling: str = Reading(
        "draw",
        "shared",
        says="the same seeds may go round for ever",
        draw="such a game is a draw",
        shared="then they are shared equally, and those taken decide",
    )

    def setup(self) -> None:
        self.players = Players("South", "North")
        south, north = self.players
        self.total = 2 * self.houses * self.seeds
        self.ring = Ring(2 * self.houses)
        self.row = Range(1, self.houses)
        self.side = {place: south if place < self.houses else north for place in self.ring}
        self.house = {
            south: [self.ring[i] for i in range(self.houses)],
            north: [self.ring[self.houses + i] for i in range(self.houses)],
        }
        self.board = Map(self.ring, Range(0, self.total), start=lambda place: self.seeds)
        self.store = Map(self.players, Range(0, self.total))
        self.turn = Turn(self.players)
        self.look = Rows(
            list(reversed(self.house[north])),
            self.house[south],
            names={
                place: (side, number)
                for side, places in self.house.items()
                for number, place in enumerate(places, 1)
            },
        )

    def expected(self) -> str:
        return "choose a house to sow"

    def on(self, side: Player) -> int:
        return sum(self.board[place] for place in self.house[side])

    def feeds(self, number: int) -> bool:
        """Whether sowing from the house reaches the other side."""
        return self.board[self.house[self.turn][number - 1]] > self.houses - number

    @move(number="row")
    def sow(self, number: int) -> None:
        start = self.house[self.turn][number - 1]
        require(self.board[start] > 0, "the house is empty")
        require(
            self.on(self.turn.next) > 0 or self.feeds(number),
            "the other side has no seeds, and must be given some",
        )
        in_hand = self.board[start]
        self.board[start] = 0
        place = start
        for _ in range(in_hand):
            place = place.next
            if place == start:
                place = place.next
            self.board[place] += 1
        self.take(place)
        self.turn = self.turn.next

    def ripe(self, place: Any) -> bool:
        return self.side[place] == self.turn.next and 2 <= self.board[place] <= 3

    def take(self, last: Any) -> None:
        """Take the last house's two or three seeds and those before it, unless it were all."""
        taken, place = 0, last
        for _ in self.row:
            if not self.ripe(place):
                break
            taken += self.board[place]
            place = place.previous
        if taken < self.on(self.turn.next):
            self.store[self.turn] += taken
            for _ in self.row:
                if not self.ripe(last):
                    break
                self.board[last] = 0
                last = last.previous

    def result(self) -> Result | None:
        half = self.total // 2
        south, north = self.store[self.players.South], self.store[self.players.North]
        if max(south, north) > half or south == north == half:
            return Score({"South": south, "North": north})
        return None

    def stuck(self) -> Result:
        """What is left belongs to the side it lies on."""
        return Score({side: self.store[side] + self.on(side) for side in self.players})

    def endless(self) -> Result:
        """Nothing is taken in a circle, so what was taken before is the same all round it."""
        if self.circling == "draw":
            return Draw()
        return Score({side: self.store[side] for side in self.players})

    @always
    def no_seed_is_lost(self) -> bool:
        return sum(self.store[side] + self.on(side) for side in self.players) == self.total

    def evaluation(self, player: Player) -> int:
        return self.store[player] - self.store[player.next]
