"""Mü: the match. Rounds until somebody passes the limit; dispatches to the phase, keeps totals, writes the log."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.mu import auction, naming, scoring, tricks
from atout.games.mu.actions import BID, HAND, LAY, NO_MORE, TRUMPS
from atout.games.mu.cards import FACE_OF, FACES
from atout.games.mu.deal import AUCTION, DONE, TRICKS, Deal, new_deal
from atout.games.mu.reading import ALL_PASSED, CHIEF, DEADLOCK, DEALER, NUMBER, PLAYED, SCORED, VICE
from atout.games.mu.terms import CARD_PACKS, SEAT_PACKS, SMALL_PACKS, Terms
from atout.games.mu.view import MuView
from atout.kernel.bits import count, index, members, nth
from atout.kernel.cards import Pack, deal_hands
from atout.kernel.clause import Clause
from atout.kernel.log import ACTION, DEALT, EVERYBODY, TABLE, TRICK, chapters, observer
from atout.kernel.options import Options
from atout.kernel.rng import Rng, scramble, stir
from atout.kernel.seats import left_of, none_each
from atout.kernel.state import CHANCE, OVER, ScoreLine, State, reduce_state
from atout.kernel.transfer import Transfer


def new_state(seats: i64, options: Options) -> "MuState":
    """Return a match before its first chance event."""
    return MuState(seats, options, Terms(seats, options), none_each(seats))


@final
class MuState(State):
    """A match of Mü."""

    def __init__(self, seats: i64, options: Options, terms: Terms, totals: vec[i64]) -> None:
        super().__init__(seats, options)
        self.terms = terms
        self.dealer: i64 = -1  # of the round that is played or comes next; below 0 before the draw
        self.totals = totals  # never written to, so clones share it
        self.running: Deal | None = None

    def clone(self) -> "MuState":
        new = MuState(self.seats, self.options, self.terms, self.totals)
        self.copy_to(new)
        new.dealer = self.dealer
        new.running = None if self.running is None else self.running.clone()
        return new

    def transfer(self, numbers: Transfer) -> None:
        if numbers.starts(self.running):
            self.running = new_deal(self.terms, self.dealer)
        numbers.part(self.running)

    def __reduce__(self) -> tuple[object, ...]:
        return reduce_state(self, new_state, "dealer")

    def pack(self) -> Pack:
        if self.dealer < 0:
            return SEAT_PACKS[self.seats - 4]
        return SMALL_PACKS[self.seats - 4] if self.terms.small else CARD_PACKS[self.seats - 4]

    def hand_out(self, order: vec[i64]) -> None:
        if self.dealer < 0:
            self.dealer = order[0]
            self.open_chapter()
            return
        self.start_deal(deal_hands(self.terms.cards, order, self.seats, self.terms.hand))

    def start_deal(self, hands: vec[i64]) -> None:
        """Let the seats hold these cards and open the auction (MU-08)."""
        deal = new_deal(self.terms, self.dealer)
        deal.hands = hands
        self.running = deal
        self.turn = deal.turn
        if not self.silent:
            for seat in range(self.seats):
                for card in members(hands[seat]):
                    self.note(DEALT, seat, 0, FACE_OF[card], observer(seat))  # MU-07

    def open_chapter(self) -> None:
        """Begin a part of the log with what everybody knows at this point."""
        self.note(NUMBER, TABLE, self.number, 0, EVERYBODY)
        self.note(DEALER, self.dealer, 0, 0, EVERYBODY)
        self.note_totals()

    def check(self, seat: i64, action: i64) -> Clause | None:
        deal = self.running
        if deal is None or self.turn < 0:
            return Clause("MU-62", "match-over") if self.turn == OVER else Clause("MU-06", "cards-first")
        if deal.phase == AUCTION:
            return auction.check(deal, seat, action)
        return tricks.check(deal, seat, action) if deal.phase == TRICKS else naming.check(deal, seat, action)

    def menu(self, seat: i64, out: vec[i64]) -> i64:
        deal = self.running
        if deal is None or seat != self.turn:
            return 0
        if deal.phase == TRICKS:
            return tricks.menu(deal, out)
        return auction.menu(deal, out) if deal.phase == AUCTION else naming.menu(deal, out)

    def width(self) -> i64:
        return TRUMPS + 2  # at most 15 cards and a pass, or 15 trumps and none

    def count(self, seat: i64, scratch: vec[i64]) -> i64:
        deal = self.running
        if deal is None or seat != self.turn:
            return 0
        if deal.phase == TRICKS:
            cards = tricks.playable(deal)
            held = FACES.one_of_each(cards & deal.hands[seat])
            size = count(held)
            scratch[0] = held
            scratch[1] = size
            lying = cards & deal.bids[seat]
            if lying:
                lying = FACES.one_of_each(lying)
                scratch[2] = lying
                return size + count(lying)
            return size
        if deal.phase == AUCTION:
            held = auction.distinct_cards(deal)
            scratch[0] = held
            return count(held) + 1
        return naming.menu(deal, scratch)

    def pick(self, seat: i64, k: i64, scratch: vec[i64]) -> i64:
        deal = self.running
        assert deal is not None
        if deal.phase == TRICKS:
            k -= scratch[1]
            if k < 0:
                return HAND + FACE_OF[index(nth(scratch[0], k + scratch[1]))]
            return BID + FACE_OF[index(nth(scratch[2], k))]
        if deal.phase == AUCTION:
            if not k:
                return NO_MORE
            return LAY + FACE_OF[index(nth(scratch[0], k - 1))]
        return scratch[k]

    def apply(self, seat: i64, action: i64) -> None:
        deal = self.running
        assert deal is not None
        if not self.silent:
            self.note(ACTION, seat, 0, action, EVERYBODY)
        if deal.phase == TRICKS:
            tricks.apply(deal, action)
            if not deal.laid and not self.silent:
                self.note(TRICK, deal.winner, 0, 0, EVERYBODY)
        elif deal.phase == AUCTION:
            auction.apply(deal, action)
            if deal.phase != AUCTION and not self.silent:
                self._announce(deal)
        else:
            naming.apply(deal, action)
        if deal.phase == DONE:
            self._finish(deal)
        else:
            self.turn = deal.turn

    def finish_deal_randomly(self, rng: Rng) -> bool:
        deal = self.running
        if deal is None or deal.phase != TRICKS:
            return False
        tricks.play_tricks_randomly(deal, rng)
        self._finish(deal)
        return True

    def _announce(self, deal: Deal) -> None:
        """Log how the auction ended."""
        if deal.chief >= 0:
            self.note(CHIEF, deal.chief, deal.size, 0, EVERYBODY)
            vice = deal.vice if deal.vice >= 0 else TABLE
            self.note(VICE, vice, 0, 0, EVERYBODY)
        elif deal.tied:
            self.note(DEADLOCK, deal.culprit, deal.size, deal.tied, EVERYBODY)
        else:
            self.note(ALL_PASSED, TABLE, 0, 0, EVERYBODY)

    def _finish(self, deal: Deal) -> None:
        """Score the round (MU-60) and go on to the next one (MU-61) or to the end (MU-62)."""
        self.running = None
        result = scoring.outcome(deal)
        totals = self.totals[:]
        if deal.chief >= 0:
            self.note(PLAYED, deal.chief, deal.partner, result.note(), EVERYBODY)
        for seat in range(self.seats):
            gained = result.gain(seat)
            totals[seat] += gained
            self.note(SCORED, seat, gained, result.points[seat], EVERYBODY)
        self.totals = totals
        self.close_deal(not scoring.is_over(self.terms, self.number, totals))
        if self.turn == CHANCE:
            self.dealer = left_of(self.dealer, self.seats)
        if not self.silent:
            self.open_chapter()

    def forced_action(self) -> i64:
        """Return the only action of a seat whose hand is empty: of any other hand others cannot know (MU-15)."""
        deal = self.running
        if deal is None or deal.hands[deal.turn]:
            return -1
        if deal.phase == AUCTION:
            return NO_MORE
        if deal.phase != TRICKS:
            return -1
        only = FACES.one_of_each(tricks.playable(deal))
        return -1 if only & (only - 1) else BID + FACE_OF[index(only)]

    def view(self, seat: i64) -> MuView:
        return MuView(self.observe(seat))

    def key(self, seat: i64) -> i64:
        deal = self.running
        return scramble(self.number) if deal is None else stir(deal.history, FACES.tally(deal.hands[seat]))

    def line(self) -> i64:
        """Begin a line with every bid, with the trumps, and with every trick."""
        deal = self.running
        if deal is None:
            return 0
        if deal.phase == AUCTION:
            return 1000 + deal.turn
        return deal.tricks if deal.phase == TRICKS else -1

    def places(self) -> list[int]:
        return scoring.places(self.totals)

    def score_lines(self) -> list[ScoreLine]:
        return self.initial_score_lines(scoring.BEFORE) + scoring.read_lines(chapters(self.past, self.log), self.terms)
