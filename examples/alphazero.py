"""A small AlphaZero for any rulebook, judged by what solving the game says of its moves.

    pip install torch
    python examples/alphazero.py tic-tac-toe --minutes 2 --out tic-tac-toe.svg
    python examples/alphazero.py connect-four columns=4 rows=4 --minutes 5

Nothing here knows a game. Many games are played at once on machine code (`boardproof.batch`), one
small network looks at the planes of their positions, and tree searches in step with each other make
its training data. `boardproof.players.judge` compares its choices with perfect play: in how many
positions they keep the value, and what they give away, ply by ply.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import nn

import boardproof
from boardproof.batch import Batch, BatchState
from boardproof.players.judge import Judgement, judge
from boardproof.reading.loader import find_game, parse_parameters

Array = np.ndarray[Any, Any]

torch.set_num_threads(1)  # of so small a network, more threads mostly wait for each other


class Network(nn.Module):
    """Sees the planes of a position; prefers some moves, and knows its worth to each player."""

    def __init__(self, shape: tuple[int, int, int], actions: int, players: int) -> None:
        super().__init__()
        planes, rows, columns = shape
        width = 48
        self.enter = nn.Conv2d(planes, width, 3, padding=1)
        self.inner = nn.ModuleList(nn.Conv2d(width, width, 3, padding=1) for _ in range(4))
        self.leave = nn.Linear(width * rows * columns, 128)
        self.policy, self.worth = nn.Linear(128, actions), nn.Linear(128, players)

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return preferences, as logits, and worths between -1 and 1."""
        x = torch.relu(self.enter(seen))
        for first, second in zip(self.inner[::2], self.inner[1::2], strict=True):
            x = torch.relu(x + second(torch.relu(first(x))))
        x = torch.relu(self.leave(x.flatten(1)))
        return self.policy(x), torch.tanh(self.worth(x))


@dataclass
class Tree:
    """Search trees of many games, in step: a row for each game, a column for each node."""

    prior: Array
    visits: Array
    total: Array
    child: Array
    mover: Array
    worth: Array
    ended: Array
    words: list[Array]

    @classmethod
    def of(cls, batch: Batch, games: int, nodes: int) -> Tree:
        """Return trees without any node, with room for some."""
        edges = (games, nodes, batch.num_actions)
        return cls(
            prior=np.zeros(edges, np.float32),
            visits=np.zeros(edges, np.float32),
            total=np.zeros(edges, np.float32),
            child=np.zeros(edges, np.int32),
            mover=np.zeros((games, nodes), np.int32),
            worth=np.zeros((games, nodes, batch.num_players), np.float32),
            ended=np.zeros((games, nodes), bool),
            words=[np.zeros((games, nodes), np.uint64) for _ in range(batch.engine.layout.words)],
        )


class Learner:
    """A network that learns a game from games against itself."""

    def __init__(self, batch: Batch, seed: int = 0) -> None:
        torch.manual_seed(seed)
        self.batch, self.chance = batch, np.random.default_rng(seed)
        self.network = Network(batch.observation_shape, batch.num_actions, batch.num_players)
        self.optimizer = torch.optim.AdamW(self.network.parameters(), lr=2e-3, weight_decay=1e-4)
        self.most = self._largest_reward()

    def _largest_reward(self) -> float:
        """Return about the most that a game pays, as random games show it."""
        state, most = self.batch.init(512, seed=1), 1.0
        while not (state.terminated | state.truncated).all():
            state = self.batch.step(state, self.batch.random_actions(state))
            most = max(most, float(np.abs(state.rewards).max()))
        return most

    def look(self, state: BatchState) -> tuple[Array, Array]:
        """Return the network's probability of each legal move, and the worth to each player."""
        with torch.no_grad():
            logits, worth = self.network(self._seen(state.observation))
        masked = np.where(state.legal_action_mask, logits.numpy(), -np.inf)
        masked -= np.max(masked, axis=1, keepdims=True, where=state.legal_action_mask, initial=-1e9)
        odds = np.exp(masked)
        return odds / np.maximum(odds.sum(axis=1, keepdims=True), 1e-9), worth.numpy()

    def _seen(self, observation: Array) -> torch.Tensor:
        scale = self.batch.scale.reshape(-1, 1, 1)
        return torch.from_numpy((observation / scale).astype(np.float32))

    # -- search -----------------------------------------------------------------------------

    def search(self, state: BatchState, simulations: int, noise: float = 0.0) -> Array:
        """Return how often each move of each game was tried in a tree search."""
        games = len(state.step_count)
        tree = Tree.of(self.batch, games, simulations + 1)
        everybody = np.arange(games)
        self._plant(tree, everybody, 0, state, state.terminated)
        if noise:
            drawn = self.chance.gamma(0.6, size=tree.prior[:, 0].shape) * state.legal_action_mask
            drawn /= np.maximum(drawn.sum(axis=1, keepdims=True), 1e-9)
            tree.prior[:, 0] = (1 - noise) * tree.prior[:, 0] + noise * drawn
        for node in range(1, simulations + 1):
            self._simulate(tree, everybody[~tree.ended[:, 0]], node)
        return tree.visits[:, 0]

    def _simulate(self, tree: Tree, games: Array, node: int) -> None:
        """Walk down each tree to a move that was never made, make it, and note what it led to."""
        at, walking, path = np.zeros_like(games), np.ones(len(games), bool), []
        last, move = at.copy(), at.copy()
        while walking.any():
            rows, here = games[walking], at[walking]
            best = self._preferred(tree, rows, here)
            path.append((rows, here, best))
            last[walking], move[walking] = here, best
            following = tree.child[rows, here, best]
            at[walking] = following
            walking[walking] = (following > 0) & ~tree.ended[rows, following]
        fresh = at == 0
        if fresh.any():
            self._grow(tree, games[fresh], last[fresh], move[fresh], node)
            at[fresh] = node
        worth = np.zeros((len(tree.mover), self.batch.num_players), np.float32)
        worth[games] = tree.worth[games, at]
        for rows, here, best in path:
            tree.visits[rows, here, best] += 1
            tree.total[rows, here, best] += worth[rows, tree.mover[rows, here]]

    def _preferred(self, tree: Tree, rows: Array, here: Array) -> Array:
        """Return the move of a node that promises most: by its worth, and for lack of visits."""
        visits, prior = tree.visits[rows, here], tree.prior[rows, here]
        mean = tree.total[rows, here] / np.maximum(visits, 1)
        reach = 1.5 * np.sqrt(visits.sum(axis=1, keepdims=True) + 1)
        return np.where(prior > 0, mean + reach * prior / (1 + visits), -np.inf).argmax(axis=1)

    def _grow(self, tree: Tree, games: Array, last: Array, move: Array, node: int) -> None:
        words = tuple(np.ascontiguousarray(column[games, last]) for column in tree.words)
        size, over = len(games), np.zeros(len(games), bool)
        empty = np.zeros((size, 0))
        mover = np.ascontiguousarray(tree.mover[games, last])
        before = BatchState(mover, empty, empty, empty, over, over, np.zeros(size, np.int32), words)
        after = self.batch.step(before, move)
        tree.child[games, last, move] = node
        self._plant(tree, games, node, after, after.terminated)
        tree.worth[games, node] = np.where(
            after.terminated[:, None], after.rewards / self.most, tree.worth[games, node]
        )

    def _plant(self, tree: Tree, games: Array, node: int, state: BatchState, over: Array) -> None:
        """Write what is known of a position into the trees."""
        tree.prior[games, node], tree.worth[games, node] = self.look(state)
        tree.prior[games, node] += 1e-6 * state.legal_action_mask
        tree.mover[games, node], tree.ended[games, node] = state.current_player, over
        for column, word in zip(tree.words, state.words, strict=True):
            column[games, node] = word

    # -- learning ---------------------------------------------------------------------------

    def play(self, games: int, simulations: int) -> tuple[Array, Array, Array]:
        """Play against itself; return positions, how moves were tried there, what games paid."""
        state = self.batch.init(games)
        seen, tried, owner = list[Array](), list[Array](), list[Array]()
        paid = np.zeros((games, self.batch.num_players), np.float32)
        alive = np.flatnonzero(~(state.terminated | state.truncated))
        state = _rows(state, alive)
        while len(alive):
            visits = self.search(state, simulations, noise=0.25)
            odds = visits / visits.sum(axis=1, keepdims=True)
            seen.append(state.observation)
            tried.append(odds)
            owner.append(alive)
            chosen = (odds.cumsum(axis=1) > self.chance.random((len(alive), 1))).argmax(axis=1)
            state = self.batch.step(state, chosen)
            paid[alive] += state.rewards
            on = ~(state.terminated | state.truncated)
            alive, state = alive[on], _rows(state, np.flatnonzero(on))
        return np.concatenate(seen), np.concatenate(tried), paid[np.concatenate(owner)] / self.most

    def learn(self, seen: Array, tried: Array, paid: Array, rounds: int = 2) -> float:
        """Fit the network to what searches preferred and games paid; return the mean loss."""
        losses = []
        for _ in range(rounds):
            for rows in np.array_split(
                self.chance.permutation(len(seen)), max(1, len(seen) // 256)
            ):
                logits, worth = self.network(self._seen(seen[rows]))
                aim, result = torch.from_numpy(tried[rows]), torch.from_numpy(paid[rows])
                policy = -(aim * torch.log_softmax(logits, dim=1)).sum(dim=1).mean()
                loss = policy + ((worth - result) ** 2).mean()
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
                losses.append(float(loss.detach()))
        return float(np.mean(losses))


def _rows(state: BatchState, rows: Array) -> BatchState:
    """Return some of the games of a state."""
    parts = {name: value for name, value in vars(state).items() if name != "words"}
    taken = {name: np.ascontiguousarray(value[rows]) for name, value in parts.items()}
    words = tuple(np.ascontiguousarray(word[rows]) for word in state.words)
    return BatchState(**taken, words=words)


@dataclass
class LearntPlayer:
    """Plays what a network prefers, or what a search with it does."""

    learner: Learner
    simulations: int = 0
    name: str = "learnt"

    def choose(self, engine: Any, position: Any) -> Any:
        """Choose a legal move of a position; a turn of several steps is chosen step by step."""
        batch, turns, steps = self.learner.batch, engine.legal_moves(position), []
        state = batch.at([position])
        while True:
            action = self._preferred(state)
            steps.append(batch.moves[action])
            whole = [turn for turn in turns if list(turn.steps) == steps]
            if whole:
                return whole[0]
            state = batch.step(state, [action])

    def _preferred(self, state: BatchState) -> int:
        scores = (
            self.learner.search(state, self.simulations)
            if self.simulations
            else self.learner.look(state)[0]
        )
        return int(np.where(state.legal_action_mask, scores, -1)[0].argmax())


@dataclass
class Report:
    """What was seen of a learner on its way: judgements after some minutes of training."""

    judged: list[tuple[float, Judgement]] = field(default_factory=list)

    def svg(self, title: str) -> str:
        """Plot the share of positions where the value is kept, and the regret by ply."""
        shares = [
            [(at, getattr(one.total, name)) for at, one in self.judged]
            for name in ("accuracy", "critical_accuracy")
        ]
        plies = [
            [(ply, group.regret) for ply, group in enumerate(one.by_ply)]
            for _, one in (self.judged[0], self.judged[-1])
        ]
        left = _chart(shares, ("all positions", "critical ones"), "minutes", "value kept", 0)
        right = _chart(plies, ("untrained", "trained"), "ply", "mean regret", 380)
        head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 280" role="img">'
        style = "<style>text{font:12px sans-serif}polyline{fill:none;stroke-width:2}</style>"
        named = f'<title>{title}</title>{style}<text x="20" y="18">{title}</text>'
        return f"{head}{named}{left}{right}</svg>\n"


def _chart(
    lines: list[list[tuple[float, float]]], names: tuple[str, ...], across: str, up: str, x: float
) -> str:
    """Draw some lines in one frame, the first dashed."""
    points = [point for line in lines for point in line]
    wide = max(1e-9, *(at for at, _ in points))
    high = max(1e-9, *(value for _, value in points))
    parts = [f'<path d="M{x + 60} 40V220H{x + 350}" fill="none" stroke="#888"/>']
    parts += [f'<text x="{x + 20}" y="34">{up}, up to {high:.3g}</text>']
    parts += [f'<text x="{x + 230}" y="240">{across}, up to {wide:.3g}</text>']
    for number, (line, name) in enumerate(zip(lines, names, strict=True)):
        spots = " ".join(
            f"{x + 60 + 280 * at / wide:.1f},{220 - 170 * value / high:.1f}" for at, value in line
        )
        ink = f'stroke="{"#888" if number == 0 else "#06c"}"'
        dash = ' stroke-dasharray="5 4"' if number == 0 else ""
        parts.append(f'<polyline points="{spots}" {ink}{dash}/>')
        parts.append(f'<path d="M{x + 60 + 130 * number} 262h24" {ink}{dash} stroke-width="2"/>')
        parts.append(f'<text x="{x + 90 + 130 * number}" y="266">{name}</text>')
    return "".join(parts)


def train(
    rules: Any,
    minutes: float,
    most: int | None = None,
    games: int = 128,
    simulations: int = 32,
    sample: int = 100,
    seed: int = 0,
    looks: int = 4,
) -> tuple[Learner, Report]:
    """Train for some minutes, or `most` rounds; judge the bare network before, between and after.

    A round plays games, and learns from them and from those of the rounds before it.
    """
    batch = Batch(rules, max_steps=200, seed=seed)
    learner, report = Learner(batch, seed), Report()
    spent, kept, rounds = 0.0, list[tuple[Array, Array, Array]](), 0
    while True:
        done = spent / (60 * minutes) if most is None else rounds / most
        if done >= len(report.judged) / looks:
            judged = judge(rules, chooser=LearntPlayer(learner), sample=sample, seed=seed)
            report.judged.append((spent / 60, judged))
            print(f"{spent / 60:5.1f} min, {rounds:4} rounds: {judged}", flush=True)
        if done >= 1:
            return learner, report
        began = time.perf_counter()
        kept = [*kept[-7:], learner.play(games, simulations)]
        learner.learn(*(np.concatenate(part) for part in zip(*kept, strict=True)))
        rounds, spent = rounds + 1, spent + time.perf_counter() - began


def main() -> None:
    """Train, judge and plot, as the command line says."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", maxsplit=1)[0])
    parser.add_argument("game")
    parser.add_argument("parameters", nargs="*", metavar="NAME=VALUE")
    parser.add_argument("--minutes", type=float, default=2.0, help="how long to train")
    parser.add_argument(
        "--sample", type=int, default=100, help="positions of a ply to judge; 0: all"
    )
    parser.add_argument("--simulations", type=int, default=32, help="moves tried in a search")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", metavar="FILE.svg", help="where to plot what was judged")
    given = parser.parse_args()
    parameters = parse_parameters(find_game(given.game), tuple(given.parameters))
    rules = boardproof.load(given.game, **parameters)
    learner, report = train(
        rules, given.minutes, simulations=given.simulations, sample=given.sample, seed=given.seed
    )
    player = LearntPlayer(learner, given.simulations, "learnt, with search")
    judged = judge(rules, chooser=player, sample=min(given.sample or 20, 20), seed=given.seed)
    print(judged)
    for group in report.judged[-1][1].by_ply:
        print(f"  {group.group:7} {100 * group.accuracy:6.1f} %  regret {group.regret:.3f}")
    if given.out:
        with open(given.out, "w", encoding="utf-8") as file:
            file.write(report.svg(f"{rules.game.identity}: a learner against perfect play"))


if __name__ == "__main__":
    main()
