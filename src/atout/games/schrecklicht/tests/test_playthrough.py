"""Schrecklicht: one printed match with every observer's view, as in playthrough.txt."""

from collections.abc import Iterator, Mapping

from atout.games.schrecklicht import GAME
from atout.games.schrecklicht.objectives import NAMES
from atout.games.schrecklicht.reading import DEALER, FIRSTS, OBJECTIVE, PILE, REJECTED, ROUND, SCORED, TURNED, USED
from atout.kernel.log import DEALT, HIDDEN
from atout.kernel.rng import Rng
from atout.kernel.view import Display, SeenEntry
from tests.kit.playthrough import Playthrough

SEATS, SEED = 3, 25

HEAD = f"""\
# One match of Schrecklicht, {SEATS} players, 2 rounds, covered pairs to be remembered, all other options as usual.
# The deals are shuffler({SEED}); actions are drawn from the legal ones with Rng({SEED}).
#
# A block is one step.
#   log X   what the step adds to the memory of X: A, B, C (seats 0, 1, 2), S (a spectator), or all of them alike
#   facts   the facts on the table, the same for everybody; a standing is rank, what is counted, and points
#   table   the displays and covered pairs, the same for everybody (?? is face down)
#   A B C S the hands as each observer is shown them, and for the seat on turn how many actions are legal
"""


class SchrecklichtPlaythrough(Playthrough):
    """A match of Schrecklicht in words."""

    def action(self, entry: SeenEntry, who: str) -> str:
        return f"{who} plays {GAME.text(entry.value)}"

    def entry(self, entry: SeenEntry, who: str) -> str:
        if entry.kind == PILE:
            return f"pile {'?' if entry.value == HIDDEN else NAMES[entry.value]}"
        if entry.kind in (OBJECTIVE, USED):
            return f"{'objective' if entry.kind == OBJECTIVE else 'used'} {NAMES[entry.open]}"
        words = {
            ROUND: f"round {entry.open}",
            DEALER: f"{who} deals",
            FIRSTS: f"{who} was first {entry.open} times",
            TURNED: f"{card(entry.open)} turned up for {who}",
            REJECTED: f"{card(entry.open)} rejected for {who}",
            DEALT: f"{who}:{card(entry.value)}",
            SCORED: f"{who} scores {entry.open}",
        }
        return words[entry.kind]

    def facts(self, display: Display) -> str:
        """Return the facts on the table, those of the same name together."""
        parts: dict[str, list[str]] = {}
        for fact in display.facts:
            if fact.name not in ("pumpkins", "letter", "preview"):
                who = [self.letter(fact.seat)] if fact.seat >= 0 else []
                parts.setdefault(fact.name, []).append(" ".join([*who, *([fact.value] if fact.value else [])]))
        return "; ".join(
            [display.phase, *(f"{name} {', '.join(words)}" for name, words in parts.items()), *self.to_act(display)]
        )

    def table(self, display: Display) -> str:
        """Return displays, covered pairs and rejected cards."""
        parts = []
        for zone in display.zones:
            if zone.name == "display":
                parts.append(f"{self.letter(zone.seat)} {' '.join(shown.text for shown in zone.cards)}")
            elif zone.name == "covered_pair":
                parts[-1] += f" {'/'.join(shown.text for shown in zone.cards)}"
            elif zone.name == "rejected":
                parts.append(f"rejected {' '.join(shown.text for shown in zone.cards)}")
        return " | ".join(parts) or "-"

    def shown_cards(self, display: Display) -> str:
        """Return the hands as an observer is shown them."""
        hands = [zone for zone in display.zones if zone.name == "hand"]
        parts = [f"{self.letter(zone.seat)} {' '.join(shown.text for shown in zone.cards)}" for zone in hands]
        parts += [f"may choose one of {len(display.legal)}"] if display.legal else []
        return " | ".join(parts) or "-"

    def to_act(self, display: Display) -> list[str]:
        return [f"{self.letter(display.turn)} is on turn"] if display.turn >= 0 else []

    def tables(self, displays: Mapping[int, Display]) -> Iterator[str]:
        """Return facts and displays, which are the same for all, and the hands as each one is shown them."""
        yield f"facts  {self.require_alike(map(self.facts, displays.values()))}"
        yield f"table  {self.require_alike(map(self.table, displays.values()))}"
        for observer, display in displays.items():
            yield f"{self.letter(observer)}    {self.shown_cards(display)}"

    def choose(self, rng: Rng) -> tuple[int, int]:
        return self.match.turn, self.any_of(self.match.legal(self.match.turn), rng)


def card(number: int) -> str:
    return "?" if number == HIDDEN else f"{'GVB'[number % 3]}{number // 3}"


def test_playthrough():
    SchrecklichtPlaythrough(GAME, SEATS, SEED, {"rounds": "2", "covers": "memory"}).compare(HEAD)
