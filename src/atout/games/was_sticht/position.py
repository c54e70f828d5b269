"""Was sticht?: positions to begin from, as a record's [start] writes them."""

from typing import Final

from mypy_extensions import i64

from atout.games.was_sticht import choice
from atout.games.was_sticht.actions import CARD_NAMES, COLOURS, KIND_NAMES
from atout.games.was_sticht.cards import CONTRACTS, NO_COLOUR, NO_NUMBER, TRUMP_NUMBERS
from atout.games.was_sticht.deal import CHOOSING, Contracts, Deal, new_contracts, new_deal
from atout.games.was_sticht.reading import CHOSEN, HELD, LEADS, TRUMPS, WON, begin_inside, go_on_inside
from atout.games.was_sticht.state import NO_COLUMNS, WasStichtState, new_state
from atout.games.was_sticht.terms import NONE, Terms
from atout.kernel.bits import bit, count, members
from atout.kernel.cards import UNKNOWN
from atout.kernel.errors import NotationError
from atout.kernel.log import EVERYBODY, TABLE
from atout.kernel.notation import find_name
from atout.kernel.options import Options
from atout.kernel.seats import left_of
from atout.kernel.start import Start

MOST_ROUNDS: Final = 9999


def begin(seats: i64, options: Options, start: Start) -> WasStichtState:
    """Read where the match begins: at the contract draft, before a round, or with picked hands within one."""
    state = new_state(seats, options)
    state.first = start.seat("first_player", int(state.seats) - 1, "the seat that is the first player")
    if state.first < 0:
        return state
    if not start.has("contracts"):
        state.open_chapter()
        state.turn = state.first
        return state
    state.number = start.number("round", 1, 1, most_rounds(state.terms))
    state.contracts = read_contracts(state.terms, start)
    state.open_chapter()
    if start.has("hands"):
        _set_up_round(state, start)
    return state


def most_rounds(terms: Terms) -> int:
    """Return the highest number that a round can have."""
    return int(terms.rounds) if terms.rounds else MOST_ROUNDS


def read_contracts(terms: Terms, start: Start) -> Contracts:
    """Return the contracts that lie before the seats, unfulfilled and fulfilled, as `contracts` and `fulfilled`."""
    seats = int(terms.seats)
    found = new_contracts(terms)
    owned = _kinds(start, "contracts", start.texts("contracts", seats))
    fulfilled = _kinds(start, "fulfilled", _texts_if_there(start, "fulfilled", seats))
    needed = int(terms.contracts)
    where = start.where
    for seat in range(seats):
        kinds = owned[seat] + fulfilled[seat]
        if len(kinds) != needed:
            raise NotationError(f"{where}: contracts of seat {seat} must be {needed} with the fulfilled ones [WAS-10]")
        if not owned[seat]:
            raise NotationError(f"{where}: contracts of seat {seat} are all fulfilled, so the match is over [WAS-90]")
        for kind in kinds:
            if not terms.kit.offer & CONTRACTS.cards[kind]:
                raise NotationError(f"{where}: contracts has {KIND_NAMES[kind]}, which is not in the small pack")
            if not found.offer & CONTRACTS.cards[kind]:
                raise NotationError(f"{where}: contracts has {KIND_NAMES[kind]} more than twice [WAS-03]")
            if terms.distinct and found.owns(seat, kind):
                raise NotationError(f"{where}: contracts of seat {seat} has {KIND_NAMES[kind]} twice [WAS-13]")
            found = found.take(seat, kind)
        for kind in fulfilled[seat]:
            found = found.fulfil(seat, kind)
    return found


def _texts_if_there(start: Start, name: str, seats: int) -> list[str]:
    """Return a text for every seat; empty ones if they are not written down."""
    return start.texts(name, seats) if start.has(name) else ["" for _ in range(seats)]


def _kinds(start: Start, name: str, lines: list[str]) -> list[list[i64]]:
    """Return the kinds of contracts that are named in each line."""
    found: list[list[i64]] = []
    for line in lines:
        kinds: list[i64] = []
        for word in line.split():
            kind = find_name(KIND_NAMES, word)
            if kind < 0:
                raise NotationError(f"{start.where}: {name} has no kind {word}: there are {', '.join(KIND_NAMES)}")
            kinds.append(kind)
        found.append(kinds)
    return found


# Within a round


def _set_up_round(state: WasStichtState, start: Start) -> None:
    """Read hands and trumps, and if all have chosen, contracts and tricks so far."""
    seats = int(state.seats)
    deal = new_deal(state.terms, state.contracts, state.number, state.first, NO_COLUMNS)
    colour = start.text("trump_colour", "")
    number = start.text("trump_number", "")
    if colour != NONE and (len(colour) != 1 or colour not in COLOURS):
        raise NotationError(f"start: trump_colour must be one of {' '.join(COLOURS)} or {NONE}")
    if number != NONE and (len(number) != 1 or number not in "123456789"):
        raise NotationError(f"start: trump_number must be 1 to 9 or {NONE}")
    trump_colour: i64 = NO_COLOUR if colour == NONE else COLOURS.index(colour)
    trump_number: i64 = NO_NUMBER if number == NONE else int(number) - 1
    if TRUMP_NUMBERS * trump_colour + trump_number not in [int(pair) for pair in state.terms.kit.pairs]:
        raise NotationError(f"start: {colour}/{number} are not trumps of the small pack")
    deal.set_trumps(trump_colour, trump_number)
    lines = start.texts("hands", seats) + _texts_if_there(start, "won", seats)
    piles = _piles(lines, state.terms)
    for seat in range(seats):
        deal.hands[seat] = piles[seat]
        for card in members(piles[seat]):
            state.note(HELD, seat, 0, card, EVERYBODY)
    state.note(TRUMPS, TABLE, TRUMP_NUMBERS * deal.colour + deal.number, 0, EVERYBODY)
    begin_inside(deal)
    state.running = deal
    if start.has("chosen"):
        _set_up_tricks(state, deal, piles[seats:], start)
    elif start.has("leader") or count(piles[0]) < state.terms.size:
        raise NotationError("start: chosen is missing: the contracts that were chosen before the first trick")
    state.turn = deal.turn


def _set_up_tricks(state: WasStichtState, deal: Deal, won: list[int], start: Start) -> None:
    """Read the chosen contracts, who has won which tricks, and who leads."""
    seats = int(state.seats)
    for seat, word in enumerate(start.texts("chosen", seats)):
        if seat == state.first:
            if word != NONE:
                raise NotationError(f"start: chosen must be {NONE} for the first player, who chooses none [WAS-42]")
            continue
        kind = find_name(KIND_NAMES, word)
        if kind < 0 or not state.contracts.owns(seat, kind):
            raise NotationError(f"start: chosen has {word}, which seat {seat} does not own, or has fulfilled [WAS-40]")
        deal.set_choice(seat, kind)
        state.note(CHOSEN, seat, kind, 0, EVERYBODY)
    assert deal.phase == CHOOSING
    choice.reveal(deal)
    for seat in range(seats):
        for card in members(won[seat]):
            state.note(WON, seat, 0, card, EVERYBODY)
    leader = start.number("leader", int(left_of(state.first, state.seats)), 0, seats - 1)
    if any([bool(cards) for cards in won]):
        if not won[leader]:
            raise NotationError(f"start: leader must have won the last trick, but seat {leader} has won none [WAS-50]")
    elif leader != left_of(state.first, state.seats):
        raise NotationError("start: leader of the first trick is the seat to the left of the first player [WAS-50]")
    go_on_inside(deal, won, leader)
    state.note(LEADS, leader, 0, 0, EVERYBODY)


def _piles(lines: list[str], terms: Terms) -> list[int]:
    """Return hands and won cards as sets; an unknown card becomes the first one that lies nowhere else."""
    seats = int(terms.seats)
    most = int(terms.size)
    sizes = [len(line.split()) for line in lines]
    size = sizes[0]
    if not 1 <= size <= most or sizes[:seats] != [size for _ in range(seats)]:
        raise NotationError(f"start: hands must have the same number of cards, from 1 to {most}")
    played = sum(sizes[seats:])
    if played != seats * (most - size) or any([number % seats > 0 for number in sizes[seats:]]):
        message = f"start: won must be {most - size} tricks of {seats} cards beside hands of {size}"
        raise NotationError(message)
    piles: list[int] = []
    everything: i64 = 0
    for k, line in enumerate(lines):
        name = "hands" if k < seats else "won"
        pile: i64 = 0
        for word in line.split():
            if word != UNKNOWN:
                card = find_name(CARD_NAMES, word)
                if card < 0 or not terms.kit.pack & bit(card):
                    raise NotationError(f"start: {name} has {word}, which is not a card")
                if everything & bit(card):
                    raise NotationError(f"start: {name} has {word}, which lies elsewhere too")
                pile |= bit(card)
                everything |= bit(card)
        piles.append(pile)
    free = [int(card) for card in terms.kit.cards if not everything & bit(card)]
    free.reverse()
    for k, line in enumerate(lines):
        for _ in range(line.split().count(UNKNOWN)):
            piles[k] |= bit(free.pop())
    return piles
