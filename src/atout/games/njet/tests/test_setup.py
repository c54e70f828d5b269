"""Njet!: set-up and deal (NJET-01 to NJET-09)."""

from collections import Counter

import pytest

from atout.games.njet import GAME
from atout.kernel.errors import NotationError, NotYourTurnError
from atout.kernel.log import DEALT, HIDDEN
from atout.kernel.rng import Rng
from tests.kit.setup import expect_seats


def test_njet_01_two_to_five_players():
    expect_seats(GAME, (2, 3, 4, 5), "NJET-01")


@pytest.mark.parametrize(("seats", "sevens", "cards"), [(2, 4, 60), (3, 1, 48), (4, 4, 60), (5, 4, 60)])
def test_njet_02_the_deck(table, seats, sevens, cards):
    t = table(seats)
    t.draw(0)
    names = Counter(t.match.state.pack().names)
    for colour in "RKBY":
        copies = [names[f"{colour}{number}"] for number in range(10)]
        assert copies == [3, 1, 1, 1, 1, 1, 1, sevens, 1, 1]
    assert names.total() == cards


def test_njet_02_three_players_never_see_further_sevens(table):
    t = table(3, seed=4)
    for _ in range(3):
        held = Counter(card for seat in range(3) for card in t.hand(seat).split())
        assert all(held[f"{colour}7"] == 1 for colour in "RKBY")
        assert held.total() == 48
        t.finish_round()


def test_njet_03_characters_by_seat_or_as_told(table):
    t = table(5, seed=1)
    assert [t.fact("character", seat) for seat in range(5)] == ["C1", "C2", "C3", "C4", "C5"]
    t = table(3, start={"characters": [5, 2, 3]}, seed=1)
    assert [t.fact("character", seat) for seat in range(3)] == ["C5", "C2", "C3"]
    with pytest.raises(NotationError, match=r"\[NJET-03\]"):
        table(3, start={"characters": [2, 2, 3]})


def test_njet_03_the_choice_has_no_effect_on_play(table):
    usual, other = table(3, seed=9), table(3, start={"characters": [4, 5, 1]}, seed=9)
    names = {"c1": "c4", "c2": "c5", "c3": "c1"}
    for _ in range(60):
        text = usual.options_of(usual.turn)[0]
        usual.say(text)
        other.say(f"cover:start-{names[text[-2:]]}" if text.startswith("cover:start-") else text)
        assert usual.turn == other.turn
        assert usual.match.scores() == other.match.scores()


@pytest.mark.parametrize(("seats", "left"), [(2, 2), (3, 3), (4, 4), (5, 5)])
def test_njet_04_unused_characters_are_covered_for_good(table, seats, left):
    t = table(seats, seed=2)
    for _ in range(2):
        start = [text for text in t.options_of(t.turn) if text.startswith("cover:start-")]
        assert start == [f"cover:start-c{number + 1}" for number in range(left)]
        for number in range(left, 5):
            t.expect_refusal(t.turn, f"cover:start-c{number + 1}", "NJET-04", "character-not-in-play")
        t.finish_round()


def test_njet_05_totals_start_at_zero(table):
    t = table(4)
    assert t.match.scores() == [0, 0, 0, 0]
    assert t.match.score_lines() == []


def test_njet_06_the_first_dealer_is_drawn(table):
    for seat in range(4):
        t = table(4)
        assert t.match.state.pack().kind == "seats"
        for observer in t.observers:
            assert t.who("dealer", observer) is None
            assert GAME.sampler(t.match.view(observer)).draw(Rng(1)).pack().kind == "seats"
        t.draw(seat)
        assert t.who("dealer") == seat
        t.deal()
        assert t.turn == seat


@pytest.mark.parametrize(("seats", "cards"), [(2, 15), (3, 16), (4, 15), (5, 12)])
def test_njet_07_everybody_is_dealt_as_many(table, seats, cards):
    t = table(seats)
    t.draw(0)
    t.expect_refusal(0, "cover:trump-red", "NJET-07", "cards-first", NotYourTurnError)
    t.deal()
    assert [len(t.hand(seat).split()) for seat in range(seats)] == [cards] * seats


def test_njet_08_thirty_cards_stay_unknown_to_both(table):
    t = table(2, {"rounds": "2"}, seed=5)
    assert t.fact("set_aside") == "30"
    own = [Counter(t.hand(seat).split()) for seat in range(2)]
    for _ in range(2):
        t.finish_round()
    for observer in t.observers:
        first = [seen for seen in t.match.view(observer).seen if seen.kind == DEALT][:30]
        assert len(first) == 30  # nothing is said of the other cards, not even afterwards
        known = Counter(GAME.text(90 + seen.value) for seen in first if seen.value != HIDDEN)
        assert known == (own[observer] if observer >= 0 else Counter())


def test_njet_09_hands_are_seen_before_the_first_token(table):
    t = table(4, seed=3)
    for seat in range(4):
        assert "?" not in t.hand(seat)
        for observer in t.observers:
            if observer != seat:
                assert t.line("hand", seat, observer) == " ".join(["?"] * 15)
    assert t.line("hand", 0).count("?") == 15
    assert t.display().phase == "tokens"


@pytest.mark.parametrize(
    ("seats", "deck", "hand", "rounds"), [(2, 60, 15, 8), (3, 48, 16, 9), (4, 60, 15, 8), (5, 60, 12, 10)]
)
def test_njet_ex_06_the_set_up(table, seats, deck, hand, rounds):
    t = table(seats)
    t.draw(0)
    assert len(t.match.state.pack()) == deck
    t.deal()
    assert [len(t.hand(seat).split()) for seat in range(seats)] == [hand] * seats
    assert t.fact("rounds") == str(rounds)
    assert t.fact("set_aside") == ("30" if seats == 2 else None)
    if seats == 3:
        held = Counter(card for seat in range(3) for card in t.hand(seat).split())
        assert [held[f"{colour}7"] for colour in "RKBY"] == [1, 1, 1, 1]
