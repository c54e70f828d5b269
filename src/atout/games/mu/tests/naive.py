"""Mü in lists and loops, written from the rules; compared with the game decision by decision."""

from collections.abc import Mapping, Sequence

from atout import CHANCE, OVER, Match
from tests.conformance.oracle import SlowMatch

ENDINGS: tuple[str, ...] = (
    "over the limit",
    "exactly at the limit",
    "over the limit by a deadlock",
    "after the last round",
    "shared victory",
)

COLOURS = ["R", "B", "G", "Y", "K"]
NUMBERS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
CARD_POINTS = {"0": 1, "1": 0, "2": 1, "3": 1, "4": 1, "5": 1, "6": 2, "7": 2, "8": 1, "9": 0}  # MU-03
TARGETS = {  # table 2.3, card by card
    4: [30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58],
    5: [24, 27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57],
    6: [20, 24, 28, 32, 36, 40, 44, 48, 52, 56],
}
RAISED = {
    4: [30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58],
    5: [25, 28, 31, 34, 37, 40, 43, 46, 49, 52, 55, 58],
    6: [22, 26, 30, 34, 38, 42, 46, 50, 54, 58],
}
SMALL = {  # option pack: the whole deck, the card points in it, and the targets of a bid of one card and of two
    4: ("R0 R7 R7 R9 B0 B7 B7 B9", 10, {"classic": [5, 6], "raised": [5, 6]}),
    5: ("R0 R6 R7 R7 R9 B0 B6 B7 B7 B9", 14, {"classic": [6, 7], "raised": [6, 7]}),
    6: ("R0 R7 R7 R9 B0 B7 B7 B9 G0 G7 G7 G9", 15, {"classic": [5, 6], "raised": [6, 7]}),
}
BONUSES = {  # table 2.4 without its cap, which only its later entries feel
    "colour": [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150],
    "1 or 7": [20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160],
    "other": [30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170],
    "none": [40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180],
}


def ending(match: Match) -> str:
    """Return how a match ended."""
    if match.places().count(1) > 1:
        return "shared victory"
    if match.options.text("length") != "limit":
        return "after the last round"
    if match.score_lines()[-1].clause.id == "MU-21":
        return "over the limit by a deadlock"
    at_limit = max(match.scores()) == match.options.number("limit")
    return "exactly at the limit" if at_limit else "over the limit"


def in_order(cards: Sequence[str]) -> list[str]:
    return sorted(cards, key=lambda card: (COLOURS.index(card[0]), card[1]))


class Naive(SlowMatch):
    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        super().__init__(seats, options)
        self.dealer = -1
        self.number = 1
        self.clear()

    def clear(self) -> None:
        seats = self.seats
        self.phase = "none"
        self.dealt: list[list[str]] = [[] for _ in range(seats)]
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.bids: list[list[str]] = [[] for _ in range(seats)]  # all ever laid
        self.lying: list[list[str]] = [[] for _ in range(seats)]  # those not yet played
        self.bid_order: list[int] = []  # who bid, in order
        self.passes = 0
        self.laid_now: list[str] = []  # in this turn
        self.allowed = 0  # how many cards may be laid in this turn
        self.chief = -1
        self.vice = -1
        self.partner = -1
        self.chief_trump = "none"
        self.vice_trump = "none"
        self.plays: list[tuple[int, str, bool]] = []  # seat, card, whether it came from the hand
        self.piles: list[list[str]] = [[] for _ in range(seats)]

    def header(self) -> None:
        self.events.append(("round", self.number))
        self.events.append(("dealer", self.dealer))
        for seat in range(self.seats):
            self.events.append(("total", seat, self.totals[seat]))

    def deal(self, names: Sequence[str]) -> None:
        if self.dealer < 0:
            self.dealer = "ABCDEF".index(names[0])  # MU-05
            self.header()
            return
        self.clear()
        size = {4: 15, 5: 12, 6: 10}[self.seats]  # table 2.2
        if self.options["pack"] == "small":
            size = 2
            assert in_order(names) == SMALL[self.seats][0].split()
        for seat in range(self.seats):
            self.dealt[seat] = in_order(names[seat * size : seat * size + size])
            self.hands[seat] = list(self.dealt[seat])
            for card in self.dealt[seat]:
                self.events.append(("dealt", seat, card))
        self.phase = "auction"
        self.begin_turn(self.dealer)  # MU-08

    def owing(self) -> list[int]:
        return [self.turn] if self.turn >= 0 else []

    # The auction

    def begin_turn(self, seat: int) -> None:
        self.turn = seat
        self.laid_now = []
        most = max(len(cards) for cards in self.bids)
        self.allowed = most + 1 - len(self.bids[seat])  # MU-10

    def legal(self, seat: int) -> list[str]:
        if seat != self.turn:
            return []
        if self.phase == "auction":
            cards = [card for card in self.hands[seat] if in_order([*self.laid_now, card]) == [*self.laid_now, card]]
            return ["-", *dict.fromkeys(f"+{card}" for card in cards)]
        if self.phase == "partner":
            return [f"partner:{'ABCDEF'[other]}" for other in range(self.seats) if other not in (seat, self.vice)]
        if self.phase == "tricks":
            held = [card for card in self.hands[seat] if not self.revokes(seat, card)]
            open_cards = [f"{card}*" for card in self.lying[seat] if not self.revokes(seat, card)]
            return list(dict.fromkeys(held + open_cards))
        names = [card[0] for card in self.bids[seat]] + [card[1] for card in self.bids[seat]]
        if self.phase == "chief trump":
            if self.vice >= 0 and self.options["same_trump"] == "no":
                names = [name for name in names if name != self.vice_trump]  # MU-28
            names.append("none")
        return list(dict.fromkeys(f"trump:{name}" for name in names))

    def apply(self, seat: int, text: str) -> None:
        self.events.append(("did", seat, text))
        if self.phase == "auction":
            self.bid(seat, text)
        elif self.phase == "vice trump":
            self.vice_trump = text.removeprefix("trump:")
            self.phase = "chief trump"
            self.turn = self.chief
        elif self.phase == "chief trump":
            self.chief_trump = text.removeprefix("trump:")
            self.phase = "partner"
        elif self.phase == "partner":
            self.partner = "ABCDEF".index(text.removeprefix("partner:"))
            self.phase = "tricks"
            self.turn = self.chief  # MU-42
        else:
            self.play(seat, text)

    def bid(self, seat: int, text: str) -> None:
        left = (seat + 1) % self.seats
        if text != "-":
            card = text[1:]
            self.hands[seat].remove(card)
            self.bids[seat].append(card)
            self.lying[seat].append(card)
            self.laid_now.append(card)
            if len(self.laid_now) < self.allowed:
                return
        if self.laid_now:
            self.bid_order.append(seat)
            self.passes = 0
            self.begin_turn(left)
            return
        self.passes += 1
        if self.passes < self.seats:
            self.begin_turn(left)
        else:
            self.end_auction()  # MU-16

    def end_auction(self) -> None:
        most = max(len(cards) for cards in self.bids)
        best = [seat for seat in range(self.seats) if len(self.bids[seat]) == most]
        if most == 0:
            self.events.append(("all passed",))
            self.end_round([0] * self.seats)  # MU-17
            return
        if len(best) > 1:
            self.deadlock(most, best)
            return
        self.chief = best[0]
        others = [seat for seat in range(self.seats) if seat != self.chief and self.bids[seat]]
        lists = {seat: sorted((int(card[1]) for card in self.bids[seat]), reverse=True) for seat in others}
        second = max((len(numbers) for numbers in lists.values()), default=0)
        lists = {seat: numbers for seat, numbers in lists.items() if len(numbers) == second}
        leading = [seat for seat, numbers in lists.items() if numbers == max(lists.values())]
        if len(leading) == 1:
            self.vice = leading[0]  # MU-22 to MU-25
        self.events.append(("chief", self.chief, most))
        self.events.append(("vice", self.vice))
        self.phase = "vice trump" if self.vice >= 0 else "chief trump"
        self.turn = self.vice if self.vice >= 0 else self.chief

    def deadlock(self, most: int, tied: list[int]) -> None:
        culprit = [seat for seat in self.bid_order if seat in tied][-1]  # MU-20
        self.events.append(("deadlock", culprit, most, tuple(tied)))
        gained = [0] * self.seats
        for seat in tied:
            if seat == culprit:
                gained[seat] = -10 * most
            elif self.options["deadlock_payout"] == "each":
                gained[seat] = 5 * most
            else:
                gained[seat] = 10 * most // (len(tied) - 1)
        self.end_round(gained)

    # The tricks

    def trump_class(self, card: str) -> int:
        """Return 3 for a double trump, 2 for the Chief's, 1 for the Vice's, 0 for a plain card (MU-35)."""
        of_chief = self.chief_trump in (card[0], card[1])
        of_vice = self.vice_trump in (card[0], card[1])
        if self.chief_trump == self.vice_trump:
            of_vice = False  # option same_trump: there is no vice class
        return 3 if of_chief and of_vice else 2 if of_chief else 1 if of_vice else 0

    def suit(self, card: str) -> str:
        return "trump" if self.trump_class(card) else card[0]  # MU-36

    def trick(self) -> list[tuple[int, str]]:
        """Return the trick that lies there, which is empty when a new one begins."""
        size = len(self.plays) % self.seats
        return [(seat, card) for seat, card, _ in self.plays[len(self.plays) - size :]]

    def revokes(self, seat: int, card: str) -> bool:
        lying = self.trick()
        if not lying:
            return False
        led = self.suit(lying[0][1])
        own = [self.suit(other) for other in self.hands[seat] + self.lying[seat]]
        return led in own and self.suit(card) != led  # MU-44

    def play(self, seat: int, text: str) -> None:
        card = text.removesuffix("*")
        (self.lying if text.endswith("*") else self.hands)[seat].remove(card)
        self.plays.append((seat, card, not text.endswith("*")))
        if len(self.plays) % self.seats:
            self.turn = (seat + 1) % self.seats
            return
        trick = [(who, card) for who, card, _ in self.plays[-self.seats :]]
        best = trick[0]
        for who, card in trick[1:]:
            if self.beats(card, best[1], trick[0][1]):
                best = (who, card)
        self.turn = best[0]
        self.piles[best[0]] += [card for _, card in trick]
        self.events.append(("trick", best[0]))
        if not any(self.hands) and not any(self.lying):
            self.end_play()

    def beats(self, card: str, best: str, led: str) -> bool:
        if self.trump_class(card) != self.trump_class(best):
            return self.trump_class(card) > self.trump_class(best)  # MU-37
        if self.trump_class(card) == 0 and card[0] != led[0]:
            return False  # MU-48
        return int(card[1]) > int(best[1])  # MU-38 to MU-40

    def end_play(self) -> None:
        points = [sum(CARD_POINTS[card[1]] for card in pile) for pile in self.piles]
        assert sum(points) == (60 if self.options["pack"] == "full" else SMALL[self.seats][1])
        size = len(self.bids[self.chief])
        team = points[self.chief] + points[self.partner]
        self.events.append(("played", self.chief, self.partner, size, self.chief_trump))
        gained = list(points)
        if team >= self.target(size):
            for seat in (self.chief, self.partner):
                gained[seat] += self.bonus(size)
        else:
            reached = 0
            for cards in range(1, size):
                if self.target(cards) <= team:
                    reached = cards  # MU-58
            for seat in range(self.seats):
                if seat == self.chief:
                    gained[seat] -= 10 * (size - reached)
                elif seat != self.partner:
                    gained[seat] += 5 * (size - reached)
        self.end_round(gained)

    def target(self, size: int) -> int:
        name = self.options["targets"]
        if self.options["pack"] == "small":
            _, points, targets = SMALL[self.seats]
            if name in targets:
                return targets[name][size - 1]
            share = (int(name[0:2]) + int(name[2:4]) * size) * points
            return share // 60 if share % 60 == 0 else share // 60 + 1
        if name == "classic":
            return TARGETS[self.seats][size - 1]
        if name == "raised":
            return RAISED[self.seats][size - 1]
        return int(name[0:2]) + int(name[2:4]) * size

    def bonus(self, size: int) -> int:
        trump = self.chief_trump
        kind = "none" if trump == "none" else "colour" if trump in COLOURS else "1 or 7" if trump in "17" else "other"
        bonus = BONUSES[kind][size - 1]
        own = self.options["bonuses"]
        if own != "classic":
            extras = {"colour": 0, "1 or 7": int(own[0:2]), "other": int(own[2:4]), "none": int(own[4:6])}
            bonus = 10 * size + extras[kind]
        return min(bonus, 100) if self.options["bonus_cap"] == "100" else bonus

    # The end of a round

    def end_round(self, gained: list[int]) -> None:
        for seat in range(self.seats):
            self.totals[seat] += gained[seat]
            points = sum(CARD_POINTS[card[1]] for card in self.piles[seat])
            self.events.append(("scored", seat, gained[seat], points))
        self.phase = "none"
        if self.is_over():
            self.turn = OVER
        else:
            self.turn = CHANCE
            self.number += 1
            self.dealer = (self.dealer + 1) % self.seats  # MU-61
        self.header()

    def is_over(self) -> bool:
        length = self.options["length"]
        if length == "single":
            return True
        if length != "limit":
            return self.number == self.seats * {"once": 1, "twice": 2, "thrice": 3}[length]
        best = max(self.totals)
        limit = int(self.options["limit"])
        return best > limit or (best == limit and self.options["end_test"] == "reach")

    def scores(self) -> list[int]:
        return list(self.totals)

    def places(self) -> list[int]:
        return [1 + len([other for other in self.totals if other > own]) for own in self.totals]


naive = Naive
