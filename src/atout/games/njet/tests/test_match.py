"""Njet!: next round, end and ties (NJET-60 to NJET-64), and two complete rounds."""

from collections import Counter

import pytest

from atout.games.njet import GAME
from atout.kernel.errors import MatchOverError, NotationError
from atout.match import Match, PlayStep

COPIES = [3, 1, 1, 1, 1, 1, 1, 4, 1, 1]
DECK = [f"{colour}{number}" for colour in "RKBY" for number in range(10) for _ in range(COPIES[number])]

EX_22_HANDS = [
    "R7 R7 R7 R0 K7 K2 K0 B7 B0 Y6 Y3 Y0",
    "R6 K9 K8 K5 K4 K1 B7 B7 B0 Y9 Y4 Y0",
    "R9 R5 R0 K0 B6 B4 B1 Y8 Y7 Y7 Y2 Y0",
    "R8 R3 R0 K7 K7 K0 B9 B8 B3 B0 Y7 Y1",
    "R7 R4 R2 R1 K7 K6 K3 B7 B5 B2 Y7 Y5",
]
EX_22_TOKENS = (
    "3:r3c1 4:r1c5 0:r2c4 1:r2c2 2:r4c5 3:r5c1 4:r1c4 0:r4c2 1:r1c1 2:r1c3 3:r4c3 4:r3c3 0:r5c5 1:r3c2 2:r4c4 "
    "3:r3c5 4:r2c1 0:r5c2 1:r5c4 2:r2c5"
)
EX_22_TRICKS = [
    (1, "K4 K0 K7 K6 K7", 0),
    (0, "R7 Y4 R5 R8 R4", 1),
    (1, "Y0 Y2 Y1 Y5 Y0", 4),
    (4, "B5 B0 B7 B6 B0", 1),
    (1, "B7 Y0 B9 B7 R7", 2),
    (2, "Y7 R0 Y7 R0 Y9", 0),
    (0, "Y3 B0 Y7 Y7 K7", 3),
    (3, "B8 R1 K0 K9 R0", 2),
    (2, "R9 K7 R7 R7 K8", 2),
    (2, "Y8 K0 R2 Y6 K5", 2),
]
EX_22_LOOT = ["", "", "Y0", "B0 B0", "", "", "B0", "", "", ""]

EX_23_TRICKS = [
    *[(0, "Y0 Y1", 1, "Y0"), (1, "Y0 Y7", 0, "Y0"), (0, "R7 R2", 0, ""), (0, "B0 K2", 0, ""), (0, "B5 B6", 1, "")],
    *[(1, "Y8 Y7", 1, ""), (1, "K8 B0", 0, ""), (0, "R6 R7", 1, ""), (1, "R0 R7", 0, "R0"), (0, "B3 K4", 1, "")],
    *[(1, "K7 K3", 1, ""), (1, "R9 B7", 1, ""), (1, "Y9 B8", 1, ""), (1, "Y7 K7", 0, "")],
]


def test_njet_60_tokens_come_off_and_all_cards_are_dealt_again(table):
    t = table(4, {"rounds": "2"}, seed=3)
    t.settle("start-c1", "lay-2")
    t.say("team:AB")
    t.finish_round()
    assert len(t.open_spaces()) == 24  # all but the character nobody has
    assert "start-c5" not in t.open_spaces()
    assert [len(t.hand(seat).split()) for seat in range(4)] == [15] * 4
    held = Counter(card for seat in range(4) for card in t.hand(seat).split())
    assert held == Counter(DECK)


def test_njet_61_the_left_neighbour_deals_next(table):
    t = table(3, {"rounds": "4"})
    t.draw(1)
    dealers, first_tokens = [], []
    for _ in range(4):
        t.deal()
        dealers.append(t.who("dealer"))
        first_tokens.append(t.turn)
        t.finish_round()
    assert dealers == first_tokens == [1, 2, 0, 1]


@pytest.mark.sweep
@pytest.mark.parametrize(("seats", "rounds"), [(2, 8), (3, 9), (4, 8), (5, 10)])
def test_njet_62_the_number_of_rounds(table, seats, rounds):
    t = table(seats, seed=1)
    dealers = []
    for number in range(rounds):
        assert not t.match.over
        assert t.fact("round") == str(number + 1)
        dealers.append(t.who("dealer"))
        t.finish_round()
    assert t.match.over
    assert len({dealers.count(seat) for seat in range(seats)}) == 1  # everybody deals equally often
    t.expect_refusal(0, "R7", "NJET-62", "match-over", MatchOverError)


def test_a_match_ends_before_the_most_decisions(table):
    """The longest round has five players who pass cards on; the longest match has twenty of them."""
    t = table(5, {"rounds": "1"}, seed=1)
    t.settle("start-c1", "pass-2")
    t.finish_round()
    decisions = len([step for step in t.match.steps if isinstance(step, PlayStep)])
    assert decisions == 20 + 1 + 10 + 60
    assert GAME.max_decisions == 20 * decisions + 1


def test_njet_63_nobody_is_sure_to_be_start_player(table):
    t = table(4, {"rounds": "half"}, seed=2)
    for _ in range(4):
        t.settle("start-c2", "lay-none")
        assert t.who("start_player") == 1
        t.finish_round()
    assert t.match.over


def test_njet_64_the_highest_total_wins_and_ties_share(table, within):
    start = within(4, ["R9", "R1", "R2", "R3"], totals=[1, 30, 20, 29], round=8, tricks=[7, 0, 7, 0])
    match = table(4, start=start).match
    for card in ("R9", "R1", "R2", "R3"):
        match.play(match.turn, card)
    assert match.scores() == [16, 30, 35, 29]
    assert match.places() == [4, 2, 1, 3]


def last_of(table, within, seats, number, totals):
    """Return a match after a round that ends level, so that the totals stay as they are."""
    hands = ["R9", "R1", "R2", "R3", "R4"][:seats]
    if seats == 4:  # A and C against B and D: 5 + 3 against 3 + 4 + 1
        more = {"tricks": [4, 3, 3, 4], "loot": ["", "K0", "", ""]}
    else:  # B with the Monster and C against the others: 2 x (2 + 1) + 2 against 3 + 3 + 2
        more = {"tricks": [2, 2, 2, 3, 2], "loot": ["", "K0", "", "", ""], "team": "team:BC"}
    match = table(seats, start=within(seats, hands, totals=totals, round=number, **more)).match
    for card in hands:
        match.play(match.turn, card)
    return match


def test_njet_ex_21_ties_at_the_end(table, within):
    match = last_of(table, within, 4, 8, [31, 40, 40, 12])
    assert match.over
    assert match.scores() == [31, 40, 40, 12]
    assert match.places() == [3, 1, 1, 4]
    match = last_of(table, within, 5, 8, [31, 40, 40, 12, 0])
    assert match.scores() == [31, 40, 40, 12, 0]
    assert not match.over  # two more rounds follow
    assert match.view(0).display().phase == "deal"


def space(text):
    return GAME.text(5 * (int(text[1]) - 1) + int(text[3]) - 1)


def loot_of(match):
    zones = [zone for zone in match.view(0).display().zones if zone.name == "loot"]
    return Counter(card.text for zone in zones for card in zone.cards)


def play_trick(match, leader, cards, winner, loot):
    """Play a trick that one seat leads and another wins, with this loot, as far as there is a next one to show it."""
    assert match.turn == leader
    before = loot_of(match)
    for card in cards.split():
        match.play(match.turn, card)
    if match.turn >= 0:
        assert match.turn == winner
        assert loot_of(match) - before == Counter(loot.split())


def test_njet_ex_22_a_complete_round_that_ends_level():
    match = Match(GAME, 5, start={"dealer": 3})
    match.deal(match.state.pack().order({"hands": EX_22_HANDS}))
    for token in EX_22_TOKENS.split():
        letter, where = token.split(":")
        assert match.turn == int(letter)
        match.play(int(letter), space(where))
    facts = {fact.name: fact.value for fact in match.view(0).display().facts if fact.seat < 0}
    settled = [facts[name] for name in ("cards_before", "trump", "supertrump", "value")]
    assert settled == ["lay-2-no-0", "trump-yellow", "super-red", "points-3"]
    assert match.turn == 1
    match.play(1, "team:EB")
    for seat, cards in enumerate(["K2 B7", "R6 K1", "B1 B4", "R3 B3", "K3 B2"]):
        match.play(seat, " ".join(f"lay:{card}" for card in cards.split()))
    for (leader, cards, winner), loot in zip(EX_22_TRICKS, EX_22_LOOT, strict=True):
        play_trick(match, leader, cards, winner, loot)
    lines = match.score_lines()
    assert [int(line.values["tricks"]) for line in lines[:5]] == [2, 2, 4, 1, 1]
    assert [int(line.values["loot"]) for line in lines[:5]] == [0, 2, 0, 1, 1]
    assert [int(line.values["own"]) for line in lines[5:]] == [24] * 5
    assert match.scores() == [0] * 5
    dealer = [fact.seat for fact in match.view(0).display().facts if fact.name == "dealer"]
    assert dealer == [4]


def test_njet_ex_23_a_complete_two_player_round():
    start = {
        "dealer": 0,
        "hands": [
            "R7 R7 R6 K7 K3 B8 B7 B5 B3 B0 B0 Y7 Y7 Y2 Y0",
            "R9 R7 R2 R0 K8 K7 K4 K2 K1 B6 Y9 Y8 Y7 Y1 Y0",
        ],
        "open": ["start-c1", "lay-1", "trump-black", "super-blue", "points-4"],
    }
    match = Match(GAME, 2, start=start)
    match.play(1, "lay:K1")
    match.play(0, "lay:Y2")
    for leader, cards, winner, loot in EX_23_TRICKS:
        play_trick(match, leader, cards, winner, loot)
    lines = match.score_lines()
    assert [int(line.values["tricks"]) for line in lines[:2]] == [6, 8]
    assert [int(line.values["loot"]) for line in lines[:2]] == [2, 1]
    assert [int(line.values["own"]) for line in lines[2:]] == [32, 36]
    assert match.scores() == [0, 4]


WRONG = """
    R R10 G1 r7 lay: lay:R lay:G1 cover: cover:red cover:trump team:A team:AA team:AF team:ABC alone: alone:F alone:AB
    pass LAY:R7 team:ab
"""


@pytest.mark.parametrize("number", [-1, 130])
def test_numbers_that_name_nothing(number):
    with pytest.raises(NotationError, match=f"no action {number}"):
        GAME.text(number)


@pytest.mark.parametrize("text", ["", "R7 R8", *WRONG.split()])
def test_text_that_names_nothing(text):
    with pytest.raises(NotationError):
        GAME.parse(text)
