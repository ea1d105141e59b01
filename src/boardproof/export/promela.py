"""A rulebook as a Promela model, for Spin: one process, one atomic sequence for a move.

Spin keeps what a model declares as its state. Here that are the places of a position, and for each
move whether it is legal: which the position decides, so that states are positions. All other
conditions are hidden: they are computed anew in every sequence, before they are used.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engines.sat.circuit import Gate
from ..ir.rules import Rules
from .conditions import ConditionWriter, Infix
from .exported import ExportedModel
from .transitions import ModelVariable, Transition, TransitionModel

#: Words of Promela, and names that the model uses itself.
WORDS = """
active assert atomic bit bool break byte chan c_code c_decl c_expr c_state c_track d_proctype d_step
do else empty enabled end eval false fi for full goto hidden if in init inline int len local ltl
mtype nempty never nfull notrace np_ od of pc_value pid printf priority proctype provided run select
short show skip timeout trace true typedef unless unsigned xr xs settle play legal now stdin
"""
#: Spin refuses deterministic steps of more than 2,048 statements.
LONGEST = 1_000
SYNTAX = Infix(" && ", " || ", " == ", " != ", "->")


def export_promela(rules: Rules, name: str = "") -> ExportedModel:
    """Write a rulebook as a Promela model; its invariants are asserted after every move.

    >>> from boardproof import load
    >>> model = export_promela(load("tic-tac-toe", size=2))
    >>> "active proctype play()" in model.text, model.invariants[:1]
    (True, ('two_winners_never',))
    """
    return _PromelaWriter(rules, name or type(rules.game).__name__).model()


class _PromelaWriter:
    def __init__(self, rules: Rules, name: str) -> None:
        self._name = name
        self._model = TransitionModel(rules, "Promela", frozenset(WORDS.split()))
        names = [variable.name for variable in self._model.variables]
        self._legal, self._new = _free_prefix("legal_", names), _free_prefix("new_", names)
        self._guards = [transition.guard for transition in self._model.transitions]
        self._claims = list(self._model.invariants.values())
        updates = [gate for one in self._model.transitions for gate in one.conditions]
        roots = [*self._guards, *self._claims, *updates]
        self._conditions = ConditionWriter(self._model, SYNTAX, roots)
        self._hidden = [name for name, _ in self._conditions.definitions(roots)]

    def model(self) -> ExportedModel:
        """Write everything."""
        parts = [*self._head(), *self._declarations(), *self._play()]
        model = self._model
        return ExportedModel(
            self._name, "\n".join(parts) + "\n", "", tuple(model.invariants), model.left_out
        )

    def _head(self) -> Iterator[str]:
        yield f"/* {self._model.rules.game.identity}"
        yield "   spin -a FILE && gcc -O2 -DSAFETY -o pan pan.c && ./pan -m1000000"
        yield "   States are positions; transitions are moves, and one for the start. */"

    def _declarations(self) -> Iterator[str]:
        for variable in self._model.variables:
            legend = f"  /* {variable.legend} */" if variable.legend else ""
            start = variable.code(variable.start)
            yield f"{_type(variable)} {variable.name} = {start};{legend}"
        starts = self._model.holds_at_start(self._guards)
        for transition, legal in zip(self._model.transitions, starts, strict=True):
            yield f"bit {self._legal}{transition.name} = {int(legal)};"
        yield from (f"hidden byte {name};" for name in self._hidden)
        changed = dict.fromkeys(v for one in self._model.transitions for v in one.updates)
        yield from (f"hidden {_hidden_type(v)} {self._new}{v.name};" for v in changed)

    def _settle(self) -> list[str]:
        """Return what is computed of every new position: its invariants and legal moves."""
        write = self._conditions.write
        claims = self._model.invariants.items()
        moves = self._model.transitions
        return [
            *self._definitions([*self._guards, *self._claims]),
            *(f"assert({write(claim)});  /* {name} */" for name, claim in claims),
            *(f"{self._legal}{move.name} = {write(move.guard)};" for move in moves),
        ]

    def _definitions(self, gates: list[Gate]) -> Iterator[str]:
        for name, text in self._conditions.definitions(gates):
            yield f"{name} = {text};"

    def _play(self) -> Iterator[str]:
        yield "active proctype play() {"
        broken = zip(self._model.invariants, self._model.holds_at_start(self._claims), strict=True)
        yield from (
            f"  assert(false);  /* {name} fails at the start */" for name, ok in broken if not ok
        )
        yield "end:"
        yield "  do"
        yield "  :: atomic {"
        yield "     if"
        for transition in self._model.transitions:
            steps = _in_steps([*self._change(transition)], "  ")
            yield f"     :: {self._legal}{transition.name} ->\n{steps}"
        yield "     fi;"
        yield _in_steps(self._settle(), "")
        yield "     }"
        yield "  od"
        yield "}"

    def _change(self, transition: Transition) -> Iterator[str]:
        """Write what a move changes: new values are computed before any is assigned."""
        yield from self._definitions(transition.conditions)
        for variable, outcomes in transition.updates.items():
            value = SYNTAX.by_cases(variable, outcomes, self._conditions.write)
            yield f"{self._new}{variable.name} = {value};"
        for variable in transition.updates:
            yield f"{variable.name} = {self._new}{variable.name};"


def _free_prefix(prefix: str, names: list[str]) -> str:
    """Return a prefix that no name begins with: none has two `_` inside.

    >>> _free_prefix("new_", ["mark"]), _free_prefix("new_", ["mark", "new_mark"])
    ('new_', 'new__')
    """
    return prefix + "_" * any(name.startswith(prefix) for name in names)


def _in_steps(lines: list[str], indent: str) -> str:
    """Write statements as deterministic steps, as few as Spin takes."""
    parts = [lines[at : at + LONGEST] for at in range(0, len(lines), LONGEST)]
    inner = [f"\n{indent}       ".join(part) for part in parts]
    return ";\n".join(f"{indent}     d_step {{\n{indent}       {one} }}" for one in inner) or "skip"


def _type(variable: ModelVariable) -> str:
    codes = variable.codes
    if min(codes) < 0 or max(codes) > 255:
        return "short" if min(codes) >= -(2**15) and max(codes) < 2**15 else "int"
    return "bit" if max(codes) <= 1 else "byte"


def _hidden_type(variable: ModelVariable) -> str:
    """Return the type of a hidden variable, which cannot be a bit."""
    kind = _type(variable)
    return "byte" if kind == "bit" else kind
