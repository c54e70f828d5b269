"""The browser's own cards: drawn when the client was built, read here from the files that came with it."""

import gzip
import json
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import NotRequired, TypedDict

from atout.games import load
from atout.kernel.game import Game

BACK = "?"
PLAIN_PAPER, PLAIN_BACK, PLAIN_INK = "#fffaf0", "#4a4358", "#23212b"
PLAIN_SUITS = {"R": "#b3232b", "Y": "#8a5a00", "G": "#0b7150", "B": "#0f5cb5", "P": "#5b2794", "V": "#5b2794"}
EDGE = (
    '<rect x=".6" y=".6" width="98.8" height="148.8" rx="8.5" fill="none" stroke="#2a2133" stroke-opacity=".16"'
    ' stroke-width="1.2"/>'
)
STYLE = "<style>.letter{display:none}</style>"  # letters help whoever does not see colours, and are off at first


class Varying(TypedDict):
    """Cards that show a digit of a fact of the match: where it stands, and what each looks like with each digit."""

    fact: str
    places: dict[str, int]
    cards: dict[str, list[str]]


class Printed(TypedDict):
    """A file with the cards of one game."""

    palette: dict[str, str]
    cards: dict[str, str]
    varying: NotRequired[Varying]


class Cards:
    """Draws the cards of one game; plainly, where the client was not built or the game has no art."""

    def __init__(self, printed: Printed) -> None:
        self.palette = printed["palette"]
        self._cards = printed["cards"]
        self._varying = printed.get("varying")

    @property
    def is_drawn(self) -> bool:
        """Whether these are the browser's cards."""
        return bool(self._cards)

    def draw(self, text: str, facts: Mapping[str, str]) -> str | None:
        """Return the markup of a card, in a box of 100 by 150, at a table with these facts; None if it is no card."""
        text = BACK if text and not text.strip(BACK) else text
        if self._varying is not None and text in self._varying["cards"]:
            digits, place = facts.get(self._varying["fact"], ""), self._varying["places"][text]
            if place < len(digits):
                return self._varying["cards"][text][int(digits[place])]
        if text in self._cards:
            return self._cards[text]
        return None if self.is_drawn else draw_plain_card(text)


def draw_plain_card(text: str) -> str | None:
    """Return a card as paper with its name, or None if it is not called like a card."""
    suit = text[:1] if text[:1].isupper() else ""
    value = text[len(suit) :]
    if not value.isdigit() and value != BACK:
        return None
    back = value == BACK
    ink = PLAIN_PAPER if back else PLAIN_SUITS.get(suit, PLAIN_INK)
    return (
        f'<rect width="100" height="150" fill="{PLAIN_BACK if back else PLAIN_PAPER}"/>'
        f'<text x="50" y="92" font-size="44" font-family="sans-serif" text-anchor="middle" fill="{ink}">'
        f"{escape(suit if back and suit else text)}</text>"
    )


@cache
def cards_of(name: str) -> Cards:
    """Return the cards of the game with this name."""
    try:
        content = files("atout").joinpath("web", "cards", f"{name}.json.gz").read_bytes()
    except FileNotFoundError:
        return Cards({"palette": {}, "cards": {}})
    printed: Printed = json.loads(gzip.decompress(content))
    return Cards(printed)


def card_svg(game: Game | str, text: str, facts: Mapping[str, str] | None = None) -> str:
    """Return one card as an SVG document; `?` is a back. Facts of a match may change what is on it."""
    game = load(game) if isinstance(game, str) else game
    markup = cards_of(game.name).draw(text, facts or {})
    if markup is None:
        raise ValueError(f"{game.title} has no card {text}")
    box = 'viewBox="0 0 100 150" width="100" height="150"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{STYLE}{markup}{EDGE}</svg>'
