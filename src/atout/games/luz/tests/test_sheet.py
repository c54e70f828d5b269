"""Luz: the score sheet for people who play with real cards."""

from random import Random

import pytest

from atout.games.luz import GAME
from atout.kernel.errors import NotationError, SetupError
from atout.kernel.start import Start

DEAL = {"bets": ["3+S", "2", "4"], "tricks": [4, 2, 4]}


def sheet(deals, seats=3, head=None, options=None):
    tables = [Start(deal, f"deal {number}") for number, deal in enumerate(deals, start=1)]
    return GAME.score_sheet(seats, GAME.settle(options or {}), Start(head or {}, "head"), tables)


def test_sheet_of_four_deals():
    found = sheet([DEAL, DEAL, {"bets": ["3+S", "2", "4"], "tricks": [5, 1, 4]}, DEAL])
    assert [(line.seat, line.points, line.clause.id) for line in found.lines] == [
        *[(0, 5, "LUZ-39"), (1, 10, "LUZ-39"), (2, 10, "LUZ-39")],
        *[(0, 10, "LUZ-39"), (1, 20, "LUZ-39"), (2, 20, "LUZ-39")],
        *[(0, -10, "LUZ-40"), (1, -5, "LUZ-40"), (2, 30, "LUZ-39")],
        *[(0, 20, "LUZ-39"), (1, 40, "LUZ-39"), (2, 40, "LUZ-39")],
    ]
    assert found.totals == [25, 65, 100]
    assert found.places == [3, 2, 1]
    assert found.over


def test_sheet_of_an_unfinished_match():
    found = sheet([DEAL])
    assert (found.totals, found.over) == ([5, 10, 10], False)
    assert sheet([]).totals == [0, 0, 0]
    assert sheet([DEAL, DEAL], options={"deals": 2}).over


def test_ex_luz_18_final_tie_on_the_sheet():
    deals = [
        {"bets": ["2", "3+S", "3", "3+S"], "tricks": [2, 3, 2, 3]},  # 10 5 -5 5
        {"bets": ["2+S", "3+S", "4", "2+S"], "tricks": [2, 3, 2, 3]},  # 10 10 -10 10
        {"bets": ["3", "2+S", "2", "2+S"], "tricks": [3, 2, 2, 3]},  # 30 15 30 15
        {"bets": ["2+S", "2", "2", "3"], "tricks": [3, 2, 2, 3]},  # 20 40 40 40
    ]
    assert sheet(deals[:3], 4).totals == [50, 30, 15, 30]
    found = sheet(deals, 4, {"marker": 1})
    assert found.totals == [70, 70, 55, 70]
    assert [found.places.index(place) for place in (1, 2, 3, 4)] == [1, 3, 0, 2]
    for marker, first in [(0, 1), (2, 3), (3, 3)]:  # seat 3 sits nearer to seats 2 and 3
        assert sheet(deals, 4, {"marker": marker}).places.index(1) == first


def test_luz_05_bets_on_the_sheet_need_no_more_beads_than_there_are():
    fifteen = {"bets": ["5+S", "5", "5"], "tricks": [4, 2, 4]}
    sixteen = {"bets": ["5+S", "6", "5"], "tricks": [4, 2, 4]}
    limited = {"bead_limit": "on"}
    assert sheet([fifteen], options=limited).lines
    with pytest.raises(NotationError, match=r"deal 2: .* 15 beads \[LUZ-05\]"):
        sheet([fifteen, sixteen], options=limited)
    assert sheet([fifteen, sixteen]).lines


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("deals", [2, 4])
def test_sheet_agrees_with_a_match(table, seats, deals):
    for seed in range(3):
        t = table(seats, {"deals": deals}, seed=seed)
        rng = Random(seed)
        marker = t.who("dealer")
        t.finish_match(rng)
        lines = t.match.score_lines()
        written = []
        for deal in range(deals):
            part = lines[seats * deal : seats * deal + seats]
            written.append(
                {"bets": [line.values["bet"] for line in part], "tricks": [int(line.values["tricks"]) for line in part]}
            )
        found = sheet(written, seats, {"marker": marker}, {"deals": deals})
        assert found.totals == t.match.scores()
        assert found.places == t.match.places()
        assert found.over
        assert [(line.seat, line.points, line.clause, line.values) for line in found.lines] == [
            (line.seat, line.points, line.clause, line.values) for line in lines
        ]


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        (DEAL | {"tricks": [4, 2, 3]}, r"deal 1: the tricks add up to 9, but a deal has 10 \[LUZ-36\]"),
        (DEAL | {"tricks": [4, 2, 5]}, r"add up to 11"),
        (DEAL | {"tricks": [4, 6]}, "deal 1: tricks must be 3 numbers"),
        (DEAL | {"tricks": [11, 0, -1]}, "deal 1: tricks must be 3 numbers"),
        (DEAL | {"bets": ["3", "2"]}, "deal 1: bets must be 3 texts"),
        (DEAL | {"bets": ["3", "2", 4]}, "deal 1: bets must be 3 texts"),
        (DEAL | {"bets": ["3", "2", "11"]}, "'11' is neither"),
        (DEAL | {"bets": ["3", "2", "R#1"]}, r"deal 1: R#1 is not a bet \[LUZ-20\]"),
        (DEAL | {"points": [5, 5, 5]}, "deal 1: points means nothing"),
        ({"bets": ["3", "2", "4"]}, "the tricks add up to 0"),
        ({"tricks": [4, 2, 4]}, "deal 1: bets must be 3 texts"),
    ],
)
def test_sheet_refusals(deal, words):
    with pytest.raises(NotationError, match=words):
        sheet([deal])


def test_sheet_refuses_a_wrong_head_and_too_many_deals():
    with pytest.raises(NotationError, match="head: marker must be"):
        sheet([DEAL], head={"marker": 3})
    with pytest.raises(NotationError, match="head: dealer means nothing"):
        sheet([DEAL], head={"dealer": 1})
    with pytest.raises(NotationError, match="5 deals are written down, but a match has 4"):
        sheet([DEAL] * 5)
    with pytest.raises(NotationError, match="3 deals are written down, but a match has 2"):
        sheet([DEAL] * 3, options={"deals": 2})
    with pytest.raises(SetupError):
        sheet([], seats=6)
