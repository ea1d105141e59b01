"""Run a command line and print the package's functions in the order of their first calls.

Run as a program, so that nothing is imported or cached yet:

    python -m tests.call_order count tic-tac-toe size=2
"""

from __future__ import annotations

import contextlib
import inspect
import io
import json
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import boardproof

ROOT = Path(boardproof.__file__).parent


def first_calls(arguments: list[str]) -> list[str]:
    """Return `file → function` for each function of the package that a command calls."""
    calls: dict[str, None] = {}

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        is_function = code.co_flags & inspect.CO_OPTIMIZED  # no module, no body of a class
        if event == "call" and is_function and code.co_filename.startswith(str(ROOT)):
            file = Path(code.co_filename).relative_to(ROOT).as_posix()
            calls[f"{file} → {code.co_qualname}"] = None

    from boardproof.faces.cli import main

    sys.setprofile(note)
    try:
        with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
            main(arguments)
    finally:
        sys.setprofile(None)
    return list(calls)


if __name__ == "__main__":
    json.dump(first_calls(sys.argv[1:]), sys.stdout)
