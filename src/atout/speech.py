"""How a game speaks: which words of its locale fit a position, an action and what happened.

A game helps along with a module `terminal.py` in its folder; like all of a game's modules that one is compiled and
pure, so it speaks in keys of the game's locale. It may define any of these; what it does not define is taken from here:

    prompt(display)           -> (key in [prompts], values)   the question to a seat that owes a decision
    event(display, action)    -> (key in [events], values)    what an action is; {card} is what it turned up
    notice(display, seen)     -> (key in [events], values)    what an entry of one of the game's own kinds tells
    action(action)            -> (key in [actions], values)   an action in words
    board(display, say)       -> lines of Rich markup above the players, in the terminal; say(section, key) gives
                                 words of the locale, and `@2` becomes the name of seat 2
    LEFT_OUT                  -> names of zones and facts that `board` shows already
    SEVERAL                   -> phases in which several actions form one choice

An entry whose key has no text is passed over; an action is told in general words. The value called `colour` is a letter
and becomes the name of the colour; a value like `@2` becomes the name of seat 2, one like `contracts:last` the text in
that section of the locale; in events `seat` is filled in as well.
Hints are looked up in [hints] under the key of the event. `games/luz/terminal.py` is an example.

Somebody who sees the table and presses cards need not be told what to type. A locale may say it for them in [asks],
[buttons] and [news], which the web client prefers to [prompts], [actions] and [events].
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from atout.kernel.game import Game
from atout.kernel.view import Display, Seen
from atout.locale import Locale

COLOUR = "colour"
SEAT = "@"
Phrase = tuple[str, dict[str, str]]
Say = Callable[[str, str], str]


def _prompt(display: Display) -> Phrase:
    return display.phase, {}


def _event(display: Display, action: int) -> Phrase:
    return display.phase, {}


def _notice(display: Display, seen: Seen) -> Phrase:
    return "", {}


def _action(action: int) -> Phrase:
    return "", {}


def _board(display: Display, say: Say) -> list[str]:
    return []


@dataclass(frozen=True)
class Look:
    """How a game speaks in the terminal."""

    prompt: Callable[[Display], Phrase] = _prompt
    event: Callable[[Display, int], Phrase] = _event
    notice: Callable[[Display, Seen], Phrase] = _notice
    action: Callable[[int], Phrase] = _action
    board: Callable[[Display, Say], list[str]] = _board
    left_out: Sequence[str] = ()
    several: Sequence[str] = ()


@cache
def look(game: Game) -> Look:
    """Return how a game speaks in the terminal."""
    name = f"{type(game).__module__.rpartition('.')[0]}.terminal"
    if find_spec(name) is None:
        return Look()
    module = import_module(name)
    return Look(
        prompt=getattr(module, "prompt", _prompt),
        event=getattr(module, "event", _event),
        notice=getattr(module, "notice", _notice),
        action=getattr(module, "action", _action),
        board=getattr(module, "board", _board),
        left_out=getattr(module, "LEFT_OUT", ()),
        several=getattr(module, "SEVERAL", ()),
    )


def sentence(locale: Locale, section: str, phrase: Phrase, names: Sequence[str] = (), **more: str) -> str | None:
    """Return a phrase in the words of the locale, or None if it has no such text; `names` are those of the seats."""
    key, values = phrase
    if locale.find(section, key) is None:
        return None
    filled = {name: _filled(locale, name, value, names) for name, value in values.items()}
    return locale.say(section, key, **{**filled, **more})


def _filled(locale: Locale, name: str, value: str, names: Sequence[str]) -> str:
    if name == COLOUR:
        return colour(locale, value)
    seat = value.removeprefix(SEAT)
    return names[int(seat)] if seat != value and seat.isdigit() and int(seat) < len(names) else locale.worded(value)


def colour(locale: Locale, text: str) -> str:
    """Return the name of a colour for its letter, and any other text as it is."""
    return locale.find("colours", text) or text
