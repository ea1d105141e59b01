"""A walk through a random graph: a game without end is worth what is said where it circles."""

from random import Random

from boardproof.rules import Game, One, Parameter, Players, Range, Score, move, require


class Web(Game):
    """Each node belongs to a player, who says where to go from it; some nodes are ends."""

    seed: int = Parameter(0, at_least=0, at_most=10_000)
    size: int = Parameter(9, at_least=2, at_most=40)
    circles: str = Parameter("alike", choices=("alike", "mixed"))

    def setup(self):
        self.players = Players("A", "B")
        a, b = self.players
        chance = Random(self.seed)
        self.nodes = Range(0, self.size - 1)
        follow = {node: self._ends(chance, node) for node in range(self.size)}
        self.follow = {node: frozenset(follow[node]) for node in self.nodes}
        self.over = frozenset(node for node in self.nodes if not follow[node])
        self.owner = {node: chance.choice((a, b)) for node in self.nodes}
        said = {node: chance.randrange(-2, 3) for node in range(self.size)}
        reached = {node: _reached(follow, node) for node in range(self.size)}
        circle = {
            node: min(one for one in {node, *reached[node]} if node in {one, *reached[one]})
            for node in range(self.size)
        }
        alike = self.circles == "alike"
        self.worth = {node: said[circle[node] if alike else node] for node in self.nodes}
        self.at = One(self.nodes, start=0)

    def _ends(self, chance, node):
        if chance.random() < 0.15:
            return []
        least = max(0, node - chance.randrange(4))
        return chance.sample(range(least, self.size), min(2, self.size - least))

    @move(node="nodes")
    def go(self, node):
        require(node in self.follow[self.at], "no way leads there")
        self.at = node

    def to_move(self):
        return self.owner[self.at]

    def result(self):
        return Score({"A": self.worth[self.at], "B": 0}) if self.at in self.over else None

    def endless(self):
        return Score({"A": self.worth[self.at], "B": 0})


def _reached(follow, node):
    """Return the nodes that a node leads to, in one move or more."""
    found, waiting = set(), list(follow[node])
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += follow[one]
    return found
