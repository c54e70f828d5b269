"""What a person types: read line by line, and understood as actions."""

import re
import sys
from contextlib import suppress
from importlib import import_module

from atout.drawing.cards import UNSEEN
from atout.kernel.errors import NotationError
from atout.kernel.game import Game
from atout.kernel.view import Display

PROMPT = "> "
BETWEEN = re.compile(r"[\s#+:_]|(?<=[^\W\d])-(?=[^\W\d])")  # a minus before a number means something


class Answers:
    """The lines of a person at a terminal, or of a script that is fed in."""

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        if self.interactive:
            with suppress(ImportError):  # gives `input` its arrow keys, where the system has it
                import_module("readline")

    def read_line(self, prompt: str = PROMPT) -> str | None:
        """Return the next line without the spaces around it, or None if there is none."""
        if self.interactive:
            try:
                return input(prompt).strip()
            except EOFError:
                print()
                return None
        text = sys.stdin.readline()
        print(f"{prompt}{text.strip()}" if text else prompt, flush=True)
        return text.strip() if text else None


def match_actions(game: Game, display: Display, text: str) -> list[int]:
    """Return the actions a text can mean: one in the game's notation, else whatever is spelled alike.

    `r1` is `R#1`, `3s` is `3+S`, `b` is the only blue card. Legal actions come first: what fits one of them means it,
    such as `R5` a card to pick where none can be played, or `7` the trump `trump:7` where trumps are named.
    """
    exact: list[int] = []
    with suppress(NotationError):
        exact = [game.parse(text)]
    if exact and exact[0] in display.legal:
        return exact
    wanted = normalise(text)
    if not wanted:
        return []
    cards = [card for zone in display.zones for card in zone.cards if card.action in display.legal]
    legal = {action for action in display.legal if normalise(game.text(action)) == wanted}
    legal |= {card.action for card in cards if normalise(card.text.rstrip(UNSEEN)) == wanted}
    legal = legal or {action for action in display.legal if normalise(game.text(action).rpartition(":")[2]) == wanted}
    if legal or exact:
        return sorted(legal) or exact
    return [action for action in range(game.actions) if normalise(game.text(action)) == wanted]


def normalise(text: str) -> str:
    """Return a text as small letters, without the spaces and signs that a notation has between its parts."""
    return BETWEEN.sub("", text.casefold())
