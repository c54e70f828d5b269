"""Loop: the match. The same cards in every round; dispatches to the phase, moves the pairs, writes the log."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.loop import aside, scoring, tricks
from atout.games.loop.actions import COMBINATIONS, LEAD, PASS
from atout.games.loop.cards import VALUES, card, most, number, values
from atout.games.loop.deal import DONE, PLAYING, SETTING, Deal, board_at, holder_of, new_deal, of_seat, opening_hash
from atout.games.loop.reading import GOLDEN, NUMBER, OUT, PAWN, SHOWN
from atout.games.loop.terms import CARD_PACKS, FEWEST, SEAT_PACKS, SMALL_PACKS, Terms
from atout.games.loop.view import LoopView
from atout.kernel.bits import bit
from atout.kernel.cards import Pack
from atout.kernel.clause import Clause
from atout.kernel.log import ACTION, DEALT, EVERYBODY, TABLE, TRICK, observer
from atout.kernel.options import Options
from atout.kernel.rng import stir
from atout.kernel.state import OVER, ScoreLine, State, reduce_state
from atout.kernel.transfer import Transfer


def new_state(seats: i64, options: Options) -> "LoopState":
    """Return a match before its first chance event."""
    none = vec[i64]([0 for _ in range(seats)])
    return LoopState(seats, options, Terms(options, seats), none, none, none)


@final
class LoopState(State):
    """A match of Loop. Boards are numbered by the seat where they began, and so are the cards that go with them."""

    def __init__(
        self, seats: i64, options: Options, terms: Terms, cards: vec[i64], shown: vec[i64], boards: vec[i64]
    ) -> None:
        super().__init__(seats, options)
        self.terms = terms
        self.golden: i64 = -1  # the board that is golden
        # The next three are shared by clones: they are replaced, never changed.
        self.cards = cards  # by board: its cards, thirteen but in a small pack
        self.shown = shown  # by board: what everybody saw of them in one or another earlier round
        self.boards = boards  # by board: the pawns of earlier rounds
        self.running: Deal | None = None

    def clone(self) -> "LoopState":
        new = LoopState(self.seats, self.options, self.terms, self.cards, self.shown, self.boards)
        self.copy_to(new)
        new.golden = self.golden
        new.running = None if self.running is None else self.running.clone()
        return new

    def transfer(self, numbers: Transfer) -> None:
        self.cards, self.shown, self.boards = numbers.rows([self.cards, self.shown, self.boards])
        if numbers.starts(self.running):
            self.running = new_deal(self.seats, self.number, self.terms.hand)
        numbers.part(self.running)

    def __reduce__(self) -> tuple[object, ...]:
        return reduce_state(self, new_state, "golden")

    def owes(self, seat: i64) -> bool:
        running = self.running
        if running is not None and running.phase == SETTING:
            return seat >= 0 and of_seat(running.chosen, seat) < 2
        return seat == self.turn

    def pack(self) -> Pack:
        if self.golden < 0:
            return SEAT_PACKS[self.seats - FEWEST]
        return SMALL_PACKS[self.seats - FEWEST] if self.terms.small else CARD_PACKS[self.seats - FEWEST]

    def hand_out(self, order: vec[i64]) -> None:
        seats = self.seats
        if self.golden < 0:
            self.golden = order[0]
            self.open_chapter()
            return
        cards = vec[i64]([0 for _ in range(seats)])
        hand = self.terms.hand
        lowest = self.terms.lowest
        for place in range(hand * seats):
            cards[place // hand] += card(order[place] // seats + lowest)
        self.cards = cards
        self.start_deal()

    def open_chapter(self) -> None:
        """Begin a part of the log with what everybody knows at this point."""
        if self.silent:
            return
        self.note(NUMBER, TABLE, self.number, 0, EVERYBODY)
        self.note(GOLDEN, self.golden, 0, 0, EVERYBODY)
        for board in range(self.seats):
            for seat in range(self.seats):
                place = of_seat(self.boards[board], seat)
                if place:
                    self.note(PAWN, seat, place, board, EVERYBODY)

    def start_deal(self) -> None:
        """Let every seat look at the pair in front of it (LOOP-07, LOOP-08)."""
        running = new_deal(self.seats, self.number, self.terms.hand)
        running.history = opening_hash(self.number, self.boards, self.shown)
        for board in range(self.seats):
            running.hands[holder_of(board, self.number, self.seats)] = self.cards[board]
        self.running = running
        self.turn = running.turn
        if not self.silent:
            self._show_hands()

    def _show_hands(self) -> None:
        """Log every pair: what it showed for everybody, its cards for those who hold it now or held it before."""
        seats = self.seats
        for seat in range(seats):
            board = board_at(seat, self.number, seats)
            for value in range(1, VALUES + 1):
                if number(self.shown[board], value):
                    self.note(SHOWN, seat, value, number(self.shown[board], value), EVERYBODY)
        for seat in range(seats):
            board = board_at(seat, self.number, seats)
            holders: i64 = 0
            for earlier in range(1, self.number + 1):
                holders |= bit(holder_of(board, earlier, seats))
            for value in values(self.cards[board]):
                self.note(DEALT, seat, 0, value, holders)

    def check(self, seat: i64, action: i64) -> Clause | None:
        running = self.running
        if self.turn < 0 or running is None:
            return Clause("LOOP-06", "match-over") if self.turn == OVER else Clause("LOOP-03", "cards-first")
        if running.phase == SETTING:
            return aside.check(running, seat, action)
        return tricks.check(running, seat, action, self.terms.flip_leading)

    def menu(self, seat: i64, out: vec[i64]) -> i64:
        running = self.running
        if running is None:
            return 0
        if running.phase == SETTING:
            return aside.menu(running, seat, out)
        if seat != self.turn:
            return 0
        return tricks.menu(running, self.terms.flip_leading, out)

    def count(self, seat: i64, scratch: vec[i64]) -> i64:
        running = self.running
        if running is None or running.phase == SETTING or seat != self.turn:
            return self.menu(seat, scratch)
        return tricks.options(running, self.terms.flip_leading, scratch)

    def pick(self, seat: i64, k: i64, scratch: vec[i64]) -> i64:
        running = self.running
        if running is None or running.phase == SETTING or seat != self.turn:
            return scratch[k]
        return tricks.option(running, k, scratch)

    def width(self) -> i64:
        return 2 * COMBINATIONS + 1

    def apply(self, seat: i64, action: i64) -> None:
        running = self.running
        assert running is not None
        if running.phase == SETTING:
            self.note(ACTION, seat, 0, action, observer(seat))
            aside.apply(running, seat, action, self.starter())
        elif self.silent:
            tricks.apply(running, action)
        else:
            self._play_and_note(running, seat, action)
        if running.phase == DONE:
            self._finish(running)
        else:
            self.turn = running.turn

    def _play_and_note(self, running: Deal, seat: i64, action: i64) -> None:
        """Pass or play, and note who is out by it and whose trick it ends."""
        places = running.places
        complete = running.tricks
        self.note(ACTION, seat, 0, action, EVERYBODY)
        tricks.apply(running, action)
        if running.places != places:
            self.note(OUT, seat, of_seat(running.places, seat), 0, EVERYBODY)
        if running.phase == DONE:
            self.note(OUT, running.turn, self.seats, 0, EVERYBODY)
        elif running.tricks != complete:
            self.note(TRICK, running.owner, 0, 0, EVERYBODY)

    def starter(self) -> i64:
        """Return the seat at which the golden board lies (LOOP-11, LOOP-47)."""
        return holder_of(self.golden, self.number, self.seats)

    def _finish(self, running: Deal) -> None:
        """Leave the pawns on the boards and pass every pair to the left, or end the match (LOOP-44, LOOP-46)."""
        boards = self.boards[:]
        scoring.add_pawns(boards, running)
        self.boards = boards
        self.shown = self._cards_shown(running)
        self.close()
        self.running = None
        if self.number < self.terms.rounds:
            self.number += 1
            self.open_chapter()
            self.start_deal()
        else:
            self.turn = OVER
            self.open_chapter()

    def _cards_shown(self, running: Deal) -> vec[i64]:
        """Return what each pair has shown at least, this round included: all but the hidden and unplayed cards."""
        shown = self.shown[:]
        for seat in range(self.seats):
            board = board_at(seat, running.number, self.seats)
            now = self.cards[board] - running.hands[seat] - running.aside[seat]
            shown[board] = most(shown[board], now)
        return shown

    def forced_action(self) -> i64:
        running = self.running
        if not self.terms.auto_pass or running is None or running.phase != PLAYING or running.kind == LEAD:
            return -1
        return PASS if len(self.legal(self.turn)) == 1 else -1

    def view(self, seat: i64) -> LoopView:
        return LoopView(self.observe(seat))

    def key(self, seat: i64) -> i64:
        running = self.running
        if running is None:
            return opening_hash(self.number, self.boards, self.shown)
        known = running.history
        if seat >= 0:
            known = stir(known, running.hands[seat])
            known = stir(known, running.aside[seat])
            for earlier in range(1, self.number):
                known = stir(known, self.cards[board_at(seat, earlier, self.seats)])
        return known

    def line(self) -> i64:
        running = self.running
        if running is None or running.phase == SETTING:
            return 1000 * self.number
        return 1000 * self.number + running.tricks + 1

    def scores(self) -> list[int]:
        if self.turn != OVER:  # LOOP-48: pawns score when all are placed
            return [0 for _ in range(self.seats)]
        return scoring.totals(self.boards)

    def places(self) -> list[int]:
        if self.turn != OVER:
            return [1 for _ in range(self.seats)]
        return scoring.places(self.boards, self.terms.by_rows)

    def score_lines(self) -> list[ScoreLine]:
        if self.turn != OVER:
            return []
        return scoring.lines(self.boards, self.number)
