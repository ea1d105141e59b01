"""Random rules: whatever the reader accepts means the same to both plain engines."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boardproof.engines.contract import make_engine
from boardproof.errors import RulebookError, TooLarge
from boardproof.positions.position import Position
from boardproof.reading.loader import load

from ..engines.compiled.interpreted import InterpretedEngine, outcome
from .author import HEAD, Author

EXAMPLES = 100
POSITIONS = 20


@st.composite
def rulebooks(draw):
    """Write a rulebook with one random move."""
    author = Author(lambda options: draw(st.sampled_from(options)))
    lines = [*author.block(2), "    self.turn = self.turn.next"]
    return HEAD + "".join(f"    {line}\n" for line in lines)


def check(path):
    """Hold the engines against each other; give False for a rulebook that is refused."""
    try:
        rules = load(str(path))
    except RulebookError:
        return False
    reference, ir = (make_engine(name, rules) for name in ("reference", "ir"))
    try:
        written = InterpretedEngine(rules)
    except TooLarge:
        written = None
    seen, waiting = set(), [reference.initial()]
    while waiting and len(seen) < POSITIONS:
        position = waiting.pop(0)
        if position in seen:
            continue
        seen.add(position)
        right = [outcome(reference, position, chosen) for chosen in reference.moves]
        assert right == [outcome(ir, position, chosen) for chosen in ir.moves], path.read_text()
        after = [one if isinstance(one, Position) else None for one in right]
        assert written is None or written.made(position) == after, path.read_text()
        waiting += filter(None, after)
    return True


def test_engines_agree_on_random_rules(tmp_path_factory):
    folder = tmp_path_factory.mktemp("random")
    accepted = []

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(rulebooks())
    def agree(text):
        path = folder / f"random_{len(accepted)}.py"
        path.write_text(text)
        accepted.append(check(path))

    agree()
    assert sum(accepted) > EXAMPLES // 4
