"""`boardproof export`: a command for each language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

import click

from ...errors import BadInput
from ...export.exported import ExportedModel
from .arguments import game_and_words, question_of, rules_of
from .completion import complete_game, complete_words
from .options import echo_json, game_arguments, json_option, load_rules
from .output import check_writable, save_text


class ModuleFacts(TypedDict):
    """An exported module: its text, its configuration, and what it leaves out."""

    module: str
    text: str
    configuration: str
    invariants: list[str]
    left_out: list[str]


@dataclass(frozen=True)
class Files:
    """The endings of the files that an export writes: the model, and the one beside it."""

    model: str
    beside: str = ""

    def paths(self, out: str) -> list[Path]:
        """Return the files for `--out`, refused where they cannot be written."""
        path = Path(out)
        path = path if path.suffix == self.model else path.with_name(path.name + self.model)
        if not (path.stem.isidentifier() and path.stem.isascii()):
            raise BadInput(f"{path.stem!r} cannot name a module: use letters, digits and _")
        paths = [path, *([path.with_suffix(self.beside)] if self.beside else [])]
        for file in paths:
            check_writable(file)
        return paths


TLA, PROMELA = Files(".tla", ".cfg"), Files(".pml")
PRISM, PDDL = Files(".prism"), Files(".pddl", ".problem.pddl")

JSON = {f"export {name}": ModuleFacts for name in ("tla", "promela", "prism", "pddl")}


@click.group("export")
def command() -> None:
    """Export a rulebook to the language of another program."""


@command.command("tla")
@game_arguments
@click.option("--out", metavar="FILE", help="Write FILE.tla, and its configuration beside it.")
@json_option
def tla(game: str, words: tuple[str, ...], out: str | None, as_json: bool) -> None:
    """Export a rulebook as a TLA+ module that TLC can check.

    With --out, run it as: java -cp tla2tools.jar tlc2.TLC -deadlock FILE.tla
    (the end of a game has no next position, which is not a deadlock).
    """
    from ...export.tla import export_tla

    _export(lambda name: export_tla(load_rules(game, words), name), TLA, out, as_json)


@command.command("promela")
@game_arguments
@click.option("--out", metavar="FILE", help="Write FILE.pml.")
@json_option
def promela(game: str, words: tuple[str, ...], out: str | None, as_json: bool) -> None:
    """Export a rulebook as a Promela model that Spin can check.

    States are positions, and invariants are asserted. With --out, run it as:
    spin -a FILE.pml && gcc -O2 -DSAFETY -o pan pan.c && ./pan -m1000000
    """
    from ...export.promela import export_promela

    _export(lambda name: export_promela(load_rules(game, words), name), PROMELA, out, as_json)


@command.command("prism")
@game_arguments
@click.option("--out", metavar="FILE", help="Write FILE.prism.")
@json_option
def prism(game: str, words: tuple[str, ...], out: str | None, as_json: bool) -> None:
    """Export a rulebook as a PRISM mdp that Storm and PRISM can check.

    States are positions, choices are moves, results and invariants are labels.
    """
    from ...export.prism import export_prism

    _export(lambda name: export_prism(load_rules(game, words), name), PRISM, out, as_json)


@command.command("pddl")
@click.argument("game", shell_complete=complete_game)
@click.argument(
    "words", nargs=-1, metavar="[NAME=VALUE]... EXPRESSION", shell_complete=complete_words
)
@click.option("--out", metavar="FILE", help="Write FILE.pddl, and FILE.problem.pddl beside it.")
@json_option
def pddl(game: str, words: tuple[str, ...], out: str | None, as_json: bool) -> None:
    """Export a question of `find` as a planning task: a shortest plan is a shortest game.

    The expression, as in `find`, is the goal.
    """
    from ...export.pddl import export_pddl

    cls, split = game_and_words(game, words)
    goal = question_of(split)
    if not goal:
        raise BadInput('a plan needs a goal, as in `find`: boardproof export pddl GAME "A wins"')
    rules = rules_of(cls, split.parameters)
    _export(lambda name: export_pddl(rules, goal, name), PDDL, out, as_json)


def _export(
    write: Callable[[str], ExportedModel], files: Files, out: str | None, as_json: bool
) -> None:
    """Write a model under a name, save it if there is a file for it, and print what was done."""
    paths = files.paths(out) if out is not None else []
    model = write(paths[0].stem if paths else "")
    for path, text in zip(paths, (model.text, model.configuration), strict=False):
        save_text(path, text)
    if as_json:
        echo_json(_as_dict(model))
    elif paths:
        click.echo(f"{' and '.join(map(str, paths))}: {_summary(model)}")
    else:
        click.echo("\n".join(filter(None, _printed(model, files))), nl=False)


def _printed(model: ExportedModel, files: Files) -> list[str]:
    """Return what the terminal shows: TLC's configuration is a file that it needs as such."""
    return [model.text, model.configuration if files is PDDL else ""]


def _summary(model: ExportedModel) -> str:
    number = len(model.invariants)
    kept = "1 invariant" if number == 1 else f"{number} invariants"
    return f"{kept}; omitted: {', '.join(model.left_out)}" if model.left_out else kept


def _as_dict(model: ExportedModel) -> ModuleFacts:
    return {
        "module": model.name,
        "text": model.text,
        "configuration": model.configuration,
        "invariants": list(model.invariants),
        "left_out": list(model.left_out),
    }
