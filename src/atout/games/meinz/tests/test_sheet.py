"""Meinz: the score sheet for people who play with real cards."""

from random import Random

import pytest

from atout.games.meinz import GAME
from atout.kernel.errors import NotationError, SetupError
from atout.kernel.start import Start

ROUND = {"totals": [44, 48, 39, 39]}
WITH_MONSTER = {"totals": [48, 42, 29], "monster": 35}
TRICKS = [
    "G5 B8 G8 G4 Y9 Y6 Y2 B2",
    "Y8 R9 Y5 Y4 G3 G6 B4 B9",
    "B6 B1 G2 B5 R5 Y7 R6 B7",
    "G1 G9 R3 R1 R7 G7 Y3 R8",
]


def sheet(rounds, seats=4, head=None, options=None):
    tables = [Start(each, f"deal {number}") for number, each in enumerate(rounds, start=1)]
    return GAME.score_sheet(seats, GAME.settle(options or {}), Start(head or {}, "head"), tables)


def test_sheet_of_a_round():
    found = sheet([ROUND])
    assert [(line.seat, line.points, line.clause.why) for line in found.lines] == [
        *[(0, 1, "second"), (1, 3, "first"), (2, 0, "tied"), (3, 0, "tied")]
    ]
    assert (found.totals, found.places, found.over) == ([1, 3, 0, 0], [2, 1, 3, 3], False)


def test_sheet_adds_the_bonus_of_the_monster():
    found = sheet([WITH_MONSTER], 3)
    assert [(line.points, line.values["total"]) for line in found.lines] == [(3, "48"), (0, "42"), (2, "29")]
    assert [line.values["place"] for line in found.lines] == ["1", "3", "4"]  # the Monster's 47 is second
    assert {line.values["totals"] for line in found.lines} == {"48, M 35+12, 42, 29"}


def test_sheet_from_cards():
    found = sheet([{"cards": TRICKS}])
    assert [line.values["total"] for line in found.lines] == ["44", "48", "39", "39"]
    found = sheet([{"cards": TRICKS[:3], "monster_cards": TRICKS[3]}], 3)
    assert [line.values["place"] for line in found.lines] == ["3", "2", "4"]  # the Monster has 39 + 12


def test_sheet_of_a_match():
    found = sheet([ROUND] * 8)
    assert (found.totals, found.places, found.over) == ([8, 24, 0, 0], [2, 1, 3, 3], True)
    assert sheet([ROUND] * 4, options={"rounds": 4}).over
    assert not sheet([ROUND] * 7).over
    assert sheet([]).totals == [0, 0, 0, 0]


def test_sheet_lets_the_monster_win():
    rounds = [{"totals": [38, 37, 31], "monster": 44}] * 8
    assert sheet(rounds, 3).places == [2, 3, 1]
    found = sheet(rounds, 3, options={"monster_can_win": "on"})
    assert (found.totals, found.places) == ([8, 0, 16], [3, 4, 2])


@pytest.mark.parametrize("seats", [3, 4])
def test_sheet_agrees_with_a_match(table, seats):
    for seed in range(2):
        t = table(seats, seed=seed)
        rng = Random(seed)
        written = []
        while not t.match.over:
            number = t.fact("round")
            t.random_step(rng)
            if t.fact("round") != number or t.match.over:
                totals = t.totals()
                written.append({"totals": totals[:seats]} | ({"monster": totals[3] - 12} if seats == 3 else {}))
        found = sheet(written, seats)
        assert (found.totals, found.places, found.over) == (t.match.scores(), t.match.places(), True)
        assert [(line.seat, line.points, line.clause, line.values) for line in found.lines] == [
            (line.seat, line.points, line.clause, line.values) for line in t.match.score_lines()
        ]


@pytest.mark.parametrize(
    ("seats", "written", "words"),
    [
        (4, {"totals": [44, 48, 39]}, "deal 1: totals must be 4 numbers from 12 to 68"),
        (4, {"totals": [44, 48, 39, 11]}, "deal 1: totals must be 4 numbers from 12 to 68"),
        (4, {"totals": [44, 48, 39, 69]}, "deal 1: totals must be 4 numbers from 12 to 68"),
        (4, {"totals": [40, 40, 40, 23]}, r"deal 1: the totals add up to 143; .* 144 to 176 \[MEINZ-60\]"),
        (4, {"totals": [50, 40, 40, 47]}, "deal 1: the totals add up to 177"),
        (4, {}, "deal 1: totals is missing"),
        (4, {"totals": [44, 48, 39, 39], "monster": 35}, "deal 1: monster means nothing"),
        (3, {"totals": [48, 42, 29]}, "deal 1: totals is missing: .* and monster for the Monster"),
        (3, {"totals": [48, 42, 29], "monster": 72}, "deal 1: monster must be a number from 12 to 68"),
        (4, {"cards": TRICKS, "totals": [44, 48, 39, 39]}, "deal 1: totals means nothing"),
        (4, {"cards": TRICKS[:3]}, "deal 1: cards must be 4 texts"),
        (4, {"cards": [*TRICKS[:3], "R1 R2"]}, r"deal 1: 'R1 R2' has 2 cards, two tricks have 8 \[MEINZ-60\]"),
        (4, {"cards": [*TRICKS[:3], TRICKS[0]]}, r"deal 1: G5 appears twice, .* \[MEINZ-02\]"),
        (4, {"cards": [*TRICKS[:3], TRICKS[3].replace("G1", "G0")]}, "no card 'G0'"),
        (3, {"cards": TRICKS[:3]}, "deal 1: '' has 0 cards"),
    ],
)
def test_sheet_refusals(seats, written, words):
    with pytest.raises(NotationError, match=words):
        sheet([written], seats)


def test_sheet_refuses_a_wrong_head_and_too_many_rounds():
    with pytest.raises(NotationError, match="head: dealer means nothing"):
        sheet([ROUND], head={"dealer": 1})
    with pytest.raises(NotationError, match=r"9 rounds are written down, but a match has 8 \[MEINZ-07\]"):
        sheet([ROUND] * 9)
    with pytest.raises(SetupError):
        sheet([], seats=5)
