"""The shell completes what the guide says: games, parameters, values, players, properties."""

import pytest
from click.shell_completion import ShellComplete

from boardproof.faces.cli import cli


def completions(line: str) -> list[str]:
    """Return what the shell offers for the last word of a line."""
    *words, incomplete = line.split(" ")
    shell = ShellComplete(cli, {}, "boardproof", "_BOARDPROOF_COMPLETE")
    return [item.value for item in shell.get_completions(words, incomplete)]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("solv", ["solve"]),
        ("export pro", ["promela"]),
        ("count connect-f", ["connect-four"]),
        ("export pddl connect-f", ["connect-four"]),
        ("count connect-four co", ["columns=", "connect="]),
        ("count connect-four players=", ["players=", "players=2", "players=3"]),
        ("check nim never", ["never_stuck"]),
        ("judge nim --player s", ["smart"]),
        ("match nim --players smart r", ["random"]),
        ("play nim --First h", ["human"]),
        ("play nim --First human h", ["heaps="]),
        ("match nim --players h", []),
        ("cache c", ["clear"]),
    ],
)
def test_a_word_is_completed(line: str, offered: list[str]) -> None:
    assert completions(line) == offered
