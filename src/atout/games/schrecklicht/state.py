"""Schrecklicht: the match. Up to four rounds with three objectives each; keeps totals, writes the log."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.schrecklicht import plays, reading, scoring
from atout.games.schrecklicht.actions import DISPLAYS
from atout.games.schrecklicht.cards import COLOUR_COUNT
from atout.games.schrecklicht.deal import HAND, Deal, new_deal
from atout.games.schrecklicht.objectives import NAMES
from atout.games.schrecklicht.reading import Reading
from atout.games.schrecklicht.setup import Layout, lay_out
from atout.games.schrecklicht.terms import CARD_PACKS, SEAT_PACKS, SMALL_PACKS, Terms
from atout.games.schrecklicht.view import SchrecklichtView
from atout.kernel.bits import below, bit, count, members
from atout.kernel.cards import Field, Pack
from atout.kernel.clause import Clause
from atout.kernel.log import ACTION, DEALT, EVERYBODY, NOBODY, TABLE, chapters, observer
from atout.kernel.options import Options
from atout.kernel.rng import scramble, stir
from atout.kernel.seats import left_of
from atout.kernel.state import CHANCE, OVER, ScoreLine, State, reduce_state
from atout.kernel.transfer import Transfer

NO_OBJECTIVES: Final = vec[i64]()


def new_state(seats: i64, options: Options) -> "SchrecklichtState":
    """Return a match before its first chance event."""
    return SchrecklichtState(seats, options, Terms(seats, options), vec[i64]([0] * seats), vec[i64]([0] * seats))


@final
class SchrecklichtState(State):
    """A match of Schrecklicht. The vectors of a match are replaced, never changed, so clones share them."""

    def __init__(self, seats: i64, options: Options, terms: Terms, totals: vec[i64], firsts: vec[i64]) -> None:
        super().__init__(seats, options)
        self.terms = terms
        self.dealer: i64 = -1
        self.totals = totals
        self.firsts = firsts  # best ranks so far, for the option `tie`
        self.used: i64 = 0  # the objectives of earlier rounds, as a set
        self.pile = NO_OBJECTIVES  # as shuffled: three for each round, in an order that nobody knows
        self.drawn: i64 = 0  # how many were drawn from the pile, those of this round last
        self.running: Deal | None = None

    def clone(self) -> "SchrecklichtState":
        new = SchrecklichtState(self.seats, self.options, self.terms, self.totals, self.firsts)
        self.copy_to(new)
        new.dealer = self.dealer
        new.used = self.used
        new.pile = self.pile
        new.drawn = self.drawn
        new.running = None if self.running is None else self.running.clone()
        return new

    def transfer(self, numbers: Transfer) -> None:
        self.firsts, self.pile = numbers.rows([self.firsts, self.pile])
        if numbers.starts(self.running):
            self.running = new_deal(self.terms.scale, self.seats, 0)
        numbers.part(self.running)

    def __reduce__(self) -> tuple[object, ...]:
        return reduce_state(self, new_state, "dealer used drawn")

    def pack(self) -> Pack:
        if self.dealer < 0:
            return SEAT_PACKS[self.seats - 3]
        if self.drawn:
            return SMALL_PACKS[self.seats - 3] if self.terms.small else CARD_PACKS[self.seats - 3]
        names = [NAMES[objective] for objective in self.unused_objectives()]
        return Pack("objectives", names, [Field("objectives", [0], len(names), True)])

    def hand_out(self, order: vec[i64]) -> None:
        if self.dealer < 0:
            self.dealer = order[0]
            self.open_chapter()
        elif not self.drawn:
            unused = self.unused_objectives()
            self.pile = vec[i64]([unused[item] for item in order])
            self.drawn = COLOUR_COUNT
            self.show_objectives()
        else:
            scale = self.terms.scale
            deck = vec[i64]([scale.cards[item] for item in order]) if self.terms.small else order
            self.start_deal(lay_out(scale, deck, self.seats, self.dealer))

    def unused_objectives(self) -> list[int]:
        """Return the objectives of no round so far."""
        left = below(len(NAMES)) & ~self.used
        if self.drawn:
            for colour in range(COLOUR_COUNT):
                left &= ~bit(self.objective(colour))
        return members(left)

    def objective(self, colour: i64) -> i64:
        """Return the objective attached to a colour in this round (SCH-05)."""
        return self.pile[self.drawn - COLOUR_COUNT + colour]

    def show_objectives(self) -> None:
        """Log the objectives of the round for everybody, and under them the pile, which nobody sees."""
        if self.turn != OVER:
            for colour in range(COLOUR_COUNT):
                self.note(reading.OBJECTIVE, TABLE, self.objective(colour), 0, EVERYBODY)
        for place in range(self.drawn, len(self.pile)):
            self.note(reading.PILE, TABLE, 0, self.pile[place], NOBODY)

    def start_deal(self, layout: Layout) -> None:
        """Put the cards of a layout on the table and open the play."""
        deal = new_deal(self.terms.scale, self.seats, left_of(self.dealer, self.seats))
        deal.hands = layout.hands
        deal.visible = layout.visible
        self.begin_play(deal)
        if self.silent:
            return
        seat = deal.turn
        for card in layout.turned:
            if card in layout.rejected:
                self.note(reading.REJECTED, seat, card, 0, EVERYBODY)
            else:
                self.note(reading.TURNED, seat, card, 0, EVERYBODY)
                seat = left_of(seat, self.seats)
        self.show_hands(deal)

    def begin_play(self, deal: Deal) -> None:
        """Let the seats play with these displays and hands."""
        plays.refresh(deal)
        self.running = deal
        self.turn = deal.turn

    def show_hands(self, deal: Deal) -> None:
        """Log every card of every hand for its holder, sorted: nobody sees in which order they came."""
        for holder in range(self.seats):
            for card in members(deal.hands[holder]):
                self.note(DEALT, holder, 0, card, observer(holder))

    def open_chapter(self) -> None:
        """Begin a part of the log with what everybody knows at this point."""
        if self.silent:
            return
        self.note(reading.ROUND, TABLE, self.number, 0, EVERYBODY)
        self.note(reading.DEALER, self.dealer, 0, 0, EVERYBODY)
        self.note_totals()
        for seat in range(self.seats):
            self.note(reading.FIRSTS, seat, self.firsts[seat], 0, EVERYBODY)
        for objective in members(self.used):
            self.note(reading.USED, TABLE, objective, 0, EVERYBODY)
        if self.drawn:
            self.show_objectives()

    def check(self, seat: i64, action: i64) -> Clause | None:
        deal = self.running
        if self.turn < 0 or deal is None:
            return Clause("SCH-44", "match-over") if self.turn == OVER else Clause("SCH-10", "cards-first")
        return plays.check(deal, seat, action)

    def menu(self, seat: i64, out: vec[i64]) -> i64:
        deal = self.running
        if deal is None or seat != self.turn:
            return 0
        return plays.menu(deal, out)

    def count(self, seat: i64, scratch: vec[i64]) -> i64:
        deal = self.running
        if deal is None or seat != self.turn:
            return 0
        return plays.options(deal, scratch)

    def pick(self, seat: i64, k: i64, scratch: vec[i64]) -> i64:
        deal = self.running
        assert deal is not None
        return plays.option(deal, k, scratch)

    def width(self) -> i64:
        return HAND * (DISPLAYS + 4 * DISPLAYS)  # every card into each display, or onto one of its four

    def apply(self, seat: i64, action: i64) -> None:
        deal = self.running
        assert deal is not None
        if not self.silent:
            self.note(ACTION, seat, 0, action, EVERYBODY)
        plays.apply(deal, action)
        self.turn = deal.turn
        if deal.over:
            self._finish(deal)

    def _finish(self, deal: Deal) -> None:
        """Evaluate the three objectives (SCH-32, SCH-43) and go on to the next round or to the end."""
        totals = self.totals[:]
        firsts = self.firsts[:]
        self.terms.judge.score(deal, self.pile, self.drawn - COLOUR_COUNT, totals, firsts)
        for colour in range(COLOUR_COUNT):
            self.used |= bit(self.objective(colour))
        if not self.silent:
            for seat in range(self.seats):
                self.note(reading.SCORED, seat, totals[seat] - self.totals[seat], 0, EVERYBODY)
        self.totals = totals
        self.firsts = firsts
        self.running = None
        self.close()
        if self.number == self.terms.rounds:
            self.turn = OVER
            self.open_chapter()
        else:
            self._next_round()

    def _next_round(self) -> None:
        """Pass the deal on (SCH-03) and draw the next objectives (SCH-04, SCH-05)."""
        self.turn = CHANCE
        self.number += 1
        self.dealer = left_of(self.dealer, self.seats)
        if self.drawn < len(self.pile):
            self.drawn += COLOUR_COUNT
        else:  # the record began with the objectives of one round only
            self.pile = NO_OBJECTIVES
            self.drawn = 0
        self.open_chapter()

    def view(self, seat: i64) -> SchrecklichtView:
        return SchrecklichtView(self.observe(seat))

    def key(self, seat: i64) -> i64:
        deal = self.running
        if deal is None:
            return scramble(self.number)
        known = stir(deal.history, deal.hands[seat])
        for display in range(self.seats):
            known = stir(known, deal.visible[display])
        return known

    def line(self) -> i64:
        deal = self.running
        if deal is None:
            return 0
        played = self.terms.scale.hand * self.seats
        for hand in deal.hands:
            played -= count(hand)
        return played // self.seats

    def places(self) -> list[int]:
        return scoring.places(self.totals, self.firsts, self.terms.count_firsts)

    def score_lines(self) -> list[ScoreLine]:
        found: list[ScoreLine] = []
        for number, entries in enumerate(chapters(self.past, self.log)):
            part = Reading(self.terms.scale, self.seats, entries)
            if number == 0:
                for seat in range(self.seats):
                    if part.totals[seat]:
                        found.append(scoring.line_before(seat, part.totals[seat]))
            if part.deal.over:
                found += scoring.lines(part.number, part.deal, vec[i64](part.objectives), self.terms.judge)
        return found
