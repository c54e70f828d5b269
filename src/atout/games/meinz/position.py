"""Meinz: positions to begin from, as a record's [start] writes them.

Lists of numbers have an entry for each of the four places; with three players the Monster's is the last.

round, totals: the number of the round, and the point cards so far
dealer: the seat that dealt the first round; with three players the Monster sits to its left
hands: the cards each seat holds, `??` for a card nobody knows; nine, eight after discarding, one fewer for each trick
discards: the card each seat has discarded, `-` for none yet; known to that seat alone
stack: the Monster's cards, top first
tricks, sums, leader: tricks won so far, what their cards count, and the place that leads now

Cards that lie nowhere are in the tricks won so far.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.meinz import discard
from atout.games.meinz.actions import DISCARD, parse_card
from atout.games.meinz.deal import DEALT, DISCARDING, OWN_TRICKS, PLACES, Deal, least_sum, most_sum, pack_of
from atout.games.meinz.reading import GONE, LEADS, WON
from atout.games.meinz.state import MeinzState, new_state
from atout.kernel.bits import bit, lowest, members
from atout.kernel.cards import UNKNOWN
from atout.kernel.errors import NotationError
from atout.kernel.log import ACTION, EVERYBODY, TABLE, observer
from atout.kernel.options import Options
from atout.kernel.start import Start

NOT_YET: Final = "-"
MOST_POINTS: Final = 24  # eight point cards of value 3


def begin(seats: i64, options: Options, start: Start) -> MeinzState:
    """Read where the match begins: at its start, before a round, or within one."""
    state = new_state(seats, options)
    state.number = start.number("round", 1, 1, int(state.terms.rounds))
    dealer = start.seat("dealer", int(state.seats) - 1, "the seat that dealt the first round")
    state.totals = vec[i64](start.numbers("totals", _zeros(), 0, MOST_POINTS))
    if dealer < 0:
        return state
    state.seat_dealer(dealer)
    if start.has("hands"):
        _begin_within(state, start)
    return state


def _zeros() -> list[int]:
    return [0 for _ in range(PLACES)]


def _begin_within(state: MeinzState, start: Start) -> None:
    """Read the cards, and as far as the round has gone the discards and the tricks."""
    seats = int(state.seats)
    dealt = int(state.terms.size)
    pack = pack_of(dealt)
    most = OWN_TRICKS if dealt == DEALT else 1
    won = start.numbers("tricks", _zeros(), 0, most)
    sums = start.numbers("sums", _zeros(), 0, most_sum(pack, PLACES * most))
    done = sum(won)
    if done >= dealt - 1:
        raise NotationError(f"start: tricks add up to {done}, but at most {dealt - 2} can be over")
    for place in range(PLACES):
        low = least_sum(pack, PLACES * won[place])
        high = most_sum(pack, PLACES * won[place])
        if not low <= sums[place] <= high:
            raise NotationError(f"start: sums: {won[place]} tricks count {low} to {high}, not {sums[place]}")
    in_tricks = done > 0 or start.has("leader")
    usual = [UNKNOWN if in_tricks else NOT_YET for _ in range(seats)]
    away = start.texts("discards", seats) if start.has("discards") else usual
    if in_tricks and NOT_YET in away:
        raise NotationError("start: discards: nobody leads before all have discarded [MEINZ-11]")
    sizes = [dealt if card == NOT_YET else dealt - 1 - done for card in away]
    hands = start.texts("hands", seats)
    left = [UNKNOWN for _ in range(dealt - done)]
    stack = start.text("stack", " ".join(left)) if seats < PLACES else ""
    cards = _Cards(pack)
    for seat in range(seats):
        cards.name(f"discards: seat {seat}", "" if away[seat] == NOT_YET else away[seat], dealt - sizes[seat] - done)
        cards.name(f"hands: seat {seat}", hands[seat], sizes[seat])
    cards.name("stack", stack, len(left) if seats < PLACES else 0)
    cards.fill()
    deal = _lay_out(state, cards, won, sums)
    if deal.phase == DISCARDING:
        state.turn = deal.turn
        return
    if start.has("leader"):
        leader = start.number("leader", 0, 0, PLACES - 1)
        state.note(LEADS, leader, 0, 0, EVERYBODY)
        deal.first = (deal.first + deal.order_of(leader)) % PLACES
        deal.turn = leader
    state.turn_monster(deal)


def _lay_out(state: MeinzState, cards: "_Cards", won: list[int], sums: list[int]) -> Deal:
    """Put the cards where they lie, and carry out the discards."""
    hands = vec[i64](_zeros())
    for seat in range(state.seats):
        for card in cards.piles[2 * seat] + cards.piles[2 * seat + 1]:
            hands[seat] |= bit(card)
    deal = state.start_deal(hands, vec[i64](cards.piles[2 * state.seats]))
    for card in members(cards.left):
        state.note(GONE, TABLE, card, 0, EVERYBODY)
    for place in range(PLACES):
        deal.receive(place, won[place], sums[place])
        if won[place]:
            state.note(WON, place, won[place], sums[place], EVERYBODY)
    for seat in range(state.seats):
        for card in cards.piles[2 * seat]:
            state.note(ACTION, seat, 0, DISCARD + card, observer(seat))
            discard.apply(deal, seat, DISCARD + card, state.seats)
    return deal


@final
class _Cards:
    """The piles of a position, and the cards that lie in none of them."""

    def __init__(self, pack: i64) -> None:
        self.left = pack
        self.piles: list[list[i64]] = []  # unknown cards are -1 until they are filled in

    def name(self, where: str, line: str, size: int) -> None:
        """Add a pile with the cards that a line names."""
        names = line.split()
        if len(names) != size:
            raise NotationError(f"start: {where} must have {size} cards, not {len(names)}")
        pile: list[i64] = []
        for name in names:
            if name == UNKNOWN:
                pile.append(-1)
                continue
            card = parse_card(name)
            if not self.left & bit(card):
                raise NotationError(f"start: {where}: {name} lies elsewhere too")
            self.left ^= bit(card)
            pile.append(card)
        self.piles.append(pile)

    def fill(self) -> None:
        """Let every unknown card be the first card that lies nowhere yet."""
        for pile in self.piles:
            for k in range(len(pile)):
                if pile[k] < 0:
                    pile[k] = lowest(self.left)
                    self.left &= self.left - 1
