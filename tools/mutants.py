"""Small faults to plant in a module: one changed place each, found in the syntax tree and spliced into the source."""

import ast
import difflib
from collections.abc import Iterator
from dataclasses import dataclass

Change = tuple[ast.expr | ast.stmt, str]  # what is replaced, and by which text

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
UNTOUCHED = (ast.Assert, ast.Import, ast.ImportFrom, ast.JoinedStr, ast.Global)


@dataclass(frozen=True)
class Mutant:
    """One fault: where it is, what it changes, and the bytes of the source that it replaces."""

    file: str
    function: str  # its qualified name; empty outside functions
    line: int
    code: str  # the line of the source as it is
    change: str
    start: int
    end: int
    text: str

    @property
    def key(self) -> str:
        """A name for one state of the source."""
        return f"{self.file} {self.start}-{self.end} {self.text}"

    def apply(self, source: str) -> str:
        """Return the source with the fault."""
        raw = source.encode()
        return (raw[: self.start] + self.text.encode() + raw[self.end :]).decode()

    def diff(self, source: str) -> str:
        """Return the fault as a patch without context."""
        pair = (source.splitlines(), self.apply(source).splitlines())
        lines = list(difflib.unified_diff(*pair, n=0, lineterm=""))[3:]
        return "\n".join([f"{self.file}:{self.line} {self.function}", *lines])


def mutants(file: str, source: str) -> list[Mutant]:
    """Return all faults for a source, in the order of the source."""
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    found: dict[str, Mutant] = {}
    for function, (node, text) in _walk(ast.parse(source), "", "", None):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        change = f"{_short(node)} -> {text}"
        mutant = Mutant(
            file,
            function,
            node.lineno,
            lines[node.lineno - 1].decode().strip(),
            change,
            starts[node.lineno - 1] + node.col_offset,
            starts[node.end_lineno - 1] + node.end_col_offset,
            text,
        )
        if mutant.apply(source) != source:
            found.setdefault(mutant.apply(source), mutant)
    return sorted(found.values(), key=lambda mutant: (mutant.start, mutant.end, mutant.text))


def _short(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())


def _walk(node: ast.AST, scope: str, function: str, returns: ast.expr | None) -> Iterator[tuple[str, Change]]:
    """Visit what runs: no docstrings, annotations, decorators or assertions."""
    if isinstance(node, UNTOUCHED) or _is_docstring(node):
        return
    inner: list[ast.AST]
    if isinstance(node, ast.FunctionDef):
        scope = function = f"{scope}{node.name}"
        scope, returns = f"{scope}.", node.returns
        inner = [*node.args.defaults, *node.body]
    elif isinstance(node, ast.ClassDef):
        scope = f"{scope}{node.name}."
        inner = [*node.body]
    elif isinstance(node, ast.AnnAssign):
        inner = [] if node.value is None else [node.value]
    else:
        inner = list(ast.iter_child_nodes(node))
    for change in _changes(node, function, returns):
        yield function, change
    for child in inner:
        yield from _walk(child, scope, function, returns)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _changes(node: ast.AST, function: str, returns: ast.expr | None) -> Iterator[Change]:
    """Return the faults that can be planted at one node."""
    if isinstance(node, ast.Constant):
        yield from _constant(node)
    elif isinstance(node, ast.Compare):
        yield from _compare(node)
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield _expression(node, ast.BoolOp(other, node.values))
    elif isinstance(node, ast.UnaryOp):
        yield _expression(node, node.operand)
    elif isinstance(node, ast.BinOp) and not _is_text(node.left) and not _is_text(node.right):
        yield _expression(node, ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right))
    elif isinstance(node, (ast.If, ast.IfExp)) and not isinstance(node.test, (ast.Compare, ast.UnaryOp)):
        yield _expression(node.test, ast.UnaryOp(ast.Not(), node.test))
    elif isinstance(node, ast.Call):
        yield from _range(node)
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        yield from _slice(node, node.slice)
    elif isinstance(node, ast.Return):
        yield from _return(node, returns)
    elif isinstance(node, ast.AugAssign):
        yield node, ast.unparse(ast.AugAssign(node.target, OPERATORS[type(node.op)](), node.value))
        yield node, "pass"
    elif isinstance(node, ast.stmt) and _can_be_left_out(node, function):
        yield node, "pass"


def _can_be_left_out(node: ast.stmt, function: str) -> bool:
    """Tell whether the function still runs without the statement; without the first value of a name it would crash."""
    if isinstance(node, ast.Assign) and not function.endswith("__init__"):
        return all(isinstance(target, (ast.Attribute, ast.Subscript)) for target in node.targets)
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    return isinstance(node, (ast.Break, ast.Continue, ast.Raise))


def _expression(old: ast.expr, new: ast.expr) -> Change:
    return old, f"({ast.unparse(new)})"


def _is_text(node: ast.expr) -> bool:
    """Tell where an operator joins or repeats texts and lists, so that any other one would just crash."""
    return isinstance(node, (ast.JoinedStr, ast.List, ast.ListComp)) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _constant(node: ast.Constant) -> Iterator[Change]:
    if isinstance(node.value, bool):
        yield node, str(not node.value)
    elif isinstance(node.value, (int, float)):
        yield node, str(node.value + 1)
        yield node, f"({node.value - 1})" if node.value < 1 else str(node.value - 1)


def _compare(node: ast.Compare) -> Iterator[Change]:
    for place, operator in enumerate(node.ops):
        for other in COMPARISONS[type(operator)]:
            operators = [*node.ops]
            operators[place] = other()
            yield _expression(node, ast.Compare(node.left, operators, node.comparators))


def _shift(node: ast.expr) -> list[ast.expr]:
    """Return an expression plus and minus one; a constant has its own faults."""
    if isinstance(node, ast.Constant):
        return []
    return [ast.BinOp(node, operator, ast.Constant(1)) for operator in (ast.Add(), ast.Sub())]


def _range(node: ast.Call) -> Iterator[Change]:
    if isinstance(node.func, ast.Name) and node.func.id == "range":
        stop = node.args[0] if len(node.args) == 1 else node.args[1]
        for other in _shift(stop):
            yield _expression(stop, other)


def _slice(node: ast.Subscript, bounds: ast.Slice) -> Iterator[Change]:
    if bounds.lower is None and bounds.upper is None and bounds.step is None:
        yield _expression(node, node.value)  # no copy
    for bound in (bounds.lower, bounds.upper):
        if bound is not None:
            for other in _shift(bound):
                yield _expression(bound, other)


def _return(node: ast.Return, returns: ast.expr | None) -> Iterator[Change]:
    """Return another value of the same type, where no other fault does that already."""
    if node.value is None:
        yield node, "pass"
        return
    kind = "" if returns is None else ast.unparse(returns).strip("'")
    if kind in ("int", "i64"):
        for other in _shift(node.value)[:1]:
            yield _expression(node.value, other)
    elif kind == "bool" and not isinstance(node.value, (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Constant)):
        yield _expression(node.value, ast.UnaryOp(ast.Not(), node.value))
    elif kind == "str":
        yield node.value, "''"
    elif kind.startswith("list["):
        yield node.value, "[]"
    elif kind.endswith("| None"):
        yield node.value, "None"
