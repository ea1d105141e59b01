"""`boardproof cache`: where generated code is kept, how much there is, and how to remove it."""

from __future__ import annotations

from typing import TypedDict

import click

from ...engines.cache import cache_folder, cached_files, clear_cache
from ...errors import BadInput
from ...limits import size_text
from .options import echo_json, json_option

#: What the files of the cache are.
KINDS = {
    "rules": "rules as machine code",
    "kernels": "what all games share",
    "batch": "many games at once",
    "grid": "rules for a GPU",
    "learnt": "what was learnt about games",
}


class CacheKind(TypedDict):
    """The files of one kind in the cache."""

    kind: str
    files: int
    bytes: int


class CacheFacts(TypedDict):
    """The cache: its folder, and what lies there."""

    folder: str
    files: int
    bytes: int
    kinds: list[CacheKind]


JSON = {"cache": CacheFacts}


def _complete_clear(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [word for word in ("clear",) if word.startswith(incomplete)]


@click.command("cache")
@click.argument("action", required=False, metavar="[clear]", shell_complete=_complete_clear)
@json_option
def command(action: str | None, as_json: bool) -> None:
    """Show the cache of generated code: its folder and size. `boardproof cache clear` empties it.

    No answer depends on it; what is missing is made again. BOARDPROOF_CACHE names another folder.
    """
    if action not in (None, "clear"):
        raise BadInput(f"{action!r} is not an action on the cache: write clear, or nothing")
    removed = clear_cache() if action else None
    facts = cache_facts()
    if as_json:
        echo_json(facts)
        return
    click.echo(click.style(facts["folder"], bold=True))
    if removed is not None:
        click.echo(f"  {removed:,} files removed")
    for one in facts["kinds"]:
        what = KINDS.get(one["kind"], one["kind"])
        click.echo(f"  {what:<26} {one['files']:>6,} files {size_text(one['bytes']):>8}")
    click.echo(f"  {'in all':<26} {facts['files']:>6,} files {size_text(facts['bytes']):>8}")


def cache_facts() -> CacheFacts:
    """Return what lies in the cache."""
    kinds: list[CacheKind] = [
        {"kind": kind, "files": len(paths), "bytes": sum(path.stat().st_size for path in paths)}
        for kind, paths in cached_files().items()
    ]
    return {
        "folder": str(cache_folder()),
        "files": sum(one["files"] for one in kinds),
        "bytes": sum(one["bytes"] for one in kinds),
        "kinds": kinds,
    }
