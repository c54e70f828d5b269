"""Njet!: what one observer has seen of a match, and what the table may show of it."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from atout.games.njet import laying, scoring, tokens
from atout.games.njet.actions import CARDS, COLOURS, LAY, PLAY, POINTS, SPACE_NAMES, SUPER, TRUMP, face_text, space
from atout.games.njet.cards import FACE_OF, SUPER_STRENGTH, WIDTH
from atout.games.njet.deal import (
    DONE,
    LAYING,
    PASS_ON,
    PUT_AWAY_NO_ZERO,
    TEAMS,
    TOKENS,
    TRICKS,
    Deal,
    is_in_team,
)
from atout.games.njet.reading import Reading, read
from atout.kernel.bits import bit, count, index, lowest, members
from atout.kernel.cards import seat_letter
from atout.kernel.log import Segment
from atout.kernel.opening import LaidCard
from atout.kernel.seats import of_seat
from atout.kernel.view import Display, Fact, ShownCard, View, Zone, backs

ROWS: Final = ("row_start", "row_cards", "row_trump", "row_super", "row_points")


@final
@mypyc_attr(allow_interpreted_subclasses=True)
class NjetView(View):
    """What one observer has seen of a match of Njet!."""

    def display(self) -> Display:
        now = read(self)
        running = now.dealt and self.turn >= 0
        zones: list[Zone] = []
        if running:
            zones += _board(now)
            for seat in range(self.seats):
                zones.append(self._hand(now, seat))
            zones += self._laid_zones(now)
            zones.append(Zone("trick", -1, show_trick(now.trick, now.deal.best)))
            for seat in range(self.seats):
                if now.loot[seat]:
                    zones.append(Zone("loot", int(seat), [ShownCard(face_text(face)) for face in now.loot[seat]]))
        zones += self._earlier_tricks(now)
        return Display(self, self._phase(now, running), zones, self._facts(now, running))

    def ended(self) -> Display | None:
        before = self.observe_end()
        return None if before is None else NjetView(before).display()

    def _phase(self, now: Reading, running: bool) -> str:
        if not running:
            return "deal" if self.turn >= -1 else "over"
        phase = now.deal.phase
        if phase == TOKENS:
            return "tokens"
        if phase == TEAMS:
            return "teams"
        if phase == LAYING:
            return "passing" if now.deal.lay == PASS_ON else "putting_away"
        return "tricks"

    def _hand(self, now: Reading, seat: i64) -> Zone:
        """Show the observer's own hand, and of others how many cards they hold; an open choice may be half made."""
        deal = now.deal
        cards: list[ShownCard] = []
        if seat != self.seat:
            held = now.held_count(seat) + (now.laid[seat] if deal.phase == LAYING else 0)
            return Zone("hand", int(seat), backs(int(held)))
        first = LAY if deal.phase == LAYING else PLAY
        for card in members(deal.hands[seat]):
            mark = "supertrump" if deal.phase > TOKENS and is_super(deal, bit(card)) else ""
            if not mark and deal.phase > TOKENS and bit(card) & deal.ranking.trumps:
                mark = "trump"
            cards.append(ShownCard(face_text(FACE_OF[card]), int(first + FACE_OF[card]), -1, mark))
        return Zone("hand", int(seat), cards)

    def _laid_zones(self, now: Reading) -> list[Zone]:
        """Show the observer's own cards that were put away or passed on, and those received."""
        zones: list[Zone] = []
        deal = now.deal
        if self.seat < 0 or not now.laid[self.seat]:
            return zones
        name = "passed_on" if deal.lay == PASS_ON else "put_away"
        chosen = [ShownCard(face_text(FACE_OF[card])) for card in members(deal.chosen[self.seat])]
        zones.append(Zone(name, self.seat, chosen))
        if now.got:
            zones.append(Zone("received", self.seat, [ShownCard(face_text(face)) for face in now.got]))
        return zones

    def _earlier_tricks(self, now: Reading) -> list[Zone]:
        """Show the last complete trick until the next one is complete (NJET-48), or what the options open."""
        zones: list[Zone] = []
        rule = self.options.text("last_trick")
        latest = now
        if not now.finished:
            before = self._previous_deal()
            if before is not None:
                latest = before
        if rule != "none" and latest.finished:
            zones.append(Zone("last_trick", -1, show_trick(latest.finished[-1], best_of(latest, -1))))
        if rule == "all":
            for k in range(len(now.finished) - 1):
                zones.append(Zone("earlier_trick", -1, show_trick(now.finished[k], best_of(now, k))))
        if latest is not now or now.deal.phase == DONE:
            for seat in range(self.seats):
                if latest.shown[seat]:
                    cards = [ShownCard(face_text(face)) for face in latest.shown[seat]]
                    zones.append(Zone("revealed", int(seat), cards))
        return zones

    def _previous_deal(self) -> Reading | None:
        past: Segment | None = self.past
        return None if past is None else Reading(self.seat, self.seats, self.options, past.entries)

    def _facts(self, now: Reading, running: bool) -> list[Fact]:
        facts = [Fact("round", -1, str(now.number)), Fact("rounds", -1, str(now.terms.rounds))]
        if now.dealer >= 0 and self.turn >= -1:
            facts.append(Fact("dealer", int(now.dealer), ""))
        deal = now.deal
        if running and deal.phase > TOKENS:
            facts.append(Fact("start_player", int(deal.start), ""))
            for name, row in (("cards_before", CARDS), ("trump", TRUMP), ("supertrump", SUPER), ("value", POINTS)):
                facts.append(Fact(name, -1, effective_space(deal, row)))
        if running and deal.laid:
            facts.append(Fact("led", -1, led_name(deal)))
        aside = count(now.terms.pack) - self.seats * now.terms.hand
        if running and aside:
            facts.append(Fact("set_aside", -1, str(aside)))
        for seat in range(self.seats):
            facts.append(Fact("character", int(seat), f"C{now.characters[seat] + 1}"))
            if running:
                facts += self._seat_facts(now, seat)
            facts.append(Fact("total", int(seat), str(now.totals[seat])))
        return facts

    def _seat_facts(self, now: Reading, seat: i64) -> list[Fact]:
        deal = now.deal
        facts: list[Fact] = []
        if deal.phase <= TEAMS:
            facts.append(Fact("letter", int(seat), seat_letter(seat)))
        if deal.phase > TEAMS:
            facts.append(Fact("team", int(seat), "1" if is_in_team(deal.team, seat) else "2"))
            if deal.monster == seat:
                facts.append(Fact("monster", int(seat), "×2"))
        if deal.phase == LAYING and deal.lay == PASS_ON:
            facts.append(Fact("passes_to", int(seat), seat_letter(laying.receiver(deal, seat))))
        if deal.phase == LAYING and now.laid[seat] == deal.need:
            facts.append(Fact("chosen", int(seat), "✓"))
        if deal.phase >= TRICKS:
            result = scoring.outcome_so_far(deal)
            facts.append(Fact("tricks", int(seat), str(of_seat(deal.won, seat))))
            facts.append(Fact("loot_count", int(seat), str(of_seat(deal.loot, seat))))
            facts.append(Fact("team_score", int(seat), str(result.raw(is_in_team(deal.team, seat)))))
        return facts


def _board(now: Reading) -> list[Zone]:
    """Show the board: every space and who covered it."""
    deal = now.deal
    zones: list[Zone] = []
    for number in range(5):
        spaces: list[ShownCard] = []
        for at in range(5 * number, 5 * number + 5):
            by = -1
            for seat in range(deal.seats):
                if deal.covered[seat] & bit(at):
                    by = int(seat)
            mark = "open" if deal.open & bit(at) else "covered"
            spaces.append(ShownCard(SPACE_NAMES[at], int(at) if deal.phase == TOKENS else -1, by, mark))
        zones.append(Zone(ROWS[number], -1, spaces))
    return zones


def effective_space(deal: Deal, row: i64) -> str:
    """Return the open space of a settled row, or what it comes down to where an option lets 0s be put away too."""
    name = SPACE_NAMES[space(row, tokens.place(deal, row))]
    return "lay-2" if name == "lay-2-no-0" and deal.lay != PUT_AWAY_NO_ZERO else name


def is_super(deal: Deal, card: i64) -> bool:
    """Say whether a card is a supertrump: no trump can be stronger."""
    return bool(deal.ranking.strengths[index(card)] == SUPER_STRENGTH)


def led_name(deal: Deal) -> str:
    """Return the letter of the colour led, or `trump`."""
    return "trump" if deal.led == deal.ranking.trumps else COLOURS[lowest(deal.led) // WIDTH]


def best_of(now: Reading, k: i64) -> i64:
    """Return the winning card of a complete trick, as a set."""
    best: i64 = 0
    for laid in now.finished[k]:
        if laid.seat == now.winners[k]:
            best = laid.card
    return best


def show_trick(trick: list[LaidCard], best: i64) -> list[ShownCard]:
    """Return the cards of a trick in order of play, the winning one marked."""
    cards: list[ShownCard] = []
    for laid in trick:
        mark = "winning" if laid.card == best else ""
        cards.append(ShownCard(face_text(FACE_OF[index(laid.card)]), -1, int(laid.seat), mark))
    return cards
