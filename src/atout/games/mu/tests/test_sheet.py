"""Mü: the score sheet for people who play with real cards."""

import pytest

from atout.games.mu import GAME
from atout.kernel.errors import NotationError
from atout.kernel.start import Start


def sheet(seats, deals, options=None, head=None):
    tables = [Start(dict(deal), f"deal {k + 1}") for k, deal in enumerate(deals)]
    return GAME.score_sheet(seats, GAME.settle(options or {}), Start(head or {}), tables)


MADE = {"chief": "D", "partner": "A", "size": 4, "trump": "G", "points": [10, 9, 9, 23, 9]}
MISSED = MADE | {"points": [10, 10, 10, 19, 11]}
DEADLOCK = {"outcome": "deadlock", "size": 3, "tied": "ACD", "culprit": "D"}
ALL_PASS = {"outcome": "all-pass"}


def test_sheet_of_four_rounds():
    found = sheet(5, [MADE, MISSED, DEADLOCK, ALL_PASS])
    assert found.totals == [50 + 10 + 15, 9 + 20, 9 + 20 + 15, 63 - 1 - 30, 9 + 21]
    assert (found.places, found.over) == ([1, 5, 2, 3, 4], False)
    assert {line.values["round"] for line in found.lines} == {"1", "2", "3"}


def test_sheet_lines_are_those_of_a_match(table, before_last_trick):
    start = before_last_trick(MISSED["points"], chief=3, partner=0, size=4, trump="G")
    t = table(5, start=start)
    t.finish()
    played = [(line.seat, line.points, line.clause, line.values) for line in t.match.score_lines()]
    assert [(line.seat, line.points, line.clause, line.values) for line in sheet(5, [MISSED]).lines] == played


def test_sheet_knows_the_end():
    assert sheet(5, [MADE] * 3).totals[3] == 189
    assert not sheet(5, [MADE] * 3).over
    assert sheet(5, [MADE] * 4).over
    with pytest.raises(NotationError, match=r"deal 5: the match was over after 4 rounds \[MU-62\]"):
        sheet(5, [*[MADE] * 4, ALL_PASS])
    assert sheet(5, [ALL_PASS] * 5, {"length": "once"}).over
    assert not sheet(5, [ALL_PASS] * 4, {"length": "once"}).over
    assert sheet(5, [], None).totals == [0] * 5


def test_sheet_options():
    assert sheet(5, [DEADLOCK], {"deadlock_payout": "shared"}).totals == [15, 0, 15, -30, 0]
    assert sheet(5, [DEADLOCK | {"tied": "AD"}], {"deadlock_payout": "shared"}).totals == [30, 0, 0, -30, 0]
    assert sheet(5, [MADE | {"trump": "none"}], {"bonuses": "000099"}).totals[3] == 23 + 100
    assert sheet(5, [MADE], {"targets": "raised"}).totals[3] == 23 - 10


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        ({}, "size is missing"),
        (MADE | {"outcome": "won"}, "outcome must be"),
        (MADE | {"size": 13}, "size must be"),
        (MADE | {"chief": "F"}, "F is not a seat"),
        (MADE | {"chief": 3}, "chief must be"),
        (MADE | {"partner": "D"}, "partner must be a different seat"),
        (MADE | {"partner": ""}, "partner must be the letter"),
        (MADE | {"trump": "green"}, "trump must be"),
        (MADE | {"points": [10, 9, 9, 23, 8]}, r"points add up to 59, but a round has 60 \[MU-52\]"),
        (MADE | {"points": [10, 9, 9, 23]}, "points must be"),
        (MADE | {"vice": "C"}, "vice means nothing"),
        (DEADLOCK | {"tied": "D"}, r"tied must name two seats or more by letter, like AC \[MU-19\]"),
        (DEADLOCK | {"tied": "DX"}, "X is not a seat"),
        (DEADLOCK | {"culprit": "B"}, r"culprit must be one of the tied seats \[MU-20\]"),
        (DEADLOCK | {"chief": "A"}, "chief means nothing"),
        (ALL_PASS | {"size": 1}, "size means nothing"),
    ],
)
def test_sheet_refusals(deal, words):
    with pytest.raises(NotationError, match=words):
        sheet(5, [deal])


def test_sheet_head_has_nothing_to_say():
    with pytest.raises(NotationError, match="dealer means nothing"):
        sheet(5, [], head={"dealer": 1})
