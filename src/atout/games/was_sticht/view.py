"""Was sticht?: what the table may show one observer now."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from atout.games.was_sticht.actions import CHOOSE, COLOURS, DISCARD, KIND_NAMES, PICK, PLAY, TAKE, card_text
from atout.games.was_sticht.cards import KIND_OF, NO_COLOUR, NO_NUMBER, UNKNOWN_TRUMP
from atout.games.was_sticht.deal import CHOOSING, COLUMN_DRAFT, DISCARDING, VIRTUAL, Deal
from atout.games.was_sticht.reading import Reading, best_of, read
from atout.games.was_sticht.terms import NONE
from atout.kernel.bits import bit, count, members
from atout.kernel.cards import seat_letter
from atout.kernel.opening import LaidCard
from atout.kernel.ranking import Ranking
from atout.kernel.view import Display, Fact, ShownCard, View, Zone, backs

VIRTUAL_TEXT: Final = "V"


@final
@mypyc_attr(allow_interpreted_subclasses=True)
class WasStichtView(View):
    """What one observer has seen of a match of Was sticht?."""

    def display(self) -> Display:
        now = read(self)
        zones: list[Zone] = []
        deal = now.deal if self.turn >= 0 else None
        if deal is not None:
            zones += self._columns(now, deal) if deal.phase == COLUMN_DRAFT else self._hands(deal)
            zones += self._earlier_columns(now)
            zones.append(Zone("trick", -1, _trick(now.trick, deal.ranking)))
        elif now.laid_out:
            for column in range(now.terms.size):
                zones.append(
                    Zone("present_column" if column == 0 else "later_column", -1, _cards(now.columns[column], -1))
                )
        zones.append(Zone("last_trick", -1, self._last_trick(now)))
        zones += self._contracts(now, deal)
        return Display(self, self._phase(deal), zones, self._facts(now, deal))

    def ended(self) -> Display | None:
        """Return the end of the round before; contracts are drafted before the first one."""
        before = self.observe_end()
        if before is None:
            return None
        last = WasStichtView(before)
        return None if read(last).deal is None else last.display()

    def _phase(self, deal: Deal | None) -> str:
        if self.turn < 0:
            return "deal" if self.turn >= -1 else "over"
        if deal is None:
            return "contracts"
        if deal.phase == COLUMN_DRAFT:
            return "columns"
        if deal.phase == CHOOSING:
            return "choice"
        return "discard" if deal.phase == DISCARDING and self.owing else "tricks"

    # Cards

    def _columns(self, now: Reading, deal: Deal) -> list[Zone]:
        """Show what can be picked now and later, and what lies on top before the seats (WAS-23, WAS-28)."""
        zones: list[Zone] = []
        for column in range(deal.column, deal.terms.size):
            cards = deal.left if column == deal.column else now.columns[column]
            zones.append(Zone("present_column" if column == deal.column else "later_column", -1, _cards(cards, PICK)))
        for seat in range(self.seats):
            if seat == self.seat:
                zones.append(Zone("hand", self.seat, _own_hand(deal.hands[seat], deal.ranking)))
            elif now.piles[seat]:
                zones.append(Zone("pile", int(seat), [ShownCard(card_text(now.piles[seat][-1]))]))
        if self.seats == 3 and now.piles[3]:
            zones.append(Zone("virtual_pile", -1, [ShownCard(card_text(now.piles[3][-1]))]))
        return zones

    def _hands(self, deal: Deal) -> list[Zone]:
        """Show the observer's own hand, and the backs of the others unless they stay open."""
        zones: list[Zone] = []
        for seat in range(self.seats):
            hand = deal.hands[seat]
            if seat == self.seat:
                cards = _own_hand(hand, deal.ranking)
            elif self.options.is_on("open_hands"):
                cards = _cards(hand, -1)
            else:
                cards = backs(int(count(hand)))
            zones.append(Zone("hand", int(seat), cards))
        return zones

    def _earlier_columns(self, now: Reading) -> list[Zone]:
        """Show all picks and announcements, if the table remembers them."""
        zones: list[Zone] = []
        if self.options.text("draft_memory") == "log":
            for row in now.rows:
                cards: list[ShownCard] = []
                for laid in row.cards:
                    mark = "announced" if laid.seat == row.winner else ""
                    seat = -1 if laid.seat == VIRTUAL else int(laid.seat)
                    cards.append(ShownCard(card_text(laid.card), -1, seat, mark))
                zones.append(Zone("earlier_column", -1, cards))
        return zones

    def _last_trick(self, now: Reading) -> list[ShownCard]:
        """Show the completed trick until the next one is complete, or the next round is laid out (WAS-67)."""
        deal = now.deal
        if deal is not None and now.finished:
            return _trick(now.finished[-1], deal.ranking)
        past = self.past
        if now.laid_out or deal is not None or past is None:
            return []
        before = Reading(self.seats, self.options, past.entries)
        deal = before.deal
        return [] if deal is None or not before.finished else _trick(before.finished[-1], deal.ranking)

    # Contracts

    def _contracts(self, now: Reading, deal: Deal | None) -> list[Zone]:
        zones: list[Zone] = []
        if now.number == 0 and now.first >= 0:
            zones.append(Zone("offer", -1, _contract_cards(now.contracts.offer, TAKE)))
        for seat in range(self.seats):
            first_action = -1
            if deal is not None and seat == self.seat:
                if deal.phase == CHOOSING and seat != deal.first:
                    first_action = CHOOSE
                elif deal.phase == DISCARDING:
                    first_action = DISCARD
            zones.append(Zone("contracts", int(seat), _contract_cards(now.contracts.owned[seat], first_action)))
            zones.append(Zone("fulfilled", int(seat), _contract_cards(now.contracts.fulfilled[seat], -1)))
        return zones

    # Facts

    def _facts(self, now: Reading, deal: Deal | None) -> list[Fact]:
        facts: list[Fact] = []
        if now.number:
            facts.append(Fact("round", -1, str(now.number)))
            if now.terms.rounds:
                facts.append(Fact("rounds", -1, str(now.terms.rounds)))
        facts.append(Fact("goal", -1, str(now.terms.contracts)))
        if now.first >= 0 and self.turn >= -1:
            facts.append(Fact("first_player", int(now.first), ""))
        if deal is not None and deal.phase == COLUMN_DRAFT:
            facts.append(Fact("column", -1, str(deal.column + 1)))
            facts.append(Fact("columns", -1, str(deal.terms.size)))
            facts.append(Fact("monster", int(deal.monster), ""))
        if deal is not None and not deal.tricks and not deal.laid:  # the last one stays until the tricks begin
            facts += _announcement(deal.announced)
            if now.rows:
                winners = [VIRTUAL_TEXT if row.winner == VIRTUAL else seat_letter(row.winner) for row in now.rows]
                facts.append(Fact("announcements", -1, " ".join(winners)))
        if self.turn >= -1:
            facts += _trumps(now)
        if deal is not None and deal.laid:
            facts.append(Fact("led", -1, _suit_text(now.trick[0].card, deal.ranking)))
        for seat in range(self.seats):
            facts += self._facts_of(now, deal, seat)
        return facts

    def _facts_of(self, now: Reading, deal: Deal | None, seat: i64) -> list[Fact]:
        facts: list[Fact] = []
        if deal is not None and deal.phase != COLUMN_DRAFT:
            kind = deal.choice(seat)
            if deal.phase == CHOOSING:
                if seat == self.seat and kind >= 0:
                    facts.append(Fact("own_choice", int(seat), KIND_NAMES[kind]))
                elif kind >= 0:
                    facts.append(Fact("has_chosen", int(seat), ""))
            else:
                if kind >= 0:
                    facts.append(Fact("choice", int(seat), KIND_NAMES[kind]))
                facts.append(Fact("tricks", int(seat), str(deal.tricks_of(seat))))
        facts.append(Fact("total", int(seat), str(count(now.contracts.fulfilled[seat]))))
        return facts


def _cards(cards: i64, first_action: int) -> list[ShownCard]:
    """Return cards in order, with the action that takes or plays each."""
    return [ShownCard(card_text(card), first_action + card if first_action >= 0 else -1) for card in members(cards)]


def _own_hand(cards: i64, ranking: Ranking) -> list[ShownCard]:
    """Return a hand to play from: plain cards in order, then what the observer knows as trumps, weakest first."""
    found = _cards(cards & ~ranking.trumps, PLAY)
    for _, card in sorted([(ranking.strengths[card], card) for card in members(cards & ranking.trumps)]):
        found.append(ShownCard(card_text(card), int(PLAY + card), -1, "trump"))
    return found


def _contract_cards(contracts: i64, first_action: int) -> list[ShownCard]:
    """Return contracts in order, with the action that takes, chooses or discards each."""
    found: list[ShownCard] = []
    for card in members(contracts):
        kind = int(KIND_OF[card])
        found.append(ShownCard(KIND_NAMES[kind], first_action + kind if first_action >= 0 else -1))
    return found


def _announcement(winner: i64) -> list[Fact]:
    """Return the latest announcement."""
    if winner < 0:
        return []
    return [Fact("announced", -1, VIRTUAL_TEXT) if winner == VIRTUAL else Fact("announced", int(winner), "")]


def _trumps(now: Reading) -> list[Fact]:
    """Return the trumps as far as the observer knows them."""
    facts: list[Fact] = []
    if now.colour != UNKNOWN_TRUMP:
        facts.append(Fact("trump_colour", -1, NONE if now.colour == NO_COLOUR else COLOURS[now.colour]))
    if now.trump_number != UNKNOWN_TRUMP:
        facts.append(Fact("trump_number", -1, NONE if now.trump_number == NO_NUMBER else str(now.trump_number + 1)))
    return facts


def _suit_text(card: i64, ranking: Ranking) -> str:
    """Return the suit that a led card asks for."""
    return "trump" if bit(card) & ranking.trumps else card_text(card)[0]


def _trick(trick: list[LaidCard], ranking: Ranking) -> list[ShownCard]:
    """Return the cards of a trick in order of play, the winning one marked."""
    if not trick:
        return []
    best = best_of(trick, ranking)
    return [ShownCard(card_text(laid.card), -1, int(laid.seat), "winning" if laid is best else "") for laid in trick]
