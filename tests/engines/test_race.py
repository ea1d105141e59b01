"""A race: the first certain answer counts, whoever gives up, and limits hold for all together."""

import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from boardproof.engines.race import Bound, Entrant, Messenger, Race, race
from boardproof.errors import BadInput, RuleBroken, TooLarge
from boardproof.limits import Limits, memory_in_use


def answering(answer: Any) -> Any:
    return lambda messenger: messenger.answer("item", answer)


def forever(messenger: Messenger) -> None:
    messenger.know("item", Bound(5, 100))
    while True:
        time.sleep(1)


def giving_up(messenger: Messenger) -> None:
    raise TooLarge("too large for this one")


def test_who_gives_up_ends_nothing() -> None:
    result = race([Entrant("a", giving_up), Entrant("b", answering(3), 0.1)], ["item"], Limits())
    assert (result.answers, result.given_up) == ({"item": 3}, {"a": "too large for this one"})


def test_when_all_give_up_it_is_said_why() -> None:
    result = race([Entrant("a", giving_up)], ["item"], Limits())
    assert (result.answers, result.timed_out) == ({}, False)
    assert "too large for this one" in result.ending


def children() -> set[str]:
    """Return the numbers of the processes that this one has started."""
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


def test_time_ends_everything_and_what_is_known_stays() -> None:
    before = children()
    result = race([Entrant("a", forever), Entrant("b", forever)], ["item"], Limits(time=0.6))
    assert result.timed_out
    assert result.bounds == {"item": Bound(5, 100)}
    assert "--time" in result.ending
    assert children() <= before


def test_the_largest_is_ended_when_all_take_too_much() -> None:
    def large(messenger: Messenger) -> None:
        filled = bytearray(b"x") * (300 << 20)
        forever(messenger)
        del filled

    limits = Limits(memory=memory_in_use() + (200 << 20))
    entrants = [Entrant("large", large), Entrant("small", answering("small"), 30.0)]
    result = race(entrants, ["item"], limits)
    assert result.answers == {"item": "small"}
    assert "memory" in result.given_up["large"]


def test_what_is_wrong_with_the_rules_is_an_answer_too() -> None:
    def wrong(messenger: Messenger) -> None:
        raise BadInput("wrong rules")

    with pytest.raises(BadInput, match="wrong rules"):
        race([Entrant("a", wrong), Entrant("b", giving_up)], ["item"], Limits())


def test_an_interrupted_race_keeps_what_it_knows() -> None:
    def interrupting(messenger: Messenger) -> None:
        messenger.know("item", Bound(2))
        os.kill(os.getppid(), signal.SIGINT)
        forever(messenger)

    result = race([Entrant("a", interrupting)], ["item"], Limits())
    assert result.interrupted
    assert "item" in result.bounds
    assert result.ending == "interrupted"


class InterruptsItsReader:
    """What interrupts the process that reads it, between the reading and what comes next."""

    def __reduce__(self) -> tuple[Callable[[int], None], tuple[int]]:
        return signal.raise_signal, (signal.SIGINT,)


def test_an_interruption_amid_a_message_loses_nothing() -> None:
    def knowing(messenger: Messenger) -> None:
        messenger.know("item", Bound(2, note=InterruptsItsReader()))  # type: ignore[arg-type]
        time.sleep(60)

    result = race([Entrant("a", knowing)], ["item"], Limits())
    assert result.interrupted
    assert result.bounds["item"].moves == 2


def test_an_interruption_amid_a_start_is_not_lost() -> None:
    armed = [True]

    def interrupt() -> None:
        if armed and armed.pop():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.1)

    # What runs after a fork loses what is raised there; a thread receives what the main one blocks.
    os.register_at_fork(after_in_parent=interrupt)
    ended = threading.Event()
    threading.Thread(target=ended.wait).start()
    try:
        result = race([Entrant("a", forever)], ["item"], Limits(time=5))
    finally:
        ended.set()
    assert result.interrupted


def test_each_answer_is_reported_once_and_as_it_comes() -> None:
    reported = []
    entrants = [Entrant("a", answering(1)), Entrant("b", answering(2), 0.2)]
    race(entrants, ["item"], Limits(), lambda item, answer: reported.append((item, answer)))
    assert reported == [("item", 1)]


def test_a_rule_that_goes_wrong_ends_the_race() -> None:
    def breaking(messenger: Messenger) -> None:
        messenger.answer("other", 1)
        raise RuleBroken("used cannot be 10")

    entrants = [Entrant("a", breaking), Entrant("b", forever)]
    with pytest.raises(RuleBroken, match="used cannot be 10"):
        race(entrants, ["item", "other"], Limits())


def test_nothing_waits_where_nothing_runs() -> None:
    late = Entrant("late", answering(4), after=3600.0)
    assert race([late], ["item"], Limits(time=30.0)).answers == {"item": 4}


def test_what_was_answered_before_the_race_is_reported_once_it_runs() -> None:
    reported: list[Any] = []
    with Race(Limits(), lambda item, answer: reported.append((item, answer))) as attempts:
        attempts.enter(Entrant("a", answering(5)), Entrant("b", answering(5), after=3600.0))
        attempts.start_due()
        while not attempts.has_answers(["item"]):
            time.sleep(0.01)
        assert reported == []
        assert attempts.run(["item"]).answers == {"item": 5}
    assert reported == [("item", 5)]
