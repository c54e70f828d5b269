"""Schrecklicht in lists and loops, written from the rules; compared with the game decision by decision."""

from collections.abc import Mapping, Sequence

from atout import CHANCE, OVER, Match
from tests.conformance.oracle import SlowMatch

ENDINGS: tuple[str, ...] = ("highest total", "shared victory", "tie broken by best ranks")

COLOURS = ["G", "V", "B"]

SMALL = {  # option pack: the values in each colour, and the end of the track
    3: ([0, 4, 7, 11], 18),
    4: ([0, 2, 4, 7, 9, 11], 18),
    5: ([0, 2, 4, 5, 7, 9, 11], 20),
}


def value(card: str) -> int:
    return int(card[1:])


def ending(match: Match) -> str:
    """Return what decided who won (SCH-44, SCH-45, option `tie`)."""
    totals, places = match.scores(), match.places()
    if totals.count(max(totals)) == 1:
        return ENDINGS[0]
    return ENDINGS[1] if places.count(1) == totals.count(max(totals)) else ENDINGS[2]


class Display:
    def __init__(self, card: str) -> None:
        self.visible = [card]
        self.cover = ""
        self.covered = ""


class Deal:
    """One round as it was dealt and played."""

    def __init__(self, number: int, dealer: int, objectives: list[str], seats: int) -> None:
        self.number = number
        self.dealer = dealer
        self.objectives = objectives  # green, violet, blue
        self.turned: list[str] = []  # all cards turned up, in order
        self.rejected: list[str] = []
        self.dealt: list[list[str]] = [[] for _ in range(seats)]
        self.hands: list[list[str]] = []
        self.unused: list[str] = []
        self.displays: list[Display] = []
        self.plays: list[tuple[int, str]] = []

    def pawn(self, colour: str) -> int:
        """Return the sum of the visible cards (SCH-25)."""
        return sum(value(card) for display in self.displays for card in display.visible if card[0] == colour)


class Naive(SlowMatch):
    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        super().__init__(seats, options)
        self.dealer = -1
        self.pile: list[str] = []
        self.firsts = [0] * seats
        self.used: list[str] = []
        self.rounds: list[Deal] = []  # the last one is running, or about to be dealt
        self.values = list(range(12))
        self.hand, self.most, self.end = 6, 4, 50 if seats == 5 else 45
        if options["pack"] == "small":
            self.values, self.end = SMALL[seats]
            self.hand, self.most = 3, 2
        heads = [int(digit) for digit in options["pumpkins"]]
        self.heads = {f"{colour}{v}": heads[12 * k + v] for k, colour in enumerate(COLOURS) for v in range(12)}

    # Chance

    def deal(self, names: Sequence[str]) -> None:
        if self.dealer < 0:
            self.dealer = ord(names[0]) - ord("A")
            self.open()
        elif not self.rounds:
            self.pile = list(names)
            self.prepare()
        else:
            self.lay_out(list(names))

    def open(self) -> None:
        """Tell what everybody knows between two rounds."""
        number = min(len(self.rounds) + 1, int(self.options["rounds"]))
        self.events.append(("comes", number, self.dealer, list(self.totals), list(self.firsts), list(self.used)))

    def prepare(self) -> None:
        """Draw three objectives (SCH-05)."""
        objectives = [self.pile.pop(0) for _ in range(3)]
        self.rounds.append(Deal(len(self.rounds) + 1, self.dealer, objectives, self.seats))
        for colour, objective in zip(COLOURS, objectives, strict=True):
            self.events.append(("objective", colour, objective))
        self.events += [("pile",)] * len(self.pile)

    def lay_out(self, deck: list[str]) -> None:
        """Turn up a card for each player (SCH-07, SCH-08) and deal six each (SCH-10), three of a small pack."""
        game = self.rounds[-1]
        assert sorted(deck) == sorted(f"{colour}{v}" for colour in COLOURS for v in self.values)
        order = [(self.dealer + 1 + k) % self.seats for k in range(self.seats)]
        displays: dict[int, Display] = {}
        for seat in order:
            while seat not in displays:
                card = deck.pop(0)
                game.turned.append(card)
                before = sum(value(other.visible[0]) for other in displays.values() if other.visible[0][0] == card[0])
                if before + value(card) > 15:
                    game.rejected.append(card)
                    deck.append(card)  # under the deck
                    self.events.append(("rejected", seat, card))
                else:
                    displays[seat] = Display(card)
                    self.events.append(("turned", seat, card))
        game.displays = [displays[seat] for seat in range(self.seats)]
        for _ in range(self.hand):
            for seat in order:
                game.dealt[seat].append(deck.pop(0))
        game.unused = deck
        game.hands = [list(hand) for hand in game.dealt]
        for seat in range(self.seats):
            for card in game.dealt[seat]:
                self.events.append(("hand", seat, card))
        self.turn = order[0]

    # Decisions

    def owing(self) -> list[int]:
        return [self.turn] if self.turn >= 0 else []

    def legal(self, seat: int) -> list[str]:
        if seat != self.turn:
            return []
        game = self.rounds[-1]
        found = []
        for card in game.hands[seat]:
            for owner, display in enumerate(game.displays):
                if len(display.visible) < self.most:  # SCH-15
                    found.append(f"{card}>{'ABCDE'[owner]}")
                if not display.cover:  # SCH-16
                    found += [f"{card}/{other}" for other in display.visible if may_cover(card, other)]
        return found

    def apply(self, seat: int, text: str) -> None:
        game = self.rounds[-1]
        self.events.append(("play", seat, text))
        game.plays.append((seat, text))
        if "/" in text:
            card, covered = text.split("/")
            for display in game.displays:
                if covered in display.visible:
                    display.visible.remove(covered)
                    display.cover, display.covered = card, covered
        else:
            card, owner = text.split(">")
            game.displays["ABCDE".index(owner)].visible.append(card)
        game.hands[seat].remove(card)
        self.turn = (seat + 1) % self.seats
        full = all(len(display.visible) == self.most for display in game.displays)
        if full or any(game.pawn(colour) >= self.end for colour in COLOURS):  # SCH-27
            self.finish(game)

    # Evaluation

    def finish(self, game: Deal) -> None:
        """Score the round (SCH-32 to SCH-35) and go on."""
        gained = [0] * self.seats
        pawns = [game.pawn(colour) for colour in COLOURS]
        for colour, objective in zip(COLOURS, game.objectives, strict=True):
            ahead = len({pawn for pawn in pawns if pawn > game.pawn(colour)})
            ladder = [[5, 3, 1], [3, 1], [1]][ahead]
            ratings = [self.rate(objective, colour, display) for display in game.displays]
            steps = sorted({rating for rating in ratings if rating is not None}, reverse=True)
            for seat, rating in enumerate(ratings):
                if rating is not None:
                    rank = steps.index(rating)
                    gained[seat] += ladder[rank] if rank < len(ladder) else 0
                    self.firsts[seat] += rank == 0
        for seat in range(self.seats):
            self.totals[seat] += gained[seat]
            self.events.append(("score", seat, gained[seat]))
        self.used += game.objectives
        over = game.number == int(self.options["rounds"])
        self.turn = OVER if over else CHANCE
        if not over:
            self.dealer = (self.dealer + 1) % self.seats
        self.open()
        if over:
            self.events += [("pile",)] * len(self.pile)
        else:
            self.prepare()

    def rate(self, objective: str, colour: str, display: Display) -> tuple[int, ...] | None:
        """Return a tuple that is larger for a better display, or None if it cannot be ranked (SCH-39, SCH-40)."""
        cards = display.visible
        if "COVER" in objective:
            card = display.covered if objective.endswith("COVERED") else display.cover
            if not card:
                return None
            sign = 1 if objective.startswith("HIGH") else -1
            return (sign * value(card), -COLOURS.index(card[0]))
        if objective == "MULTIPLES":
            values = [value(card) for card in cards]
            twice = [v for v in set(values) if values.count(v) == 2]
            if any(values.count(v) == 3 for v in values):
                return (3,)
            return (len(twice),) if twice else None
        if "PUMPKINS" in objective:
            heads = [self.heads[card] for card in cards if self.heads[card]]
            if objective == "MOST_PUMPKINS":
                return (sum(heads), len(heads)) if heads or self.options["zero_rank"] == "on" else None
            return (-sum(heads), -len(heads))
        if "COLOUR" in objective:
            cards = [card for card in cards if card[0] == colour]
        if objective == "MOST_ODD":
            cards = [card for card in cards if value(card) % 2 == 1]
        if not cards and objective in ("HIGH_COLOUR_SUM", "MOST_ODD") and self.options["zero_rank"] == "off":
            return None
        if not cards and objective == "LOW_COLOUR_SUM" and self.options["low_colour_needs_card"] == "on":
            return None
        if objective == "MOST_ODD":
            return (len(cards), max([value(card) for card in cards], default=-1))
        total = sum(value(card) for card in cards)
        if objective.startswith("HIGH"):
            return (total, max([value(card) for card in cards], default=-1))
        return (-total, max([-value(card) for card in cards], default=-99))  # no card loses against any

    def scores(self) -> list[int]:
        return list(self.totals)

    def places(self) -> list[int]:
        strengths = [(self.totals[seat], self.firsts[seat]) for seat in range(self.seats)]
        if self.options["tie"] == "shared":
            strengths = [(total, 0) for total, _ in strengths]
        return [1 + sum(other > own for other in strengths) for own in strengths]


def may_cover(card: str, other: str) -> bool:
    """Say whether a card may be laid onto another (SCH-18, SCH-19)."""
    return value(card) >= value(other) or (value(card) == 0 and value(other) == 11)


naive = Naive
