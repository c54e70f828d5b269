"""Njet! with the small pack (a ruling of ours, table options): red and black, three cards each, a small board."""

from itertools import combinations

import pytest

from atout.games.njet import GAME
from atout.kernel.errors import NotationError
from atout.kernel.start import Start
from atout.match import Match
from tests.courses import endings, lead_of_advice

SEATS = (2, 3, 4, 5)
SMALL: dict[str, object] = {"pack": "small"}
ONE_ROUND: dict[str, object] = {"pack": "small", "rounds": "1"}
DECKS = {
    2: "R0 R0 R0 R9 K0 K0 K0 K9",
    3: "R0 R0 R0 R8 R9 K0 K0 K0 K8 K9",
    4: "R0 R0 R0 R7 R8 R9 K0 K0 K0 K7 K8 K9",
    5: "R0 R0 R0 R5 R6 R7 R8 R9 K0 K0 K0 K5 K6 K7 K8 K9",
}


@pytest.mark.parametrize(("seats", "aside"), [(2, "2"), (3, "1"), (4, None), (5, "1")])
def test_pack_and_hands(table, seats, aside):
    t = table(seats, SMALL)
    t.draw(0)
    assert t.match.state.pack().names == DECKS[seats].split()
    t.match.deal(range(len(DECKS[seats].split())))
    for seat in range(seats):
        assert t.hand(seat).split() == DECKS[seats].split()[3 * seat : 3 * seat + 3]
    assert t.fact("set_aside") == aside


@pytest.mark.parametrize("seats", SEATS)
def test_board(table, seats):
    t = table(seats, SMALL, seed=1)
    characters = [f"start-c{seat + 1}" for seat in range(seats)]
    free = [*characters, "lay-1", "pass-2", "trump-red", "trump-none"]
    assert t.open_spaces() == [*free, "super-black", "points-1"]
    assert t.options_of(t.turn) == [f"cover:{space}" for space in free]
    t.expect_refusal(t.turn, "cover:super-black", "NJET-11", "last-open-space-stays")
    t.expect_refusal(t.turn, "cover:points-1", "NJET-11", "last-open-space-stays")
    for space in ("lay-2", "lay-none", "trump-black", "super-red", "super-none", "points-2", "points-minus-2"):
        t.expect_refusal(t.turn, f"cover:{space}", "NJET-04", "space-out-of-play")
    if seats < 5:
        t.expect_refusal(t.turn, "cover:start-c5", "NJET-04", "character-not-in-play")
    tokens = 0
    while t.display().phase == "tokens":
        t.say(t.options_of(t.turn)[-1])
        tokens += 1
    assert tokens == seats - 1 + 2
    assert [t.fact(name) for name in ("trump", "supertrump", "value")] == ["trump-red", "super-black", "points-1"]


def test_a_round_by_hand(table):
    t = table(2, ONE_ROUND)
    t.draw(0)
    t.match.deal(t.match.state.pack().order({"hands": ["R0 R9 K0", "R0 K0 K9"]}))
    t.say("cover:start-c2", "cover:pass-2", "cover:trump-none")
    assert t.display().phase == "putting_away"
    t.lay("R0", "K0")
    t.say("K0")  # a supertrump
    t.expect_refusal(1, "K9", "NJET-43", "must-follow-trump")
    t.say("R0")
    assert t.loot() == ["R0", ""]
    t.say("R9", "K9")
    assert t.match.over
    assert t.match.scores() == [3, 0]  # two tricks and one 0
    assert t.match.places() == [1, 2]


def test_a_round_with_teams_and_passing_by_hand(table):
    t = table(3, ONE_ROUND)
    t.draw(1)
    t.match.deal(t.match.state.pack().order({"hands": ["R0 R9 K9", "R0 K0 K8", "R0 K0 R8"]}))  # K0 is set aside
    t.say("cover:start-c1", "cover:lay-1", "cover:start-c2", "cover:trump-red")
    t.say("alone:C")
    assert t.display().phase == "passing"
    t.lay("R0 R9", "R0 K8", "R0 R8")  # to the left
    assert [t.hand(seat) for seat in range(3)] == ["R0 R8 K9", "R0 R9 K0", "R0 K0 K8"]
    t.say("K8", "K9", "R0")  # seat 1 holds no plain black card
    t.say("R8", "R9", "R0")
    t.say("K0", "K0", "R0")
    assert t.match.over
    # A and B: K9 takes K8; R9 takes the R0 of C. C: the later supertrump takes R0 and K0 of the others, all doubled.
    assert t.match.scores() == [0, 0, 2 * 3 - (1 + 1 + 1)]


@pytest.mark.parametrize("seats", SEATS)
def test_a_round_has_two_or_three_tricks(table, seats):
    for seed in range(3):
        t = table(seats, ONE_ROUND, seed=seed)
        t.settle("pass-2" if seed % 2 else "lay-1")
        if seats > 2:
            t.say(t.options_of(t.turn)[0])
        while t.display().phase != "tricks":
            t.say(t.options_of(t.turn)[0])
        for _ in range(seats * (3 if seed % 2 else 2)):
            assert not t.match.over
            t.say(t.options_of(t.turn)[0])
        assert t.match.over


def test_start_positions(table):
    board = ["start-c1", "lay-1", "trump-red", "super-black", "points-1"]
    t = table(2, SMALL, {"dealer": 0, "hands": ["R9", "K9"], "open": board, "tricks": [1, 0], "leader": 0})
    t.say("R9", "K9")
    assert t.match.scores() == [2, 0]
    for wrong in (
        {"hands": ["R9 R0", "K9 K0"]},
        {"hands": ["R9 R0 R8", "K9 K0 K0"]},
        {"hands": ["R9 R0 R0", "K9 K0 B0"]},
        {"hands": ["R9 R0", "K9 K0"], "open": ["start-c1", "lay-none", *board[2:]]},
        {"hands": ["R9 R0", "K9 K0"], "open": [*board[:4], "points-2"]},
    ):
        with pytest.raises(NotationError):
            table(2, SMALL, {"dealer": 0, **wrong})


def test_sheet():
    def sheet(**deal):
        return GAME.score_sheet(2, GAME.settle(ONE_ROUND), Start({}, "head"), [Start(deal, "deal 1")])

    found = sheet(value=1, tricks=[2, 0], loot=[1, 0])
    assert (found.totals, found.over) == ([3, 0], True)
    assert sheet(value=1, tricks=[1, 2], loot=[1, 1]).totals == [0, 1]
    for wrong, clause in [
        ({"value": 2, "tricks": [2, 0], "loot": [1, 0]}, "NJET-54"),
        ({"value": 1, "tricks": [1, 0], "loot": [1, 0]}, "NJET-49"),
        ({"value": 1, "tricks": [4, 0], "loot": [1, 0]}, "tricks"),
        ({"value": 1, "tricks": [3, 0], "loot": [7, 0]}, "loot"),
    ]:
        with pytest.raises(NotationError, match=clause):
            sheet(**wrong)


def test_deals_of_two_players_are_few():
    names = DECKS[2].split()
    found = set()
    for first in combinations(range(8), 3):
        for second in combinations(sorted(set(range(8)) - set(first)), 3):
            found.add((tuple(names[k] for k in first), tuple(names[k] for k in second)))
    assert len(found) == 54


def test_every_course_after_the_tokens():
    board = ["start-c1", "lay-1", "trump-red", "super-black", "points-1"]
    start = {"dealer": 0, "hands": ["R9 R0 R0", "K9 R0 K0"], "open": board}
    # A can lead R0 or R9 after putting away R0, only R0 after R9. B has two trumps, or one and a K9 that may not go.
    assert endings(Match(GAME, 2, ONE_ROUND, start=start).state) == (2 + 1) * (2 + 1 + 1)


@pytest.mark.sweep
@pytest.mark.parametrize("seats", SEATS)
def test_advice_beats_uniform_play(seats):
    assert lead_of_advice(GAME, seats, SMALL, 24) > 1
