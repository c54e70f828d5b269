"""Score sheets in Python, and sheets that begin in the middle of a match."""

from collections.abc import Mapping

import pytest

from atout import Sheet, load, names, score
from atout.kernel.errors import NotationError, SetupError

# Whole matches as people write them down.
SHEETS: dict[str, tuple[int, dict[str, object], list[dict[str, object]]]] = {
    "luz": (
        4,
        {"deals": 3},
        [
            {"bets": ["3", "2+S", "4", "2"], "tricks": [3, 2, 3, 2]},
            {"bets": ["0+S", "2+S", "4", "3+S"], "tricks": [1, 2, 4, 3]},
            {"bets": ["5", "1", "2", "2+S"], "tricks": [4, 2, 2, 2]},
        ],
    ),
    "njet": (
        4,
        {"rounds": 3},
        [
            {"value": 3, "team": "AB", "tricks": [5, 4, 3, 2], "loot": [1, 0, 0, 0]},
            {"value": -2, "team": "AC", "tricks": [0, 8, 1, 5], "loot": [0, 2, 0, 0]},
            {"value": 1, "team": "AD", "tricks": [4, 4, 3, 4], "loot": [0, 0, 1, 1]},
        ],
    ),
    "meinz": (
        4,
        {"rounds": 4},
        [
            {"totals": [40, 41, 38, 41]},
            {"totals": [30, 50, 45, 35]},
            {"totals": [48, 37, 42, 33]},
            {"totals": [45, 36, 40, 39]},
        ],
    ),
    "mu": (
        5,
        {"limit": 500},
        [
            {"chief": "A", "partner": "C", "size": 3, "trump": "R", "points": [20, 10, 16, 9, 5]},
            {"outcome": "deadlock", "size": 2, "tied": "AB", "culprit": "B"},
            {"chief": "E", "partner": "B", "size": 4, "trump": "7", "points": [0, 30, 10, 0, 20]},
        ],
    ),
}
FIRST = {"luz": "first_deal"}


def brought(game: str, done: int, sheet: Sheet, before: Sheet) -> dict[str, object]:
    """Return the head of a sheet that goes on where another stopped."""
    head: dict[str, object] = {FIRST.get(game, "round"): done + 1, "totals": sheet.totals}
    if game == "luz":
        head["last_scores"] = [now - then for now, then in zip(sheet.totals, before.totals, strict=True)]
    return head


@pytest.mark.parametrize("game", SHEETS)
def test_a_sheet_that_goes_on_from_totals_ends_like_the_whole_one(game: str) -> None:
    seats, options, deals = SHEETS[game]
    whole = score(game, seats, deals, options)
    for done in range(1, len(deals)):
        first = score(game, seats, deals[:done], options)
        before = score(game, seats, deals[: done - 1], options)
        rest = score(game, seats, deals[done:], options, start=brought(game, done, first, before))
        assert (rest.totals, rest.places, rest.over) == (whole.totals, whole.places, whole.over)
        came = [line for line in rest.lines if line.clause.why == "before"]
        assert [line.points for line in came] == [total for total in first.totals if total]
        shown = [(line.seat, line.points, line.clause.id, line.values) for line in rest.lines[len(came) :]]
        assert shown == [
            (line.seat, line.points, line.clause.id, line.values) for line in whole.lines[len(first.lines) :]
        ]


def test_the_monster_brings_its_point_cards_along() -> None:
    sheet = score(
        "Meinz", 3, [{"totals": [40, 41, 38], "monster": 41}], {"rounds": 4}, start={"round": 4, "totals": [9, 2, 3, 1]}
    )
    assert sheet.over
    assert [line.points for line in sheet.lines[:3]] == [9, 2, 3]


def test_schrecklicht_brings_its_objectives_along() -> None:
    game = load("schrecklicht")
    played: Mapping[str, object] = {
        "objectives": "HIGH_SUM LOW_SUM HIGH_COVER",
        "displays": ["G11 V11 B11 G10", "V10 B10 G9 V9", "B9 G8 V8 B8"],
    }
    start: dict[str, object] = {"round": 2, "totals": [5, 0, 3], "firsts": [1, 0, 0]}
    used = {**start, "used": "HIGH_SUM MOST_PUMPKINS FEWEST_PUMPKINS"}
    with pytest.raises(NotationError, match="every objective is used once"):
        score(game, 3, [played], start=used)
    fresh = score(game, 3, [played], start=start)
    alone = score(game, 3, [played])
    assert [now - then for now, then in zip(fresh.totals, alone.totals, strict=True)] == [5, 0, 3]


def test_what_cannot_be_is_refused() -> None:
    seats, options, deals = SHEETS["luz"]
    with pytest.raises(NotationError, match="4 deals are written down, but a match has 3"):
        score("luz", seats, deals, options, start={"first_deal": 2})
    with pytest.raises(NotationError, match="totals must be 4 numbers"):
        score("luz", seats, deals, options, start={"totals": [1, 2]})
    with pytest.raises(NotationError, match="totals means nothing in this game"):
        score("loop", 4, [{"places": [1, 2, 3, 4]}], start={"totals": [0, 0, 0, 0]})
    with pytest.raises(SetupError, match="for 3, 4, 5 players"):
        score("luz", 2, [])


def test_every_game_has_a_sheet() -> None:
    assert all(not score(name, max(load(name).seat_counts), []).over for name in names() if name != "was_sticht")
