"""Pico: the rules. Every refusal and every point names its clause."""

from librt.vecs import vec
from mypy_extensions import i64

from atout.authoring import (
    ACTION,
    CHANCE,
    DEALT,
    EVERYBODY,
    OVER,
    TABLE,
    TOTAL,
    TRICK,
    Clause,
    Field,
    Options,
    Pack,
    ScoreLine,
    State,
    observer,
    scramble,
)
from pico.cards import CARDS, HAND, NAMES, suit
from pico.view import DEAL, PicoView

CARDS_FIRST = Clause("PICO-03", "cards-first")
NOT_YOUR_TURN = Clause("PICO-05", "not-your-turn")
NOT_HELD = Clause("PICO-05", "not-held")
MUST_FOLLOW = Clause("PICO-06", "must-follow")
TRICK_WON = Clause("PICO-08", "trick-won")
MATCH_OVER = Clause("PICO-09", "match-over")


class PicoState(State):
    """The whole truth of one match."""

    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)  # nobody is on turn: the next thing is chance
        self.number = 0  # of the deal
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.trick: list[tuple[int, int]] = []  # seat and card, in order of play
        self.won: list[tuple[int, int]] = []  # number of the deal and seat, for every trick so far
        self.public = 0  # a hash of what everybody saw in this deal

    def clone(self) -> "PicoState":
        """Copy everything that can change."""
        copy = PicoState(self.seats, self.options)
        self.copy_to(copy)
        copy.number = self.number
        copy.hands = [list(hand) for hand in self.hands]
        copy.trick = list(self.trick)
        copy.won = list(self.won)
        copy.public = self.public
        return copy

    # Chance: the package shuffles, the game says what and goes on with the outcome.

    def pack(self) -> Pack:
        """Shuffle all cards; the first three go to seat 0, the next three to seat 1 (PICO-03)."""
        return Pack("cards", NAMES, [Field("hands", [HAND * seat for seat in range(self.seats)], HAND)])

    def hand_out(self, order: vec[i64]) -> None:
        """Give everyone a hand that only they see (PICO-04)."""
        self.number += 1
        self.public = scramble(self.number)
        self.note(DEAL, TABLE, self.number, 0, EVERYBODY)
        for seat in range(self.seats):
            self.hands[seat] = sorted(order[HAND * seat + k] for k in range(HAND))
            for card in self.hands[seat]:
                self.note(DEALT, seat, 0, card, observer(seat))
        self.turn = (self.number - 1) % self.seats

    # Decisions: `check` is the rule, `menu` lists what it lets through, `apply` goes on.

    def check(self, seat: int, action: int) -> Clause | None:
        """Return the clause that forbids playing a card."""
        if self.turn == OVER:
            return MATCH_OVER
        if self.turn == CHANCE:
            return CARDS_FIRST
        if seat != self.turn:
            return NOT_YOUR_TURN
        if action not in self.hands[seat]:
            return NOT_HELD
        return None if action in self.playable(seat) else MUST_FOLLOW

    def playable(self, seat: int) -> list[int]:
        """Return the cards that follow suit; all if none does (PICO-06)."""
        hand = self.hands[seat]
        following = [card for card in hand if self.trick and suit(card) == suit(self.trick[0][1])]
        return following or hand

    def menu(self, seat: int, out: vec[i64]) -> int:
        """Write the legal actions, ascending."""
        cards = self.playable(seat) if seat == self.turn else []
        for k, card in enumerate(cards):
            out[k] = card
        return len(cards)

    def width(self) -> int:
        """Make room for a hand."""
        return HAND

    def apply(self, seat: int, action: int) -> None:
        """Play a card."""
        self.note(ACTION, seat, 0, action, EVERYBODY)
        self.public = scramble(self.public ^ (action + 1))
        self.hands[seat].remove(action)
        self.trick.append((seat, action))
        self.turn = (seat + 1) % self.seats
        if len(self.trick) == self.seats:
            self.end_trick()

    def end_trick(self) -> None:
        """Let the highest card of the suit led win and lead on (PICO-07)."""
        led = suit(self.trick[0][1])
        _, winner = max((card, seat) for seat, card in self.trick if suit(card) == led)
        self.trick = []
        self.won.append((self.number, winner))
        self.note(TRICK, winner, 0, 0, EVERYBODY)
        self.turn = winner
        if not self.hands[winner]:
            self.end_deal()

    def end_deal(self) -> None:
        """Deal again, or end the match (PICO-09). A new part of the log begins with what is publicly known."""
        self.close()
        self.note(DEAL, TABLE, self.number, 0, EVERYBODY)
        for seat, points in enumerate(self.scores()):
            self.note(TOTAL, seat, points, 0, EVERYBODY)
        self.turn = CHANCE if self.number < self.options.number("deals") else OVER

    def line(self) -> int:
        """Begin a new line of the record with every trick."""
        return len(self.won)

    # Points.

    def scores(self) -> list[int]:
        """Count a point for every trick (PICO-08)."""
        winners = [seat for _, seat in self.won]
        return [winners.count(seat) for seat in range(self.seats)]

    def places(self) -> list[int]:
        """Rank by points; equal points share a place (PICO-09)."""
        scores = self.scores()
        return [1 + sum(other > own for other in scores) for own in scores]

    def score_lines(self) -> list[ScoreLine]:
        """Explain every point."""
        return [ScoreLine(seat, 1, TRICK_WON, {"deal": str(number)}) for number, seat in self.won]

    # What a seat knows.

    def view(self, seat: int) -> PicoView:
        """Return the log with everything masked that the seat was not shown."""
        return PicoView(self.observe(seat))

    def key(self, seat: int) -> int:
        """Hash what the seat knows: what everybody saw, and its hand."""
        known = self.public
        for card in self.hands[seat]:
            known = scramble(known ^ (card + CARDS + 1))
        return known
