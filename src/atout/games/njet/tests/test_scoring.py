"""Njet!: from tricks and loot to points (NJET-54 to NJET-59)."""

import pytest

from atout.games.njet import GAME
from atout.kernel.start import Start
from atout.locale import load_locale


def sheet(seats, deals, options=None):
    """Return the score sheet of some rounds."""
    starts = [Start(deal, f"deal {k + 1}") for k, deal in enumerate(deals)]
    return GAME.score_sheet(seats, GAME.settle(options or {}), Start({}), starts)


def last_trick(table, within, value, team, tricks, loot, hands=None, **more):
    """Play the last trick of a round, which seat 0 wins: `tricks` and `loot` are the final counts."""
    seats = len(tricks)
    before = [tricks[0] - 1, *tricks[1:]]
    zeros = iter(["K0", "K0", "K0", "B0", "B0", "B0", "Y0", "Y0", "Y0"])
    taken = [" ".join(next(zeros) for _ in range(number)) for number in loot]
    length = {2: 15, 3: 16, 4: 15, 5: 12}[seats]
    cards = {0: "lay-none", 1: "lay-1", 2: "lay-2"}[length - sum(tricks)]
    spaces = ["start-c1", cards, "trump-none", "super-none", f"points-{value}"]
    start = within(
        seats, hands or ["R9", "R1", "R2", "R3", "R4"][:seats], tricks=before, loot=taken, open=spaces, **more
    )
    if team:
        start["team"] = team
    t = table(seats, {"rounds": "1"}, start)
    t.say(*(hands or ["R9", "R1", "R2", "R3", "R4"][:seats]))
    return t.match


def shares(match):
    return [int(line.values["share"]) for line in match.score_lines() if "share" in line.values]


@pytest.mark.parametrize(("space", "value"), [("1", 1), ("2", 2), ("3", 3), ("4", 4), ("minus-2", -2)])
def test_njet_54_the_open_value_counts_for_tricks_and_loot(table, within, space, value):
    match = last_trick(table, within, space, "team:AB", [4, 4, 4, 3], [1, 0, 2, 0])
    assert shares(match) == [value * 5, value * 4, value * 6, value * 3]


def test_njet_55_the_monster_counts_double(table, within):
    match = last_trick(table, within, "3", "team:BA", [3, 2, 3, 2, 2], [1, 1, 0, 2, 0])
    assert shares(match) == [12, 18, 9, 12, 6]  # seat 1 holds the Monster: 2 x 3 x (2 + 1)
    reasons = [line.clause.why for line in match.score_lines() if "share" in line.values]
    assert reasons == ["share", "share-doubled", "share", "share", "share"]
    assert match.scores() == [3, 3, 0, 0, 0]  # 12 + 18 against 27


def test_njet_56_at_minus_two_the_monster_doubles_the_loss(table, within):
    match = last_trick(table, within, "minus-2", "alone:A", [4, 6, 6], [0, 0, 0])
    assert shares(match) == [-16, -12, -12]
    assert [line.clause.id for line in match.score_lines() if line.seat == 0] == ["NJET-56", "NJET-59"]


def test_njet_57_numbers_on_cards_do_not_count(table, within):
    low = last_trick(table, within, "1", "team:AB", [5, 4, 3, 3], [0] * 4, ["R4", "R1", "R2", "R3"])
    high = last_trick(table, within, "1", "team:AB", [5, 4, 3, 3], [0] * 4, ["R9", "R8", "R7", "R6"])
    assert low.scores() == high.scores() == [3, 3, 0, 0]


def test_njet_58_the_team_ahead_adds_the_difference(table, within):
    match = last_trick(table, within, "2", "team:AC", [4, 3, 5, 3], [0, 1, 0, 0])
    assert match.scores() == [4, 0, 4, 0]  # 18 against 14
    assert [line.clause.why for line in match.score_lines()][4:] == ["ahead", "behind", "ahead", "behind"]
    match = last_trick(table, within, "2", "team:AC", [4, 3, 4, 4], [0, 1, 0, 0])
    assert match.scores() == [0, 0, 0, 0]
    assert {line.clause.why for line in match.score_lines()[4:]} == {"level"}


def test_njet_59_at_minus_two_the_smaller_loss_is_ahead(table, within):
    match = last_trick(table, within, "minus-2", "team:AC", [4, 4, 3, 4], [0, 0, 0, 0])
    assert match.scores() == [2, 0, 2, 0]  # -14 against -16
    assert match.score_lines()[4].clause.why == "ahead-with-less-loss"


def test_score_lines_say_how_points_come_about(table, within):
    match = last_trick(table, within, "3", "team:BA", [3, 2, 3, 2, 2], [1, 1, 0, 2, 0])
    texts = [load_locale(GAME).score(line) for line in match.score_lines() if line.seat == 1]
    assert texts == [
        "Round 1: 2 (tricks) + 1 (captured 0s) = 3, × 3 points each = 9, doubled by the Monster = 18 for the team"
        " [NJET-55]",
        "Round 1: own team 12 + 18 = 30; opponents 9 + 12 + 6 = 27; difference +3 [NJET-58]",
    ]
    texts = [load_locale(GAME).score(line) for line in match.score_lines() if line.seat == 2]
    assert texts == [
        "Round 1: 3 (tricks) + 0 (captured 0s) = 3, × 3 points each = 9 for the team [NJET-55]",
        "Round 1: own team 9 + 12 + 6 = 27; opponents 12 + 18 = 30; behind, nothing to add [NJET-58]",
    ]
    for lang in ("fr", "de"):
        for line in match.score_lines():
            assert "{" not in load_locale(GAME, lang).score(line)


def test_score_lines_of_a_round_of_losses(table, within):
    match = last_trick(table, within, "minus-2", "alone:A", [4, 10, 0], [0, 1, 0])
    texts = [load_locale(GAME).score(line) for line in match.score_lines() if line.seat == 0]
    assert texts == [
        "Round 1: 4 (tricks) + 0 (captured 0s) = 4, × -2 points each = -8, a loss doubled by the Monster = -16"
        " for the team [NJET-56]",
        "Round 1: own team -16; opponents -22 + 0 = -22; lost less, difference +6 [NJET-59]",
    ]
    match = last_trick(table, within, "minus-2", "team:AC", [4, 4, 4, 3], [0, 0, 0, 1])
    texts = [load_locale(GAME).score(line) for line in match.score_lines() if line.seat == 1]
    assert texts[1] == "Round 1: own team -8 - 8 = -16; opponents -8 - 8 = -16; level, nothing to add [NJET-58]"


def test_njet_ex_04_score_of_the_seed(table, within):
    match = last_trick(table, within, "2", "team:ED", [3, 2, 2, 3, 2], [1, 1, 1, 0, 1])
    assert shares(match) == [8, 6, 6, 6, 12]
    assert sum(shares(match)[:3]) == 20
    assert match.scores() == [2, 2, 2, 0, 0]


def test_njet_ex_05_negative_value(table):
    t = table(4, seed=1)
    t.settle("points-minus-2", "start-c1", "lay-none")
    t.say("team:AB")
    t.finish_round()
    lines = [line for line in t.match.score_lines() if "share" in line.values]
    for line in lines:
        assert int(line.values["share"]) == -2 * (int(line.values["tricks"]) + int(line.values["loot"]))
    assert {line.values["value"] for line in lines} == {"-2"}


@pytest.mark.parametrize(("alone", "scores"), [(5, [0, 0, 0]), (4, [4, 0, 0])])
def test_njet_ex_18_monster_in_a_minus_two_round(alone, scores):
    # the example counts u = tricks + loot; fourteen tricks and some loot give the same sums
    loot = [0, 0, 1] if alone == 5 else [0, 0, 0]
    deal = {"value": -2, "team": "A", "tricks": [alone, 6, 4 - loot[2]], "loot": loot}
    assert sheet(3, [deal]).totals == scores


def test_njet_ex_19_two_players(table, within):
    match = last_trick(table, within, "3", "", [8, 6], [1, 2])
    assert shares(match) == [27, 24]
    assert match.scores() == [3, 0]


def test_njet_ex_20_four_players_without_monster(table, within):
    match = last_trick(table, within, "4", "team:AB", [4, 3, 3, 3], [1, 1, 2, 2])
    assert (sum(shares(match)[:2]), sum(shares(match)[2:])) == (36, 40)
    assert match.scores() == [0, 0, 4, 4]
