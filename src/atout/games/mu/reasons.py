"""Mü: why a bid, a trump, a Partner or a card is advised."""

from typing import Final

from atout.games.mu.actions import BID, HAND, LAY, NO_MORE, NONE, PARTNER, TRUMP, face_text, trump_text
from atout.kernel.reasons import cards_in, count_phrase, number_of, trick_reason
from atout.kernel.view import Display, ShownCard
from atout.kernel.wording import Phrase, Prospect, fact_value

COLOURS: Final = "RBGYK"
POINTS: Final = [1, 0, 1, 1, 1, 1, 2, 2, 1, 0]  # of a card, by its number (MU-03)


def reasons(display: Display, action: int, prospect: Prospect) -> list[Phrase]:
    """Return why an action is advised: what the hand holds of it, and what the card does for which side."""
    own = [card.text for card in _own(display)]
    if action == NO_MORE:
        return [
            _longest(own),
            *([("leads", {"n": fact_value(display, "most")})] if fact_value(display, "most") else []),
        ]
    if action < TRUMP:
        card = face_text(action - LAY)
        return [_alike(own, card[0], card[1:])]
    if action < PARTNER:
        trump = trump_text(action - TRUMP)
        return [("no_trump", {}) if action - TRUMP == NONE else count_phrase("become_trumps", _matching(own, trump))]
    if action < HAND:
        return [_shown(display, action - PARTNER)]
    card = face_text(action - (HAND if action < BID else BID))
    return [trick_reason(display, prospect, _partners(display)), _points(display, card), _side(display)]


def _own(display: Display) -> list[ShownCard]:
    return [*cards_in(display, "hand", display.seat), *cards_in(display, "bid_cards", display.seat)]


def _matching(cards: list[str], trump: str) -> int:
    """Return how many cards have a colour or a number."""
    return len([card for card in cards if trump in (card[0], card[1:])])


def _longest(own: list[str]) -> Phrase:
    sizes = [_matching(own, colour) for colour in COLOURS]
    return "longest", {"colour": COLOURS[sizes.index(max(sizes))], "n": str(max(sizes))}


def _alike(own: list[str], colour: str, number: str) -> Phrase:
    """Return how many cards share colour or number with one that is laid: they could become trumps."""
    return "alike", {
        "colour": colour,
        "n": str(_matching(own, colour)),
        "number": number,
        "m": str(_matching(own, number)),
    }


def _shown(display: Display, seat: int) -> Phrase:
    """Return how many of the trumps a seat shows among its bid cards."""
    bids = [card.text for card in cards_in(display, "bid_cards", seat)]
    trumps = [fact_value(display, name) for name in ("chief_trump", "vice_trump")]
    shown = len([card for card in bids if any([trump in (card[0], card[1:]) for trump in trumps if trump])])
    key, values = count_phrase("shows_trumps", shown)
    return key, {**values, "name": f"@{seat}", "m": str(len(bids))}


def _chiefs(display: Display) -> list[int]:
    return [fact.seat for fact in display.facts if fact.name in ("chief", "partner")]


def _partners(display: Display) -> list[int]:
    """Return who plays on the same side."""
    chiefs = _chiefs(display)
    mine = display.seat in chiefs
    return [seat for seat in range(display.seats) if seat != display.seat and (seat in chiefs) == mine]


def _points(display: Display, card: str) -> Phrase:
    """Return how many card points lie in the trick, with this card."""
    laid = [int(other.text[1:]) for other in cards_in(display, "trick")]
    return count_phrase("points", sum([POINTS[value] for value in [*laid, int(card[1:])]]))


def _side(display: Display) -> Phrase:
    key = "for_target" if display.seat in _chiefs(display) else "against_target"
    return key, {"n": str(number_of(display, "target", -1))}
