"""Njet!: positions to begin from, as a record's [start] writes them.

round, totals, dealer, characters: the characters as numbers from 1 to 5, seat by seat
hands: the cards each seat holds, `??` for a card nobody knows
open: the five spaces that stayed open, if the board is settled, such as start-c2, lay-2, trump-red
team: the teams, as an action: team:BD or alone:C
tricks, loot, gone, leader: within the tricks, the tricks won, 0s captured, other cards played, and who leads
away: within the tricks, the cards each seat put away, known to itself
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.njet import laying, scoring, teams, tokens
from atout.games.njet.actions import FACE_NAMES, LAY, NOTATION, SPACE_NAMES
from atout.games.njet.cards import FACE_OF, FACES, ZEROS
from atout.games.njet.deal import PASS_ON, PUT_AWAY_NO_ZERO, TEAMS, TRICKS, Deal, new_deal
from atout.games.njet.reading import GONE, LAID, LEADS, SPACE, TAKEN, TEAMED, WON
from atout.games.njet.state import NjetState, new_state
from atout.games.njet.terms import Terms, row
from atout.kernel.bits import bit, members
from atout.kernel.cards import UNKNOWN
from atout.kernel.errors import NotationError
from atout.kernel.log import EVERYBODY, TABLE, observer
from atout.kernel.notation import find_name
from atout.kernel.options import Options
from atout.kernel.seats import none_each, of_seat
from atout.kernel.start import Start


def begin(seats: i64, options: Options, start: Start) -> NjetState:
    """Return a match that begins as described: at its start, before a deal, or within one."""
    numbers = start.numbers("characters", [int(seat) + 1 for seat in range(seats)], 1, 5)
    if len(set(numbers)) != len(numbers):
        raise NotationError("start: characters must all be different [NJET-03]")
    state = new_state(seats, options, vec[i64]([number - 1 for number in numbers]))
    state.number = start.number("round", 1, 1, int(state.terms.rounds))
    state.dealer = start.number("dealer", -1, 0, int(seats) - 1)
    state.totals = vec[i64](start.numbers("totals", [0 for _ in range(seats)], -9999, 9999))
    if state.dealer < 0:
        for name in start.values:
            if name != "characters":
                raise NotationError("start: dealer is missing: the seat that deals this round")
        return state
    state.open_chapter()
    if start.has("hands"):
        _begin_within(state, start)
    return state


def _begin_within(state: NjetState, start: Start) -> None:
    """Read hands, and as far as the round has gone the board, the teams and the tricks."""
    seats = state.seats
    spaces = _spaces(state.terms, start)
    in_tricks = start.has("tricks") or start.has("leader")
    if in_tricks and not spaces:
        raise NotationError("start: open is missing: tricks begin when the board is settled")
    trial = new_deal(state.terms, state.dealer)
    _open(trial, spaces)
    won = start.numbers("tricks", [0 for _ in range(seats)], 0, int(state.terms.hand))
    size = trial.length - sum(won) if in_tricks else state.terms.hand
    if size < 1:
        raise NotationError("start: there are more tricks than the round has before its last one")
    cards = _Cards(state.terms.pack)
    gone = cards.take("gone", start.text("gone", ""))
    loot = cards.take_each("loot", start, seats)
    away = cards.take_each("away", start, seats)
    hands = cards.hands(start.texts("hands", int(seats)), size)
    for seat in range(seats):
        hands[seat] |= away[seat]
        if loot[seat] & ~ZEROS:
            raise NotationError("start: loot must be 0s only [NJET-50]")
    state.start_deal(hands)
    deal = state.running
    assert deal is not None
    _open(deal, spaces)
    for space in spaces:
        state.note(SPACE, TABLE, space, 0, EVERYBODY)
    if start.has("team"):
        _form_teams(state, deal, start.text("team", ""))
    if in_tricks:
        _enter_tricks(state, deal, away, won, loot, gone)
        deal.turn = start.number("leader", int(deal.start), 0, int(seats) - 1)
        state.note(LEADS, deal.turn, 0, 0, EVERYBODY)
    elif start.has("away") or start.has("loot") or start.has("gone"):
        raise NotationError("start: away, loot and gone belong to a position within the tricks; leader is missing")
    state.turn = deal.turn


def _spaces(terms: Terms, start: Start) -> list[i64]:
    """Return the open spaces of a settled board, row by row."""
    found: list[i64] = []
    if start.has("open"):
        for number, name in enumerate(start.texts("open", 5)):
            space = find_name(SPACE_NAMES, name)
            if space < 0 or not bit(space) & row(number) & terms.open:
                names = ", ".join([SPACE_NAMES[at] for at in members(row(number) & terms.open)])
                raise NotationError(f"start: open: {name} is not one of {names}")
            found.append(space)
    return found


def _open(deal: Deal, spaces: list[i64]) -> None:
    if spaces:
        deal.open = 0
        for space in spaces:
            deal.open |= bit(space)
        tokens.settle(deal)


def _form_teams(state: NjetState, deal: Deal, text: str) -> None:
    action = NOTATION.parse(text)
    if deal.phase != TEAMS or teams.check(deal, deal.start, action) is not None:
        raise NotationError(f"start: team: {text} is not a choice the start player has here")
    state.note(TEAMED, deal.start, action, 0, EVERYBODY)
    teams.apply(deal, action)


def _enter_tricks(state: NjetState, deal: Deal, away: vec[i64], won: list[int], loot: vec[i64], gone: i64) -> None:
    """Carry out what happened between the teams and the trick that is led next."""
    if deal.phase == TEAMS:
        raise NotationError("start: team is missing: tricks begin when the teams are formed")
    for seat in range(state.seats):
        for card in members(away[seat]):
            action = LAY + FACE_OF[card]
            refused = deal.phase == TRICKS or deal.lay == PASS_ON or laying.check(deal, seat, action) is not None
            if deal.lay == PUT_AWAY_NO_ZERO and bit(card) & ZEROS and sum(won):
                refused = True  # NJET-27 is for hands of 0s, and those of cards played before are not known
            if refused:
                raise NotationError(f"start: away: seat {seat} cannot have put away {FACES.names[FACE_OF[card]]}")
            state.note(LAID, seat, 0, FACE_OF[card], observer(seat))
            laying.apply(deal, seat, action)
    if deal.phase != TRICKS:
        for seat in range(state.seats):
            if away[seat]:
                raise NotationError(f"start: away: every seat puts away {deal.need} cards")
    deal.phase = TRICKS
    for card in members(gone):
        state.note(GONE, TABLE, FACE_OF[card], 0, EVERYBODY)
    deal.played = gone
    for seat in range(state.seats):
        deal.won += won[seat] << (8 * seat)
        deal.tricks += won[seat]
        if won[seat]:
            state.note(WON, seat, won[seat], 0, EVERYBODY)
        for card in members(loot[seat]):
            deal.loot += bit(8 * seat)
            state.note(TAKEN, seat, FACE_OF[card], 0, EVERYBODY)
        deal.played |= loot[seat]
        most = scoring.outcome_so_far(deal).most_loot(seat)
        if of_seat(deal.loot, seat) > most:
            raise NotationError(f"start: loot: seat {seat} has {won[seat]} tricks, which hold at most {most} [NJET-53]")


@final
class _Cards:
    """The cards of the pack that a position has not named yet."""

    def __init__(self, cards: i64) -> None:
        self.left = cards

    def take(self, where: str, line: str) -> i64:
        """Return, as a set, cards with the names in a line."""
        found: i64 = 0
        for name in line.split():
            face = find_name(FACE_NAMES, name)
            if face < 0:
                raise NotationError(f"start: {where}: no card {name}")
            card = FACES.first(self.left, face)
            if not card:
                raise NotationError(f"start: {where}: {name} appears more often than the pack has it")
            self.left ^= card
            found |= card
        return found

    def take_each(self, where: str, start: Start, seats: i64) -> vec[i64]:
        """Return a set of cards for each seat; empty ones if nothing is given."""
        found = none_each(seats)
        if start.has(where):
            for seat, line in enumerate(start.texts(where, int(seats))):
                found[seat] = self.take(where, line)
        return found

    def hands(self, lines: list[str], size: i64) -> vec[i64]:
        """Return the hands; an unknown card becomes the first card that lies nowhere else."""
        found = none_each(len(lines))
        for seat, line in enumerate(lines):
            if len(line.split()) != size:
                raise NotationError(f"start: hands: hand {seat} must have {size} cards")
            found[seat] = self.take("hands", " ".join([name for name in line.split() if name != UNKNOWN]))
        for seat, line in enumerate(lines):
            for _ in range(line.split().count(UNKNOWN)):
                found[seat] |= self.left & -self.left
                self.left &= self.left - 1
        return found
