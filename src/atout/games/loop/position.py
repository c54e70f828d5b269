"""Loop: positions to begin from: before the cards are dealt, before cards are set aside, or within a round."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.loop import sheet
from atout.games.loop.actions import cards_of, combination_text, parse_combination
from atout.games.loop.cards import VALUES, card, count_values, holds, number, size, values
from atout.games.loop.deal import ASIDE, board_at
from atout.games.loop.reading import CURRENT, DOWN, EVERYTHING, OUT, PLAYED, REVEALED, SET_ASIDE, TURN, Reading
from atout.games.loop.state import LoopState, new_state
from atout.kernel.cards import UNKNOWN
from atout.kernel.errors import NotationError
from atout.kernel.log import EVERYBODY, TABLE, observer
from atout.kernel.options import Options
from atout.kernel.start import Start

WITHIN: Final = ("played", "finished", "revealed", "direction", "current", "owner", "turn")  # only within a round


def begin(seats: i64, options: Options, start: Start) -> LoopState:
    """Read where the match begins."""
    state = new_state(seats, options)
    state.number = start.number("round", 1, 1, int(state.terms.rounds))
    state.golden = start.seat("golden", int(seats) - 1, "the seat where the golden board began")
    if state.golden < 0:
        return state
    state.boards = _read_pawns(start, state)
    state.open_chapter()
    if not start.has("hands"):
        return state
    if start.has("aside"):
        _set_up_round(state, start)
        return state
    for name in WITHIN:
        if name in start.values:
            raise NotationError(f"start: {name} has no meaning before cards are set aside: aside is missing")
    piles = _Piles(state.terms.pack)
    hands = start.texts("hands", int(seats))
    for seat in range(seats):
        piles.read(hands[seat], int(state.terms.hand), f"hand {seat}")
    piles.complete()
    _give_cards(state, piles.cards)
    return state


def _read_pawns(start: Start, state: LoopState) -> vec[i64]:
    """Return the boards with the pawns of earlier rounds, one text of finishing places for each round."""
    boards = vec[i64]([0 for _ in range(state.seats)])
    if start.has("places"):
        for k, line in enumerate(start.texts("places", int(state.number) - 1)):
            rows = [int(word) if word.isascii() and word.isdigit() else 0 for word in line.split()]
            sheet.place_pawns(boards, rows, k + 1, "start")
    return boards


def _give_cards(state: LoopState, held: list[i64]) -> None:
    """Begin the round with these cards at each seat."""
    cards = vec[i64]([0 for _ in range(state.seats)])
    for seat in range(state.seats):
        cards[board_at(seat, state.number, state.seats)] = held[seat]
    state.cards = cards
    state.start_deal()


def _set_up_round(state: LoopState, start: Start) -> None:
    """Read a position within a round: hands, set-aside and played cards, then what lies on the table."""
    seats = int(state.seats)
    finished = _read_finished(start, seats)
    current: i64 = -1
    if start.has("current"):
        current = parse_combination(start.text("current", ""))
    owner = start.number("owner", -1, 0, seats - 1)
    if (current < 0) != (owner < 0):
        raise NotationError("start: current and owner belong together")
    piles = _read_piles(state, start, finished, current, owner)
    hands, asides, played = piles.cards[:seats], piles.cards[seats : 2 * seats], piles.cards[2 * seats :]
    _give_cards(state, [hands[seat] + asides[seat] + played[seat] for seat in range(seats)])
    for seat in range(seats):
        for value in values(asides[seat]):
            state.note(SET_ASIDE, seat, 0, value, observer(seat))
    for seat in range(seats):
        for value in values(played[seat]):
            state.note(PLAYED, seat, 0, value, EVERYBODY)
    _note_revealed(state, start, asides)
    for place in range(1, seats):
        if place in finished:
            state.note(OUT, finished.index(place), place, 0, EVERYBODY)
    if current >= 0:
        if number(cards_of(current), 8) or not holds(played[owner], cards_of(current)):
            raise NotationError("start: current must be among what its owner has played, and without an 8")
        state.note(CURRENT, owner, current, 0, EVERYBODY)
    turn = start.number("turn", int(state.starter()), 0, seats - 1)
    if finished[turn] or turn == owner:
        raise NotationError("start: turn must be a seat that can play now")
    state.note(TURN, turn, 0, 0, EVERYBODY)
    state.running = Reading(EVERYTHING, state.seats, state.log).running
    state.turn = turn


def _read_piles(state: LoopState, start: Start, finished: list[int], current: i64, owner: int) -> "_Piles":
    """Return all hands, then what every seat has set aside, then what every seat has played."""
    seats = len(finished)
    hands = start.texts("hands", seats)
    asides = start.texts("aside", seats)
    played = start.texts("played", seats) if start.has("played") else []
    to_play = int(state.terms.hand) - ASIDE
    piles = _Piles(state.terms.pack)
    for seat in range(seats):
        left = len(hands[seat].split())
        if left > to_play or (left == 0) != (finished[seat] > 0):
            raise NotationError(f"start: hand {seat} must have 1 to {to_play} cards, or none if the seat has finished")
        piles.read(hands[seat], left, f"hand {seat}")
    for seat in range(seats):
        piles.read(asides[seat], ASIDE, f"aside {seat}")
    for seat in range(seats):
        gone = to_play - len(hands[seat].split())
        if played:
            piles.read(played[seat], gone, f"played {seat}")
        else:
            known = combination_text(current).split(",") if seat == owner else []
            piles.read(" ".join(known + [UNKNOWN for _ in range(gone - len(known))]), gone, f"played {seat}")
    piles.complete()
    return piles


def _read_finished(start: Start, seats: int) -> list[int]:
    """Return the finishing place of each seat, 0 while it plays; at least two seats do."""
    finished = start.numbers("finished", [0 for _ in range(seats)], 0, seats - 2)
    out = sorted([place for place in finished if place])
    if out != list(range(1, len(out) + 1)):
        raise NotationError("start: finished must be the places 1, 2 and so on, and 0 for seats still playing")
    return finished


def _note_revealed(state: LoopState, start: Start, asides: list[i64]) -> None:
    """Read which 8s are revealed, and the direction they have led to."""
    seats = int(state.seats)
    revealed = start.numbers("revealed", [0 for _ in range(seats)], 0, ASIDE)
    for seat in range(seats):
        if revealed[seat] > number(asides[seat], 8):
            raise NotationError(f"start: revealed has more 8s than seat {seat} has set aside")
        for _ in range(revealed[seat]):
            state.note(REVEALED, seat, 0, 0, EVERYBODY)
    direction = start.text("direction", "up")
    if direction not in ("up", "down"):
        raise NotationError("start: direction must be up or down")
    if direction == "down":
        state.note(DOWN, TABLE, 0, 0, EVERYBODY)


@final
class _Piles:
    """Cards written down pile by pile; unknown ones are taken from what the pack still has."""

    def __init__(self, pack: i64) -> None:
        self.left = pack
        self.cards: list[i64] = []
        self.unknown: list[int] = []

    def read(self, line: str, wanted: int, where: str) -> None:
        """Read a pile of this many cards."""
        words = line.split()
        if len(words) != wanted:
            raise NotationError(f"start: {where} must have {wanted} cards")
        known = [word for word in words if word != UNKNOWN]
        for word in known:
            if word not in NAMES:
                raise NotationError(f"start: no card {word}")
            if known.count(word) > number(self.left, int(word)):
                raise NotationError(f"start: {where} needs cards more often than the pack has them")
        cards = count_values([int(word) for word in known])
        self.left -= cards
        self.cards.append(cards)
        self.unknown.append(len(words) - len(known))

    def complete(self) -> None:
        """Give the unknown cards their values: the lowest that are left, pile by pile."""
        for pile in range(len(self.cards)):
            for _ in range(self.unknown[pile]):
                value = values(self.left)[0]
                self.left -= card(value)
                self.cards[pile] += card(value)
        assert size(self.left) == 0


NAMES: Final = [str(value) for value in range(1, VALUES + 1)]
