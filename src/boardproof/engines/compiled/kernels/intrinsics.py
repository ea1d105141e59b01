"""What is particular to the processor: how functions are compiled, and the few instructions that
plain code does not reach.

With `NUMBA_DISABLE_JIT=1` nothing is compiled, and each instruction is a Python function that does
the same.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import config, njit, types
from numba.extending import intrinsic

from .constants import ABSENT, BUSY, EMPTY, LINE

__all__ = [
    "BoardsOverlap", "PlyNotUnique", "RuleFault", "TableCrowded", "add", "claim", "column_at",
    "folded", "grid", "i32", "i64", "inner", "laps", "look", "look_shared", "lowest", "matches",
    "merge", "peek", "peek_after", "popcount", "prefetch", "present", "publish", "recursive",
    "rule", "run_block", "u",
]  # fmt: skip

F = TypeVar("F", bound=Callable[..., Any])
Meaning = Callable[..., Any]

#: Whether kernels run as they are written, for a debugger to step through.
PLAIN = bool(vars(config)["DISABLE_JIT"])


#: What threads change without machine code, they change one after another.
EXCHANGING = Lock()


def word_of(number: Any) -> Any:
    """Return a number as a word, as machine code has it: one below zero wraps around.

    >>> int(word_of(-1)) == 2**64 - 1
    True
    """
    return np.uint64(int(number) & 0xFFFF_FFFF_FFFF_FFFF)


#: Their results mix freely, as machine numbers do.
u: Any = word_of if PLAIN else np.uint64
i32: Any = np.int32
i64: Any = np.int64


class RuleFault(Exception):
    """A rule that went wrong: the reference engine is asked again, and says how."""


class BoardsOverlap(Exception):
    """Boards that were taken never to share a place do."""


class PlyNotUnique(Exception):
    """A position whose grade goes with another ply: it may have been found before."""


class TableCrowded(Exception):
    """A position that is farther from its home in a table than there are bits to say."""


#: How all functions are compiled: their machine code is kept beside their module.
OPTIONS: Any = {"cache": True, "error_model": "numpy", "nogil": True}
#: Only machine code calls it: it needs no way in from Python. It makes no arrays, so it need not
#: count who holds those that it is given, which would take longer than many a function does.
INNER = OPTIONS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}


def rule(function: F) -> F:
    """Compile a function when it is first called."""
    return cast(F, njit(function, **OPTIONS))


def inner(function: F) -> F:
    """Compile a function that only machine code calls."""
    return cast(F, njit(function, **INNER))


def folded(function: F) -> F:
    """Compile a function as a part of each that calls it."""
    return cast(F, njit(function, **INNER, forceinline=True))


def grid(function: F) -> F:
    """Compile a kernel that goes over many rows, which a GPU shares out among its threads."""
    return rule(function)


def recursive(signature: str) -> Callable[[F], F]:
    """Compile a function that calls itself, of a type that must be given."""
    decorator = njit(signature, **INNER)
    return cast(Callable[[F], F], decorator)


def instruction(meaning: Meaning) -> Callable[[Callable[..., Any]], Any]:
    """Define a function as machine code; `meaning` is the same in Python."""
    return lambda code: meaning if PLAIN else intrinsic(code)


def _exchange(change: Callable[..., Any]) -> Meaning:
    """Return a function that changes an item of an array and returns what it was."""

    def exchange(array: Any, index: Any, *given: Any) -> Any:
        with EXCHANGING:
            before = array[index]
            array[index] = change(before, *given)
            return before

    return exchange


def _matches(array: Any, first: Any, bits: Any, wanted: Any) -> Any:
    """Return which items of a line have some bits of a word."""
    equal = array[int(first) : int(first) + LINE] & bits == wanted
    return np.packbits(equal, bitorder="little").astype(np.uint64)[0]


def _look(array: Any, first: Any, bits: Any, wanted: Any) -> Any:
    """Return which items of a line have some bits of a word, are empty, and are busy."""
    every = np.uint64(EMPTY)
    given = [(bits, wanted), (every, EMPTY), (every, BUSY)]
    return tuple(_matches(array, first, *pair) for pair in given)


@instruction(lambda word: int(word).bit_count())
def popcount(typingctx: Any, word: Any) -> Any:
    """Count the bits of a word."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@instruction(lambda word: (int(word) & -int(word)).bit_length() - 1)
def lowest(typingctx: Any, word: Any) -> Any:
    """Return the place of the lowest bit of a word that has one."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


@instruction(lambda number: number)
def laps(typingctx: Any, number: Any) -> Any:
    """Return a number as one that the compiler does not know: it keeps a loop of so many laps."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        return builder.asm(ir.FunctionType(word, [word]), "", "=r,0", arguments, side_effect=False)

    return types.int64(types.int64), generate


def item_address(context: Any, builder: Any, kind: Any, array: Any, index: Any) -> Any:
    """Return the address of an array's item; None is the first."""
    from numba.np.arrayobj import make_array

    made: Any = make_array
    if not isinstance(kind, types.CPointer):
        array = made(kind)(context, builder, array).data
    return array if index is None else builder.gep(array, [index])


def _column_at(address: Any) -> Any:
    """Return the column that lies somewhere, of whatever length."""
    items = ctypes.cast(int(address), ctypes.POINTER(ctypes.c_uint64))
    return np.ctypeslib.as_array(items, (1 << 40,))


@instruction(_column_at)
def column_at(typingctx: Any, address: Any) -> Any:
    """Return the column that lies somewhere."""
    column: Any = types.CPointer

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return column(types.uint64)(types.int64), generate


@instruction(lambda array, index: None)
def prefetch(typingctx: Any, array: Any, index: Any) -> Any:
    """Ask for the memory of an array's item before it is needed."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        at = item_address(context, builder, signature.args[0], *arguments)
        byte = ir.IntType(8).as_pointer()
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        function = builder.module.globals.get("llvm.prefetch.p0i8") or ir.Function(
            builder.module, kind, "llvm.prefetch.p0i8"
        )
        builder.call(
            function, [builder.bitcast(at, byte), *(ir.Constant(number, k) for k in (1, 3, 1))]
        )
        return context.get_dummy_value()

    return types.void(array, types.uint64), generate


@instruction(lambda array, index: array[index])
def peek(typingctx: Any, array: Any, index: Any) -> Any:
    """Read an item that another thread may be writing."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        at = item_address(context, builder, signature.args[0], *arguments)
        return builder.load_atomic(at, "acquire", array.dtype.bitwidth // 8)

    return array.dtype(array, types.uint64), generate


#: Reads an item that was written before what was peeked at last: none comes before that.
peek_after = peek


def _load_line(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Read a line of memory; return a function that says which items have these bits of a word."""
    item, lanes = ir.IntType(64), ir.VectorType(ir.IntType(64), LINE)
    at = item_address(context, builder, signature.args[0], *arguments[:2])
    items = builder.load(builder.bitcast(at, lanes.as_pointer()), align=item.width // 8)
    all_first = ir.Constant(ir.VectorType(ir.IntType(32), LINE), None)
    undefined = ir.Constant(lanes, ir.Undefined)

    def in_each(word: Any) -> Any:
        one = builder.insert_element(undefined, word, ir.Constant(ir.IntType(32), 0))
        return builder.shuffle_vector(one, undefined, all_first)

    def which(bits: Any, wanted: Any) -> Any:
        equal = builder.icmp_unsigned("==", builder.and_(items, in_each(bits)), in_each(wanted))
        return builder.zext(builder.bitcast(equal, ir.IntType(LINE)), item)

    return which


@instruction(_matches)
def matches(typingctx: Any, array: Any, first: Any, bits: Any, wanted: Any) -> Any:
    """Return which items of a line of memory have these bits of a word: a bit for each."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _load_line(context, builder, signature, arguments)(*arguments[2:])

    return types.uint64(array, types.uint64, types.uint64, types.uint64), generate


@instruction(_look)
def look(typingctx: Any, array: Any, first: Any, bits: Any, wanted: Any) -> Any:
    """Look at a line of a table once; return which places match, are empty, and are busy."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        which = _load_line(context, builder, signature, arguments)
        every, empty, busy = (ir.Constant(ir.IntType(64), int(k)) for k in (EMPTY, EMPTY, BUSY))
        masks = [which(*arguments[2:]), which(every, empty), which(every, busy)]
        return context.make_tuple(builder, signature.return_type, masks)

    masks: Any = types.UniTuple
    return masks(types.uint64, 3)(array, types.uint64, types.uint64, types.uint64), generate


#: Looks at a line that other threads may be writing.
look_shared = look


@instruction(lambda array, index, value: array.__setitem__(index, value))
def publish(typingctx: Any, array: Any, index: Any, value: Any) -> Any:
    """Write an item, and all that was written before it, for other threads to see."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        at = item_address(context, builder, signature.args[0], *arguments[:2])
        builder.store_atomic(arguments[2], at, "release", array.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(array, types.uint64, array.dtype), generate


@instruction(_exchange(lambda now, old, new: new if now == old else now))
def claim(typingctx: Any, array: Any, index: Any, old: Any, new: Any) -> Any:
    """Write an item if it still is the old one; return what it was."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        at = item_address(context, builder, signature.args[0], *arguments[:2])
        pair = builder.cmpxchg(at, *arguments[2:], ordering="acq_rel", failordering="acquire")
        return builder.extract_value(pair, 0)

    return array.dtype(array, types.uint64, array.dtype, array.dtype), generate


@instruction(_exchange(lambda now, bits: now | bits))
def merge(typingctx: Any, array: Any, index: Any, bits: Any) -> Any:
    """Set bits of an item, whatever other threads do to it; return what it was."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        at = item_address(context, builder, signature.args[0], *arguments[:2])
        return builder.atomic_rmw("or", at, arguments[2], "monotonic")

    return array.dtype(array, types.uint64, array.dtype), generate


@instruction(_exchange(lambda now, step: now + step))
def add(typingctx: Any, array: Any, index: Any, step: Any) -> Any:
    """Add to an item, whatever other threads do to it; return what it was."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        at = item_address(context, builder, signature.args[0], *arguments[:2])
        return builder.atomic_rmw("add", at, arguments[2], "monotonic")

    return array.dtype(array, types.uint64, array.dtype), generate


def _block_types(words: int) -> dict[str, Any]:
    """Return the types of what a game gives to kernels, the same for games of so many words."""
    pointer: Any = types.CPointer
    number, word = types.int64, types.uint64
    numbers, column = pointer(number), pointer(word)
    grade, byte, columns = pointer(types.int32), pointer(types.uint8), [column] * words
    positions = [*columns, number, number, number, *columns, number]
    children = [*columns, column, numbers, numbers, numbers]
    table = [number, column, word, byte, number, grade, number]
    return {
        "expand_block": number(*positions, *children, *table),
        "rank_block": number(*columns, number, column, column, grade, number),
        "list_moves": number(*[word] * words, *columns, numbers, word),
    }


def _arrays(kinds: Iterable[Any]) -> tuple[bool, ...]:
    """Return which of some types are arrays, or where their items lie."""
    return tuple(isinstance(kind, (types.Array, types.CPointer)) for kind in kinds)


#: The types of what a game gives to kernels, by the number of words.
BLOCKS = {words: _block_types(words) for words in (1, 2)}
#: Them again, by which of what they take are arrays.
BLOCKS_BY_ARRAYS = {
    _arrays(kind.args): kind for kinds in BLOCKS.values() for kind in kinds.values()
}


def address_of(function: Any, words: int) -> Any:
    """Return where the machine code of a game's function lies, for `run_block`."""
    if PLAIN:
        return getattr(function, "__wrapped__", function)
    kind = BLOCKS[words][function.py_func.__name__]
    function.compile(kind)
    compiled = function.overloads[kind.args]
    return compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)


def make_code(function: Any, words: int) -> None:
    """Have a function of a position compiled before it is called."""
    function.compile((types.uint64,) * words)


@instruction(lambda block, given: block(*given))
def run_block(typingctx: Any, block: Any, given: Any) -> Any:
    """Call a game's function by its address; what it raises is raised here."""
    kind = BLOCKS_BY_ARRAYS[_arrays(given)]
    pairs = zip(given, kind.args, strict=True)
    taken = [one if isinstance(one, types.Array) else number for one, number in pairs]

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        convention, (address, packed) = context.call_conv, arguments
        made = convention.get_function_type(kind.return_type, kind.args)
        values = [
            item_address(context, builder, one, builder.extract_value(packed, i), None)
            if isinstance(one, types.Array)
            else builder.extract_value(packed, i)
            for i, one in enumerate(taken)
        ]
        function = builder.inttoptr(address, made.as_pointer())
        status, result = convention.call_function(
            builder, function, kind.return_type, kind.args, values
        )
        with builder.if_then(status.is_error, likely=False):
            convention.return_status_propagate(builder, status)
        return result

    arguments: Any = types.Tuple
    return kind.return_type(types.int64, arguments(taken)), generate


@rule
def present(number: int) -> int:
    """Return a table's number, unless the table has none."""
    if number == ABSENT:
        raise RuleFault
    return number
