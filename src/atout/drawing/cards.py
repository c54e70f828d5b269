"""Cards as texts: the letter of the suit on its colour, and the value."""

import re
from collections.abc import Sequence

from rich.text import Text

from atout.kernel.view import ShownCard

CARD = re.compile(r"([A-Za-z]*)(.*)")
UNSEEN = "?"  # the value of a back
MARKED = "*"  # the suit of all cards with a mark

# What is written on the colour of a suit, readable on any background of the terminal.
SUIT_STYLES = {
    "R": "bold bright_white on red",
    "Y": "bold black on yellow",
    "G": "bold black on green",
    "B": "bold bright_white on blue",
    "P": "bold bright_white on magenta",
    "K": "bold bright_white on bright_black",
}
NO_SUIT = "reverse"


def suit_of(text: str) -> str:
    """Return the letters a card begins with."""
    found = CARD.fullmatch(text)
    return found[1] if found else ""


def value_of(text: str) -> str:
    """Return a card without the letters of its suit."""
    found = CARD.fullmatch(text)
    return found[2] if found else text


def is_back(card: ShownCard) -> bool:
    """Say whether the value of a card is not in sight."""
    return card.text.endswith(UNSEEN)


def style_of(text: str) -> str:
    """Return the style of a card's suit."""
    return SUIT_STYLES.get(suit_of(text), NO_SUIT)


def chip(text: str, mark: str = " ") -> Text:
    """Return a card, or the letter of a suit, on the colour of its suit."""
    return Text(f" {text}{mark}", style_of(text))


def sort_suits(suits: Sequence[str]) -> list[str]:
    """Return every suit once, in the order in which hands are sorted; unknown ones last."""
    usual = list(SUIT_STYLES)
    return sorted(dict.fromkeys(suits), key=lambda suit: usual.index(suit) if suit in usual else len(usual))


def group_by_effective_suit(cards: Sequence[ShownCard]) -> list[list[ShownCard]]:
    """Return neighbouring cards that follow each other together: marked ones, such as trumps, and those of one suit."""
    groups: list[list[ShownCard]] = []
    before = ""
    for card in cards:
        suit = MARKED if card.mark else suit_of(card.text)
        if not groups or suit != before:
            groups.append([])
        groups[-1].append(card)
        before = suit
    return groups


def group_by_suit(cards: Sequence[ShownCard]) -> list[tuple[str, list[ShownCard]]]:
    """Return neighbouring cards of one suit together."""
    groups: list[tuple[str, list[ShownCard]]] = []
    for card in cards:
        suit = suit_of(card.text)
        if not groups or groups[-1][0] != suit:
            groups.append((suit, []))
        groups[-1][1].append(card)
    return groups
