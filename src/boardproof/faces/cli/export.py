"""`boardproof export`."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict

import click

from ...errors import BadInput
from ...export.tla import TlaModule, export_tla
from .options import echo_json, game_arguments, json_option, load_rules
from .output import check_writable, save_text


class ModuleFacts(TypedDict):
    """An exported module: its text, its configuration, and what it leaves out."""

    module: str
    text: str
    configuration: str
    invariants: list[str]
    left_out: list[str]


JSON = {"export tla": ModuleFacts}


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
    path = _path(out)
    module = export_tla(load_rules(game, words), path.stem if path else "")
    if path is not None:
        save_text(path, module.text)
        save_text(path.with_suffix(".cfg"), module.configuration)
    if as_json:
        echo_json(_as_dict(module))
    elif path is None:
        click.echo(module.text, nl=False)
    else:
        click.echo(f"{path} and {path.with_suffix('.cfg')}: {_summary(module)}")


def _path(out: str | None) -> Path | None:
    if out is None:
        return None
    path = Path(out)
    path = path if path.suffix == ".tla" else path.with_name(f"{path.name}.tla")
    if not (path.stem.isidentifier() and path.stem.isascii()):
        raise BadInput(f"{path.stem!r} cannot name a module: use letters, digits and _")
    for file in (path, path.with_suffix(".cfg")):
        check_writable(file)
    return path


def _summary(module: TlaModule) -> str:
    kept = f"{len(module.invariants)} invariants"
    return f"{kept}; omitted: {', '.join(module.left_out)}" if module.left_out else kept


def _as_dict(module: TlaModule) -> ModuleFacts:
    return {
        "module": module.name,
        "text": module.text,
        "configuration": module.configuration,
        "invariants": list(module.invariants),
        "left_out": list(module.left_out),
    }
