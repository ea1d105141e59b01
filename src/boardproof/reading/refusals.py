"""What the rule language leaves out, and what to write instead."""

from __future__ import annotations

import ast

REFUSED: dict[type[ast.AST], tuple[str, str]] = {
    ast.Import: ("rules cannot import", "import at the top of the file, use it in setup"),
    ast.ImportFrom: ("rules cannot import", "import at the top of the file, use it in setup"),
    ast.Try: ("rules cannot catch errors", "test for the case with `if`"),
    ast.With: ("`with` is not part of the rule language", "write the statements out"),
    ast.Raise: ("rules cannot raise errors", "write `require(condition, 'why not')`"),
    ast.Assert: ("`assert` is not part of the rule language", "write `require(condition)`"),
    ast.Delete: ("`del` is not part of the rule language", "write `self.s -= {x}` or assign None"),
    ast.Global: ("rules cannot change globals", "declare a state variable in setup"),
    ast.Nonlocal: ("rules cannot change outer names", "declare a state variable in setup"),
    ast.FunctionDef: ("a rule cannot define a function", "write it as a method of its own"),
    ast.AsyncFunctionDef: ("a rule cannot define a function", "write it as a method of its own"),
    ast.ClassDef: ("a rule cannot define a class", "use the words of boardproof.rules"),
    ast.Match: ("`match` is not part of the rule language", "write `if ... elif ... else`"),
    ast.AsyncFor: ("`async` is not part of the rule language", "write a plain `for`"),
    ast.AsyncWith: ("`async` is not part of the rule language", "write the statements out"),
    ast.Lambda: ("a rule cannot define a function", "write it as a method of its own"),
    ast.Await: ("`await` is not part of the rule language", "call the method plainly"),
    ast.Yield: ("a rule cannot yield", "return one value, or change the state"),
    ast.YieldFrom: ("a rule cannot yield", "return one value, or change the state"),
    ast.NamedExpr: ("`:=` is not part of the rule language", "assign in a statement of its own"),
    ast.JoinedStr: ("rules have no text to format", "give a reason as a plain word in require"),
    ast.Starred: ("`*` is not part of the rule language here", "write the values out"),
    ast.Slice: ("slices are not part of the rule language", "build the shorter list in setup"),
    ast.Dict: ("rules cannot build dictionaries", "build the table in setup as a constant"),
    ast.DictComp: ("rules cannot build dictionaries", "build the table in setup as a constant"),
    ast.GeneratorExp: (
        "a generator is read only inside any, all, sum, min, max, len or a set",
        "write any(... for x in xs)",
    ),
    ast.ListComp: (
        "a list is read only inside any, all, sum, min, max or len",
        "write a set {... for x in xs}, or build the list in setup",
    ),
}

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.BitOr: "|",
    ast.BitAnd: "&",
    ast.BitXor: "^",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}

NO_OPERATORS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Div: ("`/` makes fractions, and rules have whole numbers only", "write `//`"),
    ast.Pow: ("`**` is not part of the rule language", "compute powers in setup"),
    ast.MatMult: ("`@` is not part of the rule language", "use + - * // or %"),
    ast.LShift: ("shifts are not part of the rule language", "use * and //, or sets"),
    ast.RShift: ("shifts are not part of the rule language", "use * and //, or sets"),
    ast.UAdd: ("a leading + is not part of the rule language", "leave it out"),
    ast.Invert: ("`~` is not part of the rule language", "write `not x`, or `self.cells - x`"),
}

ATTRIBUTE_HINTS: dict[str, str] = {
    "add": "write `self.s |= {x}`",
    "remove": "write `self.s -= {x}`",
    "discard": "write `self.s -= {x}`",
    "pop": "write `self.s -= {x}`",
    "clear": "write `self.s = set()`",
    "update": "write `self.s |= t`",
    "append": "lists are constants; use a Subset or a Map",
    "copy": "write `before = self.s`; sets never change in place",
    "get": "write `self.m[k]`; a map has a value for every element",
    "values": "write `self.m[k] for k in self.domain`",
    "items": "write `for k in self.domain`, and `self.m[k]` inside",
    "keys": "write `for k in self.domain`",
    "union": "write `a | b`",
    "difference": "write `a - b`",
    "intersection": "write `a & b`",
    "issubset": "write `a <= b`",
    "issuperset": "write `a >= b`",
    "isdisjoint": "write `not a & b`",
}
