# mypy: disable-error-code="no-untyped-def"
"""Rulebooks whose games go round: many small random ones at once, and a token on a ring."""

import random

from boardproof.rules import (
    Draw,
    Game,
    Map,
    One,
    Parameter,
    Players,
    Range,
    Score,
    Win,
    move,
    predicate,
    require,
)

#: Moves of a node at the most; two of them choose a small game, and each has so many nodes.
WAYS, NODES = 4, 12
GAMES = WAYS * WAYS
#: The first node of the first small game, after those that choose.
FIRST = 1 + WAYS
#: How often a position ends the game, and how often a move that could be there is not.
ENDS, GAPS = 0.25, 0.4


class Graph(Game):
    """Walk from node to node; nodes say whose turn it is, and how it ends."""

    seats: int = Parameter(2, at_least=2, at_most=3)
    points: bool = Parameter(False)
    loops: bool = Parameter(True)

    def setup(self):
        chance = random.Random(self.seats * 4 + self.points * 2 + self.loops)
        self.players = Players(*"ABC"[: self.seats])
        self.nodes = Range(0, FIRST + NODES * GAMES - 1)
        self.choices = Range(0, WAYS - 1)
        self.colours = Range(0, 2)
        self.owner = {node: chance.choice(list(self.players)) for node in self.nodes}
        self.colour = {node: chance.randrange(3) for node in self.nodes}
        self.ending = {node: self.how(chance, node) for node in self.nodes}
        self.winner = {node: chance.choice(list(self.players)) for node in self.nodes}
        self.worth = {node: chance.randrange(4) for node in self.nodes}
        self.cost = {node: chance.randrange(4) for node in self.nodes}
        self.way = {
            choice: {node: self.target(chance, node, choice) for node in self.nodes}
            for choice in self.choices
        }
        self.at = One(self.nodes, start=0)

    def how(self, chance, node):
        """0 goes on, 1 a draw, 2 a win."""
        return chance.choice([1, 2, 2]) if node >= FIRST and chance.random() < ENDS else 0

    def target(self, chance, node, choice):
        """Any node of the same small game, or a later one; the first nodes choose the game."""
        if node == 0:
            return 1 + choice
        if node < FIRST:
            return FIRST + NODES * ((node - 1) * WAYS + choice)
        if chance.random() < GAPS:
            return None
        game, place = divmod(node - FIRST, NODES)
        places = range(NODES) if self.loops else range(place + 1, NODES)
        return FIRST + game * NODES + chance.choice(places) if places else None

    @move(choice="choices")
    def go(self, choice):
        target = self.way[choice][self.at]
        require(target is not None)
        self.at = target

    def to_move(self):
        return self.owner[self.at]

    @predicate(colour="colours")
    def painted(self, colour):
        return self.colour[self.at] == colour

    def paid(self, player):
        return self.worth[self.at] if player == "A" else self.cost[self.at]

    def result(self):
        if self.ending[self.at] == 0:
            return None
        if self.points:
            return Score({player: self.paid(player) for player in self.players})
        return Draw() if self.ending[self.at] == 1 else Win(self.winner[self.at])


class Walk(Game):
    """Two walk one token round a ring; who brings it home wins, and a pit holds it for ever."""

    size: int = Parameter(9, at_least=6)

    def setup(self):
        self.players = Players("A", "B")
        self.places = Range(0, self.size - 1)
        self.steps = Range(1, 3)
        self.token = One(self.places, start=0)
        self.count = Map(self.players, Range(0, 1), start=lambda player: 0)
        self.turn = One(self.players, start="A")

    @move(step="steps")
    def walk(self, step):
        require(self.token != self.size - 2, "the pit holds the token")
        require(step < 3 or self.count[self.turn] == 0, "a run is taken once")
        if step == 3:
            self.count[self.turn] = 1
        if self.turn == "A":
            self.token = (self.token + step) % self.size
        else:
            self.token = (self.token + self.size - step) % self.size
        self.turn = self.turn.next

    def to_move(self):
        return self.turn

    def result(self):
        return Win(self.turn) if self.token == self.size - 1 else None
