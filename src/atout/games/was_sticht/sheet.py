"""Was sticht?: the score sheet for people who play with real cards. The head has the contracts, a deal one round."""

from typing import final

from mypy_extensions import i64

from atout.games.was_sticht import scoring
from atout.games.was_sticht.actions import COLOUR_COUNT, COLOURS, KIND_NAMES
from atout.games.was_sticht.cards import KIND_OF
from atout.games.was_sticht.deal import Contracts
from atout.games.was_sticht.position import most_rounds, read_contracts
from atout.games.was_sticht.scoring import EXACT_1, LAST, NO_RED, Outcome
from atout.games.was_sticht.terms import NONE, Terms
from atout.kernel.bits import bit, members
from atout.kernel.errors import NotationError
from atout.kernel.game import Sheet
from atout.kernel.notation import find_name
from atout.kernel.options import Options
from atout.kernel.seats import left_of
from atout.kernel.start import Start
from atout.kernel.state import ScoreLine


def score(seats: i64, options: Options, head: Start, deals: list[Start]) -> Sheet:
    """Return the fulfilled contracts after the rounds that are written down."""
    terms = Terms(seats, options)
    first: i64 = head.number("first_player", 0, 0, int(seats) - 1)
    number: i64 = head.number("round", 1, 1, most_rounds(terms))
    contracts = read_contracts(terms, head)
    head.finish()
    lines: list[ScoreLine] = []
    for seat in range(seats):
        for card in members(contracts.fulfilled[seat]):
            lines.append(scoring.line_before(seat, KIND_OF[card]))
    over = False
    for deal in deals:
        if over:
            raise NotationError(f"{deal.where}: the match was already over [WAS-90]")
        written = _Round(terms, first, contracts, deal)
        contracts = written.settle(number, lines)
        over = scoring.is_over(contracts, terms.contracts, number, terms.rounds)
        number += 1
        first = left_of(first, seats)
    totals = scoring.scores(contracts)
    return Sheet(lines, totals, scoring.places(totals), over)


@final
class _Round:
    """One round as people wrote it down."""

    def __init__(self, terms: Terms, first: i64, contracts: Contracts, deal: Start) -> None:
        self.first = first
        self.contracts = contracts
        self.seats: i64 = terms.seats
        self.size = int(terms.size)
        self.where = deal.where
        self.chosen = self._read_chosen(deal.texts("chosen", int(terms.seats)))
        self.result = Outcome(terms.seats, self._read_tricks(deal), 0, -1)
        self._read_last(deal)
        self._read_colours(deal)
        self.discard = deal.text("discard", "")
        deal.finish()

    def _read_chosen(self, words: list[str]) -> list[i64]:
        """Return the kind that each seat chose; -1 for the first player."""
        found: list[i64] = []
        for seat, word in enumerate(words):
            kind = find_name(KIND_NAMES, word)
            if seat == self.first:
                if word != NONE:
                    raise NotationError(
                        f"{self.where}: chosen must be {NONE} for the first player, seat {seat} [WAS-42]"
                    )
            elif kind < 0 or not self.contracts.owns(seat, kind):
                raise NotationError(f"{self.where}: chosen has {word}, which seat {seat} does not own [WAS-40]")
            found.append(kind)
        return found

    def _read_tricks(self, deal: Start) -> i64:
        """Return the tricks of the seats, eight bits each."""
        tricks = deal.numbers("tricks", [0 for _ in range(self.seats)], 0, self.size)
        if sum(tricks) != self.size:
            raise NotationError(f"{self.where}: tricks add up to {sum(tricks)}, but a round has {self.size} [WAS-66]")
        won: i64 = 0
        for seat in range(self.seats):
            won += tricks[seat] << (8 * seat)
        return won

    def _read_last(self, deal: Start) -> None:
        """Read who won the last trick; it must be known if somebody chose that contract."""
        if deal.has("last"):
            self.result.last = deal.number("last", 0, 0, int(self.seats) - 1)
            if not self.result.tricks(self.result.last):
                raise NotationError(f"{self.where}: last is seat {self.result.last}, which has won no trick [WAS-73]")
        elif LAST in self.chosen:
            raise NotationError(f"{self.where}: last is missing: the seat that won the last trick [WAS-73]")

    def _read_colours(self, deal: Start) -> None:
        """Read the printed colours in the tricks of each seat; they must be known if somebody chose to avoid one."""
        if deal.has("colours"):
            for seat, word in enumerate(deal.texts("colours", int(self.seats))):
                for letter in word:
                    if letter not in COLOURS:
                        raise NotationError(f"{self.where}: colours has {letter}: there are {' '.join(COLOURS)}")
                    self.result.colours |= bit(COLOUR_COUNT * seat + COLOURS.index(letter))
                if bool(word) != (self.result.tricks(seat) > 0):
                    raise NotationError(f"{self.where}: colours of seat {seat} do not fit its tricks [WAS-71]")
            return
        for kind in self.chosen:
            if NO_RED <= kind < EXACT_1:
                raise NotationError(
                    f"{self.where}: colours is missing: the colours in the tricks of each seat [WAS-71]"
                )

    def settle(self, number: i64, lines: list[ScoreLine]) -> Contracts:
        """Add the score lines of the round and return the contracts after it (WAS-80 to WAS-86)."""
        contracts = self.contracts
        result = self.result
        through: i64 = -1
        for seat in range(self.seats):
            if seat != self.first:
                kind = self.chosen[seat]
                if result.fulfils(kind, seat):
                    contracts = contracts.fulfil(seat, kind)
                    lines.append(scoring.line(number, seat, kind, result.tricks(seat)))
                elif through < 0 and result.fulfils(kind, self.first):
                    through = seat
        if through < 0:
            if self.discard:
                raise NotationError(f"{self.where}: discard is given, but the first player did not succeed [WAS-82]")
            return contracts
        kind = find_name(KIND_NAMES, self.discard)
        if kind < 0 or not contracts.owns(self.first, kind):
            held = ", ".join([KIND_NAMES[KIND_OF[card]] for card in members(contracts.kinds(self.first))])
            raise NotationError(f"{self.where}: the first player succeeded, so discard must be one of {held} [WAS-83]")
        lines.append(scoring.line_through(number, self.first, self.chosen[through], through, kind))
        return contracts.fulfil(self.first, kind)
