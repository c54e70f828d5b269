"""A display with the words it is shown in: what both the table and its parts read."""

from collections.abc import Sequence

from atout.drawing.cards import is_back, suit_of
from atout.kernel.view import Display, Fact, ShownCard, Zone
from atout.locale import Locale, load_words

HAND, TRICK, LAST_TRICK, WINNING = "hand", "trick", "last_trick", "winning"


class TableView:
    """One display to be rendered, without what the game's own board shows of it."""

    def __init__(self, display: Display, locale: Locale, names: Sequence[str]) -> None:
        self.display = display
        self.locale = locale
        self.names = names
        self.wording = locale.game.words()
        self.say = load_words(locale.lang).say
        self.zones: list[Zone] = [zone for zone in display.zones if zone.name not in self.wording.left_out]
        self.facts: list[Fact] = [fact for fact in display.facts if fact.name not in self.wording.left_out]
        about_seats = [fact for fact in self.facts if fact.seat >= 0 and fact.value]
        keys = [(fact.name, fact.seat) for fact in about_seats]
        several = {name for name, seat in keys if keys.count((name, seat)) > 1}
        self.single: list[Fact] = [fact for fact in about_seats if fact.name not in several]
        self.lists: list[Fact] = [fact for fact in about_seats if fact.name in several]  # such as possible values

    def label(self, name: str) -> str:
        """Return the name of a zone, a fact or a mark in the game's words."""
        return self.locale.say("names", name)

    def seat_order(self) -> list[int]:
        """Return the seats clockwise, the observer last."""
        first = max(self.display.seat, -1) + 1
        return [(first + step) % self.display.seats for step in range(self.display.seats)]

    def fact_columns(self) -> list[str]:
        """Return the facts that a seat has one of, in the order of the seat with the most."""
        fullest = max(range(self.display.seats), key=lambda seat: sum(fact.seat == seat for fact in self.single))
        return list(dict.fromkeys(fact.name for fact in sorted(self.single, key=lambda fact: fact.seat != fullest)))

    def fact(self, name: str, seat: int) -> str:
        """Return the value of a fact about a seat, or nothing."""
        return "".join(fact.value for fact in self.single if fact.name == name and fact.seat == seat)

    def hand(self, seat: int) -> list[ShownCard]:
        """Return the cards of a hand."""
        return [card for zone in self.zones if zone.name == HAND and zone.seat == seat for card in zone.cards]

    def open_hand(self, seat: int) -> list[ShownCard]:
        """Return a hand as it stands among the others: not if nothing of it is in sight, nor if it is shown below."""
        hand = self.hand(seat)
        backs = all(is_back(card) for card in hand)
        if seat == self.display.seat:
            return hand if backs else []
        return [] if backs and not any(suit_of(card.text) for card in hand) else hand

    def closed_hands(self) -> dict[int, str]:
        """Return how many cards the others hold of which nothing is in sight."""
        others = [seat for seat in self.seat_order() if seat != self.display.seat]
        return {seat: str(len(self.hand(seat))) for seat in others if self.hand(seat) and not self.open_hand(seat)}
