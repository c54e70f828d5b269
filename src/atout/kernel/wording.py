"""Wording: which words of a game's locale fit a position, an action and what happened.

A game has its own in `wording.py` and returns it by `Game.words()`; what it does not say is taken from here. A phrase
is a key of the locale and the values its text needs. The value called `colour` is a letter and becomes the name of the
colour; a value like `@2` becomes the name of seat 2, one like `contracts:last` the text in that section of the locale;
in events `seat` is filled in as well. `speech.py` puts them into sentences.

Hints are looked up in [hints] under the key of the event. Somebody who sees the table and presses cards need not be
told what to type: a locale may say it for them in [asks], [buttons] and [news], which the web client prefers to
[prompts], [actions] and [events].
"""

from collections.abc import Callable

from mypy_extensions import mypyc_attr

from atout.kernel.view import Display, SeenEntry

Phrase = tuple[str, dict[str, str]]
Say = Callable[[str, str], str]


@mypyc_attr(allow_interpreted_subclasses=True)
class Wording:
    """How a game speaks, in keys of its locale."""

    def __init__(self, left_out: tuple[str, ...] = (), several: tuple[str, ...] = ()) -> None:
        self.left_out = left_out  # names of zones and facts that `board` shows already
        self.several = several  # phases in which several actions form one choice

    def prompt(self, display: Display) -> Phrase:
        """Return the question to a seat that owes a decision: a key in [prompts]."""
        return display.phase, {}

    def event(self, display: Display, action: int) -> Phrase:
        """Return what an action is: a key in [events], where {card} is what it turned up."""
        return display.phase, {}

    def notice(self, display: Display, seen: SeenEntry) -> Phrase:
        """Return what an entry of one of the game's own kinds tells: a key in [events]; else it is passed over."""
        return "", {}

    def action(self, action: int) -> Phrase:
        """Return an action in words: a key in [actions]."""
        return "", {}

    def board(self, display: Display, say: Say) -> list[str]:
        """Return lines of Rich markup, above the players in the terminal; `say` takes section and key of a word."""
        return []


def fact_value(display: Display, name: str, seat: int | None = None) -> str:
    """Return what a fact says, about this seat if one is named; nothing if it is not shown."""
    for fact in display.facts:
        if fact.name == name and (seat is None or fact.seat == seat):
            return fact.value
    return ""


def trick_prompt(display: Display) -> Phrase:
    """Return the question for a card: a lead, or one that follows what was led, which may be trumps."""
    led = fact_value(display, "led")
    if not led:
        return "play_lead", {}
    return ("play_follow_trump", {}) if led == "trump" else ("play_follow", {"colour": led})
