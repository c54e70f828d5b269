"""Was sticht? in lists and loops, written from the rules; compared with the game decision by decision."""

from collections.abc import Mapping, Sequence

from atout import CHANCE, OVER, Match
from tests.conformance.oracle import SlowMatch

ENDINGS: tuple[str, ...] = ("one winner", "shared victory", "round limit")

KINDS = ["no-tricks", "no-red", "no-blue", "no-green", "no-yellow"]
KINDS += ["exact-1", "exact-2", "exact-3", "exact-4", "last", "most", "fewest"]
SMALL_KINDS = ["no-tricks", "no-red", "no-blue", "exact-1", "last"]
COLOUR_OF = {"no-red": "R", "no-blue": "B", "no-green": "G", "no-yellow": "Y"}
V = "V"  # the virtual player


def ending(match: Match) -> str:
    """Return how a match ended (WAS-90, WAS-91 and the option max_rounds)."""
    needed = contracts_each(match.options.values)
    if needed not in match.scores():
        return ENDINGS[2]
    return ENDINGS[0] if match.scores().count(needed) == 1 else ENDINGS[1]


def contracts_each(options: Mapping[str, str]) -> int:
    """Return how many contracts everybody takes; with the small pack there are not enough for more than two."""
    number = int(options["contracts_per_player"])
    return min(number, 2) if options["pack"] == "small" else number


def is_trump(card: str, trumps: tuple[str, str]) -> bool:
    """WAS-51; trumps are a colour and a number, or `-` for none."""
    return card[0] == trumps[0] or card[1] == trumps[1]


def winner(cards: Sequence[tuple[object, str]], trumps: tuple[str, str]) -> object:
    """Return who wins cards played in this order (WAS-60 to WAS-64)."""
    for who, card in cards:
        if card == trumps[0] + trumps[1]:
            return who
    for who, card in cards:
        if card[1] == trumps[1]:
            return who
    for suit in (trumps[0], cards[0][1][0]):
        held = [(int(card[1]), who) for who, card in cards if card[0] == suit]
        if held:
            return max(held, key=lambda pair: pair[0])[1]
    raise AssertionError("nobody wins")


def follows(card: str, led: str, trumps: tuple[str, str]) -> bool:
    """Say whether a card belongs to the suit of the led one (WAS-51, WAS-52)."""
    if is_trump(led, trumps):
        return is_trump(card, trumps)
    return card[0] == led[0] and not is_trump(card, trumps)


def fulfils(kind: str, seat: int, won: Sequence[Sequence[Sequence[str]]], last: int) -> bool:
    """Say whether a seat's tricks, lists of cards, are what a contract asks for (WAS-70 to WAS-75)."""
    number = len(won[seat])
    others = [len(tricks) for other, tricks in enumerate(won) if other != seat]
    if kind == "no-tricks":
        return number == 0
    if kind in COLOUR_OF:
        return number >= 1 and not any(card[0] == COLOUR_OF[kind] for trick in won[seat] for card in trick)
    if kind.startswith("exact-"):
        return number == int(kind[-1])
    if kind == "last":
        return last == seat
    if kind == "most":
        return all(number > other for other in others)
    assert kind == "fewest"
    return number >= 1 and all(number < other for other in others)


class Naive(SlowMatch):
    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        super().__init__(seats, options)
        self.small = options["pack"] == "small"
        self.needed = contracts_each(options)
        self.first = -1
        self.round = 0
        self.offer = sorted(2 * (SMALL_KINDS if self.small else KINDS), key=KINDS.index)
        self.owned: list[list[str]] = [[] for _ in range(seats)]
        self.fulfilled: list[list[str]] = [[] for _ in range(seats)]
        self.phase = "draw"  # contracts, columns, colour, number, picks, choice, tricks, discard
        self.columns: list[list[str]] = []
        self.trumps = ("-", "-")
        self.picked: list[list[tuple[object, str]]] = []  # by column: who picked what, in order
        self.announced: list[object] = []
        self.hands: list[list[str]] = []
        self.chosen: dict[int, str] = {}
        self.trick: list[tuple[int, str]] = []
        self.won: list[list[list[str]]] = []
        self.last = -1

    # Chance

    def deal(self, names: Sequence[str]) -> None:
        if self.phase == "draw":
            self.first = ord(names[0]) - ord("A")
            self.phase = "contracts"
            self.open()
            self.turn = self.first
        elif self.phase == "columns":
            self.columns = [list(names[start : start + 4]) for start in range(0, len(names), 4)]
            for number, column in enumerate(self.columns):
                for card in column:
                    self.events.append(("column", number, card))
            self.phase = "colour"
        elif self.phase == "colour":
            self.trumps = (names[-1], "-")
            self.events.append(("trump colour", self.first, names[-1]))
            self.phase = "number"
        else:
            self.trumps = (self.trumps[0], names[-1])
            self.events.append(("trump number", self.first, names[-1]))
            self.begin_round()

    def begin_round(self) -> None:
        self.phase = "picks"
        self.picked = [[]]
        self.announced = []
        self.hands = [[] for _ in range(self.seats)]
        self.chosen = {}
        self.trick = []
        self.won = [[] for _ in range(self.seats)]
        self.turn = self.left(self.first)

    def open(self) -> None:
        """Say what everybody knows between two rounds."""
        owned = [sorted(kinds) for kinds in self.owned]
        fulfilled = [sorted(kinds) for kinds in self.fulfilled]
        self.events.append(("round", self.round, self.first, owned, fulfilled))

    def left(self, seat: int) -> int:
        return (seat + 1) % self.seats

    # Decisions

    def owing(self) -> list[int]:
        if self.phase == "choice":
            return [seat for seat in range(self.seats) if seat != self.first and seat not in self.chosen]
        return [self.turn] if self.turn >= 0 else []

    def legal(self, seat: int) -> list[str]:
        if seat not in self.owing():
            return []
        if self.phase == "contracts":
            kinds = set(self.offer)
            if self.options["distinct_contracts"] == "on":
                kinds -= set(self.owned[seat])
            return [f"take:{kind}" for kind in kinds]
        if self.phase == "picks":
            gone = [card for _, card in self.picked[-1]]
            return [f"pick:{card}" for card in self.columns[len(self.picked) - 1] if card not in gone]
        if self.phase == "choice":
            return [f"choose:{kind}" for kind in set(self.owned[seat])]
        if self.phase == "discard":
            return [f"discard:{kind}" for kind in set(self.owned[seat])]
        return self.playable(self.hands[seat])

    def playable(self, hand: list[str]) -> list[str]:
        """Return the cards of a hand that may be played now (WAS-53 to WAS-55)."""
        if not self.trick:
            return list(hand)
        led = self.trick[0][1]
        following = [card for card in hand if follows(card, led, self.trumps)]
        if not following:
            return list(hand)
        if self.options["number_trump_colour"] == "on" and not is_trump(led, self.trumps):
            following += [card for card in hand if card[0] == led[0] and card not in following]
        return following

    def apply(self, seat: int, text: str) -> None:
        if self.phase == "contracts":
            self.take(seat, text.removeprefix("take:"))
        elif self.phase == "picks":
            self.pick(seat, text.removeprefix("pick:"))
        elif self.phase == "choice":
            self.choose(seat, text.removeprefix("choose:"))
        elif self.phase == "discard":
            kind = text.removeprefix("discard:")
            self.events.append(("discards", seat, kind))
            self.fulfil(seat, kind)
            self.finish()
        else:
            self.play(seat, text)

    def take(self, seat: int, kind: str) -> None:
        self.offer.remove(kind)
        self.owned[seat].append(kind)
        self.events.append(("takes", seat, kind))
        self.turn = self.left(seat)
        if sum(len(kinds) for kinds in self.owned) == self.needed * self.seats:
            self.next_round(self.first)

    def next_round(self, first: int) -> None:
        self.first = first
        self.round += 1
        self.phase = "columns"
        self.turn = CHANCE
        self.open()

    def pick(self, seat: int, card: str) -> None:
        row = self.picked[-1]
        row.append((seat, card))
        self.hands[seat].append(card)
        self.events.append(("picks", seat, card))
        self.turn = self.left(seat)
        if len(row) < self.seats:
            return
        counted = list(row)
        if self.seats == 3:
            left = [card for card in self.columns[len(self.picked) - 1] if card not in [other for _, other in row]]
            assert len(left) == 1
            row.append((V, left[0]))
            self.events.append(("left over", left[0]))
            if self.options["virtual_in_announcement"] == "on":
                counted = list(row)
        self.announced.append(winner(counted, self.trumps))
        self.events.append(("announced", self.announced[-1]))
        if len(self.picked) < len(self.columns):
            self.picked.append([])
            self.turn = (self.first + len(self.picked)) % self.seats  # WAS-26, WAS-97
            return
        self.events.append(("trumps", *self.trumps))
        self.phase = "choice"
        self.turn = self.owing()[0]

    def choose(self, seat: int, kind: str) -> None:
        self.chosen[seat] = kind
        self.events.append(("chooses", seat, kind))
        if self.owing():
            self.turn = self.owing()[0]
            return
        for other in sorted(self.chosen):
            self.events.append(("chosen", other, self.chosen[other]))
        self.phase = "tricks"
        self.turn = self.left(self.first)

    def play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.events.append(("plays", seat, card))
        self.turn = self.left(seat)
        if len(self.trick) < self.seats:
            return
        taker = winner(self.trick, self.trumps)
        assert isinstance(taker, int)
        self.won[taker].append([played for _, played in self.trick])
        self.trick = []
        self.last = taker
        self.turn = taker
        self.events.append(("trick", taker))
        if not self.hands[seat]:
            self.evaluate()

    def evaluate(self) -> None:
        """Apply WAS-80 to WAS-82."""
        failed = []
        for seat in sorted(self.chosen):
            kind = self.chosen[seat]
            if fulfils(kind, seat, self.won, self.last):
                self.fulfil(seat, kind)
                self.events.append(("met", seat, kind, len(self.won[seat])))
            else:
                failed.append(seat)
                self.events.append(("missed", seat, kind, len(self.won[seat])))
        helpful = [seat for seat in failed if fulfils(self.chosen[seat], self.first, self.won, self.last)]
        for seat in helpful:
            self.events.append(("succeeds", self.first, self.chosen[seat], seat))
        if helpful:
            self.phase = "discard"
            self.turn = self.first
        else:
            self.finish()

    def fulfil(self, seat: int, kind: str) -> None:
        self.owned[seat].remove(kind)
        self.fulfilled[seat].append(kind)

    def finish(self) -> None:
        limit = self.options["max_rounds"]
        if self.needed in self.scores() or (limit != "none" and self.round == int(limit)):
            self.phase = "over"
            self.turn = OVER
            self.open()
        else:
            self.next_round(self.left(self.first))

    def scores(self) -> list[int]:
        return [len(kinds) for kinds in self.fulfilled]

    def places(self) -> list[int]:
        scores = self.scores()
        return [1 + len([other for other in scores if other > own]) for own in scores]


naive = Naive
