"""Meinz with the small pack (a ruling of ours, table options): high cards only, and one trick at most for a place."""

from random import Random

import pytest

from atout import OVER
from atout.games.meinz import GAME
from atout.kernel.errors import NotationError, NotYourTurnError
from atout.kernel.start import Start
from tests.courses import lead_of_advice

SEATS = (3, 4)
SMALL: dict[str, object] = {"pack": "small"}
ONE_ROUND: dict[str, object] = {"pack": "small", "rounds": "1"}
DECKS = {
    3: "R6 R7 R8 R9 B6 B7 B8 B9 G6 G7 G8 G9",
    4: "R5 R6 R7 R8 R9 B5 B6 B7 B8 B9 G5 G6 G7 G8 G9 Y5 Y6 Y7 Y8 Y9",
}
SIZES = {3: 3, 4: 5}


@pytest.mark.parametrize("seats", SEATS)
def test_pack_and_hands(table, seats):
    t = table(seats, SMALL)
    t.draw(0)
    names = DECKS[seats].split()
    size = SIZES[seats]
    assert t.match.state.pack().names == names
    assert sorted(t.match.state.pack().texts(list(range(len(names))))) == ["hands", "stack"][: 5 - seats]
    t.match.deal(range(len(names)))
    for seat in range(seats):
        assert t.hand(seat) == names[size * seat :][:size]
        assert t.legal(seat) == [f"x:{name}" for name in names[size * seat :][:size]]


def test_a_round_by_hand(table):
    t = table(3, ONE_ROUND)
    t.draw(2)  # the Monster sits between C and A, and begins
    t.deal(["R6 R9 B6", "B7 B8 G9", "G6 G7 R8"], "R7 B9 G8")
    t.say("x:B6 x:B7 x:G7")
    assert t.turn == 0
    t.expect_refusal(0, "x:R6", "MEINZ-11", "one-discard")
    t.say("R6 -")
    t.say("B8 - -")  # B is asked, then A
    t.expect_refusal(2, "G6", "MEINZ-23", "follow-colour-or-value")
    t.say("R8")
    assert t.turn == 0
    assert t.legal() == ["keep", "R9>R6", "R9>R7", "R9>R8"]
    t.say("R9>R6")  # 9 + 7 + 8 + 8
    t.say("R6")
    assert t.turn == 1  # A has a trick and is not asked
    t.expect_refusal(0, "meinz", "MEINZ-35", "one-trick-no-cry", error=NotYourTurnError)
    t.say("G9 meinz G6")  # then the Monster turns up its second card, B9
    assert t.turn == OVER
    assert [line.values["totals"] for line in t.match.score_lines()] == ["32, 30, M 0+12, 0"] * 3
    assert t.match.scores() == [3, 1, 2]
    assert t.match.places() == [1, 3, 2]


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("seed", range(4))
def test_no_place_has_two_tricks(table, seats, seed):
    t = table(seats, ONE_ROUND, seed=seed)
    rng = Random(seed)
    seen = set()
    last = 0
    while t.turn != OVER:
        display = t.display()
        if display.phase != "discard":
            won = [int(fact.value) for fact in display.facts if fact.name in ("tricks", "monster_tricks")]
            assert len(won) == 4
            assert max(won) <= 1
            last = sum(won)
            seen.add(last)
            if last == 3:  # it is clear who gets the fourth trick
                assert display.phase != "cry"
        t.random_step(rng)
    assert last == SIZES[seats] - 2
    assert seen == set(range(SIZES[seats] - 1))
    lines = t.match.score_lines()
    totals = [int(line.values["total"]) for line in lines]
    assert all(total == 0 or 20 <= total <= 36 for total in totals)
    assert (0 in totals) == (seats == 3)


def test_start_positions(table):
    start = {"dealer": 2, "hands": ["R6", "G9", "G6"], "stack": "B9 G8", "tricks": [1, 0, 0, 0], "sums": [32, 0, 0, 0]}
    t = table(3, SMALL, start | {"leader": 0, "discards": ["B6", "B7", "G7"]})
    t.say("R6 G9 meinz G6")
    assert t.match.scores() == [3, 1, 2]
    for wrong in (
        {"tricks": [2, 0, 0, 0]},
        {"tricks": [1, 1, 0, 0], "sums": [32, 30, 0, 0], "hands": ["", "", ""], "stack": "G8"},
        {"sums": [24, 0, 0, 0]},
        {"sums": [36, 0, 0, 0]},
        {"hands": ["R5", "G9", "G6"]},
        {"hands": ["Y6", "G9", "G6"]},
        {"stack": "B9"},
    ):
        with pytest.raises(NotationError):
            table(3, SMALL, start | {"leader": 0} | wrong)


def test_sheet_of_three_players():
    def sheet(**written):
        return GAME.score_sheet(3, GAME.settle(ONE_ROUND), Start({}, "head"), [Start(written, "round 1")])

    found = sheet(totals=[32, 30, 0], monster=0)
    assert (found.totals, found.over) == ([3, 1, 2], True)
    assert sheet(cards=["R9 R7 B8 R8", "R6 G9 G6 B9", ""], monster_cards="").totals == [3, 1, 2]
    assert sheet(totals=[30, 0, 0], monster=32).totals == [1, 0, 0]
    for wrong in (
        {"totals": [24, 31, 0], "monster": 0},
        {"totals": [32, 36, 0], "monster": 0},
        {"totals": [32, 0, 0], "monster": 0},
        {"totals": [33, 33, 0], "monster": 0},
        {"totals": [27, 27, 0], "monster": 0},
        {"cards": ["R9 R7 B8 R8", "R6 G9 G6", ""], "monster_cards": ""},
        {"cards": ["R9 R7 B8 R8", "R6 G9 G6 B5", ""], "monster_cards": ""},
        {"cards": ["R9 R7 B8 R8", "R9 G9 G6 B9", ""], "monster_cards": ""},
        {"cards": ["R9 R7 B8 R8", "", ""], "monster_cards": ""},
    ):
        with pytest.raises(NotationError):
            sheet(**wrong)


def test_sheet_of_four_players():
    def sheet(totals):
        return GAME.score_sheet(4, GAME.settle(ONE_ROUND), Start({}, "head"), [Start({"totals": totals}, "round 1")])

    assert sheet([30, 29, 28, 27]).totals == [3, 1, 0, 2]
    for wrong in ([30, 29, 28, 0], [30, 29, 28, 19], [37, 29, 28, 20], [26, 26, 26, 25], [30, 30, 30, 31]):
        with pytest.raises(NotationError):
            sheet(wrong)


@pytest.mark.parametrize("rounds", ["1", "4"])
@pytest.mark.parametrize("seats", SEATS)
def test_rounds(table, seats, rounds):
    t = table(seats, {"pack": "small", "rounds": rounds}, seed=1)
    rng = Random(1)
    for number in range(1, int(rounds) + 1):
        assert t.fact("round") == str(number)
        t.finish_round(rng)
    assert t.turn == OVER


@pytest.mark.sweep
@pytest.mark.parametrize("seats", SEATS)
def test_advice_beats_uniform_play(seats):
    assert lead_of_advice(GAME, seats, SMALL, 24) > 1
