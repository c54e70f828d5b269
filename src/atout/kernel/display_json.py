"""A display as JSON text. Compiled, because a server writes one for every observer of every move."""

import json
from typing import Final, final

from librt.strings import BytesWriter

from atout.kernel.game import Game
from atout.kernel.view import Display, Fact, ShownCard

MOST_KEPT: Final = 20_000  # pieces of text; there are few different ones, and they are written again and again
COMMA: Final = 44

_words: dict[str, bytes] = {}
_texts: dict[str, bytes] = {}  # how a card begins, by its text
_marks: dict[str, bytes] = {}
_zones: dict[str, bytes] = {}  # how a zone begins, by its name
_facts: dict[str, bytes] = {}
_seats: Final = [b',"seat":%d' % seat for seat in range(16)]
_names: dict[Game, dict[int, bytes]] = {}


def encode_display(game: Game, display: Display, legal: list[int]) -> bytes:
    """Return the members of a JSON object: seat, turn, owing, phase, zones and facts.

    A card of the observer's own has the action that plays it: as `action` if that is legal, as `barred` if not. What is
    usual is left out: no action, no seat, no mark.
    """
    out = BytesWriter()
    owing = ",".join([str(seat) for seat in display.owing])
    out.write(f'"seat":{display.seat},"turn":{display.turn},"owing":[{owing}],"phase":'.encode())
    out.write(_piece(_words, display.phase, "", ""))
    out.write(b',"zones":[')
    pen = _CardWriter(game, legal, display.seat >= 0)
    first = True
    for zone in display.zones:
        if not first:
            out.append(COMMA)
        first = False
        out.write(_piece(_zones, zone.name, '{"name":', ',"cards":['))
        pen.write_cards(out, zone.cards)
        out.write(b"]")
        if zone.seat != -1:
            out.write(_seat(zone.seat))
        out.write(b"}")
    out.write(b'],"facts":[')
    out.write(_encode_facts(display.facts))
    out.write(b"]")
    return out.getvalue()


def display_data(game: Game, display: Display) -> dict[str, object]:
    """Return the same as plain data."""
    found: dict[str, object] = json.loads(b"{" + encode_display(game, display, display.legal) + b"}")
    return found


def encode_action(game: Game, action: int) -> bytes:
    """Return what an action is called in the game's notation, as JSON."""
    return _name(game, _names_of(game), action)


def quote(text: str) -> str:
    """Return a text as JSON."""
    if text.isascii() and text.isalnum():
        return '"' + text + '"'
    return json.dumps(text, ensure_ascii=False)


@final
class _CardWriter:
    """Writes the cards of one display."""

    def __init__(self, game: Game, legal: list[int], seated: bool) -> None:
        self.game = game
        self.names = _names_of(game)
        self.legal = legal
        self.seated = seated

    def write_cards(self, out: BytesWriter, cards: list[ShownCard]) -> None:
        """Write the cards of a zone."""
        last: ShownCard | None = None
        text = b""
        for card in cards:
            if last is not None:
                out.append(COMMA)
            if card is not last:  # all backs are the same card
                text = _piece(_texts, card.text, '{"text":', "")
                last = card
            out.write(text)
            if self.seated and card.action >= 0:
                out.write(b',"action":' if card.action in self.legal else b',"barred":')
                out.write(_name(self.game, self.names, card.action))
            if card.seat != -1:
                out.write(_seat(card.seat))
            if card.mark:
                out.write(_piece(_marks, card.mark, ',"mark":', ""))
            out.write(b"}")


@final
class _Facts:
    """The facts that were written last: those of the next observer of a move are mostly the same."""

    def __init__(self, facts: list[Fact], written: bytes) -> None:
        self.facts = facts
        self.written = written

    def is_same(self, facts: list[Fact]) -> bool:
        """Say whether other facts are the same."""
        if len(facts) != len(self.facts):
            return False
        for k, fact in enumerate(self.facts):
            other = facts[k]
            if fact.seat != other.seat or fact.name != other.name or fact.value != other.value:
                return False
        return True


_last_facts: list[_Facts] = [_Facts([], b"")]


def _encode_facts(facts: list[Fact]) -> bytes:
    last = _last_facts[0]
    if last.is_same(facts):
        return last.written
    out = BytesWriter()
    for k, fact in enumerate(facts):
        if k:
            out.append(COMMA)
        out.write(_piece(_facts, fact.name, '{"name":', ',"value":'))
        out.write(_piece(_words, fact.value, "", ""))
        if fact.seat != -1:
            out.write(_seat(fact.seat))
        out.write(b"}")
    written = out.getvalue()
    _last_facts[0] = _Facts(facts, written)
    return written


def _piece(kept: dict[str, bytes], text: str, before: str, after: str) -> bytes:
    """Return a text as JSON, with what stands before and after it."""
    known = kept.get(text)
    if known is None:
        known = (before + quote(text) + after).encode()
        if len(kept) < MOST_KEPT:
            kept[text] = known
    return known


def _seat(seat: int) -> bytes:
    return _seats[seat] if 0 <= seat < len(_seats) else b',"seat":%d' % seat


def _names_of(game: Game) -> dict[int, bytes]:
    known = _names.get(game)
    if known is None:
        known = {}
        _names[game] = known
    return known


def _name(game: Game, names: dict[int, bytes], action: int) -> bytes:
    known = names.get(action)
    if known is None:
        known = quote(game.text(action)).encode()
        if len(names) < MOST_KEPT:
            names[action] = known
    return known
