"""Whether a decision has shown a card that was hidden before: then nobody can unsee it, and it is not taken back."""

from collections import Counter
from collections.abc import Sequence

from atout.kernel.view import View
from atout.match import Match, Step


def shows_new_card(before: View, now: View) -> bool:
    """Tell whether somebody is shown a card now that was not shown before."""
    return bool(_open_cards(now) - _open_cards(before))


def has_shown_card(match: Match, seat: int, before: int, steps: Sequence[Step]) -> bool:
    """Tell whether a seat was shown a card by any of the steps after the first ones."""
    past = match.replay(steps[:before])
    known = past.view(seat)
    for step in steps[before:]:
        past.take(step)
        if shows_new_card(known, past.view(seat)):
            return True
    return False


def _open_cards(view: View) -> Counter[str]:
    return Counter(card.text for zone in view.display().zones for card in zone.cards if "?" not in card.text)
