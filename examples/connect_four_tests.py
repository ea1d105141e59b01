"""The boards that the Connect Four document tests, drawn: properties beside the rulebook.

    boardproof check connect-four --with examples/connect_four_tests.py floating_piece_invalid
    boardproof check connect-four players=3 --with examples/connect_four_tests.py show_a_winner

Without a name, these and all properties of the rulebook are checked.
"""

from boardproof.rules import Claim, example, reachable


def board(*rows: str) -> str:
    """Draw a board of 7×6: the rows given are the lowest ones; 0 and 1 are pieces of P0 and P1."""
    signs = {".": "○", "0": "P0", "1": "P1"}
    drawn = ["." * 7] * (6 - len(rows)) + list(rows)
    return "\n".join(" ".join(signs[sign] for sign in row) for row in drawn)


empty_board_valid = example(board(), holds=("wellformed", "starting", "player_turn(P0)"))
bottom_piece_valid = example(
    board("...0..."), holds=("wellformed", "player_turn(P1)"), fails="starting", turn="P1"
)
stacking_valid = example(board("...1...", "...0..."), holds=("wellformed", "balanced"))
full_column_valid = example(
    board(*["1......", "0......"] * 3),
    holds=("wellformed", "balanced"),
    fails=("valid_move(P0, 0)", "full"),
)
multiple_columns_valid = example(board("0......", "1.....0", "0..1..1"), holds="wellformed")
floating_piece_invalid = example(
    board("...0...", "......."), holds="floating((1, 3))", fails="wellformed"
)
out_of_bounds_row_invalid = example(
    board("0......", *["1......", "0......"] * 3), fails="wellformed"
)
out_of_bounds_col_invalid = example(board("0......0"), fails="wellformed")
negative_indices_invalid = example(board(), fails="wellformed", board={(0, -1): "P0"})
lowest_empty_is_above = example(
    board("...0..."), holds="lowest_empty((1, 3))", fails="lowest_empty((0, 3))", turn="P1"
)
no_consecutive_moves = example(
    board("00....."), fails=("balanced", "player_turn(P0)", "player_turn(P1)"), turn="P1"
)
no_winner = example(board("000.111"), fails=("winning(P0)", "winning(P1)", "draw"))
guaranteed_win_two_ways = example(
    board(".111...", ".000..."), holds="guaranteed_win(P0)", fails="winning(P0)"
)


def wins(winner: str, *rows: str) -> Claim:
    """Claim that a board is well-formed, and won by one player only."""
    loser = {"P0": "P1", "P1": "P0"}[winner]
    return example(
        board(*rows), holds=("wellformed", f"winning({winner})"), fails=f"winning({loser})"
    )


p0_horizontal = wins("P0", "111....", "0000...")
p1_horizontal = wins("P1", "000....", "1111..0")
p0_vertical = wins("P0", "0......", "01.....", "01.....", "01.....")
p1_vertical = wins("P1", ".1.....", "01.....", "01.....", "010....")
p0_rising = wins("P0", "...0...", "..01...", ".010...", "0101...")
p1_rising = wins("P1", "...1...", "..10...", ".101...", "1010...")
p0_falling = wins("P0", "...0...", "...10..", "...010.", "...1010")
p1_falling = wins("P1", "...1...", "...01..", "...101.", "...0101")


@reachable
def show_a_winner(self):
    """Some game has a winner: it is shown."""
    return any(self.winning(player) for player in self.players)


@reachable
def show_a_guaranteed_win(self):
    """Somebody has two ways to connect four pieces."""
    return any(self.guaranteed_win(player) for player in self.players)
