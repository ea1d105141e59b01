"""Tables in shards: read as one, merged into the bytes of one machine, and compared as streams."""

import pytest

from boardproof import load
from boardproof.engines.compiled.engine import CompiledEngine
from boardproof.errors import BadInput, BadTablebase, WrongTablebase
from boardproof.faces.cli import main
from boardproof.limits import Limits, memory_in_use
from boardproof.reading import read
from boardproof.tablebase import agreement, build_tablebase, layer_writer, merge_tablebase
from boardproof.tablebase.probe import open_tablebase

from ..engines.cluster.shards_here import shards_here
from .games import Paint, Shelves

GAMES = {
    "layers": lambda: load("tic-tac-toe"),
    "points in one layer": lambda: load("kalah", holes=2, beans=3),
    "two words": lambda: read(Shelves()),
}


class Tight(Limits):
    """Limits within which no more than one block of an array by rank is held."""

    free = 0


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def build_sharded(rules, folder):
    team, limits = shards_here(rules, folder / "layers", size=3)
    return team, build_tablebase(rules, folder / "shards", "cluster", limits, sharded=True)


@pytest.mark.parametrize(
    "name",
    ["layers", *(pytest.param(name, marks=pytest.mark.slow) for name in list(GAMES)[1:])],
)
def test_a_table_in_shards_is_read_as_one_and_merged_into_one(name, tmp_path, monkeypatch):
    rules = GAMES[name]()
    alone = CompiledEngine(rules).solve(Limits(threads=1))
    _, table = build_sharded(rules, tmp_path)
    assert (table.positions, table.counts) == (alone.positions, alone.counts)
    assert all(table.look(position) == value for _, position, value in alone.each())
    build_tablebase(rules, tmp_path / "whole", "compiled", Limits(threads=1))
    merged = merge_tablebase(tmp_path / "shards", tmp_path / "merged", rules, Tight())
    assert files(tmp_path / "merged") == files(tmp_path / "whole")
    monkeypatch.setattr(agreement, "TOGETHER", 100)
    for one in (table, merged):
        assert one.verify(Limits(threads=1)) == alone.positions


def test_an_array_by_rank_is_packed_and_compared_in_stretches(tmp_path, monkeypatch):
    for module in (layer_writer, agreement):
        monkeypatch.setattr(module, "BLOCK", 512)
        monkeypatch.setattr(module, "LEAST_ROOM", 1)
    rules = read(Paint())
    whole = build_tablebase(rules, tmp_path / "whole", "reference")
    tight = build_tablebase(rules, tmp_path / "tight", "reference", Tight())
    assert [layer.kind for layer in tight.manifest.layers] == ["dense"]
    assert tight.manifest == whole.manifest
    assert tight.verify(Tight()) == whole.positions
    palette, index = tight.layers[0]._tail
    monkeypatch.setitem(tight.layers[0].__dict__, "_tail", (palette + 1, index))
    with pytest.raises(WrongTablebase, match="differs from what the rules say"):
        tight.verify(Tight())


@pytest.fixture(scope="module")
def sharded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sharded")
    return folder / "shards", build_sharded(load("tic-tac-toe", size=2), folder)


def test_a_merge_that_was_stopped_goes_on(sharded, tmp_path, monkeypatch):
    def stop(ply, positions):
        if ply == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        merge_tablebase(sharded[0], tmp_path / "merged", limits=Limits(stop))
    with pytest.raises(BadTablebase, match="is not a tablebase yet"):
        open_tablebase(tmp_path / "merged")
    merge_tablebase(sharded[0], tmp_path / "merged")
    merge_tablebase(sharded[0], tmp_path / "again")
    assert files(tmp_path / "merged") == files(tmp_path / "again")


def test_what_cannot_be_merged_is_refused_and_left_alone(sharded, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("Dear")
    with pytest.raises(BadTablebase, match="has other files in it"):
        merge_tablebase(sharded[0], tmp_path / "mine")
    merge_tablebase(sharded[0], tmp_path / "whole")
    with pytest.raises(BadInput, match="is not in shards: there is nothing to merge"):
        merge_tablebase(tmp_path / "whole", tmp_path / "other")
    assert not (tmp_path / "other").exists()
    with pytest.raises(BadInput, match="is in shards itself: choose a folder that is new"):
        merge_tablebase(sharded[0], sharded[0])
    with pytest.raises(BadInput, match=r"letter\.txt cannot be written: it is a file"):
        merge_tablebase(sharded[0], tmp_path / "mine" / "letter.txt")
    assert (tmp_path / "mine" / "letter.txt").read_text() == "Dear"


def test_a_shard_that_is_damaged_or_gone_is_refused(sharded, tmp_path):
    kept = files(sharded[0])
    shard = next(name for name in kept if name.startswith("layer-003-shard"))
    for data in (kept[shard][:-1], None):
        (tmp_path / "table").mkdir(exist_ok=True)
        for name, content in kept.items():
            (tmp_path / "table" / name).write_bytes(content)
        path = tmp_path / "table" / shard
        path.unlink() if data is None else path.write_bytes(data)
        with pytest.raises(BadTablebase, match=shard):
            open_tablebase(tmp_path / "table")


def test_only_a_cluster_writes_shards(tmp_path, capsys):
    with pytest.raises(BadInput, match="only a cluster writes a table in shards"):
        build_tablebase(load("tic-tac-toe", size=2), tmp_path / "table", sharded=True)
    with pytest.raises(SystemExit, match="2"):
        main(["solve", "tic-tac-toe", "--store", str(tmp_path / "other"), "--sharded"])
    assert "only a table of a cluster is in shards" in capsys.readouterr().err
    assert not (tmp_path / "other").exists()


def test_the_commands_merge_and_verify(sharded, tmp_path, capsys):
    folder = str(sharded[0])
    main(["tablebase", "merge", folder, str(tmp_path / "merged")])
    assert "merged: 29 positions in" in capsys.readouterr().out
    main(["tablebase", "info", folder])
    assert "of 3 shards" in capsys.readouterr().out
    layers, memory = str(tmp_path / "layers"), f"{(memory_in_use() >> 20) + 1024}M"
    with pytest.raises(SystemExit, match="0"):
        main(["tablebase", "verify", folder, "--disk", layers, "--memory", memory])
    assert "all 29 positions agree" in capsys.readouterr().out
    assert (tmp_path / "layers" / "folder.json").exists()
    with pytest.raises(SystemExit, match="2"):
        main(["tablebase", "verify", folder, "--threads", "0"])
    assert "'0' is not a whole number, 1 or more" in capsys.readouterr().err


def test_a_table_of_other_values_is_found_out(sharded, monkeypatch):
    table = open_tablebase(sharded[0])
    file = table.numbered[2][0]
    palette, index = file._tail
    monkeypatch.setitem(file.__dict__, "_tail", (palette + 1, index))
    with pytest.raises(WrongTablebase, match="differs from what the rules say"):
        table.verify(Limits(threads=1))
