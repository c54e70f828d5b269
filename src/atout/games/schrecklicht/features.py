"""Schrecklicht: what a network is told of a view, and how it rates a play: by card and display, and what is covered."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.schrecklicht.actions import DISPLAYS, card_of, target_of
from atout.games.schrecklicht.cards import CARDS, COLOUR_COUNT
from atout.games.schrecklicht.deal import HAND, NO_PAIR, cover_of, covered_of, on_table
from atout.games.schrecklicht.objectives import Judge, ladder, rank_of, reward
from atout.games.schrecklicht.reading import Reading, read
from atout.games.schrecklicht.state import SchrecklichtState
from atout.kernel.bits import bit, count
from atout.kernel.features import NO_PART, Features, seat_from
from atout.kernel.state import State
from atout.kernel.view import View

OBJECTIVES: Final = 12
TRACK: Final = 25  # steps of two spaces
RANKS: Final = 6
COVER: Final = 180  # parts from here: a card that covers, and the display
COVERED: Final = 360  # and the card that is covered
PARTS: Final = 396


@final
class SchrecklichtFeatures(Features):
    """Reads views of Schrecklicht."""

    def __init__(self) -> None:
        super().__init__(PARTS, 3, 5)
        self.hand = self.field("hand", CARDS, "own cards")
        self.unseen = self.field("unseen", CARDS, "cards that lie in no display and not in the observer's hand")
        self.visible = self.field("visible", DISPLAYS * CARDS, "the visible cards of each display")
        self.covers = self.field("covers", DISPLAYS * CARDS, "the cover card of each display")
        self.covered = self.field("covered", DISPLAYS * CARDS, "the covered card of each display")
        self.sizes = self.field("sizes", DISPLAYS * 4, "how many visible cards each display has")
        self.paired = self.field("paired", DISPLAYS, "displays with a covered pair")
        self.cards_left = self.field("cards left", DISPLAYS * HAND, "how many cards each seat holds")
        self.known = self.field("known", DISPLAYS * CARDS, "rejected cards that must be in a hand")
        self.objective = self.field("objectives", COLOUR_COUNT * OBJECTIVES, "the objective of each colour")
        self.used = self.field("used", OBJECTIVES, "objectives of earlier rounds")
        self.pawns = self.field("pawns", COLOUR_COUNT * TRACK, "where each pawn stands, by steps of two")
        self.to_go = self.field("to go", COLOUR_COUNT * 12, "how far each pawn is from the end, below twelve")
        self.rungs = self.field("rungs", COLOUR_COUNT * 3, "which ladder each colour has")
        self.gaps = self.field("gaps", 6 * 12, "how far one pawn is ahead of another")
        self.ranks = self.field("ranks", COLOUR_COUNT * DISPLAYS * RANKS, "the rank of each display by each objective")
        self.now = self.field("now", DISPLAYS * 16, "the points each display would get now")
        self.ahead = self.field("ahead", 14, "the observer's total over that of the best other, by steps of 2")
        self.to_come = self.field("to come", 4, "how many rounds follow")
        self.hands = self.secret("hands", DISPLAYS * CARDS, "the cards of the others")
        self.lying = vec[i64]([0 for _ in range(CARDS)])  # by card, the display where it is visible

    def read(self, view: View) -> None:
        self.begin(view)
        now = read(view)
        deal = now.deal
        mine = deal.hands[self.me]
        self.turn_on_all(self.hand, mine)
        self.turn_on_all(self.unseen, deal.scale.pack & ~on_table(deal) & ~mine)
        held = now.rejected_cards_by_seat()
        for seat in range(self.around):
            at = seat_from(self.me, seat, self.around)
            cards = deal.visible[seat]
            self.turn_on_all(self.visible + CARDS * at, cards)
            self.turn_on_first(self.sizes + 4 * at, count(cards), 4)
            for card in range(CARDS):
                if cards & bit(card):
                    self.lying[card] = at
            found = deal.pairs[seat]
            if found != NO_PAIR:
                self.turn_on(self.covers + CARDS * at + cover_of(found))
                self.turn_on(self.covered + CARDS * at + covered_of(found))
                self.turn_on(self.paired + at)
            self.turn_on_first(self.cards_left + HAND * at, now.sizes[seat], HAND)
            self.turn_on_all(self.known + CARDS * at, held[seat] & ~now.played[seat])
        self._track(now)
        self._standings(now, view)
        self.turn_on_lead(self.ahead, now.totals, self.me, -12, 2, 14)
        self.turn_on_one(self.to_come, view.options.number("rounds") - now.number, 4)

    def _track(self, now: Reading) -> None:
        deal = now.deal
        self.turn_on_all(self.used, now.used)
        k: i64 = 0
        for colour in range(COLOUR_COUNT):
            self.turn_on(self.objective + OBJECTIVES * colour + now.objectives[colour])
            pawn = deal.pawn(colour)
            self.turn_on_first(self.pawns + TRACK * colour, pawn // 2, TRACK)
            self.turn_on_one(self.to_go + 12 * colour, deal.scale.end - pawn, 12)
            self.turn_on(self.rungs + 3 * colour + ladder(deal, colour))
            for other in range(COLOUR_COUNT):
                if other != colour:
                    if pawn > deal.pawn(other):
                        self.turn_on_first(self.gaps + 12 * k, pawn - deal.pawn(other), 12)
                    k += 1

    def _standings(self, now: Reading, view: View) -> None:
        options = view.options
        judge = Judge(options.text("pumpkins"), options.is_on("zero_rank"), options.is_on("low_colour_needs_card"))
        ratings = vec[i64]([0 for _ in range(self.around)])
        points = vec[i64]([0 for _ in range(self.around)])
        for colour in range(COLOUR_COUNT):
            judge.rate_all(now.deal, now.objectives[colour], colour, ratings)
            rung = ladder(now.deal, colour)
            for seat in range(self.around):
                at = seat_from(self.me, seat, self.around)
                rank: i64 = rank_of(ratings, seat)
                self.turn_on_one(self.ranks + RANKS * (DISPLAYS * colour + at), rank, RANKS)
                points[seat] += reward(rung, rank)
        for seat in range(self.around):
            self.turn_on_first(self.now + 16 * seat_from(self.me, seat, self.around), points[seat], 16)

    def reveal(self, state: State, seat: i64) -> None:
        assert isinstance(state, SchrecklichtState)
        deal = state.running
        assert deal is not None
        for at in range(1, deal.seats):
            self.turn_on_all(self.hands + CARDS * at, deal.hands[(seat + at) % deal.seats])

    def part(self, action: i64) -> i64:
        card = card_of(action)
        target = target_of(action)
        if target < DISPLAYS:
            return DISPLAYS * card + seat_from(self.me, target, self.around)
        return COVER + DISPLAYS * card + self.lying[target - DISPLAYS]

    def second(self, action: i64) -> i64:
        target = target_of(action)
        if target < DISPLAYS:
            return NO_PART
        return COVERED + target - DISPLAYS
