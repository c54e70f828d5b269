"""Luz: what one observer has seen of a match, read into a position, and what the table may show of it."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from atout.games.luz import bets
from atout.games.luz.actions import COLOURS, play, text
from atout.games.luz.cards import COLOUR_COUNT, TRUMPS, WIDTH, card_text, pack_cards, suit_of
from atout.games.luz.deal import BETTING
from atout.games.luz.reading import Reading, read
from atout.kernel.bits import bit, index, members
from atout.kernel.log import HIDDEN, Segment
from atout.kernel.opening import LaidCard
from atout.kernel.trick import beats
from atout.kernel.view import Display, Fact, ShownCard, View, Zone

TRUMP_COLOUR: Final = "Y"  # LUZ-03


@final
@mypyc_attr(allow_interpreted_subclasses=True)
class LuzView(View):
    """What one observer has seen of a match of Luz."""

    def display(self) -> Display:
        now = read(self)
        running = now.dealt and self.turn >= 0
        zones: list[Zone] = []
        if running:
            for seat in range(self.seats):
                zones.append(self._hand(now, seat))
        zones.append(Zone("trick", -1, self._trick(now, running)))
        zones.append(Zone("last_trick", -1, self._last_trick(now)))
        zones += self._history(now)
        return Display(self, self._phase(now, running), zones, self._facts(now, running))

    def ended(self) -> Display | None:
        before = self.observe_end()
        return None if before is None else LuzView(before).display()

    def _phase(self, now: Reading, running: bool) -> str:
        if not running:
            return "deal" if self.turn >= -1 else "over"
        return "bets" if now.deal.phase == BETTING else "tricks"

    def _hand(self, now: Reading, seat: i64) -> Zone:
        """Show a hand: values of others where they are open, of one's own hand only backs (LUZ-15, LUZ-16)."""
        hand = now.hands[seat]
        cards: list[ShownCard] = []
        places = [0 for _ in range(COLOUR_COUNT)]
        for k in range(len(hand.cards)):
            if hand.held[k]:
                colour = hand.colours[k]
                places[colour] += 1
                card = hand.cards[k]
                name = f"{COLOURS[colour]}?" if card == HIDDEN else card_text(card)
                cards.append(ShownCard(name, play(colour, places[colour]) if seat == self.seat else -1))
        return Zone("hand", int(seat), cards)

    def _trick(self, now: Reading, running: bool) -> list[ShownCard]:
        return show_trick(now.trick, now.deal.best) if running else []

    def _last_trick(self, now: Reading) -> list[ShownCard]:
        """Show the completed trick until the next card is played (LUZ-35)."""
        if now.trick:
            return []
        if now.finished:
            return show_trick(now.finished[-1], best_of(now.finished[-1]))
        before = self._previous_deal()  # no card of this deal has been played yet
        if before is not None and before.finished:
            return show_trick(before.finished[-1], best_of(before.finished[-1]))
        return []

    def _previous_deal(self) -> Reading | None:
        past: Segment | None = self.past
        return None if past is None else Reading(self.seats, self.options, past.entries)

    def _history(self, now: Reading) -> list[Zone]:
        """Show earlier tricks: those of the deal before, with `open` also of the running one (LUZ-34, LUZ-35)."""
        history = self.options.text("history")
        if history == "hidden":
            return []
        before = self._previous_deal()
        tricks = [] if before is None else before.finished
        if history == "open":
            tricks = tricks + now.finished
        return [Zone("earlier_trick", -1, show_trick(trick, best_of(trick))) for trick in tricks]

    def _facts(self, now: Reading, running: bool) -> list[Fact]:
        seats: i64 = self.seats
        facts = [Fact("deal", -1, str(now.number)), Fact("deals", -1, self.options.text("deals"))]
        facts.append(Fact("trump", -1, TRUMP_COLOUR))
        if now.drawn >= 0 and self.turn >= -1:
            facts.append(Fact("dealer", int(bets.dealer(now.drawn, now.number, seats)), ""))
            facts.append(Fact("first_player", int(bets.first_player(now.drawn, now.number, seats)), ""))
        if running:
            facts.append(Fact("starter", int(now.starter), ""))
        deal = now.deal
        if running and deal.laid:
            facts.append(Fact("led", -1, COLOURS[index(deal.led & -deal.led) // WIDTH]))
        if running and deal.beads >= 0:
            facts.append(Fact("beads", -1, str(deal.beads)))
        for seat in range(seats):
            if running and deal.bets[seat] >= 0:
                facts.append(Fact("bet", int(seat), text(deal.bets[seat])))
            if running and deal.phase != BETTING:
                facts.append(Fact("tricks", int(seat), str(deal.won[seat])))
            facts.append(Fact("total", int(seat), str(now.totals[seat])))
        if running and self.seat >= 0 and self.options.is_on("deduction_aid"):
            facts += self._possible_values(now)
        return facts

    def _possible_values(self, now: Reading) -> list[Fact]:
        """List, for each own colour, the values still possible from the cards in sight.

        An own card that lies on the table says more: those to its left are lower, those to its right higher (LUZ-11).
        """
        in_sight: i64 = 0
        for seat in range(self.seats):
            if seat != self.seat:
                hand = now.hands[seat]
                for k in range(len(hand.cards)):
                    if hand.held[k] and hand.cards[k] != HIDDEN:
                        in_sight |= bit(hand.cards[k])
        lying = now.trick if now.trick else (now.finished[-1] if now.finished else now.trick)
        for laid in lying:
            in_sight |= bit(laid.card)
        if self.options.text("history") == "open":
            in_sight |= now.gone
            for finished in now.finished:
                for laid in finished:
                    in_sight |= bit(laid.card)
        facts: list[Fact] = []
        pack: i64 = 0
        for card in pack_cards(self.seats, now.deal.size):
            pack |= bit(card)
        own = now.hands[self.seat]
        possible = [0 for _ in range(COLOUR_COUNT)]
        for k in range(len(own.cards)):
            if own.held[k]:
                possible[own.colours[k]] |= own.bounds(k, in_sight) & pack & ~in_sight
        for colour in range(COLOUR_COUNT):
            if possible[colour]:
                values = " ".join([str(card % WIDTH + 1) for card in members(possible[colour])])
                facts.append(Fact("possible", self.seat, f"{COLOURS[colour]}: {values}"))
        return facts


def best_of(trick: list[LaidCard]) -> i64:
    """Return the winning card of a trick, as a set."""
    best = bit(trick[0].card)
    led = suit_of(best)
    for laid in trick:
        if beats(bit(laid.card), best, TRUMPS, led):
            best = bit(laid.card)
    return best


def show_trick(trick: list[LaidCard], best: i64) -> list[ShownCard]:
    """Return the cards of a trick in order of play, the winning one marked."""
    cards: list[ShownCard] = []
    for laid in trick:
        cards.append(ShownCard(card_text(laid.card), -1, int(laid.seat), "winning" if bit(laid.card) == best else ""))
    return cards
