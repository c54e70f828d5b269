"""Which keys a game reads from a record's [start] and from a score sheet: found in its code, by following the reads."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

GAMES = Path(__file__).resolve().parents[1] / "src" / "atout" / "games"
KINDS = {
    "number": "a number",
    "seat": "a number",
    "numbers": "a list of numbers",
    "text": "a text",
    "texts": "a list of texts",
    "has": "",  # says only whether the key is there
}
Found = dict[str, str]  # what is read by each key


@dataclass(frozen=True)
class Place:
    """A function, or a method, and the module it stands in."""

    module: "Module"
    node: ast.FunctionDef
    owner: str = ""  # the class of a method


class Module:
    """A module of a game, as far as its functions read what a person wrote down."""

    def __init__(self, game: str, name: str) -> None:
        self.game = game
        tree = ast.parse((GAMES / game / f"{name}.py").read_text(encoding="utf-8"))
        self.places: dict[str, Place] = {}
        self.imported: dict[str, str] = {}  # names that come from other modules of the game
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                self.places[node.name] = Place(self, node)
            elif isinstance(node, ast.ClassDef):
                for item in node.body:
                    if isinstance(item, ast.FunctionDef):
                        self.places[f"{node.name}.{item.name}"] = Place(self, item, node.name)
            elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"atout.games.{game}."):
                for alias in node.names:
                    self.imported[alias.asname or alias.name] = (node.module or "").rpartition(".")[2]

    def callee(self, call: ast.Call, owner: str) -> Place | None:
        """Return the function of this game that is called, if it is one."""
        if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
            return self.places.get(f"{owner}.{call.func.attr}") if call.func.value.id == "self" else None
        if not isinstance(call.func, ast.Name):
            return None
        name = call.func.id
        home = Module(self.game, self.imported[name]) if name in self.imported else self
        return home.places.get(name) or home.places.get(f"{name}.__init__")


def keys_read(place: Place, parameter: str, known: dict[str, str] | None = None) -> Found:
    """Return the keys that a function reads from one of its parameters, and what else it hands that on to."""
    known = known or {}
    found: Found = {}
    for call in calls_of(place.node):
        function = call.func
        if isinstance(function, ast.Attribute) and is_name(function.value, parameter) and function.attr in KINDS:
            key = constant(call.args[0], known)
            if key is not None:
                found[key] = found.get(key) or KINDS[function.attr]
            continue
        target = place.module.callee(call, place.owner)
        if target is None:
            continue
        names = [argument.arg for argument in target.node.args.args]
        names = names[1:] if target.owner else names
        given = dict(zip(names, call.args, strict=False))
        texts = {name: text for name, value in given.items() if (text := constant(value, known)) is not None}
        for name, value in given.items():
            if is_name(value, parameter):
                for key, kind in keys_read(target, name, texts).items():
                    found[key] = found.get(key) or kind
    return found


def calls_of(node: ast.AST) -> Iterator[ast.Call]:
    """Yield all calls in a function, in the order of the text."""
    calls = [item for item in ast.walk(node) if isinstance(item, ast.Call)]
    return iter(sorted(calls, key=lambda call: (call.lineno, call.col_offset)))


def is_name(node: ast.expr, name: str) -> bool:
    """Tell whether an expression is a variable of this name."""
    return isinstance(node, ast.Name) and node.id == name


def constant(node: ast.expr, known: dict[str, str]) -> str | None:
    """Return the text that an expression is, if it is one, or a variable with a known one."""
    if isinstance(node, ast.Name):
        return known.get(node.id)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def start_keys(game: str) -> Found:
    """Return the keys of a record's [start]."""
    return keys_read(Module(game, "position").places["begin"], "start")


def sheet_keys(game: str) -> tuple[Found, Found]:
    """Return the keys at the head of a score sheet, and those of one deal."""
    place = Module(game, "sheet").places["score"]
    loops = [node for node in ast.walk(place.node) if isinstance(node, ast.For)]
    written = {name.id for loop in loops for name in ast.walk(loop.target) if isinstance(name, ast.Name)}
    deals: Found = {}
    for name in sorted(written):
        deals |= keys_read(place, name)
    return keys_read(place, "head"), deals
