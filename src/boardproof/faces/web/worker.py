"""A process that answers long questions, one at a time: a line of JSON in, lines of JSON out.

It ends when its input does, so that it never outlives the server; the server ends it when nobody
waits for its answer.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
import traceback
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any

from ...engines.planner import phases
from ...errors import BoardproofError, Place, RulebookError, RuleBroken, WrongMove
from ...reading.source import display_path
from .questions import GameTooLarge, PageQuestion, answer

#: By how much long questions have a lower priority than the board that is waited for.
YIELDING = 5
#: The shortest time between two progress events, in seconds.
PAUSE = 0.2


def main() -> None:
    """Answer questions until there are no more."""
    memory, seconds, room = int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
    os.nice(YIELDING)
    limit = memory + room
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard == resource.RLIM_INFINITY or hard > limit:
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    # What a rulebook prints must not get between our lines.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    questions: SimpleQueue[dict[str, Any]] = SimpleQueue()
    stopped: set[int] = set()
    Thread(target=_listen, args=(questions, stopped), daemon=True).start()
    while True:
        asked = questions.get()
        serial = asked.pop("serial")
        left = partial(stopped.__contains__, serial)
        _say(out, _answered(asked, memory, seconds, lambda event: _say(out, event), left))
        stopped.discard(serial)


def _listen(questions: SimpleQueue[dict[str, Any]], stopped: set[int]) -> None:
    """Queue questions, note which are left; exit at once at the end of input, even amid work."""
    for line in sys.stdin:
        asked = json.loads(line)
        if "stop" in asked:
            stopped.add(asked["stop"])
        else:
            questions.put(asked)
    os._exit(0)


def _answered(
    asked: dict[str, Any],
    memory: int,
    seconds: float,
    tell: Callable[[dict[str, Any]], None],
    stopped: Callable[[], bool],
) -> dict[str, Any]:
    last = 0.0
    far = {"event": "progress", "ply": 0, "positions": 0}

    def progress(ply: int, positions: int) -> None:
        nonlocal last
        far.update(ply=ply, positions=positions)
        if time.monotonic() - last > PAUSE:
            last = time.monotonic()
            tell(far)

    def tell_more(event: dict[str, Any]) -> None:
        tell({**far, **event})

    tell({"event": "begun"})  # from now on its time counts
    question = PageQuestion(asked, progress, memory, seconds, tell_more, stopped=stopped)
    try:
        with phases.heard_by(lambda attempt: tell_more({"phase": attempt.phase})):
            return {"event": "answer", "answer": answer(question)}
    except GameTooLarge as wrong:
        return {"event": "failed", "error": str(wrong), "too_large": True}
    except BoardproofError as wrong:
        return {"event": "failed", **explained(wrong, asked)}
    except MemoryError:
        return {"event": "failed", "error": "stopped: the memory limit was exceeded"}
    except RecursionError:
        return {
            "event": "failed",
            "error": "stopped: the rules recurse too deeply for this question",
        }
    except Exception:
        traceback.print_exc()  # for whoever runs the server; the page gets no internals
        return {"event": "failed", "error": "internal error; see the server's terminal"}


def explained(wrong: BoardproofError, asked: dict[str, Any]) -> dict[str, Any]:
    """Return an error in words; where a text that is being written is wrong, with the place."""
    if "called" not in asked:
        return {"error": str(wrong)}
    text = str(wrong).replace(display_path(asked["game"]), asked["called"])
    told: dict[str, Any] = {"error": text.replace(asked["game"], asked["called"])}
    if isinstance(wrong, WrongMove):
        told["made"] = wrong.made
    place: Place | None = getattr(wrong, "place", None)
    if isinstance(wrong, RulebookError | RuleBroken) and place is not None:
        told["place"] = {"line": place.line, "column": place.column, "end": place.end_column}
        told |= {"problem": wrong.problem, "instead": getattr(wrong, "instead", "")}
    return told


def _say(out: Any, event: dict[str, Any]) -> None:
    out.write(json.dumps(event) + "\n")
    out.flush()


if __name__ == "__main__":
    main()
