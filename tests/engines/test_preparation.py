"""Code that is made in another process while an engine already works."""

import os
import signal
from dataclasses import replace
from threading import Event, Thread
from time import monotonic, sleep

import pytest

from boardproof import solve
from boardproof.engines import preparation
from boardproof.engines.cache import has_code
from boardproof.engines.compiled import COMPILED, CompiledEngine
from boardproof.engines.contract import make_engine
from boardproof.engines.hints import recall
from boardproof.engines.planner import LONGER_THAN, plan
from boardproof.engines.preparation import Preparation
from boardproof.engines.profile import ATTRACT, ENUMERATE, SOLVE, STATES
from boardproof.engines.second_process import SecondProcess
from boardproof.errors import TooLarge
from boardproof.limits import Limits, TooMany
from boardproof.reading.loader import load

LIMITS = Limits(threads=2)

MINE = """
from boardproof.rules import *


class Mine(Game):
    def setup(self):
        self.players = Players("Left", "Right")
        self.turn = Turn(self.players)
        self.loads = Range(2, 7)
        self.ore = Count(0, 29, start=29)

    @move(load="loads")
    def dig(self, load):
        require(self.ore >= load, "so much is not there")
        self.ore -= load
        self.turn = self.turn.next

    def result(self):
        return Win(self.turn.previous) if self.ore < 2 else None
"""


@pytest.fixture
def at_once(monkeypatch, tmp_path):
    """Nothing is made or known yet, and there is no delay."""
    monkeypatch.setenv("BOARDPROOF_CACHE", str(tmp_path))
    monkeypatch.setattr(preparation, "DELAY", 0.0)


def count(engine, limits):
    return engine.enumerate(limits)


def interrupting(*_):
    """Interrupt whoever waits."""
    os.kill(os.getppid(), signal.SIGINT)
    sleep(600)


def given_up(*_):
    raise TooMany


def refusing(*_):
    raise TooLarge("not for me")


def wait_for(prepared: Preparation) -> bool:
    end = monotonic() + 120
    while not (done := prepared.is_done()) and monotonic() < end:
        sleep(0.01)
    return done


def test_a_trial_ends_once_something_else_is_ready():
    ready: list[bool] = []
    trial = LIMITS.until(lambda: bool(ready)).bounded(seconds=1e9)
    trial.foresee(1, 1)
    ready.append(True)
    with pytest.raises(TooMany):
        trial.foresee(1, 1)


def test_a_trial_that_will_take_long_goes_on_while_something_else_is_made():
    made: list[bool] = []
    trial = LIMITS.until(lambda: bool(made), lambda: not made).bounded(seconds=1.0)
    trial._began -= 1.0
    trial.foresee(1, 100)
    made.append(True)
    with pytest.raises(TooMany):
        trial.foresee(1, 100)


def test_a_trial_goes_on_as_long_as_code_may_be_made(at_once, monkeypatch):
    monkeypatch.setattr(preparation, "DELAY", 600.0)
    with Preparation(COMPILED, given_up, load("nim"), LIMITS) as it:
        assert not it.is_done()
        assert it.goes_on()
    with Preparation(None, given_up, load("nim"), LIMITS) as it:
        assert not it.goes_on()


def test_a_trial_is_judged_again_where_nothing_could_be_made(at_once, monkeypatch):
    monkeypatch.setattr(COMPILED.__class__, "engine", refusing)
    with Preparation(COMPILED, given_up, load("nim"), LIMITS) as it:
        end = monotonic() + 60
        while (it.is_done() or it.goes_on()) and monotonic() < end:
            sleep(0.01)
        assert not it.goes_on()


def test_code_that_is_made_meanwhile_is_found_in_the_cache(at_once, tmp_path):
    """The game is no other test's: code that this process has already is not made again."""
    (tmp_path / "mine.py").write_text(MINE)
    with Preparation(COMPILED, count, load(str(tmp_path / "mine.py")), LIMITS) as it:
        assert wait_for(it)
    assert any("rules" in path.name for path in tmp_path.rglob("*.nbi"))


@pytest.mark.parametrize(("threads", "made"), [(1, False), (2, True)])
def test_a_second_process_makes_the_code_of_a_search(at_once, tmp_path, threads, made):
    """The games are no other test's."""
    (tmp_path / "mine.py").write_text(MINE.replace("29", str(30 + threads)))
    engine = CompiledEngine(load(str(tmp_path / "mine.py")))
    search = engine.search(1 << 20, limits=Limits(threads=threads))
    assert has_code(search.machine.search) is made
    assert not search.machine.search.signatures
    search.stand(engine.initial(), engine.game.players.elements[0])
    _, value, sure = search.best_at(40, 0)
    assert sum(search.machine.search.stats.cache_hits.values()) == made
    assert sure
    assert value == search.worth * solve(engine.rules).value["Left"]


@pytest.mark.parametrize("end", [MemoryError, ValueError, lambda: os.kill(os.getpid(), 9)])
def test_what_goes_wrong_in_a_second_process_is_no_concern_of_the_first(at_once, end):
    def work():
        raise end()

    with SecondProcess("work", work, LIMITS) as other:
        other.begin()
        assert other.finish() is None


def test_a_second_process_hands_over_what_its_work_comes_to(at_once):
    with SecondProcess("work", lambda: 6 * 7, LIMITS) as other:
        other.begin()
        assert other.finish() == 42
    with SecondProcess("work", lambda: 6 * 7, LIMITS, after=600.0) as later:
        later.begin()
        assert later.finish() is None


@pytest.mark.parametrize("limits", [Limits(threads=1), Limits(threads=2, memory=1)])
def test_nothing_is_made_where_there_is_no_core_or_no_memory_for_it(at_once, limits):
    with Preparation(COMPILED, lambda *_: None, load("nim"), limits) as it:
        assert not it.is_done()
        assert not it._race.is_running
        it.finish()


def test_nothing_is_made_where_it_would_not_be_kept(at_once, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("BOARDPROOF_CACHE", str(tmp_path / "file"))
    with Preparation(COMPILED, lambda *_: sleep(600), load("nim"), LIMITS) as it:
        assert not it.is_done()
        assert not it._race.is_running


def test_no_process_is_forked_while_another_thread_makes_code(at_once):
    engine, began, ended = make_engine("compiled", load("nim")), Event(), Event()

    def report(ply, positions):
        began.set()
        ended.wait()

    other = Thread(target=engine.enumerate, args=(Limits(report, threads=1),))
    other.start()
    began.wait()
    with Preparation(COMPILED, lambda *_: sleep(600), load("nim"), LIMITS) as it:
        assert not it.is_done()
        amid = it._race.is_running
        ended.set()
        other.join()
        assert not it.is_done()
        assert (amid, it._race.is_running) == (False, True)


def test_an_interruption_ends_the_wait_for_code(at_once):
    with Preparation(COMPILED, interrupting, load("nim"), LIMITS) as it:
        assert not it.is_done()
        (made,) = it._race._running
        with pytest.raises(KeyboardInterrupt):
            it.finish()
    with pytest.raises(ProcessLookupError):
        os.kill(made.pid, 0)


def test_an_engine_that_refuses_the_rules_ends_no_trial(at_once, monkeypatch):
    monkeypatch.setattr("boardproof.engines.compiled.engine.CompiledEngine.__init__", refusing)
    with Preparation(COMPILED, count, load("nim"), LIMITS) as it:
        it.is_done()
        it.finish()
        assert not it.is_done()


@pytest.mark.parametrize(
    ("ability", "trials", "disk", "made"),
    [
        (SOLVE, None, None, [None, "compiled"]),
        (ATTRACT, STATES, None, [None, None]),  # diagrams are tried before it
        (SOLVE, None, "layers", [None, None]),  # it would write to the folder
    ],
)
def test_only_what_comes_next_is_made(at_once, monkeypatch, ability, trials, disk, made):
    seen = []

    class Noted(Preparation):
        def __init__(self, profile, *rest):
            super().__init__(None, *rest)
            seen.append(profile and profile.name)

    monkeypatch.setattr("boardproof.engines.planner.Preparation", Noted)
    limits = Limits(threads=2, disk=disk)
    chosen = plan(ability, load("nim"), limits=limits, trials=trials)
    assert chosen.soon(given_up) is None
    assert seen == made


def test_a_trial_that_was_overtaken_counts_as_long_as_it_took(at_once):
    def overtaken(engine, limits):
        limits.overtaken = lambda: True
        limits.foresee(1, 1)

    rules = load("nim")
    assert plan(ENUMERATE, rules, limits=LIMITS).soon(overtaken) is None
    assert recall(rules, LONGER_THAN) is None  # too short to be noted
    assert plan(ENUMERATE, rules, limits=LIMITS).trials


def test_what_is_not_needed_any_more_is_ended(at_once):
    with Preparation(COMPILED, lambda *_: sleep(600), load("nim"), LIMITS) as it:
        assert not it.is_done()
        (made,) = it._race._running
    with pytest.raises(ProcessLookupError):
        os.kill(made.pid, 0)


def test_the_engine_that_follows_a_trial_answers_if_its_code_is_made_first(at_once):
    rules = load("dodgem", size=3)
    usual = plan("enumerate", rules, limits=LIMITS)
    endless = [replace(one, seconds=1e9) if one.bounded else one for one in usual.attempts[1:]]
    longer = replace(usual, attempts=tuple(endless))

    def work(engine, limits):
        if limits.most_seconds is None:
            return engine.name, engine.enumerate(limits).positions
        while True:  # a trial without end
            limits.foresee(1, 1)

    assert longer.run(work) == ("compiled", 1963)
