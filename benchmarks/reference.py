"""How fast the plain engines expand positions. Run: python benchmarks/reference.py

Expanding a position is: is it over, which moves are legal, where does each lead. CPU time, the
median of several rounds, each round over all games, so that a busy machine is busy for all of them.
"""

import time
from statistics import median

from boardproof import load, make_engine
from boardproof.engines.contract import Engine
from boardproof.positions.position import Position

GAMES = {
    "tic-tac-toe": {},
    "territory": {},
    "kalah holes=3 beans=2": {"holes": 3, "beans": 2},
    "connect-four 3×3, three players": {"columns": 3, "rows": 3, "connect": 3, "players": 3},
}
ROUNDS = 5


def reachable(engine: Engine) -> list[Position]:
    found, layer = {}, [engine.initial()]
    while layer:
        found.update(dict.fromkeys(layer))
        after = {target for p in layer for _, target in engine.successors(p)}
        layer = [position for position in after if position not in found]
    return list(found)


def rate(engine: Engine, positions: list[Position]) -> float:
    started = time.process_time()
    for position in positions:
        engine.successors(position)
    return len(positions) / (time.process_time() - started)


def main() -> None:
    cases = []
    for label, parameters in GAMES.items():
        rules = load(label.split()[0], **parameters)
        engines = [make_engine(name, rules) for name in ("reference", "ir")]
        cases.append((label, engines, reachable(engines[0])))
    rates: dict[tuple[str, str], list[float]] = {}
    for _ in range(ROUNDS):
        for label, engines, positions in cases:
            for engine in engines:
                rates.setdefault((label, engine.name), []).append(rate(engine, positions))
    print(f"{'positions expanded per CPU second':<34}{'reference':>12}{'ir':>12}{'ratio':>8}")
    for label, _, _ in cases:
        reference, ir = (median(rates[label, name]) for name in ("reference", "ir"))
        print(f"{label:<34}{reference:>12,.0f}{ir:>12,.0f}{ir / reference:>8.2f}")


if __name__ == "__main__":
    main()
