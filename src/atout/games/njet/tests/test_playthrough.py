"""Njet!: one printed match with every observer's view, as in playthrough.txt."""

from atout.games.njet import GAME
from atout.games.njet.reading import CHARACTER, DEALER, GIVEN, NUMBER, SCORED, SHOWN
from atout.kernel.log import DEALT, HIDDEN
from atout.kernel.view import Display, SeenEntry
from tests.kit.playthrough import Playthrough

SEATS, ROUNDS, SEED = 3, 2, 67

HEAD = f"""\
# One match of Njet!, {SEATS} players, {ROUNDS} rounds, put-away cards revealed afterwards, else as in the rule book.
# The deals are shuffler({SEED}); actions, and who acts where several may, are drawn with Rng({SEED}).
#
# A block is one step: who did what.
#   log X   what the step adds to the memory of X: A, B, C (seats 0, 1, 2), S (a spectator), or all of them alike
#   all     the facts on the table and the open spaces of the board, the same for everybody
#   A B C S what each observer is shown of the cards: the hands (15? are fifteen backs), own cards put away, passed on
#           or received, the trick, the last trick (* wins it), loot; and the legal actions of a seat that owes one
"""


class NjetPlaythrough(Playthrough):
    """A match of Njet! in words."""

    def entry(self, entry: SeenEntry, who: str) -> str:
        if entry.kind == GIVEN:
            return f"{who} gives {self.letter(entry.open)} {face(entry.value)}"
        if entry.kind == SCORED:
            return f"{who} scores {entry.open:+} for {entry.value % 32} tricks and {entry.value // 32 % 16} loot"
        names = {NUMBER: f"round {entry.open}", DEALER: f"{who} deals", CHARACTER: f"{who} is C{entry.open + 1}"}
        if entry.kind in (DEALT, SHOWN):
            return f"{who}:{face(entry.value)}" if entry.kind == DEALT else f"{who} had put away {face(entry.value)}"
        return names[entry.kind]

    def shown_cards(self, display: Display) -> str:
        """Return what an observer is shown of the cards, and the legal actions."""
        parts = []
        for zone in display.zones:
            if zone.name.startswith("row_") or not zone.cards:
                continue
            texts = []
            for card in zone.cards:
                player = f"{self.letter(card.seat)}:" if card.seat >= 0 else ""
                texts.append(f"{player}{card.text}{'*' if card.mark == 'winning' else ''}")
            cards = f"{len(texts)}?" if set(texts) == {"?"} else " ".join(texts)
            owner = f" {self.letter(zone.seat)}" if zone.seat >= 0 else ""
            parts.append(f"{zone.name}{owner} {cards}")
        if display.phase == "tokens" and display.legal:
            parts.append(f"may cover {len(display.legal)} spaces")
        else:
            parts += self.legal_texts(display)
        return " | ".join(parts) or "-"

    def named_facts(self, display: Display) -> list[str]:
        """Return the facts on the table, and the open spaces while tokens are laid."""
        board = [zone for zone in display.zones if zone.name.startswith("row_")]
        spaces = [card.text for zone in board for card in zone.cards if card.mark == "open"]
        return super().named_facts(display) + ([f"open {' '.join(spaces)}"] if display.phase == "tokens" else [])


def face(number: int) -> str:
    return "?" if number == HIDDEN else GAME.text(90 + number)


def test_playthrough():
    NjetPlaythrough(GAME, SEATS, SEED, {"rounds": ROUNDS, "reveal_stash": "on"}).compare(HEAD)
