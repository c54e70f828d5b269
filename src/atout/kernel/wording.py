"""Wording: which words of a game's locale fit a position, an action and what happened.

A game has its own in `wording.py` and returns it by `Game.words()`; what it does not say is taken from here. A phrase
is a key of the locale and the values its text needs. The value called `colour` is a letter and becomes the name of the
colour; a value like `@2` becomes the name of seat 2, one like `contracts:last` the text in that section of the locale;
in events `seat` is filled in as well. `speech.py` puts them into sentences.

What is good to know for a kind of decision is in [hints], under the key of the event; why one action is advised in
[reasons], which `reasons.py` of a game chooses from. Somebody who sees the table and presses cards need not be
told what to type: a locale may say it for them in [asks], [buttons] and [news], which the web client prefers to
[prompts], [actions] and [events].
"""

from collections.abc import Callable
from typing import final

from mypy_extensions import mypyc_attr

from atout.kernel.log import TRICK
from atout.kernel.options import Options
from atout.kernel.view import Display, SeenEntry, ShownCard

Phrase = tuple[str, dict[str, str]]
Say = Callable[[str, str], str]


@final
class Prospect:
    """What may come of an action: how often of a hundred each seat takes the trick, and the table right after it."""

    def __init__(self, taken: list[int], after: Display) -> None:
        self.taken = taken  # nothing where no trick is played
        self.after = after


@mypyc_attr(allow_interpreted_subclasses=True)
class Wording:
    """How a game speaks, in keys of its locale."""

    def __init__(self, left_out: tuple[str, ...] = (), several: tuple[str, ...] = ()) -> None:
        self.left_out = left_out  # names of zones and facts that `board` shows already
        self.several = several  # phases in which several actions form one choice
        self.tricks: tuple[str, ...] = ("tricks",)  # phases in which tricks are played
        self.taken: tuple[int, ...] = (TRICK,)  # kinds of entries that say who took one

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

    def choice(self, display: Display, action: int) -> Phrase:
        """Return an action in the words of somebody who sees this position: a key in [actions]."""
        return self.action(action)

    def reasons(self, display: Display, action: int, prospect: Prospect) -> list[Phrase]:
        """Return why an action is advised, in terms of what lies on the table: keys in [reasons]."""
        return []

    def lookup(self, options: Options) -> str:
        """Return which cards that were played may be looked up later, in a log too.

        `trick`: only those of the trick that lies there; `last`: also those of the last complete one; `deal_before`:
        the trick that lies there and the whole deal before; `all`.
        """
        return "all"

    def fading(self, options: Options) -> tuple[str, ...]:
        """Return the keys in [events] of what is shown as it happens and then left to memory, with these options.

        A log lists it only until the next decision.
        """
        return ()

    def won(self, display: Display) -> Phrase:
        """Return why the trick that has just been completed was taken, in one clause: a key in [won]."""
        return "", {}

    def stake(self, display: Display, seat: int) -> Phrase:
        """Return what a seat tried in the deal that has ended, or how it stood in it: a key in [stakes].

        [stakes] also has `heading`: what this is called.
        """
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


def cards_of(display: Display, name: str) -> list[ShownCard]:
    """Return the cards of the first zone that is called so."""
    for zone in display.zones:
        if zone.name == name:
            return zone.cards
    return []


def completed_trick(display: Display) -> list[ShownCard]:
    """Return the cards of the trick of this deal that lies there complete; nothing once the next one has begun."""
    begun = [fact for fact in display.facts if fact.name.endswith("tricks") and fact.value not in ("", "0")]
    return cards_of(display, "last_trick") if begun and not cards_of(display, "trick") else []


def won_by(trick: list[ShownCard], trumps: list[str]) -> Phrase:
    """Return why a card takes a trick in which these cards are trumps, the highest of them above all others.

    The key ends with `_equal` where another copy of the card lies there too.
    """
    for winner in trick:
        if winner.mark == "winning":
            colour = winner.text[0]
            if winner.text in trumps:
                key = "only_trump" if len([card for card in trick if card.text in trumps]) == 1 else "highest_trump"
            else:
                same = [card for card in trick if card.text[0] == colour and card.text not in trumps]
                key = "only_led" if len(same) == 1 else "highest_led"
            copies = len([card for card in trick if card.text == winner.text])
            return f"{key}_equal" if copies > 1 else key, {"colour": colour, "value": winner.text[1:]}
    return "", {}


def trick_prompt(display: Display) -> Phrase:
    """Return the question for a card: a lead, or one that follows what was led, which may be trumps."""
    led = fact_value(display, "led")
    if not led:
        return "play_lead", {}
    return ("play_follow_trump", {}) if led == "trump" else ("play_follow", {"colour": led})
