"""Schrecklicht: what one observer has seen of a match, and what the table may show of it."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from atout.games.schrecklicht.actions import DISPLAYS, card_of, lay, target_of
from atout.games.schrecklicht.cards import COLOUR_COUNT, COLOURS, card_text, sort_by_colour, texts
from atout.games.schrecklicht.deal import NO_PAIR, cover_of, covered_of, pair
from atout.games.schrecklicht.objectives import (
    LADDERS,
    NAMES,
    Judge,
    is_about_pairs,
    ladder,
    rank_of,
    reward,
    shown_pawn,
)
from atout.games.schrecklicht.preview import previews
from atout.games.schrecklicht.reading import Reading, read
from atout.games.schrecklicht.scoring import measure
from atout.kernel.cards import UNKNOWN, seat_letter
from atout.kernel.state import OVER
from atout.kernel.view import Display, Fact, ShownCard, View, Zone


@final
@mypyc_attr(allow_interpreted_subclasses=True)
class SchrecklichtView(View):
    """What one observer has seen of a match of Schrecklicht."""

    def display(self) -> Display:
        """Show the round; a finished one lies there as it was evaluated until the next cards are dealt."""
        now = read(self)
        past = self.past
        if now.dealt or past is None:
            phase = "plays" if now.dealt else "deal"
            return Display(self, phase, self._zones(now), self._facts(now, now.totals))
        before = Reading(now.deal.scale, self.seats, past.entries)
        phase = "over" if self.turn == OVER else "evaluated"
        return Display(self, phase, self._zones(before), self._facts(before, now.totals))

    def ended(self) -> Display | None:
        before = self.observe_end()
        if before is None:
            return None
        now = read(SchrecklichtView(before))
        return Display(self, "evaluated", self._zones(now), self._facts(now, read(self).totals))

    def _zones(self, now: Reading) -> list[Zone]:
        zones: list[Zone] = []
        if not now.dealt:
            return zones
        deal = now.deal
        for seat in range(self.seats):
            zones.append(Zone("display", seat, [ShownCard(name) for name in texts(deal.visible[seat])]))
            if deal.pairs[seat] != NO_PAIR:
                zones.append(Zone("covered_pair", seat, self._pair(now, seat)))
        if deal.over:  # cards left in hands are not shown (SCH-31)
            return zones
        if now.rejected and now.is_first_lap():  # so that everybody's first turn comes with it
            zones.append(Zone("rejected", -1, [ShownCard(card_text(card)) for card in now.rejected]))
        for seat in range(self.seats):
            if seat == self.seat:
                hand = sort_by_colour(deal.hands[seat])
                zones.append(Zone("hand", seat, [ShownCard(card_text(card), lay(card, seat)) for card in hand]))
            else:
                zones.append(Zone("hand", seat, [ShownCard(UNKNOWN) for _ in range(now.sizes[seat])]))
        return zones

    def _pair(self, now: Reading, seat: i64) -> list[ShownCard]:
        """Show a covered pair, cover card first; as two backs if it is to be remembered."""
        found = now.deal.pairs[seat]
        names = [card_text(cover_of(found)), card_text(covered_of(found))]
        if not self._is_open(now, found):
            names = [UNKNOWN, UNKNOWN]
        return [ShownCard(names[0], mark="cover"), ShownCard(names[1], mark="covered")]

    def _is_open(self, now: Reading, found: i64) -> bool:
        """Say whether a covered pair is shown: with `memory` only when played and where an objective asks for it."""
        if self.options.text("covers") == "open":
            return True
        if now.deal.over:
            return is_any_about_pairs(now.objectives)
        last = now.last
        return last >= 0 and target_of(last) >= DISPLAYS and found == pair(card_of(last), target_of(last) - DISPLAYS)

    def _facts(self, now: Reading, totals: vec[i64]) -> list[Fact]:
        facts = [Fact("round", -1, str(now.number)), Fact("rounds", -1, self.options.text("rounds"))]
        if now.dealer >= 0 and self.turn != OVER:
            facts.append(Fact("dealer", int(now.dealer), ""))
        for colour in range(len(now.objectives)):
            facts.append(Fact("objective", -1, f"{COLOURS[colour]} {NAMES[now.objectives[colour]]}"))
        if now.dealt:
            deal = now.deal
            for colour in range(COLOUR_COUNT):
                facts.append(Fact("pawn", -1, f"{COLOURS[colour]} {shown_pawn(deal, colour)}"))
            for colour in range(COLOUR_COUNT):
                facts.append(Fact("ladder", -1, f"{COLOURS[colour]} {LADDERS[ladder(deal, colour)]}"))
            facts.append(Fact("track_end", -1, str(deal.scale.end)))
            if self.options.text("pack") == "small":
                facts.append(Fact("places", -1, str(deal.scale.most)))
            facts.append(Fact("pumpkins", -1, self.options.text("pumpkins")))
            facts += self._standings(now)
            if self.legal and not deal.over:
                facts.append(Fact("preview", int(self.seat), self._previews(now)))
        for seat in range(self.seats):
            facts.append(Fact("letter", seat, seat_letter(seat)))
            facts.append(Fact("total", seat, str(totals[seat])))
        return facts

    def _judge(self) -> Judge:
        options = self.options
        return Judge(options.text("pumpkins"), options.is_on("zero_rank"), options.is_on("low_colour_needs_card"))

    def _previews(self, now: Reading) -> str:
        """Tell where pawns and standings would be after each play."""
        memory = self.options.text("covers") == "memory"
        return previews(now.deal, self.legal, now.objectives, self._judge(), memory)

    def _standings(self, now: Reading) -> list[Fact]:
        """Show for each objective and display: its rank (0: none), what is counted, and what that is worth now."""
        judge = self._judge()
        memory = self.options.text("covers") == "memory" and not now.deal.over
        ratings = vec[i64]([0] * self.seats)
        facts: list[Fact] = []
        for colour in range(COLOUR_COUNT):
            objective = now.objectives[colour]
            if memory and is_about_pairs(objective):
                continue  # would tell what is to be remembered
            judge.rate_all(now.deal, objective, colour, ratings)
            for seat in range(self.seats):
                rank = rank_of(ratings, seat)
                points = reward(ladder(now.deal, colour), rank)
                amount, _ = measure(now.deal, seat, objective, colour, judge)
                facts.append(Fact("standing", seat, f"{COLOURS[colour]} {rank} {amount} {points}"))
        return facts


def is_any_about_pairs(objectives: list[i64]) -> bool:
    """Say whether one of the objectives is about covered pairs."""
    for objective in objectives:
        if is_about_pairs(objective):
            return True
    return False
