"""Meinz with three players: the Monster (MEINZ-80 to MEINZ-89)."""

from random import Random

import pytest

from atout.games.meinz import GAME
from atout.games.meinz.reading import STACKED, TURNED
from atout.kernel.log import HIDDEN


def test_meinz_80_a_full_place_that_decides_nothing(table):
    rng = Random(80)
    t = table(3, seed=80)
    while not t.match.over:
        assert set(t.match.state.owing()) <= {0, 1, 2}
        t.random_step(rng)
    assert int(t.fact("monster_round_total") or 0) > 12
    assert int(t.fact("monster_total") or 0) > 0
    assert len(t.match.scores()) == 3


@pytest.mark.parametrize("dealer", range(3))
def test_meinz_81_82_sits_left_of_the_first_dealer_and_begins(table, dealer):
    t = table(3)
    t.draw(dealer)
    assert t.who("right_of_monster") == dealer
    rng = Random(dealer)
    found = []
    for _ in range(8):
        found.append(t.who("first_player"))
        t.match.deal(rng.sample(range(36), 36))
        t.discard_all()
        if found[-1] == 3:
            assert len(t.cards("trick")) == 1  # its card is turned up at once
            assert t.turn == (dealer + 1) % 3  # and the next is the dealer's left neighbour otherwise
        t.finish_round(rng)
    players = [(dealer + step) % 3 for step in (1, 2, 3)]
    assert found == [3, *players, 3, *players]


def test_meinz_82_the_monster_is_first_player_in_rounds_1_and_5(table):
    for number in range(1, 9):
        t = table(3, start={"round": number, "dealer": 2})
        assert (t.who("first_player") == 3) == (number in (1, 5))


def test_meinz_83_nobody_sees_the_stack(table):
    rng = Random(83)
    t = table(3, seed=83)
    while t.turn >= 0 and t.fact("round") == "1":
        for observer in t.observers:
            seen = t.match.view(observer).seen
            assert [e.value for e in seen if e.kind == STACKED] == [HIDDEN] * 9
            turned = len([e for e in seen if e.kind == TURNED])
            assert t.cards("stack", -1, observer) == ["?"] * (9 - turned)
        t.random_step(rng)


def test_meinz_83_the_order_is_that_of_the_shuffle(table):
    hands = ["R1 R2 R3 R4 R5 R6 R7 R8 R9", "B1 B2 B3 B4 B5 B6 B7 B8 B9", "G1 G2 G3 G4 G5 G6 G7 G8 G9"]
    for stack in ("Y9 Y1 Y8 Y2 Y7 Y3 Y6 Y4 Y5", "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9"):
        t = table(3, start={"dealer": 2})
        t.deal(hands, stack)
        rng = Random(83)
        t.finish_round(rng)
        turned = [e.open for e in t.match.view(0).seen if e.kind == TURNED]
        assert [GAME.text(36 + card) for card in turned] == stack.split()[:8]


def test_meinz_84_no_discard_and_one_card_left_over(table):
    rng = Random(84)
    t = table(3, {"show_discards_at_round_end": "on"})
    t.draw(0)
    order = rng.sample(range(36), 36)
    t.match.deal(order)
    assert t.match.state.owing() == [0, 1, 2]
    left = t.match.state.pack().names[order[35]]
    t.finish_round(rng)
    for observer in t.observers:
        turned = [e.open for e in t.match.view(observer).seen if e.kind == TURNED]
        assert turned == order[27:35]
        shown = [card.text for zone in t.display(observer).zones for card in zone.cards if zone.name != "hand"]
        assert left not in shown
    discards = [int(t.cards("revealed", seat)[0][1]) for seat in range(3)]
    assert sum(t.totals()) == 180 + 12 - sum(discards) - int(left[1])


def test_meinz_85_top_card_whatever_is_led(table, before_trick):
    held = "R1 R2 R3 B1", "R4 R5 R6 B2", "R7 R8 R9 B3"
    t = table(3, start=before_trick([1, 1, 1, 1], *held, stack="Y9 G9 G8 G7 G6", dealer=0))
    t.say("R1 -")  # the Monster is next: it has red nowhere, and plays its top card
    assert t.cards("trick") == ["R1", "Y9"]
    assert (t.turn, t.display().phase) == (0, "cry")


def test_meinz_85_a_monster_lead_is_followed_as_usual(table, before_trick):
    held = "R1 B5 Y2 G1", "R4 R5 R6 B2", "R7 R8 R9 B3"
    t = table(3, start=before_trick([1, 1, 1, 1], *held, stack="Y5 G9 G8 G7 G6", leader=3))
    assert t.cards("trick") == ["Y5"]
    assert (t.turn, t.legal()) == (0, ["B5", "Y2"])
    t.expect_refusal(0, "R1", "MEINZ-23", "follow-colour-or-value")


def test_meinz_86_never_asked_but_its_card_counts(table, before_trick):
    held = "R6", "R4", "R2"
    second = before_trick([0, 0, 0, 0], *held, stack="B9", dealer=0)
    assert table(3, start=second).asked_seats("R6", "R4", "R2") == [[0, 0], [1, 0], []]  # after its card Ada again
    first = before_trick([0, 0, 0, 0], *held, stack="R9", leader=3)
    assert table(3, start=first).asked_seats("R6", "R4", "R2") == [[0], [1, 0], []]
    last = before_trick([0, 0, 0, 0], *held, stack="B9")
    t = table(3, start=last)
    t.say("R6 - R4 - - R2")
    for _ in range(3):
        assert t.cards("trick") == ["R6", "R4", "R2"]  # its card is not turned up yet
        assert t.display().phase == "cry"
        t.say("-")
    assert "B9" in t.cards("trick")


def test_meinz_87_receives_by_the_lowest_card(table, before_trick):
    for stack, monster in [("B1", True), ("B2", True), ("B3", False)]:  # a later 2 takes precedence over Cem's
        t = table(3, start=before_trick([0, 0, 0, 0], "R6", "R4", "R2", stack=stack))
        t.say("R6 - R4 - - R2 - - -")
        assert (t.tricks()[3] == 1) == monster
        if monster:
            assert t.cards("last_trick") == ["R6", "R4", "R2", stack]
            assert len(t.cards("trick")) == 1  # it leads at once
    t = table(3, start=before_trick([0, 0, 0, 0], "R6", "R4", "R2", stack="B1"))
    t.say("R6 - R4 - - R2 meinz")
    assert t.tricks() == [0, 0, 1, 0]
    t = table(3, start=before_trick([1, 1, 1, 2], "R6", "R4", "R2", stack="B1"))
    t.say("R6 - R4 - - R2 - - -")
    assert t.tricks() == [1, 1, 2, 2]


def test_meinz_88_the_last_tricks_go_to_the_monster(table, before_trick):
    held = "R1 B1", "R2 B2", "R3 B3"
    t = table(3, start=before_trick([2, 2, 2, 0], *held, stack="Y9 G9 Y8", sums=[40, 41, 42, 0]))
    assert t.asked_seats("R1", "R2", "R3") == [[], [], []]
    assert t.tricks() == [2, 2, 2, 1]
    assert t.cards("trick") == ["G9"]
    assert t.asked_seats("B1", "B2") == [[], []]
    t.say("B3")
    assert t.totals() == [40, 41, 42, 12 + 1 + 2 + 3 + 9 + 1 + 2 + 3 + 9]


def test_meinz_89_never_exchanges(table, before_trick):
    t = table(3, start=before_trick([0, 0, 0, 0], "R6", "R4", "R3", stack="R1 R2"))
    t.say("R6 - R4 - - R3 - - -")
    assert t.tricks() == [0, 0, 0, 1]
    assert (t.turn, t.display().phase) == (0, "tricks")  # it has led without any exchange
    assert t.cards("trick") == ["R2"]
    assert t.cards("last_trick") == ["R6", "R4", "R3", "R1"]


def test_the_monsters_cards_and_figures_bear_its_name(table, before_trick):
    t = table(3, start=before_trick([0, 0, 0, 0], "R6", "R4", "R3", stack="R1", leader=3))
    shown = next(zone for zone in t.display().zones if zone.name == "trick").cards
    assert [(card.text, card.seat, card.mark) for card in shown] == [("R1", -1, "monster_winning")]
    t.say("R6 meinz")
    shown = next(zone for zone in t.display().zones if zone.name == "trick").cards
    assert [(card.text, card.seat, card.mark) for card in shown] == [("R1", -1, "monster"), ("R6", 0, "winning")]
    assert all(fact.seat < 3 for fact in t.display().facts)
    assert all(zone.seat < 3 for zone in t.display().zones)
