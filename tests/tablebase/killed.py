"""Builds a tablebase again and again, killed each time at another moment, then to the end.

    python killed.py FOLDER ENGINE GAME [name=value ...] -- MOMENT ...

A moment is the number of the file operation before which the child is killed, or a time as `0.2s`.
The disk engine keeps its layers in FOLDER-layers.
"""

import os
import signal
import sys
import threading
from pathlib import Path

from boardproof.limits import Limits
from boardproof.reading.loader import find_game, make_game, parse_parameters
from boardproof.reading.reader import read
from boardproof.tablebase import build_tablebase


def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)


def die_before(folder, operation):
    """Kill this process before it opens or renames a file of the folder for the n-th time."""
    seen = 0

    def limits(event, arguments):
        nonlocal seen
        if event in ("open", "os.rename", "os.remove") and str(arguments[0]).startswith(folder):
            seen += 1
            if seen == operation:
                die()

    sys.addaudithook(limits)


def main():
    split = sys.argv.index("--")
    folder, engine, game, *words = sys.argv[1:split]
    cls = find_game(game)
    rules = read(make_game(cls, parse_parameters(cls, tuple(words))))
    limits = Limits(threads=1, disk=f"{folder}-layers" if engine == "disk" else None)
    for moment in sys.argv[split + 1 :]:
        child = os.fork()
        if child == 0:
            if moment.endswith("s"):
                threading.Timer(float(moment[:-1]), die).start()
            else:
                die_before(folder, int(moment))
            build_tablebase(rules, folder, engine, limits)
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        opens = (Path(folder) / "manifest.json").exists()
        print("killed" if os.WIFSIGNALED(status) else "done", "opens" if opens else "closed")
    build_tablebase(rules, folder, engine, limits)


if __name__ == "__main__":
    main()
