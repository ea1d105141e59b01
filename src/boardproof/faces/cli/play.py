"""`boardproof play`."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from time import perf_counter

import click

from ...drawing.text import sizes
from ...engines.contract import Engine
from ...engines.planner import engine_for, runner
from ...engines.starts import random_start
from ...errors import BadInput, IllegalMove, UnreadableMove
from ...players import Chooser, make_player, prepare
from ...players.records import (
    describe_ending,
    is_repetition,
    nth_record,
    repeated_ending,
    replay_record,
)
from ...positions.moves import Move, MoveNames, turn_of
from ...positions.notation import read_position, write_position
from ...positions.position import Position
from ...questions.explain import Explainer
from ...rules.game import Game
from ...rules.parameters import spell
from ...suggest import suggest
from .completion import complete_game, complete_words
from .options import WHOLE, engine_option, load_rules
from .progress import thinking_shown
from .terminal import echo_board, echo_grounds, warn_of_defects
from .traces import echo_trace

#: A player who thinks for so many seconds is told to have done so.
LONG = 0.5

HELP = """\
  MOVE       make a move, by its name as `moves` lists it
  moves      list the legal moves
  undo       return to your last choice
  position   print the position string, for --position
  help       print this list
  quit       leave the game"""


@click.command("play", context_settings={"ignore_unknown_options": True})
@click.argument("game", required=False, shell_complete=complete_game)
@click.argument("words", nargs=-1, metavar="[NAME=VALUE]...", shell_complete=complete_words)
@click.option("--seed", type=WHOLE, help="Random seed, for reproducible games.")
@click.option(
    "--position", "text", metavar="STR", help="Use this position instead of the first one."
)
@click.option(
    "--replay", "saved", metavar="FILE", help="Replay a saved game, or continue from a trace."
)
@click.option(
    "--number", default=1, type=WHOLE, help="The number of the game in the file.  [default: 1]"
)
@click.option("--explain", is_flag=True, help="Show what each move changes, step by step.")
@engine_option("auto")
def command(
    game: str | None,
    words: tuple[str, ...],
    seed: int | None,
    text: str | None,
    saved: str | None,
    number: int,
    explain: bool,
    engine: str,
) -> None:
    """Play a game in the terminal, at any seat.

    --SEAT PLAYER seats a player: --P0 human --P1 smart:depth=6,time=2. Other seats are human.
    """
    if game is not None and game.startswith("--"):
        words, game = (game, *words), None
    seats, words = _split_seats(words)
    if saved is not None and saved.endswith(".json"):
        _go_on(saved, game, words, seats, Random(seed), engine, explain)
        return
    if game is None:
        raise BadInput("name a game: boardproof play GAME, or play --replay trace.json")
    rules = load_rules(game, words)
    chosen = engine_for(engine, rules)
    if saved is not None:
        _show_again(chosen, Path(saved), number)
        return
    chance = Random(seed)
    start = random_start(rules, chance) if text is None else read_position(rules.game, text)
    warn_of_defects(chosen, start)
    seated = _seated(rules.game, seats, chance)
    for player in seated.values():
        if player is not None:
            prepare(player, chosen)
    table = PlaySession(chosen, seated, start)
    table.explainer = Explainer(rules) if explain else None
    table.play()


def _show_again(engine: Engine, file: Path, number: int) -> None:
    """Replay a saved game, board by board."""
    try:
        record = nth_record(file.read_text(encoding="utf-8"), number)
    except (OSError, UnicodeDecodeError) as failure:
        raise BadInput(f"{file} cannot be read: {failure}") from None
    positions = replay_record(engine, record)
    click.echo(", ".join(f"{seat}: {who}" for seat, who in record.seats.items()))
    echo_board(positions[0])
    for name, before, after in zip(record.moves, positions, positions[1:], strict=False):
        click.echo(f"{engine.player_to_move(before)} plays {name}")
        echo_board(after)
    click.echo(click.style(describe_ending(engine, positions), bold=True))
    echo_grounds(engine.rules, positions[-1])


def _go_on(
    saved: str,
    game: str | None,
    words: tuple[str, ...],
    seats: dict[str, str],
    random: Random,
    engine: str,
    explain: bool,
) -> None:
    """Replay a saved trace and continue from its end; undo goes back along it."""
    from ...questions.traces import read_trace, replay_trace, same_rules

    trace = read_trace(saved)
    given = tuple(f"{name}={spell(value)}" for name, value in trace.parameters.items())
    rules = load_rules(game or trace.game, words or given)
    if not same_rules(rules, trace):
        raise BadInput(f"{saved} is a trace of another game, or of other parameters")
    chosen = engine_for(engine, rules)
    *way_back, end = replay_trace(chosen, trace)
    echo_trace(rules.game, trace)
    table = PlaySession(chosen, _seated(rules.game, seats, random), end)
    table.way_back = way_back
    table.explainer = Explainer(rules) if explain else None
    table.play()


def _split_seats(words: tuple[str, ...]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Split the words into seats (`--P1 random`, `--P1=random`) and the game's parameters."""
    seats: dict[str, str] = {}
    rest: list[str] = []
    left = iter(words)
    for word in left:
        if not word.startswith("--"):
            rest.append(word)
            continue
        name, equals, who = word[2:].partition("=")
        who = who if equals else next(left, "")
        if not who or who.startswith("--"):
            raise BadInput(f"--{name} names no player: write --{name} human or --{name} random")
        seats[name] = who
    return seats, tuple(rest)


def _seated(game: Game, seats: dict[str, str], random: Random) -> dict[str, Chooser | None]:
    """Seat the players; a human is None."""
    names = {player.casefold(): player for player in game.players}
    for name in seats:
        if name.casefold() not in names:
            hint = suggest(name, game.players, f"seats are {', '.join(game.players)}", "--{}")
            raise BadInput(f"there is no option or seat --{name}: {hint}")
    chosen = {names[name.casefold()]: who for name, who in seats.items()}
    return {
        player: None
        if chosen.get(player, "human") == "human"
        else make_player(chosen[player], random)
        for player in game.players
    }


class PlaySession:
    """A game being played: the engine, who sits where, and the positions to return to."""

    #: Explains each move step by step, where that is wanted.
    explainer: Explainer | None = None

    def __init__(self, engine: Engine, seats: dict[str, Chooser | None], start: Position) -> None:
        self.engine, self.seats, self.position = engine, seats, start
        self.names, self.rules = MoveNames(engine.moves), runner(engine.rules)
        self.way_back: list[Position] = []
        #: The steps that a human has made of a turn that is not over.
        self.begun: tuple[Move, ...] = ()
        self.watched = all(seats.values())
        #: Without a human to leave it, a game that repeats itself is ended.
        self.passed = [start]

    def play(self) -> None:
        """Play until the game is over, stuck, or left."""
        if self.watched:
            self._show()
        while self.engine.legal_moves(self.position):
            if self.watched and is_repetition(self.passed):
                click.echo(
                    click.style(repeated_ending(self.engine.rules, self.position), bold=True)
                )
                return
            mover = self.engine.player_to_move(self.position)
            assert mover is not None
            move = self._choose(mover)
            if move is None:
                click.echo(f"left at {write_position(self.position)}")
                return
            if isinstance(move, Move):
                self._make(mover, move)
            else:
                self.position = move
        self._close()

    def _choose(self, mover: str) -> Move | Position | None:
        """Get a move, a position to go back to, or None to leave."""
        player = self.seats[mover]
        if player is None:
            return self._ask(mover)
        began = perf_counter()
        with thinking_shown(f"{mover} ({player.name}) is thinking"):
            move = player.choose(self.engine, self.position)
        seconds = perf_counter() - began
        after = f" after {seconds:.1f} s" if seconds >= LONG else ""
        click.echo(f"{mover} ({player.name}) plays {move}{after}")
        return move

    def _make(self, mover: str, move: Move) -> None:
        if self.explainer is not None:
            click.echo(self.explainer.explain(self.position, move))
        self.position = self.engine.successor(self.position, move)
        if self.watched:
            self.passed.append(self.position)
            self._show()
        alone = len(self.engine.rules.game.players) == 1
        if not alone and self.engine.player_to_move(self.position) == mover:
            click.echo(f"{mover} gets another turn")

    def _show(self) -> None:
        echo_board(self.position)
        counted = sizes(self.rules, self.position)
        if counted:
            click.echo(click.style(counted, dim=True))

    def _close(self) -> None:
        if not self.watched:
            self._show()
        result = self.engine.result(self.position)
        if result is None:
            mover = self.engine.player_to_move(self.position)
            click.echo(f"stuck: {mover} has no legal move, and the game is not over")
            return
        points = getattr(result, "points", {})
        score = ", ".join(f"{player} {value}" for player, value in points.items())
        click.echo(click.style(f"{result}{' (' + score + ')' if score else ''}", bold=True))
        echo_grounds(self.engine.rules, self.position)

    # -- a human's turn ---------------------------------------------------------------------

    def _ask(self, mover: str) -> Move | Position | None:
        """Show the board and read lines until one is a legal move, undo or quit."""
        self._show()
        self.begun = ()
        expected = self.engine.expected(self.position)
        prompt = f"{mover} to move{f' ({expected})' if expected else ''}: "
        while True:
            word = self._read(prompt)
            if word == "quit":
                return None
            if word == "undo" and self.begun:
                self.begun = ()
                continue
            if word == "undo" and self.way_back:
                return self.way_back.pop()
            move = self._understood(word)
            if move is not None:
                self.way_back.append(self.position)
                return move

    def _read(self, prompt: str) -> str:
        try:
            click.echo(prompt, nl=False)
            line = sys.stdin.readline() if sys.stdin else ""
        except UnicodeDecodeError:
            return "?"
        if not line:
            click.echo()
            at = write_position(self.position)
            raise BadInput(f"the input ended before the game did, at {at}")
        if not sys.stdin.isatty():
            click.echo(line.rstrip("\n"))
        return line.strip()

    def _understood(self, word: str) -> Move | None:
        """Return the legal move that a line names; answer any other line."""
        if word in ("", "help", "?"):
            click.echo(HELP)
        elif word == "moves":
            click.echo(" ".join(move.name for move in self.engine.legal_moves(self.position)))
        elif word == "undo":
            click.echo("there is nothing to undo")
        elif word == "position":
            click.echo(write_position(self.position))
        else:
            return self._legal(word)
        return None

    def _legal(self, word: str) -> Move | None:
        try:
            move = self.names.read(word)
            if self.engine.rules.has_turns:
                move = turn_of([*self.begun, *move.steps])
                if self._goes_on(move):
                    return None
            self.engine.successor(self.position, move)
        except (UnreadableMove, IllegalMove) as wrong:
            click.echo(f"{wrong} (`moves` lists the legal moves, `help` the commands)")
            return None
        return move

    def _goes_on(self, begun: Move) -> bool:
        """Keep the steps of a turn that is not over, and say how it can go on."""
        done = begun.steps
        ahead = [turn.steps for turn in self.engine.legal_moves(self.position)]
        onward = [steps[len(done)].name for steps in ahead if steps[: len(done)] == done != steps]
        if onward:
            self.begun = done
            click.echo(f"{begun}, and on: {' '.join(dict.fromkeys(onward))}")
        return bool(onward)
