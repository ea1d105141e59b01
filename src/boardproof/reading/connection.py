"""Reading what is connected: `cells.reach(start, within=…)`, `cells.connected(a, b, within=…)`."""

from __future__ import annotations

import ast

from ..ir import build, coerce, tables
from ..ir import nodes as n
from ..ir import types as t
from ..rules.grids import BoardDomain
from .expressions import ExpressionReader, make_fold

#: The words, and what they are given.
CONNECTIONS = {"reach": ("start", "within"), "connected": ("a", "b", "within")}


class ConnectionReader(ExpressionReader):
    """Reads the words of connection; `connected` is whether what is reached meets a set."""

    def connection(self, node: ast.Call, word: str, base: n.Expr) -> n.Expr:
        """Read `reach` or `connected` on a board."""
        assert isinstance(base.type, t.DomainT)
        assert isinstance(base.type.domain, BoardDomain)
        board, place = base.type.domain, self.place(node)
        start, *others, within = self._sets(node, word, board)
        reached = build.reach(board, start, within, place)
        for other in others:
            reached = build.as_test(build.set_op("&", reached, other, place))
        return reached

    def _sets(self, node: ast.Call, word: str, board: BoardDomain[object]) -> list[n.Expr]:
        """Read the sets that are given by position, or by name."""
        names = CONNECTIONS[word]
        given = dict(zip(names, node.args, strict=False))
        given |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
        if len(given) != len(node.args) + len(node.keywords) or set(given) != set(names):
            hint = f"write .{word}({', '.join(names[:-1])}, within=...)"
            raise self.error(node, f".{word} is given the wrong arguments", hint)
        return [self._places(given[name], board) for name in names]

    def _places(self, node: ast.expr, board: BoardDomain[object]) -> n.Expr:
        """Read a place, or several, as a set."""
        place, kind = self.place(node), t.element_type(board)
        if isinstance(node, ast.List):
            items = [coerce.fit(self.read_any(item), kind) for item in node.elts]
            return build.make_set(items, place)
        places = self.read_listed(node)
        if isinstance(places, n.Const) and isinstance(places.value, tuple):
            if places.value not in board and all(item in board for item in places.value):
                return tables.const(frozenset(places.value), place)
        elif isinstance(places.type, t.SequenceT):
            return self._collected(places, places.type)
        if isinstance(places.type, t.ElementT | t.TextT | t.SequenceT | t.TupleT):
            return build.make_set([coerce.fit(places, kind)], place)
        return places

    def _collected(self, places: n.Expr, listed: t.SequenceT) -> n.Expr:
        """Make a set of what a list holds."""
        each, place = self.hidden("each"), places.place
        item = build.make_set([n.Local(each, type=listed.of, place=place)], place)
        return make_fold("union", each, places, build.truth(True, place), item, listed.most, place)
