"""Peers: each game once more, in plain Python straight from its text, without boardproof.

A peer is a class made with the game's parameters. It has
    start            the first state, a hashable value
    moves(state)     {move name: next state}, empty when the game is over
    ending(state)    the result in words, None while the game goes on
    mover(state)     who is to move
    variables(state) the values that the rulebook's state variables have
"""

from .brute import count, perft, solve
from .connect_four import ConnectFour
from .dstru_tac_toe import DstruTacToe
from .kalah import Kalah
from .pong_hau_ki import PongHauKi
from .territory import Territory
from .tic_tac_toe import TicTacToe

PEERS = {
    "connect-four": ConnectFour,
    "dstru-tac-toe": DstruTacToe,
    "kalah": Kalah,
    "pong-hau-ki": PongHauKi,
    "territory": Territory,
    "tic-tac-toe": TicTacToe,
}

__all__ = ["PEERS", "count", "perft", "solve"]
