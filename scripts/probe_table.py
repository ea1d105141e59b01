"""Holds a tablebase to the weak search on random positions, which knows nothing of the table.

    python scripts/probe_table.py TABLE LOG [--positions 1000] [--seconds 60]

Every position that was compared is a line of LOG; what is there is not searched again. So the
script may be stopped at any time, and goes on where it was. The exit status is 1 where a value
differs.
"""

import argparse
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from boardproof.engines.game_search import SearchStopped
from boardproof.engines.planner import plan
from boardproof.engines.profile import SEARCH
from boardproof.positions.notation import write_position
from boardproof.positions.position import Position
from boardproof.questions.value_bounds import ValueBounds
from boardproof.tablebase import open_tablebase

#: The bytes of the search's table, and how many endgames are computed first.
ROOM, ENDGAMES = 1 << 28, 1 << 22


def random_positions(engine: Any, seed: int) -> Iterator[tuple[int, Position]]:
    """Yield positions of random games that are not over, each once, with their ply."""
    chance, seen = Random(seed), set[Position]()
    while True:
        game, position = [], engine.initial()
        while following := engine.successors(position):
            game.append(position)
            position = chance.choice(following)[1]
        ply = chance.randrange(len(game))
        if game[ply] not in seen:
            seen.add(game[ply])
            yield ply, game[ply]


def searched(engine: Any, search: Any, position: Position, seconds: float) -> int | None:
    """Return what a position is worth to the first player, None where the time is over before."""
    end = perf_counter() + seconds
    bounds = ValueBounds(engine, search, position, engine.rules.game.players.elements[0])
    guess = 0
    with suppress(SearchStopped):
        for depth in (8, 16, search.deepest):
            guess = bounds.converge(depth, guess, lambda nodes: perf_counter() < end)
            if bounds.settled:
                return bounds.margin(bounds.least)
    return None


def main() -> int:
    """Compare positions until there are as many as asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table")
    parser.add_argument("log", type=Path)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    table = open_tablebase(given.table)
    engine = plan(SEARCH, table.rules).make()
    search = engine.search(ROOM, endgames=ENDGAMES)
    first = engine.rules.game.players.elements[0]
    lines = given.log.read_text().splitlines() if given.log.exists() else []
    known = {line["position"]: line for line in map(json.loads, lines)}
    compared = wrong = left = 0
    with given.log.open("a") as log:
        for ply, position in random_positions(engine, given.seed):
            text = write_position(position)
            if text not in known:
                value = searched(engine, search, position, given.seconds)
                stored = table.probe(position).value[first]
                line = {"ply": ply, "position": text, "table": stored, "search": value}
                known[text] = line
                log.write(json.dumps(line) + "\n")
                log.flush()
                os.fsync(log.fileno())
            line = known[text]
            left += line["search"] is None
            compared += line["search"] is not None
            wrong += line["search"] not in (None, line["table"])
            if compared == given.positions:
                break
    print(f"{compared} positions compared, {wrong} differ; {left} took too long to search")
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
