"""Mü: one printed match with every observer's view, as in playthrough.txt."""

from atout.games.mu import GAME
from atout.games.mu.reading import ALL_PASSED, CHIEF, DEADLOCK, DEALER, NUMBER, PLAYED, SCORED, VICE
from atout.kernel.log import DEALT, HIDDEN
from atout.kernel.rng import Rng
from atout.kernel.view import Display, SeenEntry
from tests.kit.playthrough import Playthrough

SEATS, SEED = 4, 21
FACES = [f"{colour}{number}" for colour in "RBGYK" for number in range(10)]
TRUMPS = [*"RBGYK", *"0123456789", "none"]

HEAD = f"""\
# One match of Mü, {SEATS} players, limit 10, card points shown, all other options as in the rule book.
# The deals are shuffler({SEED}); the game's advice bids and plays, with Rng({SEED}).
#
# A block is one step.
#   log X   what the step adds to the memory of X: A, B, C, D (seats 0 to 3), S (a spectator), or all of them alike
#   all     what the table shows, the same for everybody: phase, facts, bid cards (^ Chief's class, ' Vice's class,
#           ^' double trump), the trick, and the last trick (* wins)
#   A ... S the hand of each observer by effective suit, how many cards the others hold, and for the seat on turn the
#           legal actions
"""


class MuPlaythrough(Playthrough):
    """A match of Mü in words."""

    def entry(self, entry: SeenEntry, who: str) -> str:
        if entry.kind == DEALT:
            return f"{who}:{'?' if entry.value == HIDDEN else FACES[entry.value]}"
        names = {
            NUMBER: f"round {entry.open}",
            DEALER: f"{who} deals",
            CHIEF: f"{who} is Chief with {entry.open}",
            VICE: f"{who or 'nobody'} is Vice",
            DEADLOCK: f"deadlock at {entry.open}, {who} bid last",
            ALL_PASSED: "all have passed",
            PLAYED: f"{who} led seat {entry.open}: {entry.value // 16} cards, trump {TRUMPS[entry.value % 16]}",
            SCORED: f"{who} took {entry.value} and scores {entry.open:+}",
        }
        return names[entry.kind]

    def zone(self, display: Display, name: str, seat: int = -1) -> str:
        """Return the cards of a zone with their marks."""
        marks = {"": "", "winning": "*", "double": "^'", "chief_class": "^", "vice_class": "'"}
        found = []
        for zone in display.zones:
            if (zone.name, zone.seat) == (name, seat):
                for card in zone.cards:
                    player = f"{self.letter(card.seat)}:" if card.seat >= 0 else ""
                    found.append(f"{player}{card.text}{marks[card.mark]}")
        return " ".join(found) or "-"

    def facts(self, display: Display) -> str:
        """Return what everybody is shown."""
        facts = ", ".join([display.phase, *self.named_facts(display)])
        bids = " ".join(f"{self.letter(seat)} {self.zone(display, 'bid_cards', seat)}" for seat in range(SEATS))
        tricks = f"trick {self.zone(display, 'trick')} | last {self.zone(display, 'last_trick')}"
        return f"{facts} | bid cards {bids} | {tricks}"

    def shown_cards(self, display: Display) -> str:
        """Return what only one observer is shown."""
        parts = []
        if display.seat >= 0:
            parts.append(self.zone(display, "hand", display.seat))
        counts = []
        for zone in display.zones:
            if zone.name == "hand" and zone.seat != display.seat:
                assert {card.text for card in zone.cards} <= {"?"}
                counts.append(f"{self.letter(zone.seat)} {len(zone.cards)}")
        parts.append(" ".join(counts) or "-")
        return " | ".join([*parts, *self.legal_texts(display)])

    def choose(self, rng: Rng) -> tuple[int, int]:
        return self.match.turn, GAME.advice().choose(self.match.state, self.match.turn, rng)

    def end(self) -> list[str]:
        lines = [
            f"{self.letter(line.seat)} {line.points:+} {line.clause.id} {line.clause.why}"
            for line in self.match.score_lines()
        ]
        return ["== score lines", *lines, f"totals {self.match.scores()}, places {self.match.places()}"]


def test_playthrough():
    MuPlaythrough(GAME, SEATS, SEED, {"limit": 10, "show_points": "on"}).compare(HEAD)
