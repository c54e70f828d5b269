"""Reading what people write."""

from typing import final

from mypy_extensions import i64

from atout.kernel.errors import NotationError


@final
class Notation:
    """The texts of all actions of a game, in the order of their numbers."""

    def __init__(self, texts: list[str], examples: str) -> None:
        self._texts = texts
        self._numbers = {text: number for number, text in enumerate(texts)}
        self._examples = examples

    def text(self, action: i64) -> str:
        """Return the notation of an action."""
        return self._texts[action]

    def parse(self, text: str) -> i64:
        """Return the action with this notation."""
        if text not in self._numbers:
            raise NotationError(f"'{text}' is not an action like {self._examples}")
        return self._numbers[text]


def whole_number(text: str, most: int) -> int:
    """Return the number that the text writes plainly, from 0 to `most`, or -1."""
    if text.isascii() and text.isdigit() and len(text) < 6 and text == str(int(text)) and int(text) <= most:
        return int(text)
    return -1


def find_name(names: list[str], text: str) -> int:
    """Return where a name stands among others, or -1."""
    return names.index(text) if text in names else -1
