"""Luz: the match. Up to four deals; dispatches to the phase, keeps totals, writes the log."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.luz import bets, scoring, tricks
from atout.games.luz.actions import BETS
from atout.games.luz.cards import WIDTH
from atout.games.luz.deal import BETTING, DONE, TRICKS, Deal, new_deal
from atout.games.luz.reading import DRAWN, LAST, NUMBER, SCORED
from atout.games.luz.terms import CARD_PACKS, CARDS, SEAT_PACKS, Terms
from atout.games.luz.view import LuzView
from atout.kernel.bits import bit, index, members
from atout.kernel.cards import Pack
from atout.kernel.clause import Clause
from atout.kernel.log import ACTION, DEALT, EVERYBODY, TABLE, TRICK, WATCHERS, chapters, observer
from atout.kernel.options import Options
from atout.kernel.rng import scramble, stir
from atout.kernel.state import OVER, ScoreLine, State, reduce_state
from atout.kernel.transfer import Transfer


def new_state(seats: i64, options: Options) -> "LuzState":
    """Return a match before its first chance event."""
    zeros = [0 for _ in range(seats)]
    return LuzState(seats, options, Terms(seats, options), vec[i64](zeros), vec[i64](zeros))


@final
class LuzState(State):
    """A match of Luz."""

    def __init__(self, seats: i64, options: Options, terms: "Terms", totals: vec[i64], last: vec[i64]) -> None:
        super().__init__(seats, options)
        self.terms = terms
        self.drawn: i64 = -1  # the seat that got the marker at the start (LUZ-04)
        self.totals = totals
        self.last = last  # the scores of the deal before
        self.running: Deal | None = None

    def clone(self) -> "LuzState":
        new = LuzState(self.seats, self.options, self.terms, self.totals[:], self.last[:])
        self.copy_to(new)
        new.drawn = self.drawn
        new.running = None if self.running is None else self.running.clone()
        return new

    def transfer(self, numbers: Transfer) -> None:
        self.last = numbers.row(self.last)
        if numbers.starts(self.running):
            self.running = new_deal(self.seats, self.number, 0, self.terms.size)
        numbers.part(self.running)

    def __reduce__(self) -> tuple[object, ...]:
        return reduce_state(self, new_state, "drawn")

    def pack(self) -> Pack:
        return SEAT_PACKS[self.seats - 3] if self.drawn < 0 else CARD_PACKS[self.terms.cards]

    def hand_out(self, order: vec[i64]) -> None:
        if self.drawn < 0:
            self.drawn = order[0]
            self.open_chapter()
            return
        cards = CARDS[self.terms.cards]
        size = self.terms.size
        hands = vec[i64]([0 for _ in range(self.seats)])
        place: i64 = 0
        for dealt_to in range(self.seats):
            holder = (dealt_to + 1) % self.seats  # passed to the left (LUZ-12)
            for _ in range(size):
                hands[holder] |= bit(cards[order[place]])
                place += 1
        self.start_deal(hands)

    def start_deal(self, hands: vec[i64]) -> None:
        """Let the seats hold these cards and open the betting."""
        first = bets.first_player(self.drawn, self.number, self.seats)
        starter = bets.starter(self.seats, self.number, first, self.totals, self.terms.leader_start)
        deal = new_deal(self.seats, self.number, starter, self.terms.size)
        deal.hands = hands
        if self.terms.bead_limit:
            deal.beads = bets.bead_supply(deal.size)
        self.running = deal
        self.turn = deal.turn
        if not self.silent:
            self._show_hands(hands)

    def _show_hands(self, hands: vec[i64]) -> None:
        """Log every card: its colour for everybody, its value for all but the holder (LUZ-15, LUZ-16)."""
        watchers: i64 = WATCHERS if self.terms.open_to_watchers else 0
        seats = bit(self.seats) - 1
        for holder in range(self.seats):
            audience = (seats | watchers) & ~observer(holder)
            for card in members(hands[holder]):
                self.note(DEALT, holder, card // WIDTH, card, audience)

    def open_chapter(self) -> None:
        """Begin a part of the log with what everybody knows at this point."""
        self.note(NUMBER, TABLE, self.number, 0, EVERYBODY)
        self.note(DRAWN, self.drawn, 0, 0, EVERYBODY)
        self.note_totals()
        for seat in range(self.seats):
            self.note(LAST, seat, self.last[seat], 0, EVERYBODY)

    def check(self, seat: i64, action: i64) -> Clause | None:
        deal = self.running
        if self.turn < 0 or deal is None:
            return Clause("LUZ-42", "match-over") if self.turn == OVER else Clause("LUZ-09", "cards-first")
        return bets.check(deal, seat, action) if deal.phase == BETTING else tricks.check(deal, seat, action)

    def menu(self, seat: i64, out: vec[i64]) -> i64:
        deal = self.running
        if deal is None or seat != self.turn:
            return 0
        return tricks.menu(deal, out) if deal.phase == TRICKS else bets.menu(deal, out)

    def count(self, seat: i64, scratch: vec[i64]) -> i64:
        deal = self.running
        if deal is None or seat != self.turn:
            return 0
        return tricks.options(deal) if deal.phase == TRICKS else bets.menu(deal, scratch)

    def pick(self, seat: i64, k: i64, scratch: vec[i64]) -> i64:
        deal = self.running
        return tricks.option(deal, k) if deal is not None and deal.phase == TRICKS else scratch[k]

    def width(self) -> i64:
        return BETS

    def apply(self, seat: i64, action: i64) -> None:
        deal = self.running
        assert deal is not None
        if deal.phase == BETTING:
            self.note(ACTION, seat, 0, action, EVERYBODY)
            bets.apply(deal, action)
        else:
            card = tricks.card_of(deal, action)
            if not self.silent:
                self.note(ACTION, seat, index(card), action, EVERYBODY)
            tricks.lay(deal, action, card)
            if not deal.laid:
                self.note(TRICK, deal.winner, 0, 0, EVERYBODY)
            if deal.phase == DONE:
                self._finish(deal)
                return
        self.turn = deal.turn

    def _finish(self, deal: Deal) -> None:
        """Score the deal (LUZ-41) and go on to the next one or to the end."""
        self.running = None
        for seat in range(self.seats):
            gained = scoring.points(deal.number, deal.bets[seat], deal.won[seat])
            self.totals[seat] += gained
            self.last[seat] = gained
            self.note(SCORED, seat, gained, BETS * deal.won[seat] + deal.bets[seat], EVERYBODY)
        self.close_deal(self.number < self.terms.deals)
        if not self.silent:
            self.open_chapter()

    def forced_action(self) -> i64:
        deal = self.running
        if not self.terms.auto_forced or deal is None or deal.phase != TRICKS:
            return -1
        return self.only_action()

    def view(self, seat: i64) -> LuzView:
        return LuzView(self.observe(seat))

    def key(self, seat: i64) -> i64:
        deal = self.running
        if deal is None:
            return scramble(self.number)
        known = deal.history
        for other in range(self.seats):
            if other != seat:
                known = stir(known, deal.hands[other])
        return scramble(known ^ tricks.backs_of(deal.hands[seat]))

    def line(self) -> i64:
        deal = self.running
        return 0 if deal is None or deal.phase == BETTING else deal.tricks + 1

    def places(self) -> list[int]:
        return scoring.places(self.totals, self.last, bets.first_player(self.drawn, self.number, self.seats))

    def score_lines(self) -> list[ScoreLine]:
        return self.initial_score_lines(scoring.BEFORE) + scoring.read_lines(chapters(self.past, self.log))
