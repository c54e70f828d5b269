"""Njet!: cards before play (NJET-24 to NJET-32)."""

from itertools import combinations

import pytest

from atout.games.njet import GAME
from atout.kernel.errors import IllegalActionError, NotYourTurnError
from atout.kernel.log import ACTION, HIDDEN, SPECTATOR

TEN_ZEROS = "R0 R0 R0 K0 K0 K0 B0 B0 B0 Y0"


def table_to_lay(table, seats, cards, *hands, options=None):
    """Return a table at which everybody has to choose cards; seat 0 starts, alone or with seat 1."""
    t = table(seats, options)
    t.draw(0)
    t.deal(*hands)
    t.settle("start-c1", cards)
    if seats > 2:
        t.say("alone:A" if seats == 3 else "team:AB")
    return t


def pairs_of(t, seat):
    """Return every pair of cards that a seat may lay, by trying."""
    found = set()
    for first in t.options_of(seat):
        state = t.match.state.clone()
        state.apply(seat, GAME.parse(first))
        for second in state.legal(seat):
            found.add((first.removeprefix("lay:"), GAME.text(second).removeprefix("lay:")))
    return found


def test_njet_24_nothing_happens(table):
    t = table_to_lay(table, 4, "lay-none")
    assert t.display().phase == "tricks"
    assert t.turn == 0
    card = t.hand(0).split()[0]
    t.expect_refusal(0, f"lay:{card}", "NJET-24", "nothing-to-lay")
    assert len(t.hand(0).split()) == 15


@pytest.mark.parametrize(("cards", "number"), [("lay-1", 1), ("lay-2", 2)])
def test_njet_25_everybody_puts_away_exactly_so_many(table, cards, number):
    t = table_to_lay(table, 3, cards)
    assert t.display().phase == "putting_away"
    assert t.match.view(0).owing == [0, 1, 2]
    for seat in range(3):
        hand = t.hand(seat).split()
        for card in hand[:number]:
            t.expect_refusal(seat, hand[-1], "NJET-25", "put-away-first")
            t.match.play(seat, f"lay:{card}")
        assert t.hand(seat).split() == (hand[number:])
        if seat < 2:
            t.expect_refusal(seat, f"lay:{hand[-1]}", "NJET-32", "choice-is-made", NotYourTurnError)
    assert t.display().phase == "tricks"


def test_njet_25_only_own_cards_in_ascending_order(table):
    t = table_to_lay(table, 4, "lay-2", "R1 R2 K7 K7 Y9", "R9")
    t.expect_refusal(0, "lay:R9", "NJET-25", "no-such-card-to-lay")
    t.expect_refusal(0, -1, "NJET-25", "no-such-card-to-lay")
    t.expect_refusal(0, "lay:Y9", "NJET-25", "name-cards-in-order")  # nothing could follow
    t.match.play(0, "lay:K7")
    t.expect_refusal(0, "lay:R1", "NJET-25", "name-cards-in-order")
    assert "lay:K7" in t.options_of(0)  # the other copy
    t.expect_refusal(0, "team:AB", "NJET-23", "teams-are-formed")
    t.expect_refusal(0, "cover:lay-1", "NJET-13", "board-is-settled")


def test_njet_25_a_choice_is_accepted_whole_or_not_at_all(table):
    t = table_to_lay(table, 4, "lay-2", "R1 R2 K7 K7 Y9")
    before = t.everything()
    with pytest.raises(IllegalActionError):
        t.match.play(0, "lay:K7 lay:R1")
    assert t.everything() == before
    t.match.play(0, "lay:K7 lay:K7")
    assert t.line("put_away", 0, 0) == "K7 K7"


def test_njet_26_no_zero_of_any_colour(table):
    t = table_to_lay(table, 4, "lay-2-no-0", "R9 R0 K4 K0 B0 Y0")
    for card in ("R0", "K0", "B0", "Y0"):
        t.expect_refusal(0, f"lay:{card}", "NJET-26", "no-zero-put-away")
    t.match.play(0, "lay:R9")
    t.expect_refusal(0, "lay:Y0", "NJET-26", "no-zero-put-away")
    t.match.play(0, "lay:K4")
    assert len(t.hand(0).split()) == 13


def test_njet_26_zeros_of_the_supertrump_stay_too(table):
    t = table(4)
    t.draw(0)
    t.deal("R0 R1 R2")
    t.settle("start-c1", "lay-2-no-0", "super-red", "trump-red")
    t.say("team:AB")
    t.expect_refusal(0, "lay:R0", "NJET-26", "no-zero-put-away")


def test_njet_27_one_other_card_goes_with_a_zero(table):
    t = table_to_lay(table, 5, "lay-2-no-0", f"{TEN_ZEROS} Y0 B4")
    assert pairs_of(t, 0) == {("R0", "B4"), ("K0", "B4"), ("B0", "B4"), ("B4", "Y0")}
    assert t.options_of(0) == ["lay:R0", "lay:K0", "lay:B0", "lay:B4"]
    t.expect_refusal(0, "lay:Y0", "NJET-27", "all-but-zeros-go-first")
    t.match.play(0, "lay:K0")
    assert t.options_of(0) == ["lay:B4"]
    t.expect_refusal(0, "lay:Y0", "NJET-27", "all-but-zeros-go-first")
    t.match.play(0, "lay:B4")
    assert len(t.hand(0).split()) == 10


def test_njet_27_with_nothing_but_zeros_any_two_go(table):
    t = table_to_lay(table, 5, "lay-2-no-0", f"{TEN_ZEROS} Y0 Y0")
    zeros = ["R0", "K0", "B0", "Y0"]
    assert pairs_of(t, 0) == {*combinations(zeros, 2), *((zero, zero) for zero in zeros)}


def test_njet_28_two_cards_go_to_the_left(table):
    t = table_to_lay(table, 4, "pass-2", "R1 R0 Y9", "R2 K0", "R3 B0", "R4 Y0")
    assert t.display().phase == "passing"
    card = t.hand(0).split()[0]
    t.expect_refusal(0, card, "NJET-28", "pass-on-first")
    t.expect_refusal(0, -1, "NJET-29", "no-such-card-to-lay")
    t.expect_refusal(0, "lay:Y9", "NJET-28", "name-cards-in-order")  # nothing could follow
    t.lay("R0 R1", "R2 K0", "R3 B0", "R4 Y0")
    for seat, received in enumerate(["R4 Y0", "R0 R1", "R2 K0", "R3 B0"]):
        assert t.line("received", seat, seat) == received
        assert set(received.split()) <= set(t.hand(seat).split())
        assert len(t.hand(seat).split()) == 15
    assert t.line("passed_on", 0, 0) == "R0 R1"


def test_njet_29_passing_is_simultaneous(table):
    t = table_to_lay(table, 3, "pass-2", "R9 K0", "Y1 Y2", "B7 B8")
    t.match.play(0, "lay:R9 lay:K0")
    assert "R9" not in t.hand(1).split()  # not there before all have chosen
    t.expect_refusal(1, "lay:R9", "NJET-29", "no-such-card-to-lay")
    t.match.play(2, "lay:B7 lay:B8")
    assert t.match.turn == 1
    assert "R9" not in t.hand(1).split()
    t.match.play(1, "lay:Y1 lay:Y2")
    assert {"R9", "K0"} <= set(t.hand(1).split())


def test_njet_30_two_players_exchange(table):
    t = table_to_lay(table, 2, "pass-2", "R1 R2", "K1 K2")
    t.lay("R1 R2", "K1 K2")
    assert {"K1", "K2"} <= set(t.hand(0).split())
    assert {"R1", "R2"} <= set(t.hand(1).split())
    assert [len(t.hand(seat).split()) for seat in range(2)] == [15, 15]


def test_njet_31_cards_put_away_count_for_nothing(table):
    t = table_to_lay(table, 2, "lay-2", "R0 R0 R0", "K0 K0 K0")
    t.lay("R0 R0", "K0 K0")
    t.finish_round()
    loot = [int(line.values["loot"]) for line in t.match.score_lines() if "loot" in line.values]
    tricks = [int(line.values["tricks"]) for line in t.match.score_lines() if "tricks" in line.values]
    assert sum(tricks) == 13
    played = [seen for seen in t.match.view(0).seen if seen.kind == ACTION and seen.value >= 90]
    faces = [GAME.text(seen.value) for seen in played]
    assert faces.count("R0") == faces.count("K0") == 1  # the two put away never come back
    assert sum(loot) <= len([face for face in faces if face.endswith("0")])


def test_njet_32_choices_are_secret_before_and_after(table):
    t = table_to_lay(table, 3, "lay-2")
    hands = [t.hand(seat).split() for seat in range(3)]
    t.match.play(2, f"lay:{hands[2][0]}")
    assert t.fact("chosen", 2) is None  # half a choice is no choice
    assert t.line("hand", 2, 0).split() == ["?"] * 16
    t.match.play(2, f"lay:{hands[2][1]}")
    assert t.fact("chosen", 2, observer=0) == "✓"
    t.match.play(0, f"lay:{hands[0][0]} lay:{hands[0][1]}")
    t.match.play(1, f"lay:{hands[1][0]} lay:{hands[1][1]}")
    assert t.line("hand", 2, 0).split() == ["?"] * 14
    assert t.line("put_away", 2, 2).split() == hands[2][:2]
    for observer in (0, 1, SPECTATOR):
        assert t.line("put_away", 2, observer) == ""
    t.finish_round()
    for observer in t.observers:
        laid = [seen for seen in t.match.view(observer).seen if seen.kind == ACTION and (50 <= seen.value < 90)]
        assert {seen.seat for seen in laid} == ({observer} if observer >= 0 else set())
        hidden = [seen for seen in t.match.view(observer).seen if seen.kind == ACTION and seen.value == HIDDEN]
        assert len(hidden) == (4 if observer >= 0 else 6)
        assert not [zone for zone in t.display(observer).zones if zone.name == "revealed"]


def test_njet_ex_16_put_away_two_without_zero(table):
    # the hand of the example, filled up with 0s to fifteen cards
    t = table_to_lay(table, 4, "lay-2-no-0", "R9 R0 R0 K4 K0 B7 B7 Y1 R0 K0 K0 B0 B0 B0 Y0")
    others = ["R9", "K4", "B7", "B7", "Y1"]
    assert pairs_of(t, 0) == set(combinations(others, 2))
    assert len(pairs_of(t, 0)) == 7
    t.expect_refusal(0, "lay:R0", "NJET-26", "no-zero-put-away")
    t = table_to_lay(table, 5, "lay-2-no-0", f"{TEN_ZEROS} Y0 K4")
    assert pairs_of(t, 0) == {("R0", "K4"), ("K0", "K4"), ("K4", "B0"), ("K4", "Y0")}


def test_njet_ex_17_pass_two_on(table):
    """With three players there is one B7 only, so seat 2 gives K7 and B7 instead of the example's two B7."""
    t = table_to_lay(table, 3, "pass-2", "R9 K0", "Y1 Y2", "B7 K7")
    before = [set(t.hand(seat).split()) for seat in range(3)]
    t.match.play(0, "lay:R9 lay:K0")
    t.expect_refusal(1, "lay:R9", "NJET-29", "no-such-card-to-lay")  # about to be received
    t.match.play(1, "lay:Y1 lay:Y2")
    t.match.play(2, "lay:K7 lay:B7")
    assert [t.line("received", seat, seat) for seat in range(3)] == ["K7 B7", "R9 K0", "Y1 Y2"]
    assert [len(t.hand(seat).split()) for seat in range(3)] == [16, 16, 16]
    assert "Y1" in before[1]
    assert "Y1" not in t.hand(1).split()
