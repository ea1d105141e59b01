"""Kernels that settle positions by what their moves lead to: written for a game, of a few parts.

A kind says what a position is settled to, a form whether its children lie in the layer after it or
anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

#: Positions in a batch: the children of all are asked for before the first is looked up.
BATCH = 16

#: A kernel's parts; what speaks of a game has a $, and is written once for each.
Parts = dict[str, str]

#: Every position's children lie in the layer that was shelved, with their codes.
LAYERED: Parts = {
    "form": "layered",
    "row": "j",
    "ahead": "prefetch(values, slot * u(values.shape[1]))",
    "look": "at = seek($c, slots[k], mask, $table)",
    "signed": "i64(values[at, $])",
    "unsigned": "u(values[at, $])",
}
#: The same where a code fits into the bits of a word above the position: one look finds both.
PACKED: Parts = {
    "form": "packed",
    "row": "j",
    "ahead": "",
    "look": "at = seek_packed($c, slots[k], mask, $table, spare)",
    "signed": "(i64(at) >> spare)",
    "unsigned": "(at >> u(spare))",
}
#: Children lie anywhere; the shelf has the numbers of their rows.
WHOLE: Parts = {
    "form": "whole",
    "row": "i64(rows[j])",
    "ahead": "prefetch(values, slot)",
    "look": "at = u(values[seek($c, slots[k], mask, $table), 0])",
    "signed": "i64(codes[at, $])",
    "unsigned": "u(codes[at, $])",
}
#: Only there children may not be settled yet, and are positions gone over again.
ONLY_WHOLE = ("open_ =", "changed +=")

#: Values with distances: the one to move takes the greatest `t`, which is the value as that player
#: sees it, above the distance, which is turned round where less is better.
SOLVE_FOLD = """d$ = SIGNED
open_ = open_ or (stage == SETTLING and d$ == unset)
v$ = (d$ >> bits) * s$
d$ = d$ & never
best$ = max(best$, (v$ << bits) | (never - d$ if v$ > 0 else d$))"""
SOLVE_FINISH = """v$ = best$ >> bits
d$ = best$ & never
d$ = min((never - d$ if v$ > 0 else d$) + 1, never)
d$ = never if stage == VALUING else d$
new$ = ((v$ * s$) << bits) | d$
if code != 0:
    new$ = payoffs[code, $] << bits
elif count == 0:
    new$ = i64(0)
changed += codes[row, $] != new$
codes[row, $] = new$"""
SOLVE: Parts = {
    "kind": "solve",
    "more": "payoffs, bits, unset",
    "prepare": "never = (i64(1) << bits) - 1",
    "begin": "s$ = 1 if player == $ else -1; best$ = i64(-(1 << 62))",
    "fold": SOLVE_FOLD,
    "finish": SOLVE_FINISH,
}

#: Goals as bits: whoever wants one needs one move that keeps it, the others must have no other.
ATTRACT: Parts = {
    "kind": "attract",
    "more": "by_result, marks, goals_of, keeps_of, free, whose",
    "prepare": "unset = u(1) << u(8 * codes.itemsize - 1)",
    "begin": "some, every = u(0), ~u(0)",
    "fold": """got = UNSIGNED
open_ = open_ or (stage == SETTLING and got == unset)
some |= got
every &= got""",
    "finish": """met = marks[row] if marks.size else by_result[code]
own, keep = u(0), free
while met != u(0):
    aim = lowest(met)
    own |= goals_of[aim]
    keep |= keeps_of[aim]
    met &= met - u(1)
if count:
    mine = whose[player]
    own |= keep & ((some & mine) | (every & ~mine))
changed += u(codes[row, 0]) != own
codes[row, 0] = own""",
}

#: How many moves a goal takes that can be forced: whoever wants it hurries, the others delay.
APPROACH: Parts = {
    "kind": "approach",
    "more": "wanted, never",
    "prepare": "",
    "begin": "low, high = never, i64(0)",
    "fold": "got = SIGNED; low = min(low, got); high = max(high, got)",
    "finish": """far = low if wanted[player] else high
far = min(far + 1, never)
changed += codes[row, 0] != far
codes[row, 0] = far""",
}

FORMS = (LAYERED, PACKED, WHOLE)
KERNELS = [*((kind, form) for kind in (SOLVE, ATTRACT) for form in FORMS), (APPROACH, WHOLE)]


def kernels(games: int, words: int) -> Iterator[Parts]:
    """Give the parts of every kernel, for so many games and words."""
    for kind, form in KERNELS:
        if form is PACKED and (words > 1 or (kind is SOLVE and games > 1)):
            continue
        fitted = {name: _fit(text, form, games) for name, text in kind.items()}
        yield fitted | form | _words(words)


def _fit(text: str, form: Parts, games: int) -> str:
    """Fit a part of a kernel to a form, and write it once for each game if it speaks of one."""
    each = range(games) if "$" in text else range(1)
    text = text.replace("UNSIGNED", form["unsigned"]).replace("SIGNED", form["signed"])
    lines = [line for line in text.split("\n") if not _is_dropped(line, form)]
    return "\n".join(line.replace("$", str(game)) for game in each for line in lines)


def _is_dropped(line: str, form: Parts) -> bool:
    return form is not WHOLE and line.startswith(ONLY_WHOLE)


def _words(words: int) -> Parts:
    def each(line: Callable[[int], str]) -> str:
        return "; ".join(map(line, range(words)))

    return {
        "batches": each(lambda i: f"kid{i} = np.empty(BATCH * MOST_MOVES, np.uint64)"),
        "load_row": each(lambda i: f"w{i} = frontier{i}[u(row)]"),
        "store_kid": each(lambda i: f"kid{i}[kids] = c{i}"),
        "load_kid": each(lambda i: f"c{i} = kid{i}[k]"),
    }
