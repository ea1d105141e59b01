# Setup raises an error of several lines.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        raise ValueError("one\n  two")
