"""Was sticht?: one printed match with every observer's view, as in playthrough.txt."""

from collections.abc import Iterator, Mapping

from atout.games.was_sticht import GAME, reading
from atout.kernel.log import DEALT, HIDDEN
from atout.kernel.view import Display, SeenEntry, Zone
from tests.kit.playthrough import Playthrough

SEATS, SEED = 3, 46
OPTIONS = {"contracts_per_player": 3, "max_rounds": 1}

HEAD = f"""\
# One round of Was sticht?, {SEATS} players, three contracts each, all other options as in the rule book.
# Shuffles are shuffler({SEED}); actions are drawn from the legal ones, seats from those that owe one, with Rng({SEED}).
#
# A block is one step.
#   log X   what the step adds to the memory of X: A, B, C (seats 0, 1, 2), S (a spectator), or all of them alike
#   all     what everybody is shown: phase and facts, then the cards; columns that are not touched yet are left out
#   X       what X is shown besides, and for a seat that owes a decision what it may do
# A star marks who wins, and trumps in the own hand.
"""


class WasStichtPlaythrough(Playthrough):
    """A match of Was sticht? in words."""

    letters = "ABC............V"  # seat 15 is the virtual player
    chance = "shuffle"

    def action(self, entry: SeenEntry, who: str) -> str:
        return f"{who} {'chooses something' if entry.value == HIDDEN else GAME.text(entry.value)}"

    def entry(self, entry: SeenEntry, who: str) -> str:
        hidden = entry.value == HIDDEN
        texts = {
            DEALT: lambda: f"{entry.open + 1}:{card(entry.value)}",
            reading.NUMBER: lambda: f"round {entry.open}",
            reading.FIRST: lambda: f"first player {who}",
            reading.OWNS: lambda: f"{who} owns {kind(entry.open)}",
            reading.FULFILLED: lambda: f"{who} has fulfilled {kind(entry.open)}",
            reading.TRUMP_COLOUR: lambda: f"{who} sees the trump colour {'?' if hidden else 'RBGY-'[entry.value]}",
            reading.TRUMP_NUMBER: lambda: f"{who} sees the trump number {'?' if hidden else '123456789-'[entry.value]}",
            reading.LEFT_OVER: lambda: f"V gets {card(entry.open)}",
            reading.ANNOUNCED: lambda: f"announced {who}",
            reading.TRUMPS: lambda: f"trumps {'RBGY-'[entry.open // 10]}/{'123456789-'[entry.open % 10]}",
            reading.CHOSEN: lambda: f"{who} has chosen {kind(entry.open)}",
            reading.MET: lambda: f"{who} fulfils {kind(entry.open)} with {entry.value}",
            reading.MISSED: lambda: f"{who} fails at {kind(entry.open)} with {entry.value}",
            reading.SUCCEEDS: lambda: f"{who} succeeds through {kind(entry.open)} of {self.letter(entry.value)}",
        }
        return texts[entry.kind]()

    def zone(self, zone: Zone) -> str:
        """Return the cards of a zone, who played them, and marks."""
        texts = []
        for shown in zone.cards:
            who = f"{self.letter(shown.seat)}:" if shown.seat >= 0 else ""
            texts.append(f"{who}{shown.text}{'*' if shown.mark else ''}")
        owner = f" {self.letter(zone.seat)}" if zone.seat >= 0 else ""
        return f"{zone.name}{owner} {' '.join(texts)}"

    def parts(self, display: Display) -> list[str]:
        """Return what an observer is shown, part by part, without columns to come."""
        parts = [display.phase, *self.named_facts(display)]
        parts += [self.zone(zone) for zone in display.zones if zone.cards and zone.name != "later_column"]
        if len(display.legal) > 9:
            return [*parts, "may do anything on offer"]
        return parts + self.legal_texts(display)

    def tables(self, displays: Mapping[int, Display]) -> Iterator[str]:
        """Return what everybody is shown, and what some are shown besides."""
        shown = {observer: self.parts(display) for observer, display in displays.items()}
        common = [part for part in shown[0] if all(part in parts for parts in shown.values())]
        yield f"all  {' | '.join(common)}"
        for observer, parts in shown.items():
            own = [part for part in parts if part not in common]
            if own:
                yield f"{self.letter(observer)}    {' | '.join(own)}"


def card(number: int) -> str:
    return f"{'RBGY'[number // 9]}{number % 9 + 1}"


def kind(number: int) -> str:
    return GAME.text(number).removeprefix("take:")


def test_playthrough():
    WasStichtPlaythrough(GAME, SEATS, SEED, OPTIONS).compare(HEAD)
