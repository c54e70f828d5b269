"""Meinz: what one observer has seen of a match, and what the table may show of it."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from atout.games.meinz import tricks
from atout.games.meinz.actions import DISCARD, PLAY, card_text
from atout.games.meinz.deal import CRYING, DISCARDING, EXCHANGING, MONSTER, NONE, PLACES, circle_of, first_place
from atout.games.meinz.reading import FinishedTrick, Reading, read
from atout.kernel.bits import members
from atout.kernel.log import Segment
from atout.kernel.opening import LaidCard
from atout.kernel.state import OVER
from atout.kernel.view import Display, Fact, ShownCard, View, Zone, backs

DONE: Final = "✓"


@final
@mypyc_attr(allow_interpreted_subclasses=True)
class MeinzView(View):
    """What one observer has seen of a match of Meinz. The Monster has no seat, so what concerns it bears its name."""

    def display(self) -> Display:
        now = read(self)
        running = now.dealt and self.turn >= 0
        zones: list[Zone] = []
        if running:
            for seat in range(self.seats):
                zones.append(self._hand(now, seat))
            if self.seat >= 0 and now.deal.discards[self.seat] != NONE:
                zones.append(Zone("discard", self.seat, [ShownCard(card_text(now.deal.discards[self.seat]))]))
            if self.seats < PLACES:
                zones.append(Zone("stack", -1, backs(int(now.sizes[MONSTER]))))
        zones += self._tricks(now, running)
        return Display(self, self._phase(now, running), zones, self._facts(now, running))

    def ended(self) -> Display | None:
        before = self.observe_end()
        return None if before is None else MeinzView(before).display()

    def _phase(self, now: Reading, running: bool) -> str:
        if not running:
            return "over" if self.turn == OVER else "deal"
        phase = now.deal.phase
        if phase == DISCARDING:
            return "discard"
        if phase == CRYING:
            return "cry"
        return "exchange" if phase == EXCHANGING else "tricks"

    def _hand(self, now: Reading, seat: i64) -> Zone:
        """Show the observer's own hand, and the size of the others: cards taken by exchange are hidden again."""
        cards: list[ShownCard] = []
        if seat != self.seat:
            return Zone("hand", int(seat), backs(int(now.sizes[seat])))
        first = DISCARD if now.deal.phase == DISCARDING else PLAY
        for card in members(now.deal.hands[seat]):
            cards.append(ShownCard(card_text(card), int(first + card)))
        return Zone("hand", int(seat), cards)

    def _tricks(self, now: Reading, running: bool) -> list[Zone]:
        """Show the trick on the table, where it lies until the exchange is over, and tricks that may be looked at."""
        zones: list[Zone] = []
        finished = now.finished[:]
        if running and now.deal.phase == EXCHANGING:
            last = finished.pop()
            zones.append(Zone("trick", -1, show_trick(last.cards, last.taker, self.seats)))
        else:
            if running:
                k = tricks.receiver(now.deal, now.earliest)
                taker: i64 = NONE
                if k >= 0:
                    taker = now.deal.player(k)
                zones.append(Zone("trick", -1, show_trick(now.trick, taker, self.seats)))
            if not finished:
                before = self._previous_round()
                if before is not None:
                    zones += self._results(before)
                    if before.finished:
                        finished = before.finished[-1:]
            elif _is_over(now):
                zones += self._results(now)
            if finished:
                zones += self._last_trick(finished.pop())
        if self.options.is_on("open_tricks"):
            for trick in finished:
                name = "earlier_trick" if trick.taker < self.seats else "monster_trick"
                owner = int(trick.taker) if trick.taker < self.seats else -1
                zones.append(Zone(name, owner, show_trick(trick.cards, trick.taker, self.seats)))
        return zones

    def _last_trick(self, last: FinishedTrick) -> list[Zone]:
        """Show the trick completed last, and what was exchanged, until the next one is complete (MEINZ-59)."""
        zones = [Zone("last_trick", -1, show_trick(last.cards, last.taker, self.seats))]
        if last.given != NONE:
            pair = [
                ShownCard(card_text(last.given), -1, -1, "given"),
                ShownCard(card_text(last.taken), -1, -1, "taken"),
            ]
            zones.append(Zone("exchanged", int(last.taker), pair))
        return zones

    def _results(self, before: Reading) -> list[Zone]:
        """Show the discards of the round before, if the table does that."""
        zones: list[Zone] = []
        for seat in range(self.seats):
            if before.revealed[seat] != NONE:
                zones.append(Zone("revealed", int(seat), [ShownCard(card_text(before.revealed[seat]))]))
        return zones

    def _previous_round(self) -> Reading | None:
        """Return the round before."""
        past: Segment | None = self.past
        return None if past is None else Reading(self.seats, self.options, past.entries)

    def _facts(self, now: Reading, running: bool) -> list[Fact]:
        facts = [Fact("round", -1, str(now.number)), Fact("rounds", -1, self.options.text("rounds"))]
        deal = now.deal
        if now.drawn >= 0 and self.turn != OVER:
            circle = circle_of(now.drawn, self.seats)
            first = first_place(now.number)
            facts.append(self._fact_about("first_player", circle[first], ""))
            facts.append(self._fact_about("dealer", circle[(first + PLACES - 1) % PLACES], ""))  # MEINZ-09
            if self.seats < PLACES:
                facts.append(Fact("right_of_monster", int(now.drawn), ""))
        if running and deal.crier != NONE:
            facts.append(Fact("crier", int(deal.crier), ""))
        before = now if _is_over(now) else None if now.finished else self._previous_round()
        for place in range(PLACES):
            if running:
                if deal.phase == DISCARDING:
                    if place < self.seats and deal.discards[place] != NONE:
                        facts.append(Fact("discarded", int(place), DONE))
                else:
                    facts.append(self._fact_about("tricks", place, str(deal.won[place])))
                    if self.options.is_on("open_tricks"):
                        facts.append(self._fact_about("sum", place, str(deal.sums[place])))
            if before is not None and before.results[place] != NONE:
                facts.append(self._fact_about("round_total", place, str(before.results[place])))
                facts.append(self._fact_about("round_points", place, str(before.points[place])))
            facts.append(self._fact_about("total", place, str(now.totals[place])))
        if before is not None and before.monster_wins and self.turn == OVER:
            facts.append(Fact("monster_wins", -1, ""))
        return facts

    def _fact_about(self, name: str, place: i64, value: str) -> Fact:
        """Return a fact about a seat, or about the Monster, which has none."""
        return Fact(name, int(place), value) if place < self.seats else Fact(f"monster_{name}", -1, value)


def _is_over(now: Reading) -> bool:
    """Say whether all tricks of the round have been played."""
    return now.dealt and now.deal.tricks == now.deal.length


def show_trick(trick: list[LaidCard], taker: i64, seats: i64) -> list[ShownCard]:
    """Return the cards of a trick in order of play, with marks: it takes the trick, is the Monster's, was given."""
    cards: list[ShownCard] = []
    for laid in trick:
        takes = laid.seat == taker
        if laid.seat == NONE:
            cards.append(ShownCard(card_text(laid.card), -1, -1, "given"))
        elif laid.seat < seats:
            cards.append(ShownCard(card_text(laid.card), -1, int(laid.seat), "winning" if takes else ""))
        else:
            cards.append(ShownCard(card_text(laid.card), -1, -1, "monster_winning" if takes else "monster"))
    return cards
