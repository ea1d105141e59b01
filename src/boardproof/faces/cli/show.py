"""`boardproof show`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

import click

from ...errors import TooLarge
from ...ir.printer import Printer, print_rules
from ...ir.rules import Function, Rules
from ...questions.known import known_games
from ...rules.game import claims_of
from ...rules.parameters import Option, spell
from ...rules.starts import starts_of
from ...rules.state import Variable
from .options import echo_json, game_arguments, json_option, load_rules, sentence_of


class ReadingFacts(TypedDict):
    """How an ambiguous sentence is read."""

    value: int | str | bool
    reads: str
    meanings: dict[str, str]


class VariableFacts(TypedDict):
    """A state variable, as it was declared."""

    name: str
    declared: str
    bits: int


class RuleFacts(TypedDict):
    """A move or a question, with its arguments and its line."""

    name: str
    kind: str
    arguments: dict[str, str]
    sentence: str
    line: int


class RulebookFacts(TypedDict):
    """How a game is understood."""

    game: str
    parameters: dict[str, int | str | bool]
    players: list[str]
    readings: dict[str, ReadingFacts]
    state: list[VariableFacts]
    bits: int
    moves: list[RuleFacts]
    questions: list[RuleFacts]
    claims: dict[str, str]


JSON = {"show": RulebookFacts}


@click.command("show")
@game_arguments
@click.option(
    "--ir", "as_ir", is_flag=True, help="Print the intermediate representation of the rules."
)
@click.option(
    "--code", "as_code", is_flag=True, help="Print the module that the compiled engine generates."
)
@json_option
def command(game: str, words: tuple[str, ...], as_ir: bool, as_code: bool, as_json: bool) -> None:
    """Show how a game is understood: parameters, readings, state, moves, questions."""
    rules = load_rules(game, words)
    if as_json:
        echo_json(_as_dict(rules))
    elif as_ir:
        click.echo(print_rules(rules), nl=False)
    elif as_code:
        from ...engines.compiled.codegen.module import rules_module
        from ...engines.compiled.codegen.program import Program

        click.echo(rules_module(Program(rules)).source, nl=False)
    else:
        for line in _lines(rules):
            click.echo(line)


def _lines(rules: Rules) -> Iterator[str]:
    game = rules.game
    yield click.style(game.identity, bold=True)
    yield f"  {sentence_of(type(game))}"
    yield from _section("players", [", ".join(game.players)])
    options = list(game.options.values())
    yield from _section("parameters", _parameters(rules))
    yield from _section("readings", [line for o in options for line in _reading(rules, o)])
    yield from _section("state", _state(rules))
    yield from _section("packed", _packed(rules))
    start = starts_of(game)
    yield from _section("start", [] if start is None else [f"any position: {start.text}"])
    yield from _section("moves", [_rule(rules, rules.functions[name]) for name in rules.moves])
    yield from _section("symmetries", _symmetries(rules))
    asked = [rules.functions[name] for name in (*rules.questions, *rules.steps)]
    yield from _section("questions", [_rule(rules, f, f.kind) for f in asked])
    yield from _section("claims", [f"{n}: {text}" for n, text in _claims(rules).items()])
    about = [known for known in known_games(game.name) if known.is_of(game)]
    yield from _section("known", [str(fact) for known in about for fact in known.facts()])


def _section(title: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield ""
        yield click.style(title, underline=True)
        yield from (f"  {line}" for line in lines)


def _parameters(rules: Rules) -> list[str]:
    options = [option for option in rules.game.options.values() if not option.is_reading]
    set_to = [f"{o.name}={spell(rules.game.parameters[o.name])}" for o in options]
    width = max(map(len, set_to), default=0)
    return [
        f"{value:<{width}}    {option.allowed()}, default {spell(option.default)}"
        for value, option in zip(set_to, options, strict=True)
    ]


def _reading(rules: Rules, option: Option) -> Iterator[str]:
    if not option.is_reading:
        return
    yield f"{option.name}={spell(rules.game.parameters[option.name])}    “{option.says}”"
    for choice in option.choices:
        word = spell(choice)
        meaning = option.meanings.get(word, "")
        mark = "*" if choice == rules.game.parameters[option.name] else " "
        yield f"  {mark} {word}{': ' + meaning if meaning else ''}"


def _state(rules: Rules) -> list[str]:
    variables = list(rules.game.variables.values())
    width = max(len(variable.name) for variable in variables)
    width = max(width, len("in all"))
    lines = [f"{v.name:<{width}}  {_bits(v.bits)}  {v}" for v in variables]
    return [*lines, f"{'in all':<{width}}  {_bits(sum(v.bits for v in variables)).rstrip()}"]


def _packed(rules: Rules) -> list[str]:
    """Draw how the compiled engine packs a position, or explain why it does not."""
    from ...packing.layout import Layout

    try:
        return Layout(rules.game).picture()
    except TooLarge as wide:
        return [str(wide)]


def _symmetries(rules: Rules) -> list[str]:
    """Describe the permutations under which the rules are proved to be invariant."""
    from ...analysis.symmetry import symmetries

    group = symmetries(rules)
    if len(group.all) == 1:
        return ["none proved"]
    proved, fixing = len(group.all) - 1, len(group.fixing_start) - 1
    keep = {proved: "all keep" if proved > 1 else "it keeps", 0: "none keeps"}.get(fixing)
    start = keep or f"{fixing} of them keep{'s' if fixing == 1 else ''}"
    return [str(group), f"{start} the starting position"]


def _bits(number: int) -> str:
    return f"{number:>4} bit " if number == 1 else f"{number:>4} bits"


def _rule(rules: Rules, function: Function, kind: str = "") -> str:
    short = Printer(rules)
    arguments = ", ".join(f"{name}: {short.type(a)}" for name, a in function.parameters)
    head = f"{kind + ' ' if kind else ''}{function.name}({arguments})"
    return f"{head}    {function.sentence}".rstrip()


def _as_dict(rules: Rules) -> RulebookFacts:
    game = rules.game
    return {
        "game": game.name,
        "parameters": game.parameters,
        "players": list(game.players),
        "readings": {
            o.name: {"value": game.parameters[o.name], "reads": o.says, "meanings": o.meanings}
            for o in game.options.values()
            if o.is_reading
        },
        "state": [_variable(v) for v in game.variables.values()],
        "bits": sum(v.bits for v in game.variables.values()),
        "moves": [_function(rules, name) for name in rules.moves],
        "questions": [_function(rules, name) for name in (*rules.questions, *rules.steps)],
        "claims": _claims(rules),
    }


def _claims(rules: Rules) -> dict[str, str]:
    """Return the claims that are written beside the rules, as text."""
    return {name: str(claim) for name, claim in claims_of(type(rules.game)).items()}


def _variable(variable: Variable) -> VariableFacts:
    return {"name": variable.name, "declared": str(variable), "bits": variable.bits}


def _function(rules: Rules, name: str) -> RuleFacts:
    function, short = rules.functions[name], Printer(rules)
    return {
        "name": name,
        "kind": function.kind,
        "arguments": {argument: short.type(a) for argument, a in function.parameters},
        "sentence": function.sentence,
        "line": function.place.line,
    }
