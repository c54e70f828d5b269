"""Was sticht?: seats, cards, the draw of the first player and the contract draft (WAS-01 to WAS-14)."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from atout.games.was_sticht import GAME
from atout.kernel.errors import MatchOverError, NotYourTurnError, SetupError
from atout.kernel.log import SPECTATOR
from atout.kernel.state import CHANCE
from atout.match import Match

KINDS = ["no-tricks", "no-red", "no-blue", "no-green", "no-yellow"]
KINDS += ["exact-1", "exact-2", "exact-3", "exact-4", "last", "most", "fewest"]


def take_all(t, kinds):
    """Take contracts in order; return who took."""
    takers = []
    for kind in kinds:
        takers.append(t.turn)
        t.say(f"take:{kind}")
    return takers


@pytest.mark.parametrize("seats", [0, 1, 2, 5, 6])
def test_was_01_three_or_four_players(seats):
    with pytest.raises(SetupError) as caught:
        Match(GAME, seats)
    assert caught.value.clause is not None
    assert (caught.value.clause.id, caught.value.clause.why) == ("WAS-01", "seats-three-or-four")
    assert GAME.seat_counts == (3, 4)


@pytest.mark.parametrize("seats", [3, 4])
def test_was_02_four_colours_from_1_to_9(table, round_start, seats):
    t = table(seats, start=round_start(seats, 0))
    pack = t.match.state.pack()
    assert sorted(pack.names) == sorted(f"{colour}{number}" for colour in "RBGY" for number in range(1, 10))
    t.match.deal(range(36))
    assert sorted(card for column in t.zones("present_column") for card in column) == ["R1", "R2", "R3", "R4"]


@pytest.mark.parametrize("seats", [3, 4])
def test_was_03_two_copies_of_each_kind(table, seats):
    t = table(seats)
    t.draw(0)
    assert Counter(t.cards("offer")) == dict.fromkeys(KINDS, 2)
    take_all(t, ["last", "last"])
    t.expect_refusal(t.turn, "take:last", "WAS-13", "not-on-offer")
    assert Counter(t.cards("offer")) == dict.fromkeys([kind for kind in KINDS if kind != "last"], 2)


def test_was_04_trump_cards(table, round_start):
    t = table(4, start=round_start(4, 0))
    t.match.deal(range(36))
    assert t.match.state.pack().names == ["R", "B", "G", "Y", "-"]
    t.match.deal(range(5))
    assert t.match.state.pack().names == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "-"]


@pytest.mark.parametrize("seats", [3, 4])
def test_was_05_the_first_player_is_drawn(table, seats):
    for seat in range(seats):
        t = table(seats)
        assert t.turn == CHANCE
        assert t.match.state.pack().names == list("ABCD"[:seats])
        t.expect_refusal(0, "take:last", "WAS-05", "draw-first", NotYourTurnError)
        assert [fact.name for fact in t.display().facts] == ["goal"] + ["total"] * seats
        t.draw(seat)
        assert t.who("first_player") == t.turn == seat


@pytest.mark.sweep
@pytest.mark.parametrize("seats", [3, 4])
def test_was_06_everything_goes_clockwise(table, seats):
    """Takes, picks, plays and first players move to the left; within a lap, a column and a trick nobody is skipped."""
    t = table(seats, {"max_rounds": 3}, seed=seats)
    rng = Random(seats)
    firsts: list[tuple[str, int]] = []
    while not t.match.over:
        before = (t.turn, t.phase, t.fact("column"), len(t.cards("trick")))
        if t.phase == "columns" and (not firsts or firsts[-1] != (t.fact("round"), t.who("first_player"))):
            firsts.append((t.fact("round"), t.who("first_player")))
        t.play_any(rng)
        same_column = t.phase == before[1] == "columns" and t.fact("column") == before[2]
        same_trick = t.phase == before[1] == "tricks" and len(t.cards("trick")) == before[3] + 1
        if t.phase == before[1] == "contracts" or same_column or same_trick:
            assert t.turn == (before[0] + 1) % seats
    for one, other in pairwise(firsts):
        assert int(other[0]) == int(one[0]) + 1
        assert other[1] == (one[1] + 1) % seats


@pytest.mark.parametrize(("seats", "first"), [(4, 0), (4, 3), (3, 2)])
def test_was_10_laps_start_with_the_first_player(table, seats, first):
    t = table(seats)
    t.draw(first)
    lap = [(first + step) % seats for step in range(seats)]
    kinds = (KINDS + KINDS)[: 4 * seats]
    for number, kind in enumerate(kinds):
        assert t.turn == lap[number % seats]
        assert t.owing == [t.turn]
        for other in range(seats):
            if other != t.turn:
                t.expect_refusal(other, f"take:{kind}", "WAS-10", "not-your-take", NotYourTurnError)
        for text in ("pick:R1", "choose:last", "R1", "discard:last", -1, 108):
            if number < 2:
                t.expect_refusal(t.turn, text, "WAS-10", "contracts-first")
        t.say(f"take:{kind}")
    assert t.turn == CHANCE
    assert [len(t.cards("contracts", seat)) for seat in range(seats)] == [4] * seats
    t.expect_refusal(0, "take:last", "WAS-20", "lay-out-first", NotYourTurnError)


def test_keys_in_the_contract_draft_tell_who_took_what(table):
    """All is open: every seat has the same key, another for every take, and copies make no difference."""
    keys = []
    for takes in (
        [],
        ["last"],
        ["most"],
        ["last", "most"],
        ["most", "last"],
        ["last", "last"],
        ["last", "last", "most"],
    ):
        t = table(4)
        t.draw(0)
        take_all(t, takes)
        assert len({t.match.state.key(seat) for seat in range(4)}) == 1
        assert t.match.legal(-1) == []
        keys.append(t.match.state.key(0))
    assert len(set(keys)) == len(keys)


def test_records_begin_a_line_with_every_lap(table):
    t = table(3)
    t.draw(1)
    lines = [t.match.state.line()]
    for kind in (KINDS + KINDS)[:12]:
        t.say(f"take:{kind}")
        lines.append(t.match.state.line())
    assert lines == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4]


def test_was_11_the_order_is_not_reversed(table):
    t = table(4)
    t.draw(2)
    assert take_all(t, (KINDS + KINDS)[:16]) == [2, 3, 0, 1] * 4


def test_was_ex_t31_contract_draft_with_four_players(table):
    t = table(4)
    t.draw(2)
    assert take_all(t, (KINDS + KINDS)[:16]) == [2, 3, 0, 1] * 4
    assert (t.turn, t.phase) == (CHANCE, "deal")
    assert 24 - sum(len(t.cards("contracts", seat)) for seat in range(4)) == 8


def test_was_ex_t32_contract_draft_with_three_players(table):
    t = table(3)
    t.draw(1)
    assert take_all(t, (KINDS + KINDS)[:12]) == [1, 2, 0] * 4
    assert (t.turn, t.phase) == (CHANCE, "deal")
    assert 24 - sum(len(t.cards("contracts", seat)) for seat in range(3)) == 12


@pytest.mark.parametrize(("seats", "taken"), [(4, 16), (3, 12)])
def test_was_12_the_rest_is_out_of_the_match(table, seats, taken):
    t = table(seats, {"max_rounds": 2}, seed=5)
    rng = Random(seats)
    for _ in range(taken):
        assert t.phase == "contracts"
        t.play_any(rng)
    assert t.phase == "columns"
    assert t.zones("offer") == []
    for text in ("take:last", "take:no-tricks"):
        t.expect_refusal(t.turn, text, "WAS-12", "contract-draft-over")
    mine = sorted(kind for seat in range(seats) for kind in t.cards("contracts", seat))
    t.until("tricks")
    t.expect_refusal(t.turn, "take:last", "WAS-12", "contract-draft-over")
    while not t.match.over:
        t.any(choose=rng.choice)
        held = [kind for seat in range(seats) for name in ("contracts", "fulfilled") for kind in t.cards(name, seat)]
        assert sorted(held) == mine


def test_was_13_a_second_copy_may_be_taken(table):
    t = table(3)
    t.draw(0)
    take_all(t, ["last", "most", "most"])
    assert "take:last" in t.options_of(0)
    take_all(t, ["last"])
    assert t.cards("contracts", 0) == ["last", "last"]
    t.expect_refusal(1, "take:last", "WAS-13", "not-on-offer")
    assert t.options_of(1) == [f"take:{kind}" for kind in KINDS if kind not in ("last", "most")]


@pytest.mark.parametrize("seats", [3, 4])
def test_was_14_everybody_sees_all_contracts(table, seats):
    """Unfulfilled and fulfilled contracts are open at every moment, from the draft to the end."""
    t = table(seats, {"contracts_per_player": 3, "max_rounds": 3}, seed=8)
    rng = Random(seats)
    owned: list[list[str]] = [[] for _ in range(seats)]
    while not t.match.over:
        if t.phase == "contracts":
            seat, text = t.turn, rng.choice(t.options_of(t.turn))
            owned[seat].append(text.removeprefix("take:"))
            t.say(text)
        else:
            t.any(choose=rng.choice)
        display = t.display(rng.choice(t.observers))
        for seat in range(seats):
            zones = {zone.name: [card.text for card in zone.cards] for zone in display.zones if zone.seat == seat}
            assert sorted(zones["contracts"] + zones["fulfilled"]) == sorted(owned[seat])
            assert len(zones["fulfilled"]) == t.match.scores()[seat]
            totals = [fact.value for fact in display.facts if (fact.name, fact.seat) == ("total", seat)]
            assert totals == [str(t.match.scores()[seat])]
    t.expect_refusal(0, "take:last", "WAS-90", "match-over", MatchOverError)
    assert t.fact("goal", observer=SPECTATOR) == "3"
