"""What docs/reference/wire.md shows is what happens, and it names everything there is."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec
import pytest

import atout.server
from atout import fair
from atout.games import load
from atout.locale import load_locale
from atout.server.core import wire
from atout.server.core.reviews import ReviewState, hide_cards
from atout.server.http import websocket
from atout.server.live import connection
from tests.server.http.live import Guest, Json, LiveServer

Guests = Callable[..., Guest]
PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "wire.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(http|text)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
SOURCES = {str(file): file.read_text(encoding="utf-8") for file in Path(atout.server.__file__).parent.rglob("*.py")}
EXAMPLES = re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
ANY = "…"
LONG = re.compile(r"[0-9a-f]{32,}")


class Reader:
    """Follows the page; what it calls by one long number is always the same thing."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.means: dict[str, str] = {}

    def said(self, text: str) -> str:
        """Return what the page says, about the server at hand."""
        return LONG.sub(lambda found: self.means.get(found[0], found[0]), text)

    def compare(self, expected: Any, found: Any) -> None:
        match expected:
            case "…":
                pass
            case dict():
                wanted = {key: value for key, value in expected.items() if key != ANY}
                assert wanted.keys() <= found.keys() if ANY in expected else wanted.keys() == found.keys(), found
                for key, value in wanted.items():
                    self.compare(value, found[key])
            case list():
                assert len(expected) == len(found)
                for one, other in zip(expected, found, strict=True):
                    self.compare(one, other)
            case str() if LONG.fullmatch(expected):
                assert self.means.setdefault(expected, found) == found
            case _:
                assert expected == found

    def ask(self, block: str) -> None:
        """Send an HTTP request of the page and compare the answer."""
        asked, _, expected = block.partition("\n\n")
        line, _, body = self.said(asked).partition("\n")
        method, path = line.split()
        answer = self.guest.http.request(method, path, json=json.loads(body) if body else None)
        status, _, shown = expected.partition("\n")
        assert answer.status_code == int(status), answer.text
        if path != "/api/tables" or method != "GET":  # where others have tables too
            self.compare(json.loads(shown), answer.json())

    def talk(self, block: str, match: str) -> None:
        """Have a conversation of the page."""
        line = self.guest.connect(self.means[match])
        for row in block.splitlines():
            message = json.loads(row[2:])
            if row.startswith("→"):
                if "commitment" in message:
                    contribution = re.findall(r'"bytes": "(\w+)"', block)[0]
                    message["commitment"] = fair.commitment(self.means[match], contribution)
                line.socket.send(json.dumps(message))
            else:
                found = line.wait_until(lambda found, kind=message["type"]: found["type"] == kind)  # type: ignore[misc]
                self.compare(message, found)


def test_the_page_is_what_happens(guest: Guests) -> None:
    reader = Reader(guest())
    talks = 0
    for kind, block in BLOCKS:
        if kind == "http":
            reader.ask(block)
        else:
            reader.talk(block, "6a5f0f4be8bb2c4cbf2f6a3c9d0e1f22")
            talks += 1
    assert len(BLOCKS) > 8
    assert talks == 1


def tag_of(kind: type[msgspec.Struct]) -> str:
    """Return the `type` of a message, which may be generic."""
    return str((get_origin(kind) or kind).__struct_config__.tag)


def tags(union: object) -> set[str]:
    return {tag_of(kind) for kind in get_args(union)}


def test_every_request_and_message_is_on_it() -> None:
    for kind in (*get_args(wire.AnyRequest), *get_args(wire.AnyMessage)):
        tag = tag_of(kind)
        assert re.search(rf"^\| [^|]*`{tag}`", PAGE, re.MULTILINE), tag
    for kind in get_args(wire.AnyRequest):
        row = next(
            row for row in PAGE.splitlines() if re.match(rf"\| [^|]*`{kind.__struct_config__.tag}`[^|]*\|.*\|.*\|", row)
        )
        for name in set(kind.__struct_fields__) - {"re", "id"}:
            assert f"`{name}`" in row, (kind, name)


def test_the_hint_on_it_is_one() -> None:
    example = EXAMPLES[1]
    hint = msgspec.json.decode(example, type=wire.Hinted)
    assert json.loads(wire.encode(hint)) == json.loads(example)
    words = load_locale(load("luz"), "en")
    for opinion in hint.opinions:
        assert words.find("actions", opinion.name.key)
    for reason in hint.why:
        assert words.find("reasons", reason.key)


def test_the_review_on_it_is_one() -> None:
    review = msgspec.json.decode(EXAMPLES[0], type=ReviewState)
    assert json.loads(msgspec.json.encode(review)) == json.loads(EXAMPLES[0])
    game = load(review.game)
    for decision in review.decisions:
        assert decision == hide_cards(decision)
        for action in (decision.chosen, decision.best, decision.rival):
            game.parse(action)


def test_every_refusal_is_on_it() -> None:
    everything = "\n".join(SOURCES.values())
    whys = set(
        re.findall(
            r'(?:Refusal|Refused|refused)\((?:\d+|None|text|request\.re)?,? ?"(\w+)", "([a-z0-9-]+)"', everything
        )
    )
    assert len(whys) > 45
    for code, why in whys:
        row = [row for row in PAGE.splitlines() if row.startswith("|") and f"`{code}`" in row and f"`{why}`" in row]
        assert row, (code, why)
    for code in get_args(wire.Code):
        assert f"`{code}`" in PAGE


def test_every_reason_to_end_a_connection_is_on_it() -> None:
    reasons = [value for name, value in vars(websocket).items() if name.isupper() and isinstance(value, tuple)]
    assert len(reasons) == 7
    for code, why in reasons:
        assert re.search(rf"^\| {code} \| `{why}`", PAGE, re.MULTILINE), why


def test_every_key_of_an_order_is_on_it(live: LiveServer) -> None:
    from atout.server.http.tables import Order

    for name in Order.__struct_fields__:
        assert re.search(rf"^\| [^|]*`{name}`", PAGE, re.MULTILINE), name


@pytest.mark.parametrize(
    "text", ["16 KiB", "larger than 64 KiB", "more than 64 KiB", "20 of one identity", "ten minutes"]
)
def test_its_figures_are_right(text: str) -> None:
    from atout.server.http.app import LARGEST_BODY
    from atout.server.http.identities import TRANSFER_MS
    from atout.server.limits import Limits

    figures: Json = {
        "16 KiB": connection.LONGEST_MESSAGE == 16 << 10,
        "larger than 64 KiB": websocket.LARGEST_MESSAGE == 64 << 10,
        "more than 64 KiB": LARGEST_BODY == 64 << 10,
        "20 of one identity": Limits().sockets == 20,
        "ten minutes": TRANSFER_MS == 600_000,
    }
    assert text in PAGE
    assert figures[text]
