"""Counterplay: a game that shows why some players cannot force what they want."""

from __future__ import annotations

from ..positions.position import Position
from ..statespace.base import Attractor, StateSpace
from ..statespace.goals import Goal, missed, rivals

#: The positions of a game; for one that goes on forever, which of them the last repeats.
Play = tuple[list[Position], int | None]


def avoiding_play(space: StateSpace, goal: Goal, attractor: Attractor) -> Play:
    """Return a game from a start outside a goal's attractor in which the others stay outside.

    It ends with the game, where what has to be kept is lost, or where a position comes again. Where
    it matters in which circle that is, the others force that one of theirs.
    """
    if goal.circling:
        against = Goal(rivals(goal, space.rules), missed(goal.aim, space.rules), circling=True)
        return forcing_play(space, against, space.attractor_of(against))
    engine, way = space.engine, [next(space.each(space.starts - attractor.states))]
    while goal.keep is None or goal.keep.met_by(engine, way[-1]):
        following = (after for _, after in engine.successors(way[-1]))
        free = (after for after in following if not space.contains(attractor.states, after))
        after = next(free, None)
        if after is None:
            break
        way.append(after)
        if after in way[:-1]:
            return way, way.index(after)
    return way, None


def forcing_play(space: StateSpace, goal: Goal, attractor: Attractor) -> Play:
    """Return a game in which a goal is forced from a start, against replies that put it off.

    It ends where the goal is reached, or where it goes round in a circle that is one.
    """
    engine, way = space.engine, [next(space.each(space.starts & attractor.states))]
    while attractor.rank(way[-1]):
        hurry = engine.player_to_move(way[-1]) in goal.who
        ranks = [(attractor.rank(after), after) for _, after in engine.successors(way[-1])]
        inside = [(rank, after) for rank, after in ranks if rank is not None]
        choose = min if hurry else max
        after = choose(inside, key=lambda pair: pair[0])[1]
        way.append(after)
        if after in way[:-1]:
            return way, way.index(after)
    return way, None
