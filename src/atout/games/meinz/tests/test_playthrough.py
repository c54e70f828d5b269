"""Meinz: one printed round with every observer's view, as in playthrough.txt."""

from atout.games.meinz import GAME
from atout.games.meinz.reading import DRAWN, MONSTER_TOTAL, MONSTER_TRICK, ROUND, SCORED, SHOWN, STACKED, TURNED
from atout.kernel.log import DEALT, HIDDEN
from atout.kernel.view import Display, SeenEntry, Zone
from tests.kit.playthrough import Playthrough

SEATS, SEED = 3, 8
OPTIONS = {"rounds": 4, "show_discards_at_round_end": "on"}
START = {"round": 4, "dealer": 1, "totals": [4, 2, 5, 3]}

HEAD = f"""\
# The last round of a short match of Meinz, {SEATS} players and the Monster (M); discards are shown after the round.
# The deal is shuffler({SEED}); actions are drawn from the legal ones with Rng({SEED}).
#
# A block is one step: the action, or the deal.
#   log X   what the step adds to the memory of X: A, B, C (seats 0, 1, 2), S (a spectator), or all of them alike
#   all     the facts on the table, the same for everybody
#   A B C S what each observer is shown: the own hand or how many cards a hand has, the own discard, how many cards the
#           Monster's stack has, the trick and the last trick (* takes it, + was given in exchange), the legal actions
"""


class MeinzPlaythrough(Playthrough):
    """A match of Meinz in words."""

    letters = "ABCM"

    def entry(self, entry: SeenEntry, who: str) -> str:
        if entry.kind == DEALT:
            return f"{who}:{card(entry.value)}"
        if entry.kind == STACKED:
            return f"{who}{entry.open}:{card(entry.value)}"
        if entry.kind in (TURNED, SHOWN):
            return f"{who} {'turns up' if entry.kind == TURNED else 'had discarded'} {card(entry.open)}"
        if entry.kind == SCORED:
            return f"{who} has {entry.value} gets {entry.open}"
        words = {ROUND: f"round {entry.open}", DRAWN: f"{who} dealt first"}
        words |= {MONSTER_TOTAL: f"{who} has {entry.open}"}
        words |= {MONSTER_TRICK: f"{who} takes the trick"}
        return words[entry.kind]

    def zone(self, zone: Zone) -> str:
        """Return a zone: who played what, and which card takes the trick."""
        if zone.cards and all(shown.text == "?" for shown in zone.cards):
            return str(len(zone.cards))
        texts = []
        for shown in zone.cards:
            player = self.letter(shown.seat) if shown.seat >= 0 else "M" if shown.mark.startswith("monster") else ""
            sign = "*" if shown.mark.endswith("winning") else "+" if shown.mark == "given" else ""
            texts.append(f"{player}{':' if player else ''}{shown.text}{sign}")
        return " ".join(texts) or "-"

    def shown_cards(self, display: Display) -> str:
        """Return what an observer is shown of the cards, and the legal actions."""
        parts = []
        for zone in display.zones:
            name = "" if zone.name == "hand" else zone.name.removesuffix("_trick") + " "
            owner = f"{self.letter(zone.seat)} " if zone.seat >= 0 else ""
            parts.append(f"{name}{owner}{self.zone(zone)}")
        return " | ".join([*parts, *self.legal_texts(display)])

    def named_facts(self, display: Display) -> list[str]:
        """Return the facts of players and the Monster, those of the same name together."""
        parts: dict[str, list[str]] = {}
        for fact in display.facts:
            monster = fact.name.startswith("monster_")
            words = parts.setdefault(fact.name.removeprefix("monster_"), [])
            words += ["M"] if monster else [self.letter(fact.seat)] if fact.seat >= 0 else []
            words += [fact.value] if fact.value else []
        return [f"{name} {' '.join(words)}" for name, words in parts.items()]

    def to_act(self, display: Display) -> list[str]:
        return ["".join(map(self.letter, display.owing)) + " to decide"] if display.owing else []


def card(number: int) -> str:
    return "?" if number == HIDDEN else GAME.text(36 + number)


def test_playthrough():
    MeinzPlaythrough(GAME, SEATS, SEED, OPTIONS, START).compare(HEAD)
