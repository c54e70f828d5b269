"""Mü: positions to begin from. Before a round, within an auction, or at the lead to a trick.

`round`, `dealer` and `totals` say where the match stands. With `hands` the record begins inside a round, with `bids` as
the bid cards that lie open. Without a `chief` the auction goes on: `turn` acts, after `passes` in succession; `latest`
names the seats by letter in the order of their latest bids. With a `chief` the next trick is led: `size` of the bid,
`chief_trump`, `vice` and `vice_trump` if there are any, `partner`, then `tricks` and `points` won so far and the
`leader`. Whatever nobody holds has been played.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.mu import auction, naming, tricks
from atout.games.mu.actions import FACE_NAMES, NONE, SEATS, trump_of
from atout.games.mu.cards import CARDS_OF, FACE_OF, MATCHING, POINTS
from atout.games.mu.deal import NOBODY, TRICKS, Deal
from atout.games.mu.reading import BIDS, CHIEF_IS, GONE, LATEST, LEADS, LIES, PARTNER_IS, VICE_IS, WON
from atout.games.mu.state import MuState, new_state
from atout.kernel.bits import count, members
from atout.kernel.cards import UNKNOWN
from atout.kernel.errors import NotationError
from atout.kernel.log import EVERYBODY, TABLE
from atout.kernel.notation import find_name
from atout.kernel.options import Options
from atout.kernel.seats import none_each
from atout.kernel.start import Start

MOST_ROUNDS: Final = 9999
FARTHEST_TOTAL: Final = 9999


def begin(seats: i64, options: Options, start: Start) -> MuState:
    """Return a match that begins where a person says."""
    state = new_state(seats, options)
    rounds = state.terms.rounds
    zeros = [0 for _ in range(seats)]
    state.number = start.number("round", 1, 1, int(rounds) if rounds else MOST_ROUNDS)
    state.dealer = start.seat("dealer", int(seats) - 1, "the seat that deals this round")
    state.totals = vec[i64](start.numbers("totals", zeros, -FARTHEST_TOTAL, FARTHEST_TOTAL))
    inside = start.has("hands")
    if state.dealer < 0:
        return state
    state.open_chapter()
    if inside:
        _set_up_deal(state, start)
    return state


def _set_up_deal(state: MuState, start: Start) -> None:
    """Read hands and bid cards, and how far the round has come."""
    seats = state.seats
    playing = start.has("chief")
    won = start.numbers("tricks", [0 for _ in range(seats)], 0, int(state.terms.hand)) if playing else []
    if sum(won) >= state.terms.hand:
        raise NotationError(f"start: tricks add up to {sum(won)}, but at most {state.terms.hand - 1} can be over")
    hands, bids = _read_cards(start, seats, int(state.terms.hand) - sum(won), state.terms.pack)
    state.start_deal(hands)
    deal = state.running
    assert deal is not None
    deal.bids = bids
    for seat in range(seats):
        for card in members(bids[seat]):
            state.note(LIES, seat, 0, FACE_OF[card], EVERYBODY)
    if playing:
        _set_up_tricks(state, deal, start, won)
    else:
        _set_up_auction(state, deal, start)
    state.turn = deal.turn


def _set_up_auction(state: MuState, deal: Deal, start: Start) -> None:
    """Read whose turn it is and who bid when."""
    seats = int(state.seats)
    bidders = [seat for seat in range(seats) if deal.bids[seat]]
    order = [(int(state.dealer) + k) % seats for k in range(seats)]
    usual = "".join([SEATS[seat] for seat in order if seat in bidders])
    latest = start.text("latest", usual)
    if sorted(latest) != [SEATS[seat] for seat in bidders]:
        raise NotationError("start: latest must name every seat with bid cards once, by letter, the latest bid last")
    for letter in latest:
        seat = SEATS.index(letter)
        state.note(LATEST, seat, 0, 0, EVERYBODY)
        auction.note_bid(deal, seat)
    turn = start.number("turn", int(state.dealer), 0, seats - 1)
    passes = start.number("passes", 0, 0, seats - 1)
    state.note(BIDS, turn, passes, 0, EVERYBODY)
    auction.resume(deal, turn, passes)


def _set_up_tricks(state: MuState, deal: Deal, start: Start, won: list[int]) -> None:
    """Read roles, trumps, and what has been won."""
    seats = int(state.seats)
    _set_up_roles(deal, start)
    points = start.numbers("points", [0 for _ in range(seats)], 0, int(state.terms.points))
    gone = state.terms.pack
    for seat in range(seats):
        gone &= ~(deal.hands[seat] | deal.bids[seat])
        if points[seat] and not won[seat]:
            raise NotationError(f"start: points of seat {seat} do not come from any trick")
    played = 0
    for card in members(gone):
        played += int(POINTS[FACE_OF[card]])
        state.note(GONE, TABLE, 0, FACE_OF[card], EVERYBODY)
    if sum(points) != played:
        raise NotationError(f"start: points add up to {sum(points)}, but the cards that nobody holds have {played}")
    state.note(CHIEF_IS, deal.chief, deal.size, deal.chief_trump, EVERYBODY)
    if deal.vice >= 0:
        state.note(VICE_IS, deal.vice, 0, deal.vice_trump, EVERYBODY)
    state.note(PARTNER_IS, deal.partner, 0, 0, EVERYBODY)
    deal.phase = TRICKS
    naming.settle(deal)
    for seat in range(seats):
        if won[seat]:
            state.note(WON, seat, won[seat], points[seat], EVERYBODY)
            tricks.note_tricks(deal, seat, won[seat], points[seat])
    deal.turn = start.number("leader", int(deal.chief), 0, seats - 1)
    if not sum(won):
        _check_first_trick(deal)
    state.note(LEADS, deal.turn, 0, 0, EVERYBODY)


def _set_up_roles(deal: Deal, start: Start) -> None:
    last = int(deal.seats) - 1
    deal.chief = start.number("chief", 0, 0, last)
    deal.partner = start.number("partner", NOBODY, 0, last)
    deal.vice = start.number("vice", NOBODY, 0, last)
    deal.size = start.number("size", 0, 1, int(deal.terms.hand))
    deal.chief_trump = _trump(start, "chief_trump")
    if deal.vice >= 0:
        deal.vice_trump = _trump(start, "vice_trump")
        if deal.vice_trump == NONE:
            raise NotationError("start: vice_trump cannot be none [MU-26]")
        if deal.vice_trump == deal.chief_trump and not deal.terms.same_trump:
            raise NotationError("start: chief_trump is the Vice's [MU-28]")
    if not start.has("partner") or not start.has("size"):
        raise NotationError("start: partner or size is missing")
    if deal.partner == deal.chief or deal.vice == deal.chief or deal.partner == deal.vice:
        raise NotationError("start: chief, vice and partner are different seats [MU-31]")
    for seat in range(deal.seats):
        most = deal.size if seat == deal.chief else deal.size - 1
        if count(deal.bids[seat]) > most:
            raise NotationError(f"start: bids of seat {seat} are more than {most} cards [MU-18]")
    all_lie = count(deal.bids[deal.chief]) == deal.size
    if all_lie and deal.chief_trump != NONE and not deal.bids[deal.chief] & MATCHING[deal.chief_trump]:
        raise NotationError("start: chief_trump is on none of the Chief's bid cards [MU-27]")


def _check_first_trick(deal: Deal) -> None:
    """Refuse roles that the bid cards, which all lie there before the first card is played, do not give."""
    if count(deal.bids[deal.chief]) != deal.size:
        raise NotationError(f"start: bids of the Chief are not {deal.size} cards, as size says [MU-18]")
    if auction.vice(deal) != deal.vice:
        raise NotationError("start: vice is not the runner-up of these bids [MU-22]")
    if deal.vice >= 0 and not deal.bids[deal.vice] & MATCHING[deal.vice_trump]:
        raise NotationError("start: vice_trump is on none of the Vice's bid cards [MU-26]")
    if deal.turn != deal.chief:
        raise NotationError("start: leader of the first trick is the Chief [MU-42]")


def _trump(start: Start, name: str) -> i64:
    trump = trump_of(start.text(name, ""))
    if trump < 0:
        raise NotationError(f"start: {name} must be a colour like R, a number like 7, or none")
    return trump


def _read_cards(start: Start, seats: i64, size: int, pack: i64) -> tuple[vec[i64], vec[i64]]:
    """Return hands and bid cards; an unknown card becomes the first card that lies nowhere else."""
    lines = start.texts("hands", int(seats))
    lying = start.texts("bids", int(seats)) if start.has("bids") else ["" for _ in range(seats)]
    free = pack
    hands = none_each(seats)
    bids = none_each(seats)
    for seat in range(seats):
        held = len(lines[seat].split()) + len(lying[seat].split())
        if held != size:
            raise NotationError(f"start: hands: seat {seat} must have {size} cards, bid cards included, not {held}")
        hands[seat] = _take(lines[seat], free)
        free &= ~hands[seat]
        bids[seat] = _take(lying[seat], free)
        free &= ~bids[seat]
        if UNKNOWN in lying[seat].split():
            raise NotationError(f"start: bids of seat {seat} lie open, so they are known")
    for seat in range(seats):
        for _ in range(lines[seat].split().count(UNKNOWN)):
            hands[seat] |= free & -free
            free &= free - 1
    return hands, bids


def _take(line: str, free: i64) -> i64:
    """Return the named cards as a set, unknown ones left out."""
    cards: i64 = 0
    for name in line.split():
        if name == UNKNOWN:
            continue
        face = find_name(FACE_NAMES, name)
        if face < 0:
            raise NotationError(f"start: no card {name}")
        left = CARDS_OF[face] & free & ~cards
        if not left:
            raise NotationError(f"start: {name} appears more often than the pack has it")
        cards |= left & -left
    return cards
