"""A count on diagrams in a folder: stopped anywhere, it goes on and counts the same."""

import os
import resource
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from boardproof import explore, load
from boardproof.engines.symbolic import count as counting_module
from boardproof.engines.symbolic.bdd.manager import Diagrams
from boardproof.engines.symbolic.checkpoint import DIAGRAMS, WalkCheckpoint
from boardproof.engines.symbolic.count import SymbolicCount
from boardproof.engines.symbolic.eval.encoding import plain_slots
from boardproof.engines.symbolic.transition.layer_walk import LayerWalk
from boardproof.engines.symbolic.transition.reorder import best_walk
from boardproof.errors import BadInput
from boardproof.limits import Limits

from ..agreement import reference_count

pytestmark = pytest.mark.xdist_group("counting")

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("connect-four", {"columns": 4, "rows": 3, "connect": 3}),
    ("tic-tac-toe", {"size": 3}),
    ("pong-hau-ki", {}),  # goes round: what was seen is kept
]


class Stopped(BaseException):
    pass


@pytest.fixture(autouse=True)
def soon_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an encoding be chosen while layers are tiny: from then on they are kept."""
    choose = SymbolicCount._choose_walk

    def soon(count: SymbolicCount) -> LayerWalk:
        if count._run:
            return choose(count)
        return count._best_walk(count._candidates(plain_slots(count.game)), None)

    monkeypatch.setattr(SymbolicCount, "_choose_walk", soon)
    monkeypatch.setattr(counting_module, "best_walk", partial(best_walk, bounds=(5,)))
    monkeypatch.setattr(counting_module, "SMALL", 0)


def stop_after(monkeypatch: pytest.MonkeyPatch, layers: int) -> None:
    """Let a count end after it has kept so many layers."""
    write, left = WalkCheckpoint.write, [layers]

    def stopping(*arguments: Any) -> None:
        write(*arguments)
        left[0] -= 1
        if left[0] < 0:
            raise Stopped

    monkeypatch.setattr(WalkCheckpoint, "write", stopping)


def counted(game: str, parameters: dict[str, Any], folder: Path, interpreted: bool = False) -> Any:
    count = SymbolicCount(load(game, **parameters), "auto", "auto", Limits(disk=folder))
    count._run = interpreted
    return count.enumeration()


@pytest.mark.parametrize("interpreted", [False, True])
@pytest.mark.parametrize(("game", "parameters"), GAMES)
def test_stopped_after_every_layer_it_counts_the_same(
    game: str, parameters: dict[str, Any], interpreted: bool, tmp_path: Path, monkeypatch: Any
) -> None:
    right, stops = reference_count(game, *parameters.items()), 0
    while True:
        with monkeypatch.context() as patched:
            stop_after(patched, 1)
            try:
                found = counted(game, parameters, tmp_path, interpreted and not stops)
                break
            except Stopped:
                stops += 1
        kept = sorted(path.name for path in (tmp_path / DIAGRAMS).iterdir())
        assert [name for name in kept if name.endswith(".dddmp")] == kept[:1]
    assert stops >= 5
    assert (found.by_ply, found.over, found.longest) == (right.by_ply, right.over, right.longest)
    assert found == right
    assert counted(game, parameters, tmp_path) == right


def test_killed_at_any_file_operation_it_counts_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, parameters = GAMES[0]
    right, number, ended = reference_count(game, *parameters.items()), 0, False
    while not ended:
        left, folder = [number], tmp_path / str(number)

        def killing(real: Any, left: list[int] = left) -> Any:
            def call(*arguments: Any) -> Any:
                if left[0] == 0:
                    raise Stopped
                left[0] -= 1
                return real(*arguments)

            return call

        with monkeypatch.context() as patched:
            for name in ("replace", "fsync"):
                patched.setattr(os, name, killing(getattr(os, name)))
            try:
                counted(game, parameters, folder)
                ended = True
            except Stopped:
                pass
        assert counted(game, parameters, folder) == right
        number += 5
    assert number > 30


def test_another_order_begins_anew_and_leaves_the_first_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = load("tic-tac-toe")
    count = SymbolicCount(rules, "natural", "plain", Limits(disk=tmp_path))
    with monkeypatch.context() as patched:
        stop_after(patched, 3)
        with pytest.raises(Stopped):
            count.enumeration()
    again = SymbolicCount(rules, "columns-middle-out", "plain", Limits(disk=tmp_path))
    assert again.enumeration() == reference_count("tic-tac-toe")
    assert again.order == "columns-middle-out"
    [layer] = (tmp_path / f"{DIAGRAMS}-natural-plain").glob("*.dddmp")
    assert layer.name == "003.dddmp"
    count = SymbolicCount(rules, "natural", "plain", Limits(disk=tmp_path))
    assert count.enumeration() == reference_count("tic-tac-toe")


def test_a_damaged_layer_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        stop_after(patched, 3)
        with pytest.raises(Stopped):
            counted(*GAMES[0], tmp_path)
    [layer] = (tmp_path / DIAGRAMS).glob("*.dddmp")
    layer.write_bytes(layer.read_bytes()[:-1])
    with pytest.raises(BadInput, match="is damaged: remove the folder, and begin again"):
        counted(*GAMES[0], tmp_path)


def test_a_full_disk_loses_no_layer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library is silent about what it cannot write as it closes a file."""
    export, left = Diagrams.export, [3]

    def filling(diagrams: Diagrams, path: Path, *arguments: Any) -> None:
        left[0] -= path.suffix == ".tmp"
        room = resource.getrlimit(resource.RLIMIT_FSIZE)
        if left[0] < 0:
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, room[1]))
        try:
            export(diagrams, path, *arguments)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, room)

    with monkeypatch.context() as patched:
        patched.setattr(Diagrams, "export", filling)
        with pytest.raises(BadInput, match="cut off, as on a full disk"):
            counted(*GAMES[0], tmp_path)
    assert len(list((tmp_path / DIAGRAMS).glob("*.dddmp"))) == 1
    assert counted(*GAMES[0], tmp_path) == reference_count(GAMES[0][0], *GAMES[0][1].items())


def test_a_refusal_of_the_disk_is_told_with_its_number(tmp_path: Path) -> None:
    diagrams = Diagrams(2, 100)
    with pytest.raises(FileNotFoundError) as refused:
        diagrams.export(tmp_path / "nowhere" / "one", [diagrams.var(0)])
    assert (refused.value.errno, refused.value.strerror) == (2, os.strerror(2))


def test_a_folder_of_another_game_is_refused(tmp_path: Path) -> None:
    explore(load("tic-tac-toe"), "symbolic", disk=tmp_path)
    with pytest.raises(BadInput, match="has positions of tic-tac-toe"):
        explore(load("tic-tac-toe", size=2), "symbolic", disk=tmp_path)
