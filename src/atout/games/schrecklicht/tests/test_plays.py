"""Schrecklicht: turns, pawns and the end of a round (SCH-12 to SCH-31)."""

from random import Random

import pytest

from atout.games.schrecklicht import GAME
from atout.kernel.errors import NotYourTurnError
from atout.kernel.log import ACTION, DEALT, HIDDEN, SPECTATOR

SEATS = (3, 4, 5)
ANY = "LOW_SUM HIGH_COVER MULTIPLES"


def value(card):
    return int(card[1:])


def own(t, *cards):
    """Return the plays of the seat on turn with these cards."""
    return {text for text in t.options_of(t.turn) if text.split(">")[0].split("/")[0] in cards}


@pytest.mark.parametrize("seats", SEATS)
def test_sch_12_turns_go_clockwise_from_the_dealers_left(table, seats):
    for dealer in range(seats):
        t = table(seats)
        t.set_up("ABCDE"[dealer])
        t.match.deal(Random(dealer).sample(range(36), 36))
        for step in range(seats + 2):
            seat = (dealer + 1 + step) % seats
            assert (t.turn, t.match.state.owing()) == (seat, [seat])
            other = (seat + 1) % seats
            t.expect_refusal(other, f"{t.hand(other)[0]}>A", "SCH-12", "not-your-turn", NotYourTurnError)
            t.say(f"{t.hand(seat)[0]}>{'ABCDE'[seat]}")


def test_sch_13_exactly_one_card_from_the_hand(table, within):
    t = table(3, start=within(["G5", "V5", "B5"], ANY, "G1 G2 G3 G4 V1 V2"))
    assert {text[:2] for text in t.options_of(0)} == {"G1", "G2", "G3", "G4", "V1", "V2"}  # and no pass
    for card in ("G5", "V5", "B11", "B0"):
        t.expect_refusal(0, f"{card}>A", "SCH-13", "not-in-hand")
        t.expect_refusal(0, f"{card}/G5", "SCH-13", "not-in-hand")
    before = t.hand(0)
    t.say("G3>B")
    assert (t.turn, t.hand(0)) == (1, [card for card in before if card != "G3"])
    t.expect_refusal(0, "G4>B", "SCH-12", "not-your-turn", NotYourTurnError)


def test_sch_14_face_up_into_any_display_or_face_down_onto_any_visible_card(table, within):
    t = table(3, start=within(["G5", "V5 G2", "B5"], ANY, "B8"))
    assert t.turn == 1
    plays = {"B8>A", "B8>B", "B8>C", "B8/G5", "B8/V5", "B8/G2", "B8/B5"}
    assert own(t, "B8") == plays
    for text in sorted(plays):
        other = table(3, start=within(["G5", "V5 G2", "B5"], ANY, "B8"))
        other.say(text)
        if ">" in text:
            assert "B8" in other.visible("ABC".index(text[-1]))
        else:
            assert text in [other.pair(seat) for seat in range(3)]


def test_sch_14_what_is_no_play(table, within):
    t = table(3, start=within(["G5", "V5", "B5"], ANY, "G1"))
    for action in (-1, GAME.actions, "G1>D", "G1>E"):
        t.expect_refusal(0, action, "SCH-14", "no-such-play")


def test_sch_15_at_most_four_visible_cards(table, within):
    t = table(3, start=within(["G5 G6 G7 V0", "V5", "B5"], ANY, "G1"))
    t.expect_refusal(0, "G1>A", "SCH-15", "display-full")
    assert own(t, "G1") == {"G1>B", "G1>C", "G1/V0"}


def test_sch_16_at_most_one_cover_card(table, within):
    t = table(3, start=within(["G5 V9/V2", "V5", "B5 B4"], ANY, "G11"))
    t.expect_refusal(0, "G11/G5", "SCH-16", "second-cover")
    assert own(t, "G11") == {"G11>A", "G11>B", "G11>C", "G11/V5", "G11/B5", "G11/B4"}
    t.say("G11/B5")
    card = t.hand(1)[0]
    t.expect_refusal(1, f"{card}/B4", "SCH-16", "second-cover")
    assert f"{card}>C" in t.options_of(1)


def test_sch_17_a_covered_card_does_not_count_towards_the_four(table, within):
    t = table(3, start=within(["G5 G6 G7 V0", "V5", "B5"], ANY, "B8", "B9"))
    t.say("B8/G7")
    assert (t.visible(0), t.pair(0)) == ({"G5", "G6", "V0"}, "B8/G7")
    t.say("B9>A")
    assert (t.visible(0), t.pair(0)) == ({"G5", "G6", "V0", "B9"}, "B8/G7")
    card = t.hand(2)[0]
    t.expect_refusal(2, f"{card}>A", "SCH-15", "display-full")


def test_sch_18_a_card_covers_the_same_or_a_lower_value(table, within):
    cards = [f"{colour}{number}" for colour in "GVB" for number in (1, 5, 10)]
    for number in range(1, 12):
        card = next(f"{colour}{number}" for colour in "GVB" if f"{colour}{number}" not in cards[:4])
        displays = [" ".join(other for other in cards[start : start + 3] if other != card) for start in (0, 3, 6)]
        lying = " ".join(displays).split()
        t = table(3, start=within(displays, ANY, card))
        for other in lying:
            legal = f"{card}/{other}" in t.options_of(t.turn)
            assert legal == (number >= value(other))
            if not legal:
                t.expect_refusal(t.turn, f"{card}/{other}", "SCH-18", "too-low-to-cover")


def test_sch_19_a_zero_covers_zero_and_eleven_only(table, within):
    displays = ["G0 V1 V10", "B11 G2 V9", "V11 B0 G5"]
    t = table(3, start=within(displays, ANY, "V0"))
    assert own(t, "V0") == {"V0>A", "V0>B", "V0>C", "V0/G0", "V0/B0", "V0/B11", "V0/V11"}
    for other in ("V1", "V10", "G2", "V9", "G5"):
        t.expect_refusal(0, f"V0/{other}", "SCH-19", "zero-covers-zero-and-eleven")
    t.say("V0/B11")
    assert t.pair(1) == "V0/B11"


def test_sch_20_only_visible_cards_can_be_covered(table, within):
    start = within(["G5 V9/V2", "V5", "B5 B4"], ANY, "G11 V11")
    t = table(3, start=start)
    hidden = ["V9", "V2", "V11", t.hand(1)[0], t.hand(2)[0]]  # cover card, covered card, own hand, other hands
    for card in hidden:
        t.expect_refusal(0, f"G11/{card}", "SCH-20", "not-visible")
    for _ in range(6):
        t.say(next(text for text in t.options_of(t.turn) if ">" in text))
        assert t.pair(0) == "V9/V2"


def test_sch_21_a_cover_card_is_shown_to_all_when_it_is_laid(table, within):
    for covers in ("open", "memory"):
        start = within(["G5", "V5", "B5"], ANY, "G11")
        t = table(3, {"covers": covers}, start)
        t.say("G11/V5")
        for observer in t.observers:
            entry = t.match.view(observer).seen[-1]
            assert (entry.kind, entry.seat, GAME.text(entry.value)) == (ACTION, 0, "G11/V5")
            assert t.pair(1, observer) == "G11/V5"


def test_sch_22_a_covered_pair_belongs_to_the_display_it_lies_in(table, within):
    start = within(["G5", "V5", "B5"], "LOW_SUM HIGH_COVER LOW_COVERED", "G11")
    t = table(3, start=start)
    t.say("G11/V5")
    assert [rank for rank, _, _ in t.standing("V")] == [0, 1, 0]  # seat 0 played it, seat 1 has it
    assert [rank for rank, _, _ in t.standing("B")] == [0, 1, 0]


@pytest.mark.parametrize("seats", SEATS)
def test_sch_23_a_face_up_card_moves_its_pawn_forward(table, within, seats):
    for number, card in [(0, "G0"), (7, "V7"), (11, "B11")]:
        t = table(seats, start=within(["G1", "V2", "B3", "G4", "V5"][:seats], ANY, card))
        before = dict(zip("GVB", t.pawns(), strict=True))
        t.say(f"{card}>B")
        after = dict(zip("GVB", t.pawns(), strict=True))
        assert after == before | {card[0]: before[card[0]] + number}


def test_sch_24_covering_moves_the_covered_cards_pawn_back(table, within):
    for card, covered, pawns in [("V8", "B6", (5, 5, 0)), ("G11", "V5", (5, 0, 6)), ("B9", "G5", (0, 5, 6))]:
        t = table(3, start=within(["G5", "V5", "B6"], ANY, card))
        assert t.pawns() == (5, 5, 6)
        t.say(f"{card}/{covered}")
        assert t.pawns() == pawns  # the cover card moves nothing


@pytest.mark.parametrize("seats", SEATS)
def test_sch_25_a_pawn_stands_on_the_sum_of_the_visible_cards(table, seats):
    for seed in range(2):
        t = table(seats, {"rounds": 2}, seed=seed)
        rng = Random(seed)
        while not t.match.over:
            t.play_any(rng)
            shown = [card.text for zone in t.display().zones if zone.name == "display" for card in zone.cards]
            for colour, pawn in zip("GVB", t.pawns(), strict=True):
                assert (
                    pawn == min(50 if seats == 5 else 45, sum(value(card) for card in shown if card[0] == colour)) >= 0
                )


def test_sch_26_a_pawn_stops_on_the_last_space(table, within):
    displays = ["G11 G10", "G9 V1", "G8 B2"]
    t = table(3, start=within(displays, ANY, "G7"))
    assert t.pawns() == (38, 1, 2)
    assert t.turn == 0
    t.say("G7>B")
    assert t.pawns() == (45, 1, 2)
    t = table(3, start=within(["G11 G10", "G9 V1", "G7 G6 B2"], ANY, "G8"))
    assert (t.turn, t.pawns()) == (1, (43, 1, 2))
    t.say("G8>B")
    assert t.pawns() == (45, 1, 2)  # 51
    assert t.display().phase == "evaluated"
    assert list(t.of_colours("ladder").values()) == ["5/3/1", "1", "3/1"]


def test_sch_27_the_round_ends_at_once_when_a_pawn_reaches_the_end(table, within):
    for card, over in [("G6", False), ("G7", True), ("G5", False)]:
        start = within(["G11 G10", "G9 V1", "G8 B2"], ANY, card)
        t = table(3, start=start)
        t.say(f"{card}>A")
        assert (t.display().phase == "evaluated") == over
        assert (t.turn < 0) == over


def test_sch_27_the_round_ends_at_once_when_all_show_four_cards(table, within):
    displays = ["G1 G2 V1 B1 V9/V8", "G3 V2 B2 V3", "B3 V0 G0"]
    t = table(3, start=within(displays, ANY, "B0"))
    assert t.turn == 1
    t.say("B0>C")
    assert (t.display().phase, t.pawns()) == ("evaluated", (6, 6, 6))
    assert [len(t.visible(seat)) for seat in range(3)] == [4, 4, 4]


def test_sch_28_both_ends_may_come_with_one_play(table, within):
    displays = ["G1 G11 V1 B1", "G10 V2 B2 G9", "G8 V0 B0"]
    t = table(3, start=within(displays, ANY, "G7"))
    assert (t.turn, t.pawns()) == (2, (39, 3, 3))
    t.say("G7>C")
    assert t.pawns() == (45, 3, 3)
    assert [len(t.visible(seat)) for seat in range(3)] == [4, 4, 4]
    assert (t.fact("round"), t.match.turn) == ("1", -1)
    assert {line.values["round"] for line in t.match.score_lines()} == {"1"}
    assert len([line for line in t.match.score_lines() if line.values["ladder"] == "5/3/1"]) == 3


def test_sch_28_covering_ends_no_round(table, within):
    for seats in SEATS:
        for seed in range(5):
            t = table(seats, seed=seed)
            rng = Random(seed)
            while not t.match.over:
                text = GAME.text(rng.choice(t.match.legal(t.turn)))
                past = t.match.state.past
                t.say(text)
                assert "/" not in text or t.match.state.past is past


@pytest.mark.parametrize("seats", SEATS)
def test_sch_29_there_is_always_a_face_up_play(table, seats):
    for seed in range(2):
        t = table(seats, {"rounds": 2}, seed=seed)
        for _ in t.walk(Random(seed)):
            shown = [zone for zone in t.display().zones if zone.name == "display"]
            room = ["ABCDE"[zone.seat] for zone in shown if len(zone.cards) < 4]
            assert room
            assert {f"{card}>{letter}" for card in t.hand(t.turn) for letter in room} <= set(t.options_of(t.turn))


@pytest.mark.parametrize("seats", SEATS)
def test_sch_30_nobody_plays_more_than_five_cards(table, seats):
    longest = 0
    for seed in range(6):
        t = table(seats, {"rounds": 1}, seed=seed)
        plays = 0
        while not t.match.over:
            assert all(len(zone.cards) >= 1 for zone in t.display().zones if zone.name == "hand")
            covering = [text for text in t.options_of(t.turn) if "/" in text]
            small = min((text for text in t.options_of(t.turn) if ">" in text), key=lambda text: int(text[1:-2]))
            t.say(covering[0] if covering and seed % 3 else small)  # cover as soon as possible: the longest rounds
            plays += 1
        longest = max(longest, plays)
        assert plays <= 5 * seats
    assert longest > 4 * seats
    assert GAME.max_decisions == 4 * 5 * 5 + 1


def test_sch_31_cards_left_in_hands_are_not_shown_and_change_nothing(table, ended):
    displays = ["G1 G2 V1 B1", "G3 V2 B2 V3", "B3 V0 G0 B0"]
    t = ended(displays, ANY)
    for observer in t.observers:
        assert not [zone for zone in t.display(observer).zones if zone.name == "hand"]
        for entry in t.match.view(observer).seen:
            if entry.kind == DEALT and entry.seat != observer:
                assert entry.value == HIDDEN
    scores = t.match.scores()
    lying = " ".join(displays).split()
    left = [f"{colour}{number}" for colour in "GVB" for number in range(12) if f"{colour}{number}" not in lying]
    for seed in range(3):
        Random(seed).shuffle(left)
        hands = [" ".join(left[:3]), " ".join(left[3:6]), " ".join(["B3", *left[6:9]])]
        start = {"dealer": 2, "objectives": ANY, "displays": ["G1 G2 V1 B1", "G3 V2 B2 V3", "V0 G0 B0"], "hands": hands}
        other = table(3, start=start)
        other.say("B3>C")
        assert other.match.scores() == scores
        assert other.match.view(SPECTATOR).display() == t.match.view(SPECTATOR).display()


# The examples of the rules


def test_sch_ex_2_forward(table, within):
    t = table(3, start=within(["G3", "V5", "B7"], ANY, "G5"))
    t.say("G5>A")
    assert t.pawns() == (8, 5, 7)


def test_sch_ex_3_back(table, within):
    for card in ("G9", "V7", "B11"):
        t = table(3, start=within(["G3", "V5", "B7"], ANY, card))
        t.say(f"{card}/B7")
        assert t.pawns() == (3, 5, 0)


def test_sch_ex_4_zero_on_eleven(table, within):
    t = table(3, start=within(["G11", "V5", "B7"], ANY, "B0"))
    t.say("B0/G11")
    assert (t.pair(0), t.pawns()) == ("B0/G11", (0, 5, 7))


def test_sch_ex_11_cover_values(table, within):
    visible = [["G0", "G1", "G2", "G3"], ["G4", "V5", "G6"], ["V11"]]
    expected = {"G5": {0, 1, 2, 3, 4, 5}, "V0": {0, 11}, "B11": {0, 1, 2, 3, 4, 5, 6, 11}, "B10": {0, 1, 2, 3, 4, 5, 6}}
    for card, values in expected.items():
        t = table(3, start=within([" ".join(cards) for cards in visible], ANY, card))
        assert {value(text.split("/")[1]) for text in own(t, card) if "/" in text} == values


def test_sch_ex_12_limits(table, within):
    start = within(["G5 G6 G7 V0", "V5", "B5"], ANY, "B8", "B9 B10", "B11")
    t = table(3, start=start)
    t.expect_refusal(0, "B8>A", "SCH-15", "display-full")
    t.say("B8/G7")
    assert len(t.visible(0)) == 3
    t.expect_refusal(1, "B10/G6", "SCH-16", "second-cover")
    t.say("B9>A")
    assert (len(t.visible(0)), t.pair(0)) == (4, "B8/G7")
    t.expect_refusal(2, "B11>A", "SCH-15", "display-full")
    t.expect_refusal(2, "B11/G6", "SCH-16", "second-cover")


def test_sch_ex_13_the_cover_card_moves_nothing(table, within):
    t = table(3, start=within(["G10 B4", "V10", "B6"], ANY, "V8"))
    assert t.pawns() == (10, 10, 10)
    t.say("V8/B6")
    assert t.pawns() == (10, 10, 4)


def test_sch_ex_14_end_by_pawn(table, within):
    displays = ["G11 G10", "G9 V11", "G7 V9", "G4 B9"]
    t = table(4, start=within(displays, ANY, "G8"))
    assert t.pawns() == (41, 20, 9)
    t.say("G8>B")
    assert (t.pawns(), t.display().phase) == ((45, 20, 9), "evaluated")
    assert t.of_colours("ladder") == {"G": "5/3/1", "V": "3/1", "B": "1"}
    t = table(5, start=within(["G11 G10", "G9", "G7", "G4", "V1"], ANY, "G8"))
    assert (t.turn, t.pawns()) == (1, (41, 1, 0))
    t.say("G8>B")
    assert (t.pawns(), t.display().phase) == ((49, 1, 0), "plays")


def test_sch_ex_15_not_yet_over(table, within):
    displays = ["G1 G2 V1 B1 V9/V8", "G3 V2 B2 V3", "B3 V0 G0"]
    for text, visible, phase in [("G10/G2", [3, 4, 3], "plays"), ("G10>C", [4, 4, 4], "evaluated")]:
        plain = [displays[0].removesuffix(" V9/V8"), displays[1], displays[2] + " B6/B5"]
        t = table(3, start=within(plain, ANY, "G10"))
        assert (t.turn, [len(t.visible(seat)) for seat in range(3)]) == (1, [4, 4, 3])
        t.say(text)
        assert ([len(t.visible(seat)) for seat in range(3)], t.display().phase) == (visible, phase)


def test_sch_ex_26_counting(table):
    t = table(3)
    t.set_up("C")
    hands = [
        ["G0", "G3", "V3", "B3", "G9", "B9"],
        ["V0", "G2", "V2", "B2", "V9", "G8"],
        ["B0", "V1", "B1", "V4", "B8", "V8"],
    ]
    dealt = [hands[place % 3][place // 3] for place in range(18)]
    t.deal(deck=" ".join(["G5", "V5", "B5", *dealt]))
    plays = 0
    for text in ["G9/G5", "V9/V5", "B8/B5"]:
        t.say(text)
        plays += 1
    while t.turn >= 0 and t.display().phase == "plays":
        text = next(text for text in t.options_of(t.turn) if ">" in text)
        t.say(text)
        plays += 1
    assert plays == 15
    assert [len(zone.cards) for zone in t.display().zones if zone.name == "display"] == [4, 4, 4]
    assert max(t.pawns()) < 45  # full displays ended the round
    for seat in range(3):
        own = [entry.kind for entry in t.match.view(seat).seen if entry.seat == seat]
        assert own.count(DEALT) - own.count(ACTION) == 1  # one card is left to each
