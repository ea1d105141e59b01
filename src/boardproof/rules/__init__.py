"""The rule language: everything a rulebook imports.

domains      Grid  Ring  Range  Players  Domain            finite sets, in order
boards       Graph  Hexagons  Triangle  Edges              of other shapes than a rectangle
state        Flag  Count  One  Subset  Map  Turn           what a position is made of
rules        Game  move  derived  require  any_position    what may be done, and from where
results      Win  Draw  Score  Pass                        how it ends, or goes on
questions    predicate  forbidden  always  never  reachable  preserved  step
claims       implies  terminates  force  eventually  until  example  conjecture
text         Parameter  Reading                            sizes, and how a text is read
paper        Rows  Sides                                   how a board is laid out
"""

from .board_layout import Rows, Sides
from .boards import Edges, Graph, Hexagons, Triangle
from .claims import Claim, conjecture, eventually, example, force, implies, terminates, until
from .decorators import (
    always,
    derived,
    forbidden,
    move,
    never,
    predicate,
    preserved,
    reachable,
    require,
    step,
)
from .domains import Domain, Players, Range, Ring
from .elements import Element, Player
from .game import Game
from .grids import Cell, Grid
from .parameters import Parameter, Reading
from .results import Draw, Pass, Result, Score, Win
from .starts import any_position
from .state import Count, Flag, Map, One, Subset, Turn

__all__ = [
    "Cell",
    "Claim",
    "Count",
    "Domain",
    "Draw",
    "Edges",
    "Element",
    "Flag",
    "Game",
    "Graph",
    "Grid",
    "Hexagons",
    "Map",
    "One",
    "Parameter",
    "Pass",
    "Player",
    "Players",
    "Range",
    "Reading",
    "Result",
    "Ring",
    "Rows",
    "Score",
    "Sides",
    "Subset",
    "Triangle",
    "Turn",
    "Win",
    "always",
    "any_position",
    "conjecture",
    "derived",
    "eventually",
    "example",
    "forbidden",
    "force",
    "implies",
    "move",
    "never",
    "predicate",
    "preserved",
    "reachable",
    "require",
    "step",
    "terminates",
    "until",
]
