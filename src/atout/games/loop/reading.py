"""Loop: the present part of a log, as one observer saw it, read into a position.

It begins with everything of earlier rounds that still matters: the pawns, what each pair has shown, and the cards of
the pairs that the observer held. Nothing older has to be read.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.loop import aside, scoring, tricks
from atout.games.loop.actions import CARDS, FIRST_FLIP, FIRST_PLAY, LEAD, combination_of, kind_of, lowest_of
from atout.games.loop.cards import EIGHT, card
from atout.games.loop.deal import DONE, Deal, board_at, for_seat, holder_of, new_deal, opening_hash
from atout.kernel.bits import bit
from atout.kernel.log import ACTION, DEALT, FIRST_OWN_KIND, HIDDEN, open_of, seat_of, value_of
from atout.kernel.log import kind_of as entry_kind
from atout.kernel.seats import distance, left_of
from atout.kernel.view import View

NUMBER: Final = FIRST_OWN_KIND  # open: the number of the round
GOLDEN: Final = FIRST_OWN_KIND + 1  # the seat where the golden board began
PAWN: Final = FIRST_OWN_KIND + 2  # a pawn of the seat; open: its row; value: the board
SHOWN: Final = FIRST_OWN_KIND + 3  # open: a value; value: how many cards of it the pair at the seat has shown at least
OUT: Final = FIRST_OWN_KIND + 4  # the seat has played all its cards; open: its place
# The others describe a position within a round where a record begins.
SET_ASIDE: Final = FIRST_OWN_KIND + 5  # value: a card the seat has set aside
PLAYED: Final = FIRST_OWN_KIND + 6  # value: a card the seat has played
REVEALED: Final = FIRST_OWN_KIND + 7  # the seat has revealed an 8
DOWN: Final = FIRST_OWN_KIND + 8  # the direction token shows DOWN
CURRENT: Final = FIRST_OWN_KIND + 9  # the seat owns the current combination; open: which
TURN: Final = FIRST_OWN_KIND + 10  # the seat is on turn

EVERYTHING: Final = -9  # the observer of a log in which nothing is hidden
UNKNOWN: Final = -1  # cards the observer cannot know from having held them


@final
class LaidCombination:
    """A combination on the table and who played it."""

    def __init__(self, seat: i64, combination: i64) -> None:
        self.seat = seat
        self.combination = combination


@final
class Reading:
    """A position as an observer knows it. Hands and set-aside cards that are hidden are empty in the round."""

    def __init__(self, observer: i64, seats: i64, log: vec[i64]) -> None:
        none = [0 for _ in range(seats)]
        self.observer = observer
        self.seats = seats
        self.number: i64 = 1
        self.golden: i64 = -1
        self.boards = vec[i64](none)  # the pawns of earlier rounds
        self.shown = vec[i64](none)  # by board: what was seen of it in earlier rounds
        self.cards = vec[i64](none)  # by board: its cards, or UNKNOWN
        self.open = vec[i64](none)  # by seat: what it has played and revealed this round
        self.discards = vec[i64](none)  # by seat: cards of complete tricks
        self.trick: list[LaidCombination] = []
        self.last: list[LaidCombination] = []  # the trick that was completed last, until the next one begins
        self.hand: i64 = 0  # cards of a pair, as far as they are dealt
        self.running = self._read_start(log)
        if self.running is not None:
            self._read_round(self.running, log)

    def _read_start(self, log: vec[i64]) -> Deal | None:
        """Read what was known when the round began; return the round if its cards are there."""
        dealt: i64 = 0  # cards of all pairs
        for item in log:
            kind = entry_kind(item)
            seat = seat_of(item)
            value = value_of(item)
            if kind == NUMBER:
                self.number = open_of(item)
            elif kind == GOLDEN:
                self.golden = seat
            elif kind == PAWN:
                self.boards[value] += for_seat(open_of(item), seat)
            elif kind == SHOWN:
                self.shown[board_at(seat, self.number, self.seats)] += value * card(open_of(item))
            elif kind == DEALT:
                board = board_at(seat, self.number, self.seats)
                if value == HIDDEN:
                    self.cards[board] = UNKNOWN
                else:
                    self.cards[board] += card(value)
                dealt += 1
        if not dealt:
            return None
        self.hand = dealt // self.seats
        running = new_deal(self.seats, self.number, self.hand)
        running.history = opening_hash(self.number, self.boards, self.shown)
        return running

    def _read_round(self, running: Deal, log: vec[i64]) -> None:
        """Repeat the round; hidden hands hold just the cards that they will be seen to play."""
        for item in log:
            self._show(running, item)
        for seat in range(self.seats):
            if self.observer == seat or self.observer == EVERYTHING:
                running.hands[seat] = self.cards[board_at(seat, self.number, self.seats)]
                running.aside[seat] = 0
        for item in log:
            kind = entry_kind(item)
            if kind == ACTION:
                self._act(running, seat_of(item), value_of(item))
            elif kind > OUT:
                self._begin(running, item)
            elif kind == OUT and running.places & for_seat(15, seat_of(item)) == 0:
                tricks.go_out(running, seat_of(item))

    def _show(self, running: Deal, item: i64) -> None:
        """Collect what a seat lets everybody see."""
        kind = entry_kind(item)
        seat = seat_of(item)
        value = value_of(item)
        cards: i64 = 0
        eight: i64 = 0
        if kind == ACTION and value >= FIRST_PLAY:
            cards = CARDS[combination_of(value)]
            eight = EIGHT if value >= FIRST_FLIP else 0
        elif kind == PLAYED:
            cards = card(value)
        elif kind == REVEALED:
            eight = EIGHT
        else:
            return
        running.hands[seat] += cards
        running.aside[seat] += eight
        self.open[seat] += cards + eight

    def _act(self, running: Deal, seat: i64, action: i64) -> None:
        """Repeat an action; a card set aside may be hidden."""
        if not self._set_aside(running, seat, action):
            complete = running.tricks
            if action >= FIRST_PLAY:
                self.last = []
                self.trick.append(LaidCombination(seat, combination_of(action)))
            tricks.apply(running, action)
            if running.tricks != complete or running.phase == DONE:
                self._clear()

    def _set_aside(self, running: Deal, seat: i64, action: i64) -> bool:
        """Repeat the choice of a set-aside card; say whether it was one."""
        if action >= FIRST_PLAY or action == 0:
            return False
        starter = holder_of(self.golden, self.number, self.seats)
        if action == HIDDEN:
            aside.count(running, seat, starter)
        else:
            aside.apply(running, seat, action, starter)
        return True

    def _clear(self) -> None:
        for laid in self.trick:
            self.discards[laid.seat] += CARDS[laid.combination]
        self.last = self.trick
        self.trick = []

    def _begin(self, running: Deal, item: i64) -> None:
        """Enter a part of the position where a record begins."""
        kind = entry_kind(item)
        seat = seat_of(item)
        value = value_of(item)
        if kind == SET_ASIDE:
            self._set_aside(running, seat, value)
        elif kind == PLAYED:
            running.hands[seat] -= card(value)
            running.left -= for_seat(1, seat)
            self.discards[seat] += card(value)
        elif kind == REVEALED:
            running.aside[seat] -= EIGHT
            running.revealed += for_seat(1, seat)
        elif kind == DOWN:
            running.down = True
        elif kind == CURRENT:
            self.discards[seat] -= CARDS[open_of(item)]
            self.trick.append(LaidCombination(seat, open_of(item)))
            lay_current(running, seat, open_of(item))
        elif kind == TURN:
            set_turn(running, seat)

    def has_passed(self, seat: i64) -> bool:
        """Say whether an active seat has passed since the current combination was played."""
        running = self.running
        if running is None or running.kind == LEAD or not running.active & bit(seat) or seat == running.owner:
            return False
        return distance(running.owner, seat, self.seats) < distance(running.owner, running.turn, self.seats)

    def pawns(self) -> vec[i64]:
        """Return the pawns of every board, those of the running round included."""
        boards = self.boards[:]
        if self.running is not None:
            scoring.add_pawns(boards, self.running)
        return boards


def lay_current(running: Deal, seat: i64, combination: i64) -> None:
    """Let a combination be current where a record begins."""
    running.kind = kind_of(combination)
    running.low = lowest_of(combination)
    running.owner = seat


def set_turn(running: Deal, seat: i64) -> None:
    """Let a seat be on turn where a record begins; active seats between the owner and this seat have passed."""
    running.turn = seat
    running.waiting = 0
    if running.kind != LEAD:
        while seat != running.owner:
            if running.active & bit(seat):
                running.waiting += 1
            seat = left_of(seat, running.seats)


def read(view: View) -> Reading:
    """Return the present part of the log as a position."""
    return Reading(view.seat, view.seats, view.log)
