"""An engine's code made in a second process while another engine already works."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from ..ir.rules import Rules
from ..limits import Limits
from .profile import EngineProfile
from .second_process import SecondProcess

#: After how many seconds of other work it is begun: most of what is small is done by then.
DELAY = 0.8
#: How many positions are visited for it: few games have code that so many do not need.
ENOUGH = 1 << 18


class Preparation(SecondProcess):
    """An engine for some work, if one is wanted: its code is made meanwhile, for the cache."""

    def __init__(
        self,
        profile: EngineProfile | None,
        work: Callable[[Any, Limits], Any],
        rules: Rules,
        limits: Limits,
    ) -> None:
        make = None if profile is None else partial(_begin, profile, work, rules, limits)
        super().__init__(profile.name if profile else "", make, limits, DELAY)


def _begin(
    profile: EngineProfile,
    work: Callable[[Any, Limits], Any],
    rules: Rules,
    limits: Limits,
) -> None:
    """Begin the work, so that all code that it needs is made."""
    limits = limits.reporting(lambda ply, positions: None).bounded(positions=ENOUGH)
    engine = profile.engine()(rules)  # one that refuses the rules has made nothing
    with suppress(Exception):  # who does the work will meet it again, and tell
        work(engine, limits)
