"""Loop: what a network is told of a view. Pairs of cards wander, so what is known of one is told by its holder."""

from typing import Final, final

from mypy_extensions import i64

from atout.games.loop.actions import ACTIONS, KINDS, LEAD
from atout.games.loop.cards import VALUES, number
from atout.games.loop.deal import ASIDE, board_at, of_seat
from atout.games.loop.reading import UNKNOWN, Reading, read
from atout.games.loop.scoring import totals
from atout.games.loop.state import LoopState
from atout.games.loop.view import rounds
from atout.kernel.features import Features, seat_from
from atout.kernel.state import State
from atout.kernel.view import View

MOST_SEATS: Final = 6
OTHERS: Final = 5
FEW: Final = 3  # copies of a value that are told of a pair
HELD: Final = 6  # copies there are of a value at most
TO_PLAY: Final = 12


@final
class LoopFeatures(Features):
    """Reads views of Loop."""

    def __init__(self) -> None:
        super().__init__(ACTIONS, 4, 6)
        self.phase = self.field("phase", 2, "setting aside, play")
        self.hand = self.field("hand", VALUES * HELD, "own cards: of n of a value the first n")
        self.aside = self.field("aside", VALUES * ASIDE, "own cards that lie aside and are not revealed")
        self.unseen = self.field("unseen", VALUES * HELD, "cards of each value that lie in no place the seat knows")
        self.out = self.field("out", VALUES * HELD, "cards of each value that were played or revealed in this round")
        self.left = self.field("left", MOST_SEATS * TO_PLAY, "how many cards each seat still has to play")
        self.revealed = self.field("revealed", MOST_SEATS * ASIDE, "8s that each seat has revealed")
        self.known = self.field("known", OTHERS, "the seat once held the pair that the other holds now")
        self.pairs = self.field("pairs", OTHERS * VALUES * FEW, "what is left of the pairs that it once held")
        self.shown = self.field("shown", OTHERS * VALUES * FEW, "what is left of what other pairs showed before")
        self.played = self.field("played", OTHERS * VALUES * FEW, "what the others have played in this round")
        self.places = self.field("places", MOST_SEATS * MOST_SEATS, "who has finished, and as which")
        self.next = self.field("next", MOST_SEATS, "how many have finished")
        self.down = self.field("down", 1, "lower beats higher")
        self.kind = self.field("kind", KINDS + 1, "the kind of the current combination; none before a lead")
        self.low = self.field("low", VALUES, "its lowest value")
        self.owner = self.field("owner", MOST_SEATS, "who played it")
        self.passed = self.field("passed", MOST_SEATS, "who has passed since")
        self.waiting = self.field("waiting", MOST_SEATS, "how many passes would end the trick")
        self.rows = self.field("rows", MOST_SEATS * MOST_SEATS, "the pawns on the board at the observer's seat")
        self.round = self.field("round", MOST_SEATS, "which round it is")
        self.to_come = self.field("to come", MOST_SEATS, "how many rounds follow")
        self.ahead = self.field("ahead", 10, "points so far over those of the best other")
        self.hands = self.secret("hands", OTHERS * VALUES * FEW, "the hands of the others")
        self.hidden = self.secret("hidden", OTHERS * VALUES, "what lies aside before the others")

    def read(self, view: View) -> None:
        self.begin(view)
        now = read(view)
        running = now.running
        assert running is not None
        me: i64 = view.seat
        seats: i64 = view.seats
        self.turn_on(self.phase + running.phase)
        self._cards(self.hand, running.hands[me], HELD)
        self._cards(self.aside, running.aside[me], ASIDE)
        self._pairs(now, me, seats)
        for seat in range(seats):
            at = seat_from(me, seat, seats)
            self.turn_on_first(self.left + TO_PLAY * at, of_seat(running.left, seat), TO_PLAY)
            self.turn_on_first(self.revealed + ASIDE * at, of_seat(running.revealed, seat), ASIDE)
            done = of_seat(running.places, seat)
            if done:
                self.turn_on_one(self.places + MOST_SEATS * at, done - 1, MOST_SEATS)
            if now.has_passed(seat):
                self.turn_on(self.passed + at)
        self.turn_on_first(self.next, seats - running.playing, MOST_SEATS)
        if running.down:
            self.turn_on(self.down)
        self.turn_on(self.kind + running.kind + 1)
        if running.kind != LEAD:
            self.turn_on(self.low + running.low - 1)
            self.turn_on(self.owner + seat_from(me, running.owner, seats))
            self.turn_on_first(self.waiting, running.waiting, MOST_SEATS)
        board = now.boards[board_at(me, now.number, seats)]
        for seat in range(seats):
            row = of_seat(board, seat)
            if row:
                self.turn_on_one(self.rows + MOST_SEATS * seat_from(me, seat, seats), row - 1, MOST_SEATS)
        self.turn_on_one(self.round, now.number - 1, MOST_SEATS)
        self.turn_on_one(self.to_come, rounds(view) - now.number, MOST_SEATS)
        points = totals(now.boards)
        best = -1000
        for seat in range(seats):
            if seat != me and points[seat] > best:
                best = points[seat]
        self.turn_on_steps(self.ahead, points[me] - best, -8, 2, 10)

    def _cards(self, start: i64, cards: i64, most: i64) -> None:
        for value in range(VALUES):
            self.turn_on_first(start + most * value, number(cards, value + 1), most)

    def _pairs(self, now: Reading, me: i64, seats: i64) -> None:
        """Tell what is known of the cards of the others."""
        running = now.running
        assert running is not None
        mine = running.hands[me] + running.aside[me] + now.open[me]
        open: i64 = 0
        for seat in range(seats):
            open += now.open[seat]
        self._cards(self.out, open, HELD)
        for value in range(1, VALUES + 1):
            free: i64 = seats - number(mine, value)
            for seat in range(seats):
                if seat == me:
                    continue
                at = seat_from(me, seat, seats) - 1
                board = board_at(seat, now.number, seats)
                gone = number(now.open[seat], value)
                cards = now.cards[board]
                has: i64 = gone
                if cards != UNKNOWN:
                    has = number(cards, value)
                    self.turn_on_first(self.pairs + FEW * (VALUES * at + value - 1), has - gone, FEW)
                else:
                    before = number(now.shown[board], value)
                    self.turn_on_first(self.shown + FEW * (VALUES * at + value - 1), before - gone, FEW)
                    if before > has:
                        has = before
                self.turn_on_first(self.played + FEW * (VALUES * at + value - 1), gone, FEW)
                free -= has
            self.turn_on_first(self.unseen + HELD * (value - 1), free, HELD)
        for seat in range(seats):
            if seat != me and now.cards[board_at(seat, now.number, seats)] != UNKNOWN:
                self.turn_on(self.known + seat_from(me, seat, seats) - 1)

    def reveal(self, state: State, seat: i64) -> None:
        assert isinstance(state, LoopState)
        running = state.running
        assert running is not None
        for other in range(state.seats):
            if other != seat:
                at = seat_from(seat, other, state.seats) - 1
                self._cards(self.hands + FEW * VALUES * at, running.hands[other], FEW)
                self._cards(self.hidden + VALUES * at, running.aside[other], 1)

    def part(self, action: i64) -> i64:
        return action
