"""Mü: what one observer has seen of a match, and what the table may show of it."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from atout.games.mu import auction, scoring
from atout.games.mu.actions import BID, COLOURS, HAND, LAY, face_text, trump_text
from atout.games.mu.cards import FACE_OF, WIDTH
from atout.games.mu.deal import AUCTION, CHIEF_NAMES, CHIEF_PICKS, TRICKS, VICE_NAMES, Deal
from atout.games.mu.reading import LaidCard, Reading, read
from atout.kernel.bits import bit, count, lowest, members
from atout.kernel.log import Segment
from atout.kernel.seats import of_seat
from atout.kernel.view import Display, Fact, ShownCard, View, Zone, backs

PHASES: Final = ("auction", "vice_trump", "chief_trump", "partner", "tricks", "tricks")  # the last: all are played


@final
@mypyc_attr(allow_interpreted_subclasses=True)
class MuView(View):
    """What one observer has seen of a match of Mü."""

    def display(self) -> Display:
        now = read(self)
        running = now.dealt and self.turn >= 0
        zones: list[Zone] = []
        if running:
            for seat in range(self.seats):
                zones.append(self._hand(now, seat))
            for seat in range(self.seats):
                zones.append(self._bid_cards(now, seat))
            zones.append(Zone("trick", -1, show_trick(now.trick, now.deal.winner)))
        zones += self._earlier_tricks(now, running)
        return Display(self, self._phase(now, running), zones, self._facts(now, running))

    def ended(self) -> Display | None:
        before = self.observe_end()
        return None if before is None else MuView(before).display()

    def _phase(self, now: Reading, running: bool) -> str:
        if not running:
            return "deal" if self.turn >= -1 else "over"
        return PHASES[now.deal.phase]

    def _hand(self, now: Reading, seat: i64) -> Zone:
        """Show the observer's own hand suit by suit, and of others how many cards they hold (MU-07)."""
        cards: list[ShownCard] = []
        if seat != self.seat:
            return Zone("hand", int(seat), backs(int(now.sizes[seat] - count(now.shown[seat]))))
        first = LAY if now.deal.phase == AUCTION else HAND
        for card in sort_by_suit(now.deal, now.deal.hands[seat]):
            cards.append(
                ShownCard(face_text(FACE_OF[card]), int(first + FACE_OF[card]), -1, trump_mark(now.deal, card))
            )
        return Zone("hand", int(seat), cards)

    def _bid_cards(self, now: Reading, seat: i64) -> Zone:
        """Show the bid cards of a seat, which are open to all (MU-13)."""
        cards: list[ShownCard] = []
        for card in sort_by_suit(now.deal, now.deal.bids[seat]):
            action = int(BID + FACE_OF[card]) if seat == self.seat else -1
            cards.append(ShownCard(face_text(FACE_OF[card]), action, -1, trump_mark(now.deal, card)))
        return Zone("bid_cards", int(seat), cards)

    def _earlier_tricks(self, now: Reading, running: bool) -> list[Zone]:
        """Show the last complete trick, or all, as the option `last_trick` says (MU-50)."""
        look_back = self.options.text("last_trick")
        source = now
        if not now.dealt:  # between two rounds the tricks of the one before lie there
            before: Segment | None = self.past
            if before is not None:
                source = Reading(self.seats, self.options, before.entries)
        zones: list[Zone] = []
        if look_back == "none" or not source.finished:
            return zones
        last = len(source.finished) - 1
        if look_back == "all":
            for k in range(last):
                zones.append(Zone("earlier_trick", -1, show_trick(source.finished[k], source.winners[k])))
        zones.append(Zone("last_trick", -1, show_trick(source.finished[last], source.winners[last])))
        return zones

    def _facts(self, now: Reading, running: bool) -> list[Fact]:
        facts = [Fact("round", -1, str(now.number))]
        if now.terms.rounds:
            facts.append(Fact("rounds", -1, str(now.terms.rounds)))
        else:
            facts.append(Fact("limit", -1, str(now.terms.limit)))
        if now.drawn >= 0 and self.turn >= -1:
            facts.append(Fact("dealer", int(now.dealer), ""))
        if running:
            facts += self._round_facts(now.deal)
        for seat in range(self.seats):
            if running:
                facts += self._seat_facts(now, seat)
            facts.append(Fact("total", int(seat), str(now.totals[seat])))
        return facts

    def _round_facts(self, deal: Deal) -> list[Fact]:
        """Return what the auction and the choices after it have settled."""
        facts: list[Fact] = []
        if deal.phase == AUCTION:
            facts.append(Fact("most", -1, str(deal.most)))
            return facts
        if deal.chief < 0:  # the auction has led to nothing
            return facts
        facts.append(Fact("chief", int(deal.chief), ""))
        if deal.vice >= 0:
            facts.append(Fact("vice", int(deal.vice), ""))
        if deal.partner >= 0:
            facts.append(Fact("partner", int(deal.partner), ""))
        facts.append(Fact("size", -1, str(deal.size)))
        if deal.phase > CHIEF_NAMES:
            facts.append(Fact("chief_trump", -1, trump_text(deal.chief_trump)))
        if deal.vice >= 0 and deal.phase > VICE_NAMES:
            facts.append(Fact("vice_trump", -1, trump_text(deal.vice_trump)))
        result = scoring.outcome(deal)
        facts.append(Fact("target", -1, str(result.target())))
        if deal.phase >= CHIEF_PICKS:
            facts.append(Fact("bonus", -1, str(result.bonus())))
        if deal.laid:
            facts.append(Fact("led", -1, led_name(deal)))
        return facts

    def _seat_facts(self, now: Reading, seat: i64) -> list[Fact]:
        deal = now.deal
        facts: list[Fact] = []
        if deal.phase == AUCTION:
            facts.append(Fact("bid", int(seat), str(count(deal.bids[seat]))))
            if 0 < (deal.turn - seat + deal.seats) % deal.seats <= deal.passes:
                facts.append(Fact("passed", int(seat), ""))
            if seat == deal.turn:
                left = now.sizes[seat] - count(now.shown[seat])
                room = auction.room(deal, seat, left)
                facts.append(Fact("room", int(seat), str(room)))
                if deal.last:
                    facts.append(Fact("bidding", int(seat), ""))
        if deal.phase >= TRICKS:
            facts.append(Fact("tricks", int(seat), str(of_seat(deal.won, seat))))
            if self.options.is_on("show_points"):
                facts.append(Fact("points", int(seat), str(of_seat(deal.points, seat))))
            for laid in now.trick:
                if laid.seat == seat and not laid.from_hand:
                    facts.append(Fact("from_bid_cards", int(seat), face_text(laid.face)))
        return facts


def sort_by_suit(deal: Deal, cards: i64) -> list[i64]:
    """Return cards suit by suit as they follow each other now: trumps first, each suit from the weakest card up."""
    if not cards & deal.ranking.trumps:
        return [i64(card) for card in members(cards)]
    trumps: list[tuple[i64, i64]] = []
    plain: list[i64] = []
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if bit(card) & deal.ranking.trumps:
            trumps.append((deal.ranking.strengths[card], card))
        else:
            plain.append(card)
    trumps.sort()
    return [card for _, card in trumps] + plain


def trump_mark(deal: Deal, card: i64) -> str:
    """Return the class of a trump, and nothing for a plain card (MU-35)."""
    strength = deal.ranking.strengths[card]
    if strength >= 30:
        return "double"
    if strength >= 20:
        return "chief_class"
    return "vice_class" if strength >= 10 else ""


def led_name(deal: Deal) -> str:
    """Return the letter of the colour led, or `trump` (MU-36)."""
    if deal.led & deal.ranking.trumps:
        return "trump"
    return COLOURS[lowest(deal.led) // WIDTH]


def show_trick(trick: list[LaidCard], winner: i64) -> list[ShownCard]:
    """Return the cards of a trick in order of play, the winning one marked."""
    cards: list[ShownCard] = []
    for laid in trick:
        cards.append(ShownCard(face_text(laid.face), -1, int(laid.seat), "winning" if laid.seat == winner else ""))
    return cards
