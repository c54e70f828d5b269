"""Luz: one printed match with every observer's view, as in playthrough.txt."""

from atout.games.luz import GAME
from atout.games.luz.reading import DRAWN, LAST, NUMBER, SCORED
from atout.kernel.log import DEALT, HIDDEN
from atout.kernel.rng import Rng
from atout.kernel.view import Display, SeenEntry, Zone
from tests.kit.playthrough import Playthrough

SEATS, DEALS, SEED = 3, 2, 22

HEAD = f"""\
# One match of Luz, {SEATS} players, {DEALS} deals, all other options as in the rule book.
# The deals are shuffler({SEED}); actions are drawn from the legal ones with Rng({SEED}).
#
# A block is one step: the action and, where a card is played, what it turns out to be.
#   log X   what the step adds to the memory of X: A, B, C (seats 0, 1, 2), S (a spectator), or all of them alike
#   all     the facts on the table, the same for everybody
#   A B C S what each observer is shown: the hands of A, B and C (R4,8: red 4 and 8; R??: two red backs), the trick,
#           the last trick until the next card is played (* wins it), and for the seat on turn the legal actions
"""


class LuzPlaythrough(Playthrough):
    """A match of Luz in words."""

    def action(self, entry: SeenEntry, who: str) -> str:
        text = GAME.text(entry.value)
        return f"{who} bets {text}" if entry.value < 22 else f"{who} plays {text}={card_text(entry.open)}"

    def entry(self, entry: SeenEntry, who: str) -> str:
        if entry.kind == DEALT:
            return f"{who}:{'RYGBP'[entry.open] + '?' if entry.value == HIDDEN else card_text(entry.value)}"
        if entry.kind == SCORED:
            bet, tricks = GAME.text(entry.value % 22), entry.value // 22
            return f"{who} bet {bet} won {tricks} scores {entry.open:+}"
        names = {NUMBER: f"deal {entry.open}", DRAWN: f"{who} drew the marker"}
        names |= {LAST: f"{who} scored {entry.open} before"}
        return names[entry.kind]

    def shown_cards(self, display: Display) -> str:
        """Return what an observer is shown of the cards, and the legal actions."""
        parts = []
        for zone in display.zones:
            if zone.name == "hand":
                parts.append(f"{self.letter(zone.seat)} {hand_text(zone)}")
            else:
                parts.append(f"{zone.name.removesuffix('_trick')} {self.trick(zone)}")
        if display.legal == list(range(22)):
            parts.append("may bet anything")
        else:
            parts += self.legal_texts(display)
        return " | ".join(parts)

    def trick(self, zone: Zone) -> str:
        """Return a trick: who played what, and which card wins."""
        return (
            " ".join(f"{self.letter(c.seat)}:{c.text}{'*' if c.mark == 'winning' else ''}" for c in zone.cards) or "-"
        )

    def to_act(self, display: Display) -> list[str]:
        return [f"{self.letter(display.turn)} is on turn"] if display.turn >= 0 else []

    def choose(self, rng: Rng) -> tuple[int, int]:
        return self.match.turn, self.any_of(self.match.legal(self.match.turn), rng)

    def end(self) -> list[str]:
        places = self.match.places()
        order = " ".join(self.letter(places.index(place)) for place in range(1, SEATS + 1))
        return ["== end", f"scores {' '.join(map(str, self.match.scores()))}, order {order}"]


def hand_text(zone: Zone) -> str:
    """Return a hand colour by colour."""
    groups: dict[str, list[str]] = {}
    for card in zone.cards:
        groups.setdefault(card.text[0], []).append(card.text[1:])
    return " ".join(colour + ("" if "?" in values else ",").join(values) for colour, values in groups.items()) or "-"


def card_text(number: int) -> str:
    return f"{'RYGBP'[number // 12]}{number % 12 + 1}"


def test_playthrough():
    LuzPlaythrough(GAME, SEATS, SEED, {"deals": DEALS}).compare(HEAD)
