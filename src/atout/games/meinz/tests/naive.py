"""Meinz in lists and loops, written from the rules; compared with the game decision by decision."""

from collections.abc import Mapping, Sequence

from atout import CHANCE, OVER, SPECTATOR, Match
from tests.conformance.oracle import SlowMatch

ENDINGS: tuple[str, ...] = ("one winner", "shared victory", "the Monster wins", "the Monster shares the victory")

M = 3  # the place of the Monster where three people play
COLOURS = ["R", "B", "G", "Y"]


def value(card: str) -> int:
    return int(card[1])


def in_order(cards: Sequence[str]) -> list[str]:
    return [f"{colour}{number}" for colour in COLOURS for number in range(1, 10) if f"{colour}{number}" in cards]


def ending(match: Match) -> str:
    """Return who won: one player, several, or the Monster with or without company (MEINZ-70, MEINZ-71, MEINZ-91)."""
    winners = match.places().count(1)
    if match.options.is_on("monster_can_win") and match.seats == 3:
        facts = {fact.name: fact.value for fact in match.view(SPECTATOR).display().facts}
        if int(facts["monster_total"]) >= max(match.scores()):
            return ENDINGS[3] if winners else ENDINGS[2]
    return ENDINGS[0] if winners == 1 else ENDINGS[1]


class Naive(SlowMatch):
    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        super().__init__(seats, options)
        self.size, self.most = (9, 2)  # cards dealt to each place, tricks it may own
        if options["pack"] == "small":
            self.size, self.most = (3 if seats == 3 else 5, 1)
        self.circle: list[int] = []  # the places clockwise, from left of the first dealer
        self.dealer = -1
        self.number = 1  # of the round
        self.points = [0, 0, 0, 0]
        self.phase = "deal"
        self.dealt: list[list[str]] = []
        self.hands: list[list[str]] = []
        self.discards: list[str | None] = []
        self.stack: list[str] = []
        self.turned: list[str] = []
        self.course: list[tuple[str, int, str, str]] = []  # ("play", place, card, led) or ("swap", seat, give, take)
        self.tricks: list[list[list[str]]] = []  # the cards of the tricks each place owns
        self.cried: list[int] = []  # who cried in this round
        self.table: list[tuple[int, str]] = []  # the cards of the trick, in order
        self.order: list[int] = []  # of the places in this trick
        self.crier = -1
        self.to_ask: list[int] = []
        self.complete: list[tuple[int, str]] = []  # the trick completed last, as it was played
        self.taker = -1  # who received it

    # Rounds

    def deal(self, names: Sequence[str]) -> None:
        if self.dealer < 0:
            self.dealer = "ABCD".index(names[0])
            players = [(self.dealer + step) % self.seats for step in range(1, self.seats + 1)]
            self.circle = players if self.seats == 4 else [M, *players]
            self.open_round()
            return
        self.dealt = [in_order(names[self.size * seat :][: self.size]) for seat in range(self.seats)]
        self.hands = [list(hand) for hand in self.dealt]
        self.stack = list(names[3 * self.size :]) if self.seats == 3 else []
        for seat in range(self.seats):
            for card in self.dealt[seat]:
                self.events.append(("dealt", seat, card))
        for k, card in enumerate(self.stack):
            self.events.append(("stacked", k, card))
        self.discards = [None] * self.seats
        self.turned = []
        self.course = []
        self.tricks = [[], [], [], []]
        self.cried = []
        self.phase = "discard"
        self.turn = 0

    def open_round(self) -> None:
        self.events.append(("round", self.number, self.dealer))
        for place in range(4 if self.seats == 3 else self.seats):
            self.events.append(("points", place, self.points[place]))

    def first_player(self) -> int:
        return self.circle[(self.number - 1) % 4]

    # Choices

    def owing(self) -> list[int]:
        if self.turn < 0:
            return []
        if self.phase == "discard":
            return [seat for seat in range(self.seats) if self.discards[seat] is None]
        return [self.turn]

    def legal(self, seat: int) -> list[str]:
        if seat not in self.owing():
            return []
        if self.phase == "discard":
            return [f"x:{card}" for card in self.hands[seat]]
        if self.phase == "cry":
            return ["-", "meinz"]
        if self.phase == "exchange":
            pairs = [(give, take) for give in self.hands[seat] for take in self.on_table() if give[0] == take[0]]
            return ["keep", *(f"{give}>{take}" for give, take in pairs)]
        return self.playable(self.hands[seat])

    def playable(self, hand: list[str]) -> list[str]:
        if not self.table:
            return list(hand)
        led = self.table[0][1]
        if not [card for card in hand if card[0] == led[0]]:
            return list(hand)
        return [card for card in hand if card[0] == led[0] or card[1] == led[1]]

    def on_table(self) -> list[str]:
        return [card for _, card in self.table]

    def apply(self, seat: int, text: str) -> None:
        if self.phase == "discard":
            card = text.removeprefix("x:")
            self.events.append(("discarded", seat, card))
            self.hands[seat].remove(card)
            self.discards[seat] = card
            if self.owing():
                self.turn = self.owing()[0]
            else:
                self.begin_trick(self.first_player())
            return
        self.events.append(("did", seat, text))
        if self.phase == "cry":
            self.to_ask.remove(seat)
            if text == "meinz":
                self.crier = seat
                self.cried.append(seat)
                self.to_ask = []
            self.go_on()
        elif self.phase == "exchange":
            if text != "keep":
                give, take = text.split(">")
                self.hands[seat].remove(give)
                self.hands[seat].append(take)
                self.tricks[seat][-1].remove(take)
                self.tricks[seat][-1].append(give)
                self.course.append(("swap", seat, give, take))
            self.begin_trick(seat)
        else:
            self.hands[seat].remove(text)
            self.lay(seat, text)

    # Tricks

    def begin_trick(self, leader: int) -> None:
        self.table = []
        start = self.circle.index(leader)
        self.order = [self.circle[(start + k) % 4] for k in range(4)]
        self.crier = -1
        self.to_ask = []
        self.next_card()

    def next_card(self) -> None:
        """Let the next place play; the Monster turns its top card."""
        place = self.order[len(self.table)]
        if self.seats == 3 and place == M:
            card = self.stack[len(self.turned)]
            self.turned.append(card)
            self.events.append(("turned", card))
            self.lay(M, card)
        else:
            self.phase = "play"
            self.turn = place

    def lay(self, place: int, card: str) -> None:
        self.table.append((place, card))
        self.course.append(("play", place, card, self.table[0][1]))
        self.to_ask = self.asking_list()
        self.go_on()

    def has_enough(self, place: int) -> bool:
        return len(self.tricks[place]) == self.most

    def asking_list(self) -> list[int]:
        """Return who is asked after the card just played (MEINZ-31 to MEINZ-36, MEINZ-40, MEINZ-86)."""
        if self.crier >= 0 or len(self.table) == 4:
            return []
        if len([place for place in range(4) if not self.has_enough(place)]) <= 1:
            return []
        players = [place for place, _ in self.table]
        asked = [players[-1], *players[:-1]]
        if self.options["cry_limit"] == "one":
            asked = [place for place in asked if place not in self.cried]
        return [place for place in asked if not self.has_enough(place) and not (self.seats == 3 and place == M)]

    def go_on(self) -> None:
        if self.to_ask:
            self.phase = "cry"
            self.turn = self.to_ask[0]
        elif len(self.table) < 4:
            self.next_card()
        else:
            self.award()

    def receiver(self) -> int:
        """Return who gets the complete trick (MEINZ-45 to MEINZ-48)."""
        if self.crier >= 0:
            return self.crier
        counting = [(place, card) for place, card in self.table if not self.has_enough(place)]
        low = min(value(card) for _, card in counting)
        lowest = [place for place, card in counting if value(card) == low]
        return lowest[0] if self.options["low_tie"] == "earliest" else lowest[-1]

    def award(self) -> None:
        place = self.receiver()
        self.events.append(("trick", place))
        self.complete = list(self.table)
        self.taker = place
        self.tricks[place].append(self.on_table())
        if sum(len(tricks) for tricks in self.tricks) == self.size - 1:
            self.score()
        elif self.seats == 3 and place == M:
            self.begin_trick(M)
        else:
            self.phase = "exchange"
            self.turn = place

    # Points

    def score(self) -> None:
        totals = [sum(value(card) for trick in tricks for card in trick) for tricks in self.tricks]
        if self.seats == 3:
            totals[M] += 12
        for place in range(4):
            gained = point_card(totals, place)
            self.points[place] += gained
            self.events.append(("scored", place, gained, totals[place]))
        if self.options["show_discards_at_round_end"] == "on":
            self.events += [("shown", seat, self.discards[seat]) for seat in range(self.seats)]
        self.phase = "deal"
        if self.number == int(self.options["rounds"]):
            self.turn = OVER
            if self.options["monster_can_win"] == "on" and self.seats == 3 and self.points[M] == max(self.points):
                self.events.append(("monster wins",))
        else:
            self.turn = CHANCE
            self.number += 1
        self.open_round()

    def scores(self) -> list[int]:
        return self.points[: self.seats]

    def places(self) -> list[int]:
        rivals = self.points if self.options["monster_can_win"] == "on" else self.scores()
        return [1 + len([points for points in rivals if points > own]) for own in self.scores()]


def point_card(totals: Sequence[int], place: int) -> int:
    """Return what a total earns (MEINZ-61 to MEINZ-64)."""
    if totals.count(totals[place]) > 1:
        return 0
    higher = [total for total in totals if total > totals[place]]
    return [3, 1, 0, 2][len(higher)]


naive = Naive
