# The file holds two games and nobody says which.
from boardproof.rules import *


class One(Game):
    pass


class Two(Game):
    pass
