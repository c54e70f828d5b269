"""Write web/src/wire/wire.gen.ts: TypeScript types of all messages and HTTP bodies, and what refusals can say.

    python tools/wire_types.py             write the file
    python tools/wire_types.py --print     show it instead

The types come from the msgspec structs the server checks by, the comments from beside them.
"""

import argparse
import ast
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Final, get_args, get_origin

import msgspec
from msgspec import Struct, inspect

from atout.kernel.log import SPECTATOR
from atout.server.core import events, replays, talk, wire
from atout.server.http import app, lessons, middleware, people, tables, websocket
from atout.study.reviews import types as reviews

ROOT: Final = Path(__file__).resolve().parent.parent
FILE: Final = ROOT / "web" / "src" / "wire" / "wire.gen.ts"
COMMAND: Final = "python tools/wire_types.py"
SERVER: Final = Path(app.__file__).parents[1]
HEAD: Final = f"""\
// Made by `{COMMAND}` from src/atout/server; never edited.
// What is optional is left out when it is empty, 0 or false, or what its comment says.
"""

REQUESTS: Final[tuple[type[Struct], ...]] = get_args(wire.AnyRequest)
MESSAGES: Final[tuple[type[Struct], ...]] = get_args(wire.AnyMessage)
SENT: Final = (
    tables.Order,
    people.Name,
    people.Secret,
    lessons.Choices,
)  # the bodies of HTTP requests, and of answers:
ANSWERED: Final[tuple[type[Struct], ...]] = tuple(
    kind for kind in (app.ServerInfo, app.Health, middleware.Problem, *app.BODIES) if kind not in SENT
)
NAMED: Final = {  # unions of texts that have a name
    "Code": wire.Code,
    "ProblemCode": middleware.Code,
    "Watch": events.Watch,
    "Speech": wire.Speech,
    "Lookup": wire.Lookup,
    "ClockKind": events.ClockKind,
    "Mark": reviews.Mark,
}
CLOSE: Final = {name: value for name, value in vars(websocket).items() if name.isupper() and isinstance(value, tuple)}
PLAIN: Final[dict[type[inspect.Type], str]] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


class Writer:
    """Turns structs into interfaces, each once, those that it needs before it."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._names: dict[str, type[Struct]] = {}
        self._unions = {frozenset(get_args(literal)): name for name, literal in NAMED.items()}

    def heading(self, text: str) -> None:
        """Begin a part of the file."""
        self.lines += ["", f"// {text}"]

    def union(self, name: str, members: Iterable[str], about: str = "") -> None:
        """Write a union of types or texts."""
        self.lines += ["", *([f"/** {about} */"] if about else []), f"export type {name} ="]
        self.lines += [f"  {line}" for line in textwrap.wrap(" | ".join(members), 116, break_on_hyphens=False)]

    def struct(self, kind: type[Struct], sent: bool) -> None:
        """Write a struct, and before it what it is made of; `sent` says which way it goes."""
        told, kind = inspect.type_info(kind), class_of(kind)
        assert isinstance(told, inspect.StructType)
        if self._names.setdefault(kind.__name__, kind) is not kind:
            raise ValueError(f"two structs are called {kind.__name__}: {self._names[kind.__name__]} and {kind}")
        for part in (part for field in told.fields for part in structs_in(field.type)):
            if self._names.get(class_of(part).__name__) is not class_of(part):
                self.struct(part, sent)
        notes = comments(kind)
        bases = [base for base in kind.__bases__ if self._names.get(base.__name__) is base]
        extends = "".join(f" extends {base.__name__}" for base in bases)
        inherited = [name for base in bases for name in self._names[base.__name__].__struct_fields__]
        self.lines += ["", *comment(kind.__doc__ or "", ""), f"export interface {kind.__name__}{extends} {{"]
        if told.tag_field is not None:
            self.lines.append(f"  {told.tag_field}: {quote(told.tag)}")
        for field in told.fields:
            if field.name in inherited:
                continue
            optional = not field.required and (sent or kind.__struct_config__.omit_defaults)
            usual = f"if left out: {default_note(field)}" if optional and default_note(field) else ""
            self.lines += comment("; ".join(filter(None, (notes.get(field.name), usual))), "  ")
            self.lines.append(f"  {field.encode_name}{'?' if optional else ''}: {self.to_typescript(field.type)}")
        self.lines.append("}")

    def to_typescript(self, told: inspect.Type) -> str:
        """Return a type in TypeScript's words."""
        match told:
            case inspect.Metadata():
                return self.to_typescript(told.type)
            case inspect.StructType():
                return class_of(told.cls).__name__
            case inspect.LiteralType():
                return self._unions.get(frozenset(told.values)) or " | ".join(quote(item) for item in told.values)
            case inspect.UnionType():
                return " | ".join(self.to_typescript(item) for item in told.types)
            case inspect.ListType() | inspect.VarTupleType():
                item = self.to_typescript(told.item_type)
                return f"({item})[]" if " " in item else f"{item}[]"
            case inspect.TupleType():
                return f"[{', '.join(self.to_typescript(item) for item in told.item_types)}]"
            case inspect.DictType():
                return f"Record<{self.to_typescript(told.key_type)}, {self.to_typescript(told.value_type)}>"
            case _ if type(told) in PLAIN:
                return PLAIN[type(told)]
        raise ValueError(f"no TypeScript for {told}")


def class_of(kind: type[Struct]) -> type[Struct]:
    """Return the class of a struct that may be generic."""
    found: type[Struct] = get_origin(kind) or kind
    return found


def structs_in(told: inspect.Type) -> Iterator[type[Struct]]:
    """Yield the structs a type is made of."""
    match told:
        case inspect.StructType():
            yield told.cls
        case inspect.Metadata():
            yield from structs_in(told.type)
        case inspect.UnionType():
            for item in told.types:
                yield from structs_in(item)
        case inspect.ListType() | inspect.VarTupleType():
            yield from structs_in(told.item_type)
        case inspect.TupleType():
            for item in told.item_types:
                yield from structs_in(item)
        case inspect.DictType():
            yield from structs_in(told.value_type)


def default_note(field: inspect.Field) -> str:
    """Return what it means that a field is left out, unless it goes without saying."""
    value = field.default
    if value is msgspec.NODEFAULT or not value or isinstance(value, Struct):
        return ""
    return str(value).lower() if isinstance(value, bool) else quote(value)


def quote(value: object) -> str:
    """Return a text or a number as it is written in TypeScript."""
    return f"'{value}'" if isinstance(value, str) else str(value)


def comment(text: str, indent: str) -> list[str]:
    """Return a text as a comment, or nothing."""
    lines = [line.strip().replace("*/", "* /") for line in text.strip().splitlines()]
    if len(lines) < 2:
        return [f"{indent}/** {line} */" for line in lines]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def comments(kind: type[Struct]) -> dict[str, str]:
    """Return what stands behind the fields of a struct in its source, and of those it inherits from."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        file = Path(getattr(sys.modules[one.__module__], "__file__", None) or "")
        if issubclass(one, Struct) and one is not Struct and file.is_file():
            text = file.read_text(encoding="utf-8")
            lines = text.splitlines()
            for field in fields_of(ast.parse(text), one.__name__):
                tail = lines[(field.end_lineno or field.lineno) - 1].encode()[field.end_col_offset or 0 :].decode()
                assert isinstance(field.target, ast.Name)
                found[field.target.id] = tail.partition("#")[2].strip()
    return found


def fields_of(module: ast.Module, name: str) -> list[ast.AnnAssign]:
    """Return the fields a class of a module declares."""
    (found,) = (node for node in module.body if isinstance(node, ast.ClassDef) and node.name == name)
    return [node for node in found.body if isinstance(node, ast.AnnAssign)]


def reasons() -> tuple[list[str], list[str]]:
    """Return the keys that say why the server refuses: requests on a WebSocket, and over HTTP.

    They are read from the calls that refuse. Those of a game stand in its words, beside the clause.
    """
    socket: set[str] = set()
    http: set[str] = set()
    for file in sorted(SERVER.rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and (name := refusal_kind(call.func)):
                texts = [item.value for item in call.args if isinstance(item, ast.Constant)]
                whys = [
                    text for text in texts if isinstance(text, str) and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", text)
                ]
                if name in ("Refused", "Problem", "SetupFault"):
                    http.update(whys)
                if name not in ("Refused", "Problem"):
                    socket.update(whys)
    return sorted(socket), sorted(http)


def refusal_kind(called: ast.expr) -> str:
    """Return what a call refuses with, or nothing if it does not refuse."""
    match called:
        case ast.Name(id="Refusal" | "refuse_message" | "Refused" | "Problem" | "SetupFault" as name):
            return name
        case ast.Attribute(value=ast.Name(id="wire"), attr="Refused"):
            return "wire.Refused"
    return ""


def constant(module: ModuleType, name: str) -> str:
    """Return a constant of the server in TypeScript."""
    return f"export const {name} = {quote(getattr(module, name))}"


def list_lines(name: str, texts: Iterable[str]) -> list[str]:
    """Return a list of texts in TypeScript."""
    return [f"export const {name} = [", *(f"  {quote(text)}," for text in texts), "] as const"]


def generate() -> str:
    """Return the text of the file."""
    writer = Writer()
    writer.heading("Texts with a fixed set of values")
    for name, literal in NAMED.items():
        writer.union(name, [quote(item) for item in get_args(literal)])
    writer.heading("WebSocket, from the client")
    for kind in REQUESTS:
        writer.struct(kind, sent=True)
    writer.union("AnyRequest", [kind.__name__ for kind in REQUESTS])
    writer.heading("WebSocket, to the client")
    for kind in MESSAGES:
        writer.struct(kind, sent=False)
    writer.union("AnyMessage", [class_of(kind).__name__ for kind in MESSAGES])
    writer.heading("HTTP, from the client")
    for kind in SENT:
        writer.struct(kind, sent=True)
    writer.heading("HTTP, to the client")
    for kind in ANSWERED:
        writer.struct(kind, sent=False)
    writer.heading("Refusals")
    socket, http = reasons()
    for name, plural, about, whys in (
        ("Why", "WHYS", "Why a request on a WebSocket is refused, unless the rules of the game forbid it.", socket),
        ("ProblemWhy", "PROBLEM_WHYS", "Why an HTTP request is refused.", http),
    ):
        writer.lines += ["", f"/** {about} */", *list_lines(plural, whys)]
        writer.lines += [f"export type {name} = (typeof {plural})[number]"]
    writer.heading("Constants")
    writer.lines += ["", "/** Why the server ends a connection. */", "export const CLOSE = {"]
    writer.lines += [f"  {name}: {{ code: {code}, why: {quote(why)} }}," for name, (code, why) in CLOSE.items()]
    writer.lines += ["} as const", "", "/** The WebSocket subprotocol, and what stands before an invite beside it. */"]
    writer.lines += [constant(websocket, "PROTOCOL"), constant(websocket, "INVITE")]
    writer.lines += [
        "",
        "/** As whom somebody without a seat sees a table, and a replay in which everything is open. */",
    ]
    writer.lines += [f"export const SPECTATOR = {SPECTATOR}", constant(replays, "OPEN_VIEW")]
    writer.lines += ["", "/** What can be said by `say`. */"]
    writer.lines += [*list_lines("PHRASES", talk.PHRASES), *list_lines("REACTIONS", talk.REACTIONS)]
    return HEAD + "\n".join(writer.lines) + "\n"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--print", action="store_true", help="show the file instead of writing it")
    options = parser.parse_args(arguments)
    if options.print:
        print(generate(), end="")
        return 0
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(generate(), encoding="utf-8")
    print(f"written: {FILE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
