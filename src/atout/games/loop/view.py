"""Loop: what one observer has seen of a match, and what the table may show of it."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from atout.games.loop import scoring
from atout.games.loop.actions import FIRST_ASIDE, values_of
from atout.games.loop.cards import values
from atout.games.loop.deal import ASIDE, SETTING, Deal, board_at, holder_of, of_seat
from atout.games.loop.reading import Reading, read
from atout.kernel.cards import seat_letter
from atout.kernel.view import Display, Fact, ShownCard, View, Zone, backs


@final
@mypyc_attr(allow_interpreted_subclasses=True)
class LoopView(View):
    """What one observer has seen of a match of Loop."""

    def display(self) -> Display:
        now = read(self)
        zones: list[Zone] = []
        facts = [Fact("round", -1, str(now.number)), Fact("rounds", -1, str(rounds(self)))]
        running = now.running
        if running is not None:
            for seat in range(self.seats):
                zones.append(self._hand(running, seat))
            for seat in range(self.seats):
                zones.append(self._set_aside(running, seat))
            zones += _trick(now)
            zones += self._discards(now)
            zones += self._notes(now)
            facts += _round_facts(now, running)
        if now.golden >= 0:
            facts += _board_facts(now)
        if self.turn < -1:
            for seat, total in enumerate(scoring.totals(now.boards)):
                facts.append(Fact("total", seat, str(total)))
        return Display(self, self._phase(now), zones, facts)

    def ended(self) -> Display | None:
        before = self.observe_end()
        return None if before is None else LoopView(before).display()

    def _phase(self, now: Reading) -> str:
        running = now.running
        if running is None:
            return "deal" if self.turn >= -1 else "over"
        return "aside" if running.phase == SETTING else "play"

    def _hand(self, running: Deal, seat: i64) -> Zone:
        """Show the observer's own cards, with the action that sets each aside if it can, and backs of the others."""
        if seat != self.seat:
            left = of_seat(running.left, seat) + (0 if _is_ready(running, seat) else ASIDE)
            return Zone("hand", int(seat), backs(int(left)))
        cards: list[ShownCard] = []
        for value in values(running.hands[seat]):
            cards.append(ShownCard(str(value), FIRST_ASIDE + value if running.phase == SETTING else -1))
        return Zone("hand", int(seat), cards)

    def _set_aside(self, running: Deal, seat: i64) -> Zone:
        """Show the observer's own set-aside cards; of the others only revealed 8s (LOOP-39)."""
        revealed = of_seat(running.revealed, seat)
        cards = [ShownCard("8", -1, -1, "revealed") for _ in range(revealed)]
        if seat == self.seat:
            cards += [ShownCard(str(value)) for value in values(running.aside[seat])]
        elif _is_ready(running, seat):
            cards += backs(int(ASIDE - revealed))
        in_sight = revealed > 0 or seat == self.seat
        return Zone("set_aside" if in_sight else "hidden", int(seat), cards)

    def _discards(self, now: Reading) -> list[Zone]:
        """Show discarded cards if the option opens them, sorted."""
        zones: list[Zone] = []
        if self.options.is_on("open_discards"):
            for seat in range(self.seats):
                cards = [ShownCard(str(value)) for value in values(now.discards[seat])]
                if cards:
                    zones.append(Zone("discards", int(seat), cards))
        return zones

    def _notes(self, now: Reading) -> list[Zone]:
        """Show the hands held in earlier rounds, each with its present holder, if the option opens them."""
        zones: list[Zone] = []
        if self.seat >= 0 and self.options.is_on("hand_notes"):
            for earlier in range(1, now.number):
                board = board_at(self.seat, earlier, self.seats)
                holder = holder_of(board, now.number, self.seats)
                cards = [ShownCard(str(value)) for value in values(now.cards[board])]
                zones.append(Zone("earlier_hand", int(holder), cards))
        return zones


def rounds(view: View) -> i64:
    """Return how many rounds the match has (LOOP-06)."""
    written = view.options.text("rounds")
    return view.seats if written == "full" or int(written) > view.seats else int(written)


def _is_ready(running: Deal, seat: i64) -> bool:
    """Say whether a seat has set its two cards aside."""
    return of_seat(running.chosen, seat) == ASIDE


def _trick(now: Reading) -> list[Zone]:
    """Show the combinations of the running trick, the current one first (LOOP-22)."""
    zones: list[Zone] = []
    for laid in reversed(now.trick):
        name = "beaten" if zones else "current"
        zones.append(Zone(name, int(laid.seat), [ShownCard(str(value)) for value in values_of(laid.combination)]))
    if now.last:  # what took the trick lies there until the next combination
        winner = now.last[-1]
        cards = [ShownCard(str(value), -1, int(winner.seat), "winning") for value in values_of(winner.combination)]
        zones.append(Zone("last_trick", int(winner.seat), cards))
    return zones


def _round_facts(now: Reading, running: Deal) -> list[Fact]:
    """Tell the direction, and who is ready, has passed or is out."""
    facts = [Fact("direction", -1, "down" if running.down else "up")]
    for seat in range(now.seats):
        if running.phase == SETTING:
            if _is_ready(running, seat):
                facts.append(Fact("ready", int(seat), ""))
            continue
        place = of_seat(running.places, seat)
        if place:
            facts.append(Fact("place", int(seat), str(place)))
        elif now.has_passed(seat):
            facts.append(Fact("passed", int(seat), ""))
    return facts


def _board_facts(now: Reading) -> list[Fact]:
    """Tell where the golden board and every other is, and each pawn: the board, its column and its row."""
    seats = now.seats
    facts: list[Fact] = []
    if now.running is not None:
        facts.append(Fact("golden", int(holder_of(now.golden, now.number, seats)), ""))
        for seat in range(seats):
            facts.append(Fact("board", int(seat), seat_letter(board_at(seat, now.number, seats))))
    boards = now.pawns()
    for seat in range(seats):
        for column in range(1, now.number + 1):
            board = board_at(seat, column, seats)
            row = of_seat(boards[board], seat)
            if row:
                facts.append(Fact("pawn", int(seat), f"{seat_letter(board)}{column}:{row}"))
    if now.running is not None:
        facts += _worth(boards, seats)
    return facts


def _worth(boards: vec[i64], seats: i64) -> list[Fact]:
    """Tell what every pawn would be worth if nothing were added to its board, and the sum of each seat (LOOP-48)."""
    facts: list[Fact] = []
    for seat, total in enumerate(scoring.totals(boards)):
        for board in range(seats):
            points = scoring.points(boards[board], seat, seats)
            if points:
                facts.append(Fact("worth", seat, f"{seat_letter(board)}:{points}"))
        facts.append(Fact("worth_now", seat, str(total)))
    return facts
