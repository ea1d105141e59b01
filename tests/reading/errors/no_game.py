# The file holds no game.
from boardproof.rules import *


class Wrong:
    pass
