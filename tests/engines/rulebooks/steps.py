"""Clobber once more, with a domain of steps that moves and results run over."""

from boardproof.rules import (
    Domain,
    Game,
    Grid,
    Map,
    One,
    Parameter,
    Players,
    Turn,
    Win,
    move,
    predicate,
    require,
)


class Steps(Game):
    """Step onto an enemy beside you and take it; whoever cannot loses."""

    rows: int = Parameter(2, at_least=1, at_most=5)
    columns: int = Parameter(3, at_least=1, at_most=5)

    def setup(self):
        self.players = Players("White", "Black")
        self.cells = Grid(self.rows, self.columns)
        self.steps = Domain(*[(a, b) for a in self.cells for b in a.neighbours])
        seats = self.players.elements
        self.at = Map(
            self.cells,
            self.players | None,
            start=lambda cell: seats[(cell.row + cell.column) % 2],
        )
        self.last = One(self.steps | None)
        self.turn = Turn(self.players)

    @move(step="steps")
    def take(self, step):
        source, target = step
        require(self.at[source] == self.turn, "no piece of yours is there")
        require(self.at[target] == self.turn.next, "there is nothing to take")
        self.at[source], self.at[target] = None, self.turn
        self.last = step if source.row == target.row else None
        self.turn = self.turn.next

    @predicate(player="players")
    def crowded(self, player):
        pairs = sum(self.at[a] == player for a, b in self.steps if self.at[b] == player)
        beside = {b for a, b in self.steps if self.at[a] == player}
        return pairs > 2 or len(beside) > len(self.cells) - 2

    def result(self):
        if all(self.at[a] != self.turn or self.at[b] != self.turn.next for a, b in self.steps):
            return Win(self.turn.next)
        return None
