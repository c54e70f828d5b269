"""Meinz: the match. Dispatches to the phase, turns the Monster's cards, keeps the point cards, writes the log."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.meinz import cry, discard, exchange, flow, reading, scoring, tricks
from atout.games.meinz.actions import ACTIONS, CRY, DECLINE, KEEP, PLAY
from atout.games.meinz.deal import (
    CRYING,
    DISCARDING,
    DONE,
    EXCHANGING,
    MONSTER,
    NONE,
    PLACES,
    PLAYING,
    Deal,
    circle_of,
    new_deal,
    zeros,
)
from atout.games.meinz.terms import CARD_PACKS, SEAT_PACKS, Terms
from atout.games.meinz.view import MeinzView
from atout.kernel.bits import bit, count, lowest, members, nth
from atout.kernel.cards import Pack
from atout.kernel.clause import Clause
from atout.kernel.log import ACTION, EVERYBODY, NOBODY, TABLE, TRICK, chapters, observer
from atout.kernel.log import DEALT as DEALT_CARD
from atout.kernel.options import Options
from atout.kernel.rng import Rng, scramble, stir
from atout.kernel.state import CHANCE, OVER, Poll, ScoreLine, State, reduce_state
from atout.kernel.transfer import Transfer

MOST_CHOICES: Final = 21  # `keep`, and five hand cards for each of four cards of their colour in the trick


def new_state(seats: i64, options: Options) -> "MeinzState":
    """Return a match before its first chance event."""
    return MeinzState(seats, options, Terms(seats, options), zeros())


@final
class MeinzState(State):
    """A match of Meinz."""

    def __init__(self, seats: i64, options: Options, terms: Terms, totals: vec[i64]) -> None:
        super().__init__(seats, options)
        self.terms = terms
        self.drawn: i64 = NONE  # the first dealer (MEINZ-06)
        self.circle = vec[i64]()  # the places clockwise, from left of the first dealer on
        self.totals = totals  # point cards, the Monster's last
        self.running: Deal | None = None

    def clone(self) -> "MeinzState":
        new = MeinzState(self.seats, self.options, self.terms, self.totals[:])
        self.copy_to(new)
        new.drawn = self.drawn
        new.circle = self.circle
        new.running = None if self.running is None else self.running.clone()
        return new

    def transfer(self, numbers: Transfer) -> None:
        self.circle = numbers.row(self.circle)
        if numbers.starts(self.running):
            self.running = new_deal(self.circle, zeros(), zeros(), self.number, self.terms.size)
        numbers.part(self.running)

    def __reduce__(self) -> tuple[object, ...]:
        return reduce_state(self, new_state, "drawn")

    def pack(self) -> Pack:
        return SEAT_PACKS[self.seats - 3] if self.drawn < 0 else CARD_PACKS[self.terms.pack]

    def hand_out(self, order: vec[i64]) -> None:
        if self.drawn < 0:
            self.seat_dealer(order[0])
            return
        cards = self.terms.cards(order)
        hands = zeros()
        place: i64 = 0
        for seat in range(self.seats):
            for _ in range(self.terms.size):
                hands[seat] |= bit(cards[place])
                place += 1
        self.start_deal(hands, cards[place:])

    def seat_dealer(self, dealer: i64) -> None:
        """Let a seat deal the first round; that settles where the Monster sits and who begins (MEINZ-08, MEINZ-81)."""
        self.drawn = dealer
        self.circle = circle_of(dealer, self.seats)
        self.open_chapter()

    def start_deal(self, hands: vec[i64], stack: vec[i64]) -> Deal:
        """Let the seats hold these cards and open the discards."""
        deal = new_deal(self.circle, hands, stack, self.number, self.terms.size)
        self.running = deal
        self.turn = deal.turn
        if not self.silent:
            for holder in range(self.seats):
                for card in members(hands[holder]):
                    self.note(DEALT_CARD, holder, 0, card, observer(holder))
            for k in range(len(stack)):
                self.note(reading.STACKED, MONSTER, k, stack[k], NOBODY)  # MEINZ-83
        return deal

    def open_chapter(self) -> None:
        """Begin a part of the log with what everybody knows at this point."""
        self.note(reading.ROUND, TABLE, self.number, 0, EVERYBODY)
        self.note(reading.DRAWN, self.drawn, 0, 0, EVERYBODY)
        self.note_totals()
        if self.seats < PLACES:
            self.note(reading.MONSTER_TOTAL, MONSTER, self.totals[MONSTER], 0, EVERYBODY)

    def owes(self, seat: i64) -> bool:
        deal = self.running
        if deal is None:
            return False
        return seat == self.turn if deal.phase != DISCARDING else discard.owes(deal, seat, self.seats)

    def check(self, seat: i64, action: i64) -> Clause | None:
        deal = self.running
        if self.turn < 0 or deal is None:
            return Clause("MEINZ-70", "match-over") if self.turn == OVER else Clause("MEINZ-10", "cards-first")
        if deal.phase == DISCARDING:
            return discard.check(deal, seat, action)
        if 0 <= action < PLAY:
            return discard.ONE_DISCARD
        if DECLINE <= action <= CRY:
            return cry.check(deal, seat, self.terms.one_cry)
        if deal.phase == EXCHANGING:
            return exchange.check(deal, seat, action)
        if KEEP <= action < ACTIONS:
            return exchange.NO_TRICK
        if deal.phase == CRYING:
            return cry.ANSWER_FIRST if seat == self.turn else cry.WINDOW_OPEN
        return tricks.check(deal, seat, action)

    def menu(self, seat: i64, out: vec[i64]) -> i64:
        deal = self.running
        if deal is None:
            return 0
        if deal.phase == DISCARDING:
            return discard.menu(deal, seat, out) if discard.owes(deal, seat, self.seats) else 0
        if seat != self.turn:
            return 0
        if deal.phase == PLAYING:
            return tricks.menu(deal, out)
        return cry.menu(out) if deal.phase == CRYING else exchange.menu(deal, out)

    def count(self, seat: i64, scratch: vec[i64]) -> i64:
        deal = self.running
        if deal is None or not self.owes(seat):
            return 0
        phase = deal.phase
        if phase == CRYING:
            return 2
        if phase == EXCHANGING:
            return exchange.options(deal)
        cards = tricks.playable(deal) if phase == PLAYING else deal.hands[seat]
        scratch[0] = cards
        return count(cards)

    def pick(self, seat: i64, k: i64, scratch: vec[i64]) -> i64:
        deal = self.running
        assert deal is not None
        if deal.phase == CRYING:
            return DECLINE + k
        if deal.phase == EXCHANGING:
            return exchange.option(deal, k)
        card = lowest(nth(scratch[0], k))
        return card if deal.phase == DISCARDING else PLAY + card

    def width(self) -> i64:
        return MOST_CHOICES

    def apply(self, seat: i64, action: i64) -> None:
        deal = self.running
        assert deal is not None
        phase = deal.phase
        if not self.silent:
            self.note(ACTION, seat, 0, action, observer(seat) if phase == DISCARDING else EVERYBODY)
        if phase == PLAYING:
            tricks.lay(deal, action - PLAY)
            self._go_on(deal)
        elif phase == CRYING:
            cry.apply(deal, action)
            self._go_on(deal)
        elif phase == EXCHANGING:
            exchange.apply(deal, action)
            self.turn = deal.turn
        else:
            discard.apply(deal, seat, action, self.seats)
            self.turn_monster(deal)

    def finish_deal_randomly(self, rng: Rng) -> bool:
        deal = self.running
        if deal is None or deal.phase == DISCARDING:
            return False
        flow.play_tricks_randomly(deal, rng, self.terms.one_cry, self.terms.earliest)
        self._finish(deal)
        return True

    def poll(self) -> Poll | None:
        deal = self.running
        seats = [] if deal is None else cry.places_to_ask(deal, self.terms.one_cry)
        return Poll(seats, DECLINE) if seats else None

    def turn_monster(self, deal: Deal) -> None:
        """Turn up the Monster's top card if it is its turn (MEINZ-85); then the next decision is due."""
        if deal.phase == PLAYING and deal.is_monster(deal.turn):
            card = tricks.turn_up(deal)
            self.note(reading.TURNED, MONSTER, card, 0, EVERYBODY)
            self._go_on(deal)
        elif deal.phase == DONE:
            self._finish(deal)
        else:
            self.turn = deal.turn

    def _go_on(self, deal: Deal) -> None:
        """Go on after a card or an answer until a player has to decide or the round is over."""
        place = flow.proceed(deal, self.terms.one_cry, self.terms.earliest)
        if place != NONE and not self.silent:
            self.note(reading.MONSTER_TRICK if deal.is_monster(place) else TRICK, place, 0, 0, EVERYBODY)
        self.turn_monster(deal)

    def _finish(self, deal: Deal) -> None:
        """Hand out the point cards (MEINZ-60 to MEINZ-66) and go on to the next round or to the end (MEINZ-07)."""
        self.running = None
        totals = scoring.totals_with_bonus(deal.sums, deal.has_monster())
        for place in range(PLACES):
            gained = scoring.points(totals, place)
            self.totals[place] += gained
            self.note(reading.SCORED, place, gained, totals[place], EVERYBODY)
        if self.terms.show_discards:
            for seat in range(self.seats):
                self.note(reading.SHOWN, seat, deal.discards[seat], 0, EVERYBODY)
        if self.number < self.terms.rounds:
            self.number += 1
            self.turn = CHANCE
        else:
            self.turn = OVER
            if self.terms.monster_can_win and deal.has_monster() and scoring.monster_wins(self.totals):
                self.note(reading.MONSTER_WINS, MONSTER, 0, 0, EVERYBODY)
        self.close()
        if not self.silent:
            self.open_chapter()

    def view(self, seat: i64) -> MeinzView:
        return MeinzView(self.observe(seat))

    def key(self, seat: i64) -> i64:
        deal = self.running
        if deal is None:
            return scramble(self.number)
        known = stir(deal.history, deal.hands[seat])
        return scramble(known ^ (deal.discards[seat] + 1))

    def line(self) -> i64:
        deal = self.running
        if deal is None or deal.phase == DISCARDING:
            return 0
        return deal.tricks if deal.phase == EXCHANGING else deal.tricks + 1

    def places(self) -> list[int]:
        return scoring.places(self.totals, self.seats, self.terms.monster_can_win)

    def score_lines(self) -> list[ScoreLine]:
        return self.initial_score_lines(scoring.BEFORE) + scoring.read_lines(chapters(self.past, self.log), self.seats)
