"""Luz: positions to begin from, as a record's [start] writes them."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.luz import actions, bets
from atout.games.luz.cards import cards_of
from atout.games.luz.deal import TRICKS
from atout.games.luz.reading import BET, GONE, LEADS, WON
from atout.games.luz.state import LuzState, new_state
from atout.games.luz.terms import CARD_PACKS, CARDS
from atout.kernel.bits import bit, count, members
from atout.kernel.cards import UNKNOWN
from atout.kernel.errors import NotationError
from atout.kernel.log import EVERYBODY, TABLE
from atout.kernel.options import Options
from atout.kernel.start import Start

NO_BET_YET: Final = "-"


def begin(seats: i64, options: Options, start: Start) -> LuzState:
    """Read where the match begins: before a deal, or within one at the lead to a trick."""
    state = new_state(seats, options)
    zeros = [0 for _ in range(state.seats)]
    state.number = start.number("deal", 1, 1, state.terms.deals)
    state.drawn = start.seat("marker", state.seats - 1, "the seat that drew the marker before the first deal")
    state.totals = vec[i64](start.numbers("totals", zeros, -9999, 9999))
    state.last = vec[i64](start.numbers("last_scores", zeros, -9999, 9999))
    inside = start.has("hands")
    if state.drawn < 0:
        return state
    state.open_chapter()
    if inside:
        _set_up_deal(state, start)
    return state


def _set_up_deal(state: LuzState, start: Start) -> None:
    """Read hands, and bets and tricks so far."""
    seats = state.seats
    size = int(state.terms.size)
    won = start.numbers("tricks", [0 for _ in range(seats)], 0, size)
    if sum(won) >= size:
        raise NotationError(f"start: tricks add up to {sum(won)}, but at most {size - 1} of {size} can be over")
    gone = _read_cards(start.text("gone", ""), state)
    if count(gone) > seats * sum(won):
        raise NotationError(f"start: {count(gone)} cards are gone, but {sum(won)} tricks have {seats * sum(won)}")
    hands = _read_hands(start.texts("hands", int(seats)), state, gone, size - sum(won))
    for card in members(gone):
        state.note(GONE, TABLE, 0, card, EVERYBODY)
    state.start_deal(hands)
    deal = state.running
    assert deal is not None
    deal.played = gone
    written = start.texts("bets", int(seats)) if start.has("bets") else [NO_BET_YET for _ in range(seats)]
    while deal.phase != TRICKS and written[deal.turn] != NO_BET_YET:
        seat = deal.turn
        action = actions.parse(written[seat])
        if bets.check(deal, seat, action) is not None:
            raise NotationError(f"start: {written[seat]} is not a bet for seat {seat}")
        state.note(BET, seat, 0, action, EVERYBODY)
        bets.apply(deal, action)
        written[seat] = NO_BET_YET
    if written != [NO_BET_YET for _ in range(seats)]:
        raise NotationError("start: bets must be those of the seats that bet first")
    if sum(won) and deal.phase != TRICKS:
        raise NotationError("start: tricks were won before all have bet")
    for seat in range(seats):
        if won[seat]:
            deal.won[seat] = won[seat]
            deal.tricks += won[seat]
            state.note(WON, seat, won[seat], 0, EVERYBODY)
    if start.has("leader"):
        if deal.phase != TRICKS:
            raise NotationError("start: nobody leads before all have bet")
        deal.turn = start.number("leader", 0, 0, int(seats) - 1)
        state.note(LEADS, deal.turn, 0, 0, EVERYBODY)
    state.turn = deal.turn


def _read_cards(line: str, state: LuzState) -> i64:
    """Return the set of the named cards."""
    names = CARD_PACKS[state.terms.cards].names
    found: list[int] = []
    for name in line.split():
        if name not in names:
            raise NotationError(f"start: no card {name}")
        found.append(CARDS[state.terms.cards][names.index(name)])
    cards = cards_of(found)
    if count(cards) != len(found):
        raise NotationError(f"start: a card appears twice in '{line}'")
    return cards


def _read_hands(lines: list[str], state: LuzState, gone: i64, size: int) -> vec[i64]:
    """Return the hands; an unknown card becomes the first card that nobody holds."""
    hands = vec[i64]([0 for _ in lines])
    taken = gone
    for seat, line in enumerate(lines):
        if len(line.split()) != size:
            raise NotationError(f"start: hand {seat} must have {size} cards")
        cards = _read_cards(" ".join([name for name in line.split() if name != UNKNOWN]), state)
        if cards & taken:
            raise NotationError(f"start: a card of hand {seat} lies elsewhere too")
        taken |= cards
        hands[seat] = cards
    free = [card for card in CARDS[state.terms.cards] if not taken & bit(card)]
    free.reverse()
    for seat, line in enumerate(lines):
        for _ in range(line.split().count(UNKNOWN)):
            hands[seat] |= bit(free.pop())
    return hands
