"""Kernels as they are written: run by Python itself, for a debugger to step through.

That is how the compiled engine works where `NUMBA_DISABLE_JIT=1` is set.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from functools import wraps
from itertools import islice
from types import ModuleType
from typing import Any

import numpy as np

from .specialise import WIDE, Kernel


def add_kernels(module: ModuleType, kernels: Iterable[Kernel]) -> None:
    """Let a game's module have its kernels, each with its constants as global names."""
    np.seterr(over="ignore")  # words wrap around, as in machine code
    names = {name: getattr(item, "__wrapped__", item) for name, item in vars(module).items()}
    for kernel in kernels:
        # Kernels of which there is one only may call each other.
        scope = dict(names) if kernel.suffix else names
        for name, function in _functions(kernel, scope).items():
            names[name + kernel.suffix] = function
            words = kernel.constants["WORDS"]
            setattr(module, name + kernel.suffix, _taking_words(function, words))


def _functions(kernel: Kernel, scope: dict[str, Any]) -> dict[str, Callable[..., Any]]:
    """Run a kernel's file among the names of a game."""
    source = kernel.path.read_text(encoding="utf-8")
    scope |= {**kernel.constants, "__package__": __package__, "__name__": kernel.file}
    exec(compile(source, kernel.path, "exec"), scope)
    body = ast.parse(source).body
    return {one.name: scope[one.name] for one in body if isinstance(one, ast.FunctionDef)}


def _taking_words(function: Callable[..., Any], words: int) -> Callable[..., Any]:
    """Return a function that takes words one by one, as compiled kernels do."""
    kinds = [kind in WIDE for name, kind in function.__annotations__.items() if name != "return"]

    @wraps(function)
    def call(*given: Any) -> Any:
        rest = iter(given)
        arguments = [list(islice(rest, words)) if wide else next(rest) for wide in kinds]
        returned = function(*arguments)
        return tuple(returned) if isinstance(returned, list) else returned

    return call
