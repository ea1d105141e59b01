"""Compiles kernels for GPUs where there is none: a program of its own.

    python ptx.py TYPES GAME ...

TYPES is what `launches.py` wrote. For each game there is a line for each kernel that runs the rules
and each kind of GPU, with what the assembler says of it, if there is one: registers, bytes of
stack, and bytes spilled to memory. Where any are, the exit status is 1.
"""

import pickle
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba.cuda.dispatcher as dispatcher

from boardproof.engines.cuda.kernels.intrinsics import cuda
from boardproof.engines.cuda.module import GridProgram, batch_module, device_module
from boardproof.errors import TooLarge
from boardproof.faces.cli.options import load_rules
from boardproof.packing.planes import ObservationPlanes

#: The kinds of GPU: A100, and H100 or H200.
CAPABILITIES = [(8, 0), (9, 0)]
#: Kernels that run the rules, by how their names begin.
RUNNING = ("expand_hashed", "expand_kept", "settle_solve", "settle_attract")
PLAYING = ("start_games", "step_games", "random_actions")
FRAME = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
USED = re.compile(r"Used (\d+) registers")


def kernels(game: str) -> Iterator[tuple[str, Any]]:
    """Yield the kernels of a game that run its rules."""
    name, *words = game.split()
    rules = load_rules(name, tuple(words))
    program = GridProgram(rules)
    module = device_module(program)
    batch = batch_module(program, ObservationPlanes(rules.game), module.__name__)
    yield from ((name, one) for name, one in vars(module).items() if name.startswith(RUNNING))
    yield from ((name, getattr(batch, name)) for name in PLAYING)


def types_of(name: str, kernel: Any, launches: dict[str, dict[str, Any]]) -> tuple[Any, ...]:
    """Return the types of a kernel's parameters: as noted, or as of one of its kind."""
    alike = [
        types for other, types in launches.items() if other.split("_")[:2] == name.split("_")[:2]
    ]
    noted = launches.get(name) or alike[0]
    return tuple(noted[one.rstrip("01")] for one in signature(kernel.py_func).parameters)


def compiled(kernel: Any, types: tuple[Any, ...], capability: tuple[int, int]) -> str:
    """Return a kernel in the language of the assembler."""
    dispatcher.get_current_device = lambda: SimpleNamespace(  # it only asks what GPU there is
        compute_capability=capability, WARP_SIZE=32
    )
    ptx, _ = cuda.compile_ptx(kernel.py_func, types, cc=capability)
    return str(ptx)


def assembler() -> str | None:
    """Return the assembler of the compiler's own version, else any."""
    for folder in sys.path:
        for path in Path(folder or ".").glob("nvidia/*/bin/ptxas"):
            return str(path)
    return shutil.which("ptxas")


def assembled(ptx: str, capability: tuple[int, int], program: str) -> tuple[int, int, int]:
    """Return the registers, the bytes of stack and the bytes spilled of a kernel."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernel.ptx"
        source.write_text(ptx, encoding="utf-8")
        kind = f"sm_{capability[0]}{capability[1]}"
        command = [program, "-v", f"-arch={kind}", str(source), "-o", f"{source}.cubin"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    frames = [tuple(map(int, said)) for said in FRAME.findall(done.stderr)]
    spills = sum(stores + loads for _, stores, loads in frames)
    return int(USED.findall(done.stderr)[0]), sum(stack for stack, _, _ in frames), spills


def main(file: str, games: list[str]) -> int:
    launches, program, spilled = pickle.loads(Path(file).read_bytes()), assembler(), 0
    for game in games:
        try:
            for name, kernel in kernels(game):
                types = types_of(name, kernel, launches)
                for capability in CAPABILITIES:
                    ptx = compiled(kernel, types, capability)
                    line = f"{game}: {name} sm_{capability[0]}{capability[1]}"
                    if program is not None:
                        registers, stack, spills = assembled(ptx, capability, program)
                        line += f" {registers} registers, {stack} stack, {spills} spilled"
                        spilled += spills
                    print(line, flush=True)
        except TooLarge as refusal:
            print(f"{game} is refused: {refusal}")
    return int(spilled > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
