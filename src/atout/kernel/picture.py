"""A display as JSON text. Compiled, because a server writes one for every observer of every move."""

import json
from typing import Final

from atout.kernel.game import Game
from atout.kernel.view import Display, Fact, Shown, Zone

MOST_KEPT: Final = 20_000  # pieces of text; there are few different ones, and they are written again and again

_plain: dict[str, str] = {}  # cards of which nothing but the text is told, such as backs
_cards: dict[tuple[str, str, bool, int, str], str] = {}
_words: dict[str, str] = {}
_names: dict[Game, dict[int, str]] = {}


def action_names(game: Game, actions: list[int]) -> list[str]:
    """Return actions in the game's notation."""
    return [_name(game, _names_of(game), action) for action in actions]


def picture(game: Game, display: Display, legal: list[int]) -> str:
    """Return the members of a JSON object: seat, turn, owing, phase, zones and facts.

    A card of the observer's own has the action that plays it: as `action` if that is legal, as `barred` if not. What is
    usual is left out: no action, no seat, no mark.
    """
    pen = _Pen(game, legal, display.seat >= 0)
    owing = ",".join([str(seat) for seat in display.owing])
    zones = ",".join([pen.zone(zone) for zone in display.zones])
    facts = ",".join([_fact(fact) for fact in display.facts])
    head = f'"seat":{display.seat},"turn":{display.turn},"owing":[{owing}],"phase":{_word(display.phase)}'
    return f'{head},"zones":[{zones}],"facts":[{facts}]'


def quoted(text: str) -> str:
    """Return a text as JSON."""
    if text.isascii() and text.isalnum():
        return '"' + text + '"'
    return json.dumps(text, ensure_ascii=False)


class _Pen:
    """Writes the zones of one display."""

    def __init__(self, game: Game, legal: list[int], seated: bool) -> None:
        self.game = game
        self.names = _names_of(game)
        self.legal = set(legal)
        self.seated = seated

    def zone(self, zone: Zone) -> str:
        """Return a zone as JSON."""
        written: list[str] = []
        last: Shown | None = None
        text = ""
        for card in zone.cards:
            if card is not last:  # all backs are the same card
                text = self.card(card)
                last = card
            written.append(text)
        cards = ",".join(written)
        if zone.seat == -1:
            return f'{{"name":{_word(zone.name)},"cards":[{cards}]}}'
        return f'{{"name":{_word(zone.name)},"cards":[{cards}],"seat":{zone.seat}}}'

    def card(self, card: Shown) -> str:
        """Return a card as JSON."""
        action = ""
        legal = False
        if self.seated and card.action >= 0:
            action = _name(self.game, self.names, card.action)
            legal = card.action in self.legal
        elif card.seat == -1 and not card.mark:
            plain = _plain.get(card.text)
            if plain is not None:
                return plain
        key = (card.text, action, legal, card.seat, card.mark)
        known = _cards.get(key)
        if known is None:
            known = _written(card, action, legal)
            if len(_cards) < MOST_KEPT:
                _cards[key] = known
                if not action and card.seat == -1 and not card.mark:
                    _plain[card.text] = known
        return known


def _written(card: Shown, action: str, legal: bool) -> str:
    parts = ['{"text":' + quoted(card.text)]
    if action:
        parts.append(('"action":' if legal else '"barred":') + quoted(action))
    if card.seat != -1:
        parts.append('"seat":' + str(card.seat))
    if card.mark:
        parts.append('"mark":' + quoted(card.mark))
    return ",".join(parts) + "}"


def _fact(fact: Fact) -> str:
    if fact.seat == -1:
        return f'{{"name":{_word(fact.name)},"value":{_word(fact.value)}}}'
    return f'{{"name":{_word(fact.name)},"value":{_word(fact.value)},"seat":{fact.seat}}}'


def _word(text: str) -> str:
    known = _words.get(text)
    if known is None:
        known = quoted(text)
        if len(_words) < MOST_KEPT:
            _words[text] = known
    return known


def _names_of(game: Game) -> dict[int, str]:
    known = _names.get(game)
    if known is None:
        known = {}
        _names[game] = known
    return known


def _name(game: Game, names: dict[int, str], action: int) -> str:
    known = names.get(action)
    if known is None:
        known = game.text(action)
        if len(names) < MOST_KEPT:
            names[action] = known
    return known
