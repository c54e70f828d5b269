"""Njet!: the score sheet for people with real cards."""

import pytest

from atout.games.njet import GAME
from atout.kernel.errors import NotationError, SetupError
from atout.kernel.start import Start
from atout.match import Match, shuffler

FIVE = {"value": 2, "team": "DE", "monster": "E", "tricks": [3, 2, 2, 3, 2], "loot": [1, 1, 1, 0, 1]}
FOUR = {"value": 4, "team": "AB", "tricks": [4, 3, 3, 3], "loot": [1, 1, 2, 2]}
THREE = {"value": -2, "team": "B", "tricks": [5, 4, 6], "loot": [0, 0, 0]}
TWO = {"value": 3, "tricks": [8, 6], "loot": [1, 2]}


def sheet(seats, *deals, options=None):
    starts = [Start(deal, f"deal {k + 1}") for k, deal in enumerate(deals)]
    return GAME.score_sheet(seats, GAME.settle(options or {}), Start({}, "head"), starts)


def test_rounds_add_up():
    found = sheet(5, FIVE, FIVE, {**FIVE, "value": -2})
    assert found.totals == [4, 4, 4, 2, 2]
    assert found.places == [1, 1, 1, 4, 4]
    assert not found.over
    for seat in range(5):
        assert sum(line.points for line in found.lines if line.seat == seat) == found.totals[seat]


@pytest.mark.parametrize(
    ("seats", "deal", "totals"),
    [(2, TWO, [3, 0]), (3, THREE, [0, 6, 0]), (4, FOUR, [0, 0, 4, 4]), (5, FIVE, [2, 2, 2, 0, 0])],
)
def test_one_round_with_every_number_of_players(seats, deal, totals):
    assert sheet(seats, deal).totals == totals


def test_the_match_is_over_after_its_last_round():
    assert sheet(4, *[FOUR] * 8).over
    assert sheet(4, *[FOUR] * 4, options={"rounds": "half"}).over
    with pytest.raises(NotationError, match="NJET-62"):
        sheet(4, *[FOUR] * 9)


def test_raw_scores():
    assert sheet(4, FOUR, options={"score": "raw"}).totals == [36, 36, 40, 40]


@pytest.mark.sweep
def test_a_played_match_and_its_sheet_agree():
    for seats in GAME.seat_counts:
        match = Match(GAME, seats, {"rounds": "4"}, shuffle=shuffler(seats))
        deals: list[dict[str, object]] = []
        teams: dict[int, str] = {}
        monster: list[int] = []
        value = ""
        while not match.over:
            if match.view(0).display().phase == "tricks":
                facts = match.view(0).display().facts
                teams = {fact.seat: fact.value for fact in facts if fact.name == "team"}
                monster = [fact.seat for fact in facts if fact.name == "monster"]
                value = next(fact.value for fact in facts if fact.name == "value").removeprefix("points-")
            lines = len(match.score_lines())
            match.play(match.turn, match.legal(match.turn)[-1])
            new = match.score_lines()[lines:]
            if new:
                deal: dict[str, object] = {"value": -2 if value == "minus-2" else int(value)}
                for name in ("tricks", "loot"):
                    deal[name] = [int(line.values[name]) for line in new[:seats]]
                if seats > 2:
                    deal["team"] = "".join("ABCDE"[seat] for seat in range(seats) if teams[seat] == "1")
                if seats == 5:
                    deal["monster"] = "ABCDE"[monster[0]]
                deals.append(deal)
        found = sheet(seats, *deals, options={"rounds": "4"})
        assert (found.totals, found.places, found.over) == (match.scores(), match.places(), True)
        assert [(line.seat, line.points, line.values) for line in found.lines] == [
            (line.seat, line.points, line.values) for line in match.score_lines()
        ]


@pytest.mark.parametrize(
    ("seats", "deal", "message"),
    [
        (4, {**FOUR, "value": 0}, "NJET-54"),
        (4, {**FOUR, "value": -1}, "NJET-54"),
        (4, {"team": "AB", "tricks": [4, 3, 3, 3]}, "NJET-54"),
        (4, {**FOUR, "value": 5}, "value must be"),
        (4, {**FOUR, "value": -3}, "value must be"),
        (4, {**FOUR, "tricks": [4, 3, 3, 2]}, "NJET-49"),
        (4, {**FOUR, "tricks": [4, 3, 3, 6]}, "NJET-49"),
        (4, {**FOUR, "loot": [4, 4, 4, 1]}, "NJET-02"),
        (4, {**FOUR, "tricks": [0, 7, 3, 3]}, r"seat A captured 1 0s, 0 tricks hold at most 0 \[NJET-53\]"),
        (4, {**FOUR, "tricks": [9, 3, 1, 0], "loot": [0, 0, 3, 0]}, "1 tricks hold at most 2"),
        (2, {**TWO, "tricks": [13, 1], "loot": [0, 2]}, "1 tricks hold at most 1"),
        (3, {**THREE, "tricks": [14, 1, 0], "loot": [0, 3, 0]}, "1 tricks hold at most 2"),
        (3, {**THREE, "tricks": [1, 14, 0], "loot": [2, 0, 0]}, "1 tricks hold at most 1"),
        (5, {**FIVE, "tricks": [9, 0, 0, 1, 0], "loot": [0, 0, 0, 4, 0]}, "1 tricks hold at most 3"),
        (5, {**FIVE, "tricks": [1, 0, 0, 9, 0], "loot": [3, 0, 0, 0, 0]}, "1 tricks hold at most 2"),
        (4, {**FOUR, "team": "ABC"}, "NJET-16"),
        (4, {**FOUR, "team": "AA"}, "NJET-16"),
        (4, {**FOUR, "team": "AE"}, "E is not a seat"),
        (4, {**FOUR, "monster": "A"}, "means nothing"),
        (5, {**FIVE, "monster": "A"}, "NJET-21"),
        (5, {**FIVE, "monster": ""}, "NJET-21"),
        (3, {**THREE, "team": "AB"}, "NJET-16"),
        (2, {**TWO, "team": "A"}, "means nothing"),
    ],
)
def test_what_cannot_be_is_refused(seats, deal, message):
    with pytest.raises(NotationError, match=message):
        sheet(seats, deal)


def test_as_many_zeros_as_tricks_can_hold():
    """The most that NJET-53 allows: one 0 from every opponent in each trick."""
    deal = {"value": 1, "team": "DE", "monster": "E", "tricks": [6, 0, 0, 2, 2], "loot": [6, 0, 0, 6, 0]}
    assert sheet(5, deal).totals == [0, 0, 0, 0, 0]  # 12 against 2 + 6 + 2 x 2
    assert sheet(2, {"value": 1, "tricks": [13, 1], "loot": [0, 1]}).totals == [11, 0]


def test_a_sheet_needs_the_right_number_of_players():
    with pytest.raises(SetupError, match="NJET-01"):
        sheet(6, FIVE)
