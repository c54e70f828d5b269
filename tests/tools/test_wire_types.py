"""The types of the web client are those of the server."""

import re
from pathlib import Path
from typing import Annotated, get_args

import pytest
from msgspec import Meta, Struct

from atout.server.core import wire
from atout.server.http import app, websocket
from tools import wire_types
from tools.wire_types import Writer


def test_the_committed_file_is_what_the_server_says() -> None:
    found = wire_types.FILE.read_text(encoding="utf-8")
    assert found == wire_types.generate(), f"run `{wire_types.COMMAND}` and commit what it writes"


def test_every_message_and_body_has_a_type_of_its_name() -> None:
    text = wire_types.generate()
    kinds = (*get_args(wire.AnyRequest), *get_args(wire.AnyMessage), *app.BODIES, app.Health)
    assert len(kinds) > 30
    for kind in map(wire_types.class_of, kinds):
        assert text.count(f"export interface {kind.__name__} ") == 1, kind
        tag = kind.__struct_config__.tag
        assert tag is None or re.search(rf"interface {kind.__name__} {{\n  type: '{tag}'\n", text)


def test_refusals_and_ends_of_connections_are_all_there() -> None:
    socket, http = wire_types.reasons()
    assert {"table-has-changed", "no-such-request", "nothing-can-be-kept-now", "only-the-host"} <= set(socket)
    assert {"enter-first", "wrong-origin", "bad-request", "no-such-match", "link-has-ended"} <= set(http)
    assert len(socket) > 30
    assert f"FORGOTTEN: {{ code: {websocket.FORGOTTEN[0]}, why: '{websocket.FORGOTTEN[1]}' }}" in wire_types.generate()


class Inner(Struct, omit_defaults=True):
    """What is inside */ the other."""

    name: str
    seat: int = -1  # nobody


class Outer(Struct, tag="outer", tag_field="type"):
    """Two lines,

    of which this is one.
    """

    inner: list[Inner]
    either: Annotated[int, Meta(ge=0)] | None
    texts: dict[str, tuple[str, ...]] = {}
    nobody: Inner | None = None
    many: list[Inner | None] = []


def test_what_is_left_out_is_optional() -> None:
    writer = Writer()
    writer.struct(Outer, sent=False)
    assert "\n".join(writer.lines[1:]) == (
        "/** What is inside * / the other. */\n"
        "export interface Inner {\n"
        "  name: string\n"
        "  /** nobody; if left out: -1 */\n"
        "  seat?: number\n"
        "}\n"
        "\n"
        "/**\n"
        " * Two lines,\n"
        " *\n"
        " * of which this is one.\n"
        " */\n"
        "export interface Outer {\n"
        "  type: 'outer'\n"
        "  inner: Inner[]\n"
        "  either: number | null\n"
        "  texts: Record<string, string[]>\n"
        "  nobody: Inner | null\n"
        "  many: (Inner | null)[]\n"
        "}"
    )
    asking = Writer()
    asking.struct(Outer, sent=True)
    assert "  texts?: Record<string, string[]>" in asking.lines


def test_two_of_one_name_are_refused() -> None:
    writer = Writer()
    writer.struct(Inner, sent=False)
    with pytest.raises(ValueError, match="two structs are called Inner"):
        writer.struct(type("Inner", (Struct,), {"__annotations__": {}}), sent=False)


def test_it_is_written_where_the_client_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(wire_types, "ROOT", tmp_path)
    monkeypatch.setattr(wire_types, "FILE", tmp_path / "web" / "wire.gen.ts")
    assert wire_types.main(["--print"]) == 0
    shown = capsys.readouterr().out
    assert wire_types.main([]) == 0
    assert (tmp_path / "web" / "wire.gen.ts").read_text(encoding="utf-8") == shown == wire_types.generate()
