"""The glossary: words of card players, each explained in a sentence. A game may explain one in its own way.

A text marks a word as [[trick]], or as [[lead|led]] where it says it differently.
"""

import re

from atout.kernel.game import Game
from atout.locale import load_shared_texts, load_texts

MARKED = re.compile(r"\[\[([^\]|]+)(?:\|([^\]]+))?\]\]")


def load_glossary(game: Game, lang: str = "en") -> dict[str, str]:
    """Return the words and what they mean in a game."""
    found: dict[str, str] = {}
    for texts in (load_shared_texts(lang), load_texts(game, lang)):
        table = texts.get("glossary")
        found |= {word: str(text) for word, text in table.items()} if isinstance(table, dict) else {}
    return found


def find_words(text: str) -> list[str]:
    """Return the words of the glossary that a text marks."""
    return [found[1] for found in MARKED.finditer(text)]


def plain_text(text: str) -> str:
    """Return a text without its marks."""
    return MARKED.sub(lambda found: found[2] or found[1], text)
