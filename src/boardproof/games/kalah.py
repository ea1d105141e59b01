"""Kalah: sow beans round the ring, capture, and go again from your own pot."""

from boardproof.rules import *

Place = tuple[Player, int]  # a side and a hole; hole 0 is the side's pot


class Kalah(Game):
    """Sow beans round the board; whoever has more in the pot at the end wins.

    Each player has six holes with four beans in each, by default, and an empty pot to the right of
    them, as they see it; South begins. A move takes all beans from one of your holes and sows them
    one by one anticlockwise, into your own pot too but not into the other player's. If the last
    bean falls into your pot, you move again; if it falls into an empty hole on your side and there
    are beans in the hole opposite, it goes to your pot with them. The game ends when all holes of
    one side are empty, and the beans that are left go to the pot of the side they lie on. Whoever
    has more beans in the pot wins; with equally many it is a draw.
    """

    holes: int = Parameter(6, at_least=1, at_most=12)
    beans: int = Parameter(4, at_least=1, at_most=12)
    empty_capture: bool = Reading(
        False,
        True,
        says="If the last bean lands in a hole on SOUTH player's side: capture move if possible",
        false="nothing is captured when the opposite hole is empty",
        true="the last bean alone is captured too (Irving, Donkers, Uiterwijk)",
    )
    ends: str = Reading(
        "either_side",
        "mover",
        says="Check the game status to determine if it's over",
        either_side="the game is over when either side's holes are empty",
        mover="the game is over when the player to move has no beans",
    )

    def setup(self) -> None:
        self.players = Players("South", "North")
        south, north = self.players
        self.row = Range(1, self.holes)
        self.ring = Ring(
            *[(south, hole) for hole in self.row],
            (south, 0),
            *[(north, hole) for hole in reversed(list(self.row))],
            (north, 0),
        )
        self.after = {side: self.way_round(side) for side in self.players}
        self.total = 2 * self.holes * self.beans
        self.board = Map(
            self.ring, Range(0, self.total), start=lambda place: self.beans if place[1] else 0
        )
        self.turn = Turn(self.players)
        self.look = Rows(
            [(north, 0), *[(north, hole) for hole in self.row], None],
            [None, *[(south, hole) for hole in self.row], (south, 0)],
        )

    def way_round(self, side: Player) -> dict[Place, Place]:
        """Return the next place for each place a side sows: all but the other side's pot."""
        way = [place for place in self.ring if place != (side.next, 0)]
        return dict(zip(way, way[1:] + way[:1], strict=True))

    def expected(self) -> str:
        return "choose a hole to sow"

    @move(hole="row")
    def play(self, hole: int) -> None:
        side = self.turn
        require(self.board[side, hole] > 0, "the hole is empty")
        end = self.sow(side, hole)
        if end != (side, 0):
            if end[0] == side and self.board[end] == 1:
                self.capture(side, end[1])
            self.turn = side.next
        if self.ended():
            self.sweep()

    def sow(self, side: Player, hole: int) -> Place:
        """Drop the hole's beans one by one and return where the last one fell."""
        place: Place = self.ring[side, hole]
        in_hand = self.board[place]
        self.board[place] = 0
        for _ in range(in_hand):
            place = self.after[side][place]
            self.board[place] += 1
        return place

    def capture(self, side: Player, hole: int) -> None:
        facing = self.board[side.next, hole]
        if facing > 0 or self.empty_capture:
            self.board[side, 0] += 1 + facing
            self.board[side, hole] = self.board[side.next, hole] = 0

    def in_play(self, side: Player) -> int:
        return sum(self.board[side, hole] for hole in self.row)

    def ended(self) -> bool:
        if self.ends == "mover":
            return self.in_play(self.turn) == 0
        return any(self.in_play(side) == 0 for side in self.players)

    def sweep(self) -> None:
        """Remaining beans go to the owner of the holes they lie in."""
        for side in self.players:
            for hole in self.row:
                self.board[side, 0] += self.board[side, hole]
                self.board[side, hole] = 0
        self.turn = self.players.South

    def result(self) -> Result | None:
        if any(self.in_play(side) > 0 for side in self.players):
            return None
        return Score({side: self.board[side, 0] for side in self.players})

    def evaluation(self, player: Player) -> int:
        """The beans that are safe: one pot against the other."""
        return self.board[player, 0] - self.board[player.next, 0]

    @forbidden
    def beans_lost(self) -> bool:
        """Beans are never lost and never made."""
        return self.count_beans() != self.total

    @forbidden
    def unswept(self) -> bool:
        """When the game ends, no beans are left in the holes."""
        return self.ended() and self.result() is None

    @step
    def beans_conserved(self, before: "Kalah") -> bool:
        return self.count_beans() == before.count_beans()

    def count_beans(self) -> int:
        return sum(self.board[place] for place in self.ring)

    @always
    def side_to_move_can_move(self) -> bool:
        return self.in_play(self.turn) > 0 or self.result() is not None

    @step(side="players")
    def pots_only_grow(self, before: "Kalah", side: Player) -> bool:
        return self.board[side, 0] >= before.board[side, 0]

    @step
    def another_turn_needs_a_bean(self, before: "Kalah") -> bool:
        """Whoever goes again has put a bean into the pot, or the game is over."""
        side = before.turn
        gained = self.board[side, 0] > before.board[side, 0]
        return self.turn != side or gained or self.result() is not None

    over_when_holes_are_empty = implies(
        "over", "in_play(South) + in_play(North) == 0 and turn == South"
    )
    pots_hold_all_at_the_end = implies("over", "board[South, 0] + board[North, 0] == total")
    every_game_ends = terminates()
