"""Luz: the game as the rest of Atout sees it, and positions to begin from."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.luz import actions, bets, sheet
from atout.games.luz.actions import ACTIONS, HAND
from atout.games.luz.advice import LuzAdvice
from atout.games.luz.deal import TRICKS, cards_of
from atout.games.luz.features import LuzFeatures
from atout.games.luz.sampling import LuzSampler
from atout.games.luz.state import CARD_PACKS, CARDS, LuzState, new_state
from atout.games.luz.view import BET, GONE, LEADS, WON, LuzView
from atout.kernel.bits import bit, count, members
from atout.kernel.cards import UNKNOWN
from atout.kernel.clause import Clause
from atout.kernel.errors import NotationError
from atout.kernel.features import Features
from atout.kernel.game import Advice, Game, Sampler, Sheet
from atout.kernel.log import EVERYBODY, TABLE
from atout.kernel.options import OFF, ON, RULE, TABLE_CONDUCT, VIEW, Option, Options
from atout.kernel.start import Start
from atout.kernel.state import State
from atout.kernel.view import View

THREE_TO_FIVE: Final = Clause("LUZ-01", "seats-three-to-five")
NO_BET_YET: Final = "-"


@final
class Luz(Game):
    """The rules of Luz."""

    def __init__(self) -> None:
        super().__init__("luz", "Luz", 1, (3, 4, 5), ACTIONS)
        self.max_decisions = 4 * 5 * (HAND + 1) + 1
        self.faces, self.longest_part = 60, 140
        self.opens_deals = False  # what is hidden in Luz stays so until the match is over
        self.options = [
            Option("bead_limit", RULE, [OFF, ON]),
            Option("three_player_leader_start", RULE, [ON, OFF]),
            Option("history", VIEW, ["hidden", "last_deal", "open"]),
            Option("deduction_aid", VIEW, [OFF, ON]),
            Option("deals", RULE, ["4", "2", "3", "1"]),
            Option("pack", RULE, ["full", "small"]),
            Option("auto_forced", TABLE_CONDUCT, [ON, OFF]),
            Option("spectator_view", VIEW, ["closed", "all_hands"]),
        ]

    def begin(self, seats: int, options: Options, start: Start) -> State:
        self.require_seats(seats, THREE_TO_FIVE)
        state = new_state(seats, options)
        _set_up(state, start)
        start.finish()
        return state

    def sampler(self, view: View) -> Sampler:
        assert isinstance(view, LuzView)
        return LuzSampler(view)

    def advice(self) -> Advice:
        return LuzAdvice()

    def features(self) -> Features:
        return LuzFeatures()

    def score_sheet(self, seats: int, options: Options, head: Start, deals: list[Start]) -> Sheet:
        self.require_seats(seats, THREE_TO_FIVE)
        return sheet.score(seats, options, head, deals)

    def text(self, action: int) -> str:
        return actions.text(action)

    def parse(self, text: str) -> int:
        return actions.parse(text)


def _set_up(state: LuzState, start: Start) -> None:
    """Read where the match begins: before a deal, or within one at the lead to a trick."""
    zeros = [0 for _ in range(state.seats)]
    state.number = start.number("deal", 1, 1, state.terms.deals)
    state.drawn = start.number("marker", -1, 0, state.seats - 1)
    state.totals = vec[i64](start.numbers("totals", zeros, -9999, 9999))
    state.last = vec[i64](start.numbers("last_scores", zeros, -9999, 9999))
    inside = start.has("hands")
    if state.drawn < 0:
        if start.values:
            raise NotationError("start: marker is missing, the seat that drew the marker before the first deal")
        return
    state.open_chapter()
    if inside:
        _set_up_deal(state, start)


def _set_up_deal(state: LuzState, start: Start) -> None:
    """Read hands, and bets and tricks so far."""
    seats = state.seats
    size = int(state.terms.size)
    won = start.numbers("tricks", [0 for _ in range(seats)], 0, size)
    if sum(won) >= size:
        raise NotationError(f"start: tricks add up to {sum(won)}, at most {size - 1} of {size} can be over")
    gone = _read_cards(start.text("gone", ""), state)
    if count(gone) > seats * sum(won):
        raise NotationError(f"start: {count(gone)} cards are gone, {sum(won)} tricks have {seats * sum(won)}")
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
            raise NotationError(f"start: {written[seat]} is no bet for seat {seat}")
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
        raise NotationError(f"start: a card stands twice in '{line}'")
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
