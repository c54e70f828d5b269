"""Was sticht?: choosing contracts (WAS-40 to WAS-43)."""

from itertools import permutations

import pytest

from atout.games.was_sticht import GAME
from atout.kernel.errors import NotYourTurnError
from atout.kernel.log import ACTION, HIDDEN, SPECTATOR


@pytest.fixture
def choosing(w_r1, w_r1_picks):
    """Return W-R1 where contracts are chosen; A is the first player."""
    w_r1.pick(" ".join(w_r1_picks))
    return w_r1


def chosen_actions(t, observer):
    """Return what an observer has seen of the choices, by seat."""
    entries = t.match.view(observer).seen
    return {entry.seat: entry.value for entry in entries if entry.kind == ACTION and not 12 <= entry.value < 48}


@pytest.mark.parametrize("order", list(permutations([1, 2, 3])))
def test_was_40_choices_are_secret_and_revealed_together(w_r1, w_r1_picks, order):
    t = w_r1
    t.pick(" ".join(w_r1_picks))
    kinds = {1: "exact-2", 2: "most", 3: "no-tricks"}
    done = []
    assert t.owing == [1, 2, 3]
    for seat in order:
        assert t.owing == [other for other in (1, 2, 3) if other not in done]
        assert t.turn == t.owing[0]
        t.match.play(seat, f"choose:{kinds[seat]}")
        done.append(seat)
        if len(done) == 3:
            break
        t.expect_refusal(seat, f"choose:{kinds[seat]}", "WAS-40", "one-choice", NotYourTurnError)
        for observer in t.observers:
            seen = {other: 48 + GAME.parse(f"take:{kinds[other]}") if other == observer else HIDDEN for other in done}
            assert chosen_actions(t, observer) == seen
            assert [t.fact("choice", other, observer) for other in range(4)] == [None] * 4
            for other in range(4):
                told = other in done and other != observer
                assert t.fact("has_chosen", other, observer) == ("" if told else None)
                assert t.fact("own_choice", other, observer) == (
                    kinds[other] if other == observer and other in done else None
                )
    assert t.phase == "tricks"
    for observer in t.observers:
        assert [t.fact("choice", other, observer) for other in range(4)] == [None, *kinds.values()]
    t.expect_refusal(1, "choose:exact-2", "WAS-40", "choice-is-made")


def test_was_40_only_own_unfulfilled_contracts(table, choice_start):
    contracts = ["last most exact-1", "exact-2 no-red last", "exact-3 most"]
    t = table(3, start=choice_start(contracts, ["no-tricks", "no-tricks", "no-green fewest"]))
    assert t.owing == [1, 2]
    assert t.options_of(1) == ["choose:no-red", "choose:exact-2", "choose:last"]
    assert t.options_of(2) == ["choose:exact-3", "choose:most"]
    t.expect_refusal(1, "choose:no-tricks", "WAS-40", "already-fulfilled")
    t.expect_refusal(2, "choose:fewest", "WAS-40", "already-fulfilled")
    t.expect_refusal(1, "choose:most", "WAS-40", "not-your-contract")
    t.expect_refusal(2, "choose:exact-2", "WAS-40", "not-your-contract")


def test_was_41_a_choice_is_compulsory(choosing):
    t = choosing
    for seat in (1, 2, 3):
        for action in ("R1", "B8", -1):
            t.expect_refusal(seat, action, "WAS-41", "choose-first")
        t.expect_refusal(seat, "discard:last", "WAS-82", "discard-later")
        t.expect_refusal(seat, "take:last", "WAS-12", "contract-draft-over")
    assert t.match.state.forced_action() < 0


def test_was_41_with_one_contract_left_there_is_no_choice(table, choice_start):
    contracts = ["last most exact-1 fewest", "exact-2", "exact-2 most"]
    t = table(3, start=choice_start(contracts, ["", "no-tricks last exact-3", "no-green no-tricks"]))
    assert GAME.text(t.match.state.forced_action()) == "choose:exact-2"
    assert t.match.play_forced()
    assert (t.turn, t.match.state.forced_action()) == (2, -1)
    t.say("choose:exact-2")  # two players may choose the same kind
    assert t.phase == "tricks"
    assert [t.fact("choice", seat) for seat in range(3)] == [None, "exact-2", "exact-2"]


def test_was_42_the_first_player_chooses_none(choosing):
    t = choosing
    for kind in t.cards("contracts", 0):
        t.expect_refusal(0, f"choose:{kind}", "WAS-42", "first-player-chooses-none", NotYourTurnError)
    assert 0 not in t.owing
    assert t.match.legal(0) == []
    t.choose("exact-2", "most", "no-tricks")
    t.say("B8", "R2", "B5")
    assert t.turn == 0
    t.expect_refusal(0, "choose:last", "WAS-42", "first-player-chooses-none")
    assert [t.fact("choice", 0, observer) for observer in t.observers] == [None] * 5


def test_was_43_own_contracts_are_not_fulfilled_by_own_results(table, last_trick_start):
    """The first player wins the last trick and the most tricks and owns both contracts; nobody failed at either."""
    contracts = ["last most exact-1 no-blue", "exact-2 exact-3 no-blue no-tricks", "exact-1 fewest most no-green"]
    t = table(3, start=last_trick_start([7, 1, 1], 0, ["-", "exact-3", "fewest"], contracts))
    t.any(3)
    assert t.phase == "deal"
    assert t.match.scores() == [0, 0, 0]
    assert t.cards("contracts", 0, SPECTATOR) == ["no-blue", "exact-1", "last", "most"]
