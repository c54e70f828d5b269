"""Loop: one printed match with every observer's view, as in playthrough.txt."""

from collections.abc import Iterator, Mapping

from atout.games.loop import GAME
from atout.games.loop.reading import GOLDEN, NUMBER, OUT, PAWN, SHOWN
from atout.kernel.log import DEALT, HIDDEN
from atout.kernel.rng import Rng
from atout.kernel.view import Display, SeenEntry
from tests.kit.playthrough import Playthrough

SEATS, ROUNDS, SEED = 4, 2, 27

HEAD = f"""\
# One match of Loop, {SEATS} players, {ROUNDS} rounds, all other options as in the rule book.
# The deal is shuffler({SEED}); actions are drawn from the legal ones with Rng({SEED}), passes less often than others.
#
# A block is one step.
#   log X     what the step adds to the memory of X: A, B, C, D (seats 0 to 3), S (a spectator), or all of them alike.
#             A:4 is a card of the pair at A with the value 4; A>=2*4: the pair showed two of these in one round
#   all       the facts on the table, the same for everybody
#   A B C D S what each observer is shown, where that is new: hands and, after a slash, what is set aside
#             (8! is revealed, ? a back); the combinations of the trick, the current one first; the legal actions
"""


class LoopPlaythrough(Playthrough):
    """A match of Loop in words."""

    def __init__(self) -> None:
        super().__init__(GAME, SEATS, SEED, {"rounds": ROUNDS})
        self.before = dict.fromkeys(self.observers, "")

    def action(self, entry: SeenEntry, who: str) -> str:
        if entry.value == HIDDEN or 0 < entry.value < 14:
            return f"{who} sets {'?' if entry.value == HIDDEN else entry.value} aside"
        return f"{who} {GAME.text(entry.value)}"

    def entry(self, entry: SeenEntry, who: str) -> str:
        value = "?" if entry.value == HIDDEN else str(entry.value)
        if entry.kind == PAWN:
            return f"pawn of {who} on board {self.letter(entry.value)} row {entry.open}"
        return {
            NUMBER: f"round {entry.open}",
            GOLDEN: f"the golden board began at {who}",
            SHOWN: f"{who}>={value}*{entry.open}",
            DEALT: f"{who}:{value}",
            OUT: f"{who} is out with place {entry.open}",
        }[entry.kind]

    def shown_cards(self, display: Display) -> str:
        """Return what an observer is shown of the cards, and the legal actions."""
        hands = {}
        trick = []
        for zone in display.zones:
            cards = [card.text + ("!" if card.mark == "revealed" else "") for card in zone.cards]
            if zone.name == "hand":
                backs = len(cards) if set(cards) == {"?"} else 0
                hands[zone.seat] = f"{self.letter(zone.seat)} {f'{backs}x?' if backs else ' '.join(cards) or '-'}"
            elif zone.name in ("set_aside", "hidden"):
                hands[zone.seat] += f" / {' '.join(cards) or '-'}"
            else:
                trick.append(f"{zone.name} {self.letter(zone.seat)} {','.join(cards)}")
        return " | ".join([*hands.values(), *trick, *self.legal_texts(display)]) or "-"

    def tables(self, displays: Mapping[int, Display]) -> Iterator[str]:
        """Return the facts, and what each observer is shown where that is new."""
        yield f"all  {self.require_alike(map(self.facts, displays.values()))}"
        for observer, display in displays.items():
            text = self.shown_cards(display)
            if text != self.before[observer]:
                self.before[observer] = text
                yield f"{self.letter(observer)}    {text}"

    def choose(self, rng: Rng) -> tuple[int, int]:
        """Return a seat that owes a decision and what it does: anything legal, passes seldom."""
        owing = self.match.state.owing()
        seat = owing[rng.below(len(owing))]
        legal = self.match.legal(seat)
        if legal[0] == 0 and len(legal) > 1 and rng.below(4):
            legal = legal[1:]
        return seat, self.any_of(legal, rng)

    def end(self) -> list[str]:
        places = " ".join(f"{self.letter(seat)} {place}" for seat, place in enumerate(self.match.places()))
        return ["== end", f"scores {' '.join(map(str, self.match.scores()))}, places {places}"]


def test_playthrough():
    LoopPlaythrough().compare(HEAD)
