"""Loop: the final scoring (LOOP-48 to LOOP-50), at the table and on a score sheet."""

from random import Random

import pytest

from atout.games.loop import GAME
from atout.kernel.errors import NotationError, SetupError
from atout.kernel.start import Start
from atout.kernel.state import OVER
from atout.match import Match

SEATS = (4, 5, 6)

EX_10 = [[1, 4, 2, 3], [3, 2, 1, 4], [1, 2, 4, 3], [3, 1, 2, 4]]


def sheet(rounds, seats=4, options=None, head=None):
    tables = [Start({"places": places}, f"round {number}") for number, places in enumerate(rounds, start=1)]
    return GAME.score_sheet(seats, GAME.settle(options or {}), Start(head or {}, "head"), tables)


def board_points(places):
    """Return the points of the pawns of one board, counted by LOOP-48."""
    return [sum(1 for other in places if other >= own) for own in places]


def points_on_a_board(places):
    """Return what a sheet gives the pawns of the first board; the other pawns of each round take the rows left over."""
    seats = len(places)
    rounds = []
    for holder, place in enumerate(places):  # the board goes from seat to seat
        rest = [row for row in range(1, seats + 1) if row != place]
        rounds.append([place if seat == holder else rest.pop() for seat in range(seats)])
    lines = [line for line in sheet(rounds, seats).lines if line.values["board"] == "A"]
    return [line.points for line in sorted(lines, key=lambda line: line.seat)]


@pytest.mark.parametrize("seats", SEATS)
def test_loop_48_pawns_on_the_same_row_and_below(table, seats):
    for seed in range(5):
        t = table(seats, seed=seed)
        for _ in t.walk(Random(seed)):
            assert (t.match.scores(), t.match.score_lines()) == ([0] * seats, [])  # only after the last round
        totals = [0] * seats
        for board in "ABCDEF"[:seats]:
            places = dict.fromkeys(range(seats), 0)
            for seat, value in t.pawns():
                if value[0] == board:
                    places[seat] = int(value.split(":")[1])
            for seat, points in enumerate(board_points(list(places.values()))):
                totals[seat] += points
        assert t.match.scores() == totals
        assert [t.fact("total", seat) for seat in range(seats)] == [str(total) for total in totals]


def test_loop_48_every_point_has_a_line():
    found = sheet(EX_10)
    assert len(found.lines) == 16
    assert {line.clause.id for line in found.lines} == {"LOOP-48"}
    first = found.lines[0]
    assert (first.seat, first.points) == (0, 4)
    assert first.values == {"board": "A", "round": "1", "row": "1", "rows": "1 2 4 4", "points": "4"}
    for seat in range(4):
        assert sum(line.points for line in found.lines if line.seat == seat) == found.totals[seat]


def test_loop_49_the_highest_sum_wins():
    found = sheet(EX_10)
    assert (found.totals, found.places, found.over) == ([13, 12, 12, 8], [1, 2, 2, 4], True)


def test_loop_50_a_tie_is_a_shared_victory():
    found = sheet([[1, 2, 3, 4], [2, 1, 4, 3], [3, 4, 1, 2], [4, 3, 2, 1]])
    best = max(found.totals)
    winners = [seat for seat in range(4) if found.totals[seat] == best]
    assert len(winners) > 1
    assert [seat for seat in range(4) if found.places[seat] == 1] == winners
    equal = sheet([[1, 2, 3, 4], [4, 1, 2, 3], [3, 4, 1, 2], [2, 3, 4, 1]])
    assert (equal.totals, equal.places) == ([16] * 4, [1] * 4)


# Examples


@pytest.mark.parametrize("places", [[1, 2, 4, 4], [1, 3, 4, 4]])
def test_ex_loop_9_one_board(places):
    assert points_on_a_board(places) == board_points(places) == [4, 3, 2, 2]


def test_ex_loop_10_whole_table():
    found = sheet(EX_10)
    assert found.totals == [13, 12, 12, 8]
    boards = {"A": [4, 3, 2, 2], "D": [2, 4, 4, 2], "C": [4, 4, 2, 1], "B": [3, 1, 4, 3]}  # boards 1, 2, 3, 4
    for board, points in boards.items():
        lines = [line for line in found.lines if line.values["board"] == board]
        assert [line.points for line in sorted(lines, key=lambda line: line.seat)] == points
    rows = {"A": "1 2 4 4", "D": "2 2 3 3", "C": "1 1 2 4", "B": "1 3 3 4"}
    assert {line.values["board"]: line.values["rows"] for line in found.lines} == rows


def test_ex_loop_10_at_the_table():
    start = {
        **{"round": 4, "golden": 0, "places": [" ".join(map(str, places)) for places in EX_10[:3]]},
        **{"hands": ["12", "10", "11", "1 1"], "aside": ["?? ??"] * 4, "turn": 1},
    }
    match = Match(GAME, 4, start=start)
    for text in ("10", "11", "pass", "12"):
        match.play(match.turn, text)
    assert (match.turn, match.scores(), match.places()) == (OVER, [13, 12, 12, 8], [1, 2, 2, 4])


@pytest.mark.parametrize(
    ("places", "points"),
    [([2, 2, 5, 1, 2], [4, 4, 1, 5, 4]), ([3, 3, 3, 3, 3], [5, 5, 5, 5, 5]), ([1, 2, 3, 4, 5], [5, 4, 3, 2, 1])],
)
def test_ex_loop_24_score_five_players(places, points):
    assert points_on_a_board(places) == board_points(places) == points


# The sheet


@pytest.mark.parametrize("seats", SEATS)
def test_sheet_agrees_with_a_match(table, seats):
    for seed in range(3):
        t = table(seats, seed=100 + seed)
        t.finish_match(Random(seed))
        rounds = [[0] * seats for _ in range(seats)]
        for seat, value in t.pawns():
            column, row = value[1:].split(":")
            rounds[int(column) - 1][seat] = int(row)
        found = sheet(rounds, seats)
        assert (found.totals, found.places, found.over) == (t.match.scores(), t.match.places(), True)
        assert [(line.seat, line.points, line.values) for line in found.lines] == [
            (line.seat, line.points, line.values) for line in t.match.score_lines()
        ]


def test_sheet_of_an_unfinished_match():
    for rounds in ([], EX_10[:1], EX_10[:3]):
        found = sheet(rounds)
        assert (found.totals, found.places, found.lines, found.over) == ([0] * 4, [1] * 4, [], False)
    found = sheet(EX_10[:2], options={"rounds": 2})
    assert (found.over, len(found.lines), sum(found.totals)) == (True, 8, 13)


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ([1, 2, 3, 3], r"round 1: places must be each of 1 to 4 once \[LOOP-42\]"),
        ([1, 2, 3], "round 1: places must be 4 numbers"),
        ([1, 2, 3, 5], "round 1: places must be 4 numbers"),
        ([0, 1, 2, 3], "round 1: places must be 4 numbers"),
        ("1 2 3 4", "round 1: places must be 4 numbers"),
    ],
)
def test_sheet_refusals(places, words):
    with pytest.raises(NotationError, match=words):
        sheet([places])


def test_sheet_refuses_a_wrong_head_and_too_many_rounds():
    with pytest.raises(NotationError, match="head: dealer means nothing"):
        sheet(EX_10, head={"dealer": 1})
    with pytest.raises(NotationError, match="5 rounds are written down, but a match has 4"):
        sheet([*EX_10, EX_10[0]])
    with pytest.raises(NotationError, match="3 rounds are written down, but a match has 2"):
        sheet(EX_10[:3], options={"rounds": 2})
    with pytest.raises(NotationError, match="round 1: winner means nothing"):
        GAME.score_sheet(4, GAME.settle({}), Start({}), [Start({"places": EX_10[0], "winner": 1}, "round 1")])
    with pytest.raises(SetupError):
        sheet([], seats=3)
