"""The tour: each number is compared with its source, and one that differs is noticed."""

import msgspec
import pytest

from boardproof.faces.cli import main, tour
from boardproof.questions.known import Known, known_games


def test_numbers_that_agree_are_told_with_their_sources(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chapters = {"Play": tour.play, "Check": tour.refute, "Look": tour.draw_trace}
    monkeypatch.setattr(tour, "CHAPTERS", chapters)
    main(["tour"])
    shown = capsys.readouterr().out
    assert "in positions: 694   found by a second program" in shown
    assert "the cell is taken" in shown
    assert "http://127.0.0.1:8000/?game=connect-four" in shown
    assert shown.endswith("All 4 numbers agree with their sources.\n")


def test_a_number_that_differs_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def one_more(game: str) -> list[Known]:
        return [
            msgspec.structs.replace(known, count=tuple(map(add_one, known.count)))
            for known in known_games(game)
        ]

    monkeypatch.setattr(tour, "CHAPTERS", {"Count": tour.count})
    monkeypatch.setattr(tour, "ENGINES", {"reference": "slowly"})
    monkeypatch.setattr(tour, "known_games", one_more)
    with pytest.raises(SystemExit) as left:
        main(["tour"])
    assert left.value.code == 1
    shown = capsys.readouterr().out
    assert "positions: 5,478, known is 5,479" in shown
    assert shown.endswith("1 of 1 numbers differ\n")


def add_one(count: object) -> object:
    positions = getattr(count, "positions", None)
    return count if positions is None else msgspec.structs.replace(count, positions=positions + 1)


def test_every_known_game_has_a_number_or_none_small_enough() -> None:
    """No chapter fails for want of a fact."""
    for name in {known.game for known in known_games()}:
        facts = [fact for known in known_games(name) for fact in known.facts()]
        assert any(fact.kind in tour.MOST for fact in facts), name
