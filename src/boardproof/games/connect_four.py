"""Connect Four for two or three players; after a Forge model of the game."""

from boardproof.rules import *


class ConnectFour(Game):
    """Drop pieces into columns; four in a line win.

    The board stands upright, with 7 columns and 6 rows by default, and is empty at the start; P0
    begins. The players take turns to drop a piece of their own into a column that is not full; it
    falls to the lowest free cell. Whoever first has four of their own side by side in a row, a
    column or a diagonal wins. If the board fills up without such a line, the game is a draw.
    """

    columns: int = Parameter(7, at_least=1, at_most=16)
    rows: int = Parameter(6, at_least=1, at_most=16)
    connect: int = Parameter(4, at_least=1, at_most=16)
    seats: int = Parameter(2, choices=(2, 3), alias="players")
    after_win: str = Reading(
        "ends",
        "continues",
        says="gameTrace: Creates sequences of valid game states",
        ends="a trace stops at the first win",
        continues="a trace goes on until the board is full; then a sole winner has won",
    )

    def setup(self) -> None:
        colours = ("red", "yellow", "blue")
        self.players = Players(*("P0", "P1", "P2")[: self.seats], colours=colours)
        self.cells = Grid(self.rows, self.columns, bottom_up=True)
        self.lines = self.cells.lines(self.connect)
        self.board = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    def expected(self) -> str:
        return "drop a piece into a column"

    @move(column="cells.columns")
    def drop(self, column: int) -> None:
        cell = self.landing(column)
        require(cell is not None, "the column is full")
        self.board[cell] = self.turn
        self.turn = self.turn.next

    def landing(self, column: int) -> Cell | None:
        for cell in self.cells.column(column):
            if self.board[cell] is None:
                return cell
        return None

    def result(self) -> Result | None:
        decided = self.after_win == "ends" or (self.full() and self.winners() == 1)
        for player in self.players:
            if decided and self.winning(player):
                return Win(player)
        return Draw() if self.full() else None

    @predicate(player="players")
    def winning(self, player: Player) -> bool:
        return any(all(self.board[cell] == player for cell in line) for line in self.lines)

    def winners(self) -> int:
        return sum(self.winning(player) for player in self.players)

    @predicate
    def full(self) -> bool:
        return all(self.board[cell] is not None for cell in self.cells)

    @predicate
    def starting(self) -> bool:
        return all(self.board[cell] is None for cell in self.cells)

    @predicate(cell="cells")
    def lowest_empty(self, cell: Cell) -> bool:
        """A piece dropped into the cell's column would land here."""
        return self.landing(cell.column) == cell

    @predicate(player="players", column="cells.columns")
    def valid_move(self, player: Player, column: int) -> bool:
        """It is the player's turn by the number of pieces, and the column has room."""
        return self.player_turn(player) and self.landing(column) is not None

    @forbidden(cell="cells")
    def floating(self, cell: Cell) -> bool:
        """A piece needs a piece below it, except in the bottom row."""
        below = cell.down
        return self.board[cell] is not None and below is not None and self.board[below] is None

    def pieces(self, player: Player) -> int:
        return sum(self.board[cell] == player for cell in self.cells)

    @predicate(player="players")
    def player_turn(self, player: Player) -> bool:
        """By the number of pieces alone: players seated earlier have one piece more."""
        return all(
            self.pieces(other) - self.pieces(player)
            == (1 if self.sits_before(other, player) else 0)
            for other in self.players
        )

    def sits_before(self, other: Player, player: Player) -> bool:
        return self.players.index(other) < self.players.index(player)

    @predicate
    def balanced(self) -> bool:
        return any(self.player_turn(player) for player in self.players)

    @predicate(column="cells.columns", player="players")
    def completes(self, column: int, player: Player) -> bool:
        """A drop into the column would give the player a line."""
        landing = self.landing(column)
        return landing is not None and any(
            landing in line and all(cell == landing or self.board[cell] == player for cell in line)
            for line in self.lines
        )

    @predicate(player="players")
    def guaranteed_win(self, player: Player) -> bool:
        """At least two ways to connect, and nobody has won yet."""
        ways = sum(self.completes(column, player) for column in self.cells.columns)
        return ways >= 2 and self.winners() == 0

    @predicate
    def draw(self) -> bool:
        return self.full() and self.winners() == 0

    @always
    def turn_order(self) -> bool:
        return self.player_turn(self.turn)

    @preserved
    def gravity(self) -> bool:
        return self.wellformed()

    @never
    def two_winners(self) -> bool:
        return self.after_win == "ends" and self.winners() > 1

    @reachable
    def draw_possible(self) -> bool:
        return self.draw()

    @step(cell="cells")
    def pieces_stay(self, before: "ConnectFour", cell: Cell) -> bool:
        return before.board[cell] is None or self.board[cell] == before.board[cell]

    @step
    def one_piece_is_dropped(self, before: "ConnectFour") -> bool:
        """One cell changes: the lowest empty one of a column, for the player who was to move."""
        dropped = {cell for cell in self.cells if self.board[cell] != before.board[cell]}
        return len(dropped) == 1 and all(
            self.board[cell] == before.turn and before.lowest_empty(cell) for cell in dropped
        )

    @step
    def turn_passes(self, before: "ConnectFour") -> bool:
        return self.turn == before.turn.next

    @always
    def over_when_won_or_full(self) -> bool:
        won = self.after_win == "ends" and self.winners() > 0
        return (self.result() is not None) == (won or self.full())

    starting_player = implies("starting", "turn == P0")
    winner_has_enough_pieces = implies(
        "winning(player)", "pieces(player) >= connect", player="players"
    )
    draw_is_full = implies("draw", "full and over")
    every_game_ends = terminates()
    #: The document's claim of a win; it fails where the opponent's next piece wins, or takes one.
    guaranteed_win_is_forced = conjecture(
        implies(
            "guaranteed_win(player) and turn == player.next",
            "forced(player, winning(player))",
            player="players",
        )
    )
