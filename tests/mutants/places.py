"""Where a source can be at fault: every place that can be mutated, as an edit of the text."""

from __future__ import annotations

import ast
import hashlib
import io
import re
import tokenize
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

COMPARISON, BY_ONE, CONDITION = "comparison", "off by one", "condition"
OF_RULES = {COMPARISON, BY_ONE, CONDITION}
AND_OR, RETURN, CALL, DEFAULT = "and/or", "return", "call", "default"
OF_ALL = OF_RULES | {AND_OR, RETURN, CALL, DEFAULT}

TURNED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not", ""),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("not", ""),
}
MODULE = "(module)"
TALK = re.compile(
    r"(print|echo|secho|warn|debug|info|warning|error|exception|log|logger|logging)"
)  # calls that only talk
SPOKEN = ("help", "epilog", "description")  # arguments that are words


@dataclass(frozen=True)
class Mutant:
    path: str
    function: str
    kind: str
    was: str  # the line or lines, stripped
    becomes: str
    nth: int  # of those that read the same in one function
    start: int  # the edit: these characters ...
    end: int
    put: str  # ... become these

    def lot(self, seed: int) -> str:
        """Its place in the drawing of lots. An edit elsewhere in the tree does not change it."""
        told = (seed, self.path, self.function, self.was, self.becomes, self.nth)
        return hashlib.sha256(repr(told).encode()).hexdigest()

    def applied(self, text: str) -> str:
        return text[: self.start] + self.put + text[self.end :]


def mutants(path: str, text: str, kinds: set[str]) -> list[Mutant]:
    """All mutants of a source, in the order of the text."""
    found = sorted((m for m in Places(path, text).inside(ast.parse(text), MODULE) if m.kind in kinds), key=order)
    alike: Counter[tuple[str, str, str]] = Counter()
    numbered = []
    for m in found:
        alike[m.function, m.was, m.becomes] += 1
        numbered.append(replace(m, nth=alike[m.function, m.was, m.becomes]))
    return numbered


def order(m: Mutant) -> tuple[str, int, int, str]:
    return m.path, m.start, m.end, m.put


class Places:
    def __init__(self, path: str, text: str) -> None:
        self.path, self.text = path, text
        self.lines = text.splitlines(keepends=True)
        self.begins = [0]
        for line in self.lines:
            self.begins.append(self.begins[-1] + len(line))
        self.tokens = [
            (self.begins[t.start[0] - 1] + t.start[1], self.begins[t.end[0] - 1] + t.end[1], t.string)
            for t in tokenize.generate_tokens(io.StringIO(text).readline)
            if t.string
        ]

    # --- going through the tree -----------------------------------------------------------------

    def inside(self, node: ast.AST, function: str) -> Iterator[Mutant]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            function = node.name if function == MODULE else f"{function}.{node.name}"
        if is_for_types(node):
            return
        for start, end, put, kind in self.of(node):
            first = self.text.rfind("\n", 0, start) + 1
            last = self.text.find("\n", end)
            was, becomes = self.text[first:last], self.text[first:start] + put + self.text[end:last]
            yield Mutant(self.path, function, kind, was.strip(), becomes.strip(), 1, start, end, put)
        for child in children(node):
            yield from self.inside(child, function)

    def of(self, node: ast.AST) -> Iterator[tuple[int, int, str, str]]:
        """The edits of a node itself."""
        match node:
            case ast.Compare():
                for left, op, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
                    if type(op) in TURNED:
                        sign, other = TURNED[type(op)]
                        yield *self.token(self.end(left), self.start(right), sign), other, COMPARISON
            case ast.Constant(value=int(number)) if not isinstance(number, bool):
                for near in (number - 1, number + 1):
                    if near >= 0:
                        yield *self.span(node), str(near), BY_ONE
            case ast.Call(func=ast.Name(id="range"), args=args) if not isinstance(last := args[:2][-1], ast.Constant):
                yield *self.span(last), f"({self.told(last)}) - 1", BY_ONE
            case ast.BoolOp():
                for value in node.values:
                    yield *self.span(value), str(isinstance(node.op, ast.And)), CONDITION
                for left, right in zip(node.values, node.values[1:], strict=False):
                    sign, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
                    yield *self.token(self.end(left), self.start(right), sign), other, AND_OR
            case ast.UnaryOp(op=ast.Not()):
                yield self.start(node), self.start(node) + len("not "), "", CONDITION
            case ast.If() | ast.IfExp():
                yield *self.span(node.test), "True", CONDITION
                yield *self.span(node.test), "False", CONDITION
            case ast.While():
                yield *self.span(node.test), "False", CONDITION
            case ast.comprehension():
                for test in node.ifs:
                    yield *self.span(test), "True", CONDITION
            case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
                yield *self.span(value), "None", RETURN
            case ast.Expr(value=ast.Call() | ast.Await()):
                yield *self.span(node), "pass", CALL
            case ast.arguments():
                for default in [*node.defaults, *node.kw_defaults]:
                    if isinstance(default, ast.Constant) and isinstance(default.value, bool):
                        yield *self.span(default), str(not default.value), DEFAULT

    # --- where things stand in the text -----------------------------------------------------------

    def at(self, line: int, column: int) -> int:
        """The tree counts bytes, we count characters."""
        return self.begins[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self.at(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.at(node.end_lineno, node.end_col_offset)

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        return self.start(node), self.end(node)

    def told(self, node: ast.expr) -> str:
        return self.text[self.start(node) : self.end(node)]

    def token(self, start: int, end: int, string: str) -> tuple[int, int]:
        """Where a sign stands between two places."""
        first = bisect_left(self.tokens, start, key=lambda token: token[0])
        return next((a, b) for a, b, told in self.tokens[first : first + end - start] if told == string)


def children(node: ast.AST) -> Iterator[ast.AST]:
    """What may be mutated of a node's children: no annotations, no imports for types, nothing that is only said."""
    for name, field in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for child in field if isinstance(field, list) else [field]:
            if isinstance(child, ast.AST) and not is_talk(child):
                yield child


def is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def is_talk(node: ast.AST) -> bool:
    if isinstance(node, ast.Expr):
        called = node.value.value if isinstance(node.value, ast.Await) else node.value
        return isinstance(called, ast.Call) and any(map(TALK.fullmatch, ast.unparse(called.func).split(".")))
    if isinstance(node, ast.keyword):
        return node.arg in SPOKEN
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "__name__ == '__main__'"
    return isinstance(node, ast.JoinedStr | ast.Raise)
