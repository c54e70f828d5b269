"""Njet!: suits and strength (NJET-33 to NJET-40)."""

import pytest

TRICKS = {2: 14, 3: 15, 4: 14, 5: 11}  # before the last one


@pytest.fixture
def winner(table, within):
    """Return which card of a trick wins, counted from 1: each seat holds just its card, and seat 0 leads."""

    def winning(cards, trump="none", supertrump="none", options=None):
        hands = cards.split()
        before = [TRICKS[len(hands)], *[0] * (len(hands) - 1)]
        t = table(len(hands), options, within(len(hands), hands, trump, supertrump, tricks=before))
        t.say(*hands)
        lines = [line for line in t.match.score_lines() if "tricks" in line.values]
        won = [int(line.values["tricks"]) - then for line, then in zip(lines, before, strict=True)]
        assert sorted(won) == [0] * (len(hands) - 1) + [1]
        return won.index(1) + 1

    return winning


@pytest.mark.parametrize(("colour", "letter"), [("red", "R"), ("black", "K"), ("blue", "B"), ("yellow", "Y")])
def test_njet_33_the_open_colour_gives_the_supertrumps(winner, colour, letter):
    other = "K" if letter == "R" else "R"
    assert winner(f"{other}9 {letter}0 {other}8 {other}7", "none", colour) == 2
    assert winner(f"{other}9 {letter}9 {other}8 {other}7", "none", colour) == 1  # only the 0s


@pytest.mark.parametrize(("colour", "letter"), [("red", "R"), ("black", "K"), ("blue", "B"), ("yellow", "Y")])
def test_njet_34_all_other_cards_of_the_trump_colour_are_trumps(winner, colour, letter):
    other = "K" if letter == "R" else "R"
    for number in range(10):
        assert winner(f"{other}9 {letter}{number} {other}8 {other}7", colour) == 2


@pytest.mark.parametrize(
    ("cards", "trump", "supertrump", "place"),
    [
        ("R9 K1 B0 Y9", "none", "none", 1),
        ("R9 K1 B0 Y9", "black", "none", 2),
        ("R9 K1 B0 Y9", "none", "blue", 3),
        ("R9 K1 B0 Y9", "black", "blue", 3),
        ("R9 K1 B0 B9", "blue", "blue", 3),
    ],
)
def test_njet_35_trump_and_supertrump_are_independent(winner, cards, trump, supertrump, place):
    assert winner(cards, trump, supertrump) == place


def test_njet_36_trumps_and_supertrumps_are_one_suit(table, within):
    t = table(4, start=within(4, ["K5 R1", "B0 R9", "K2 B9", "R8 Y1"], "black", "blue"))
    t.say("K5")
    assert t.fact("led") == "trump"
    assert t.options_of(1) == ["B0"]
    t.say("B0")
    assert t.options_of(2) == ["K2"]


def test_njet_37_a_supertrump_leaves_its_colour(table, within):
    t = table(4, start=within(4, ["B4 R1", "B0 B2", "B0 R3", "R8 Y1"], "black", "blue"))
    t.say("B4")
    t.expect_refusal(1, "B0", "NJET-42", "must-follow")
    t.say("B2")
    assert t.options_of(2) == ["R3", "B0"]
    t = table(4, start=within(4, ["B0 R1", "B9 R2", "B8 R3", "R8 Y1"], "none", "blue"))
    t.say("B0")
    assert t.fact("led") == "trump"  # blue was not demanded
    assert t.options_of(1) == ["R2", "B9"]


def test_njet_38_supertrump_beats_trump_beats_plain(winner):
    assert winner("R9 K0 K9 B0", "black", "blue") == 4
    assert winner("R9 K0 R8 R7", "black", "blue") == 2
    assert winner("R0 K9 Y9 B9", "none", "none") == 1  # other colours never win


def test_njet_39_nine_is_highest_and_zero_lowest(winner):
    for low, high in zip(range(9), range(1, 10), strict=True):
        assert winner(f"R{low} R{high} K9 K8") == 2
        assert winner(f"R{high} R{low} K9 K8") == 1
        assert winner(f"Y9 R{high} R{low} Y8", "red") == 2
    assert winner("Y1 R0 Y9 R1", "red") == 4  # a trump 0 is the lowest trump


def test_njet_40_of_equal_cards_the_last_is_the_strongest(winner):
    assert winner("R7 R7 K7 R7") == 4
    assert winner("R7 R7 K7 R6") == 2
    assert winner("Y9 R7 R7 Y8", "red") == 3
    assert winner("Y9 R0 R0 Y8", "red") == 3
    assert winner("R0 R0 Y9 R1", "none", "red") == 2
    assert winner("R7 K7 B7 Y7") == 1  # equal numbers of other colours are not equal cards


@pytest.mark.parametrize(
    ("cards", "place"), [("B5 B7 B7 B3", 3), ("B5 B7 B0 B9", 3), ("B0 B9 R9 Y1", 1), ("B0 B0 B9 B0", 4)]
)
def test_njet_ex_09_supertrump_without_trump(winner, cards, place):
    assert winner(cards, "none", "blue") == place


def test_njet_ex_09_b_a_supertrump_with_a_plain_blue_card_is_a_revoke(table, within):
    t = table(4, start=within(4, ["B5 R1", "B7 R2", "B0 B1", "B9 R4"], "none", "blue"))
    t.say("B5", "B7")
    t.expect_refusal(2, "B0", "NJET-42", "must-follow")


@pytest.mark.parametrize(("cards", "place"), [("R9 R0 R8 K9", 2), ("R0 R7 R0 R9", 3), ("Y9 R1 Y8 R0", 4)])
def test_njet_ex_11_trump_colour_is_supertrump_colour(winner, cards, place):
    assert winner(cards, "red", "red") == place


@pytest.mark.parametrize(("cards", "place"), [("R9 Y0 R8 Y0", 4), ("R9 Y0 K0 Y9", 3)])
def test_njet_ex_12_trump_zeros(winner, cards, place):
    assert winner(cards, "yellow", "black") == place


@pytest.mark.parametrize(("cards", "place"), [("K7 K7 R7 K7", 4), ("K0 R9 Y9 B9", 1)])
def test_njet_ex_13_nothing_above_colours(winner, cards, place):
    assert winner(cards) == place
