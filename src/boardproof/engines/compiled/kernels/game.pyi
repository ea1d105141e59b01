"""What the module of a game gives to kernels: constants, and its rules as functions on words."""

from typing import Any

from .words import Int, Words

# What a kernel is made for: how many words a position has, and the kind of kernel.
WORDS: int
TABLE: str
# Whether it is made for a GPU, and what its threads then have.
GPU: bool
cuda: Any
KIND: str
FORM: str

# Every game.
MOST_MOVES: int

def apply_move(number: Int, *w: Int) -> Words: ...
def ended_after(*w: Int) -> Int: ...
def endless_code(*w: Int) -> Int: ...
def grade_key(*w: Int) -> Int: ...
def met(*w_ended: Int) -> Int: ...
def mover(*w: Int) -> Int: ...
def place_marked(*w: Int) -> Int: ...
def result_after(*w: Int) -> Int: ...
def result_code(*w: Int) -> Int: ...
def stuck_code(*w: Int) -> Int: ...
def successors(*w_out_count: Int) -> Int: ...

# Whether symmetries make positions alike.
ALIKE: bool

# The search: results, safe points, and how records are written.
PLAYERS: int
#: How many different points there are, and the least of them.
POINTS: int
LEAST_POINTS: int
LIMIT: int
WORTH: int
BANKED: bool
CONSERVED: bool
SAFE: tuple[tuple[int, int, int], ...]
STUCK_DRAWS: bool
KEY_MASKS: tuple[int, ...]
RECORD: int
WAYS: int
MOVE_MASK: int
VALUE_MASK: int
LEAST: int
MOST: int
TOP: int
LOW: int

# Lines that win, and how finely they are judged.
LINES: bool
BOUND: int
FINER: int

def almost(player: Int, *w: Int) -> Int: ...
def completes(player: Int, places: Int, *w: Int) -> Int: ...
def open_lines(player: Int, *w: Int) -> Int: ...
def same_board(player: Int, *w_c: Int) -> bool: ...
def taken(player: Int, *w: Int) -> Int: ...
def threats(player: Int, *w: Int) -> Int: ...
def through(player: Int, *w_c: Int) -> Int: ...

# Chains that whoever moved last may follow: their places as bits, and lines among them.
FOLLOWING: bool
LINE_ENDS: bool
PLACES: int
FIRSTS: int
LASTS: int
STEPS: int
ODD_LENGTH: bool
STRIDE: int
ASCENDING: bool

def lines_among(player: Int, x: Int) -> Int: ...
def places_of(player: Int, *w: Int) -> Int: ...
def places_to_win(player: Int, *w: Int) -> Int: ...

# Endgames: where the numbers in play lie, and what else a position can have.
ENDGAMES: bool
CELLS: tuple[tuple[int, int, int], ...]
OTHERS: int
OTHER_MASKS: tuple[int, ...]
OTHER_VALUES: tuple[tuple[int, ...], ...]

# Many games at once: the moves there are, a pass and turns of several steps among them, for which
# there is room.
ACTIONS: int
PASSES: bool
ROOM: int
SEATS: int
TURNS: bool

def legal_actions(*w_legal_row: Int) -> Int: ...
def observe(player: Int, *w_seen_row: Int) -> None: ...
def unfinished(*w: Int) -> bool: ...
