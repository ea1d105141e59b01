"""Games on a cluster, compared with the same in one process: a program of its own.

python compared.py ADDRESS FOLDER GAME ...
"""

import gc
import sys
from hashlib import sha256
from pathlib import Path
from random import Random

from boardproof.engines.cluster.engine import ClusterEngine
from boardproof.engines.compiled.engine import CompiledEngine
from boardproof.errors import BadInput, RuleBroken
from boardproof.faces.cli.options import load_rules
from boardproof.limits import Limits
from boardproof.reading.loader import load
from boardproof.reading.source import display_path
from boardproof.statespace.goals import Aim, Goal
from boardproof.tablebase import build_tablebase, merge_tablebase

OVERFULL = str(Path(__file__).parents[1] / "rulebooks" / "overfull.py")


def walk(engine, seed):
    """Yield the positions of a random game."""
    position, chance = engine.initial(), Random(seed)
    while True:
        yield position
        following = engine.successors(position)
        if not following:
            return
        _, position = chance.choice(following)


def goals(rules):
    players = list(rules.game.players)
    results = [Aim(results=frozenset({f"{player} wins"})) for player in players]
    results.append(Aim(results=frozenset({"draw"})))
    sides = [frozenset(players[:1]), frozenset(players[1:]), frozenset(players)]
    return [Goal(side, result) for side in sides if side for result in results]


def compare(game, address, folder):
    """Compare everything that is said of a game; return what differs."""
    name, *words = game.split()
    rules = load_rules(name, tuple(words))
    alone, many = CompiledEngine(rules), ClusterEngine(rules)
    here, there = Limits(threads=1), Limits(cluster=address, disk=folder / "layers")
    differs = []

    def same(what, one, other):
        if one != other:
            differs.append(f"{game}: {what}: {one} and {other}")

    same("count", alone.enumerate(here), many.enumerate(there))
    solved, shared = alone.solve(here), many.solve(there)
    same("values", solved.counts, shared.counts)
    same("spectrum", solved.spectrum(), shared.spectrum())
    wanted = goals(rules)
    forced, together = alone.attract(wanted, here), many.attract(wanted, there)
    same("forced", forced.counts, together.counts)
    same("forced at first", forced.forced_starts(), together.forced_starts())
    for position in walk(alone, seed=1):
        same(f"the value of {position}", solved.look(position), shared.look(position))
        same(f"forced from {position}", forced.forced(position), together.forced(position))
    build_tablebase(rules, folder / "compiled", "compiled", here)
    build_tablebase(rules, folder / "cluster", "cluster", there)
    same("files of the table", *(files(folder / name) for name in ("compiled", "cluster")))
    sharded = build_tablebase(rules, folder / "shards", "cluster", there, sharded=True)
    for position in walk(alone, seed=2):
        same(f"{position} in shards", solved.look(position), sharded.look(position))
    merge_tablebase(folder / "shards", folder / "merged", rules)
    same("merged files", *(files(folder / name) for name in ("compiled", "merged")))
    return differs


def files(folder):
    """Return the contents of a table, shortened."""
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def refusals(address, folder):
    """Yield what is told otherwise of another game's folder, and of rules that go wrong."""
    wrong = {
        ("mu-torere", folder / "0" / "layers"): "and the game here is mu-torere: choose another",
        (OVERFULL, folder / "overfull"): f"{display_path(OVERFULL)}:20:13: held cannot contain -1",
    }
    for (game, disk), line in wrong.items():
        try:
            ClusterEngine(load(game)).enumerate(Limits(cluster=address, disk=disk))
            yield f"{game} is not refused"
        except (BadInput, RuleBroken) as told:
            if line not in str(told):
                yield f"{game}: {told}"


def main(address, folder, *games):
    wrong = []
    for number, game in enumerate(games):
        wrong += compare(game, address, Path(folder) / str(number))
        gc.collect()  # shards leave their folders
    wrong += refusals(address, Path(folder))
    print(*wrong, f"{len(games)} games compared", sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
