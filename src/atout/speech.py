"""What a game says, in the words of its locale; which words fit is said by `Game.words()`."""

from collections.abc import Sequence

from atout.kernel.wording import Phrase
from atout.locale import Locale

COLOUR = "colour"


def sentence(locale: Locale, section: str, phrase: Phrase, names: Sequence[str] = (), **more: str) -> str | None:
    """Return a phrase in the words of the locale, or None if it has no such text; `names` are those of the seats."""
    key, values = phrase
    if locale.find(section, key) is None:
        return None
    filled = {name: _fill(locale, name, value, names) for name, value in values.items()}
    return locale.say(section, key, **{**filled, **more})


def _fill(locale: Locale, name: str, value: str, names: Sequence[str]) -> str:
    if name == COLOUR:
        return colour_name(locale, value)
    return locale.seat_name(value, names) or locale.say_value(value)


def colour_name(locale: Locale, text: str) -> str:
    """Return the name of a colour for its letter, and any other text as it is."""
    return locale.find("colours", text) or text
