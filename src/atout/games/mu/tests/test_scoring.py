"""Mü: scoring, the next round, and the end of the match (MU-52 to MU-64)."""

import pytest

from atout.games.mu import GAME
from atout.games.mu.scoring import Outcome
from atout.games.mu.terms import Terms
from atout.kernel.errors import MatchOverError
from atout.kernel.state import CHANCE, OVER

TRUMPS = [*"RBGYK", *"0123456789", "none"]
BONUSES = {  # table 2.4 of the specification
    "colour": [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 100, 100, 100, 100, 100],
    "1 or 7": [20, 30, 40, 50, 60, 70, 80, 90, 100, 100, 100, 100, 100, 100, 100],
    "other": [30, 40, 50, 60, 70, 80, 90, 100, 100, 100, 100, 100, 100, 100, 100],
    "none": [40, 50, 60, 70, 80, 90, 100, 100, 100, 100, 100, 100, 100, 100, 100],
}


def kind(trump):
    return "none" if trump == "none" else "colour" if trump in "RBGYK" else "1 or 7" if trump in "17" else "other"


def outcome(seats, size, trump="R", points=None, chief=0, partner=1, options=None):
    result = Outcome(Terms(seats, GAME.settle(options or {})))
    result.chief, result.partner, result.size, result.trump = chief, partner, size, TRUMPS.index(trump)
    for seat, value in enumerate(points or []):
        result.points[seat] = value
    return result


def round_scores(table, start, options=None):
    """Return what a round brings whose last trick, without card points, is played now."""
    t = table(len(start["points"]), options, start)
    t.finish()
    return t.match.scores()


def lines(t):
    return [(line.seat, line.points, line.clause.id, line.clause.why) for line in t.match.score_lines()]


def test_mu_52_card_points_of_the_own_tricks(table, before_last_trick):
    start = before_last_trick([12, 18, 7, 23], chief=0, partner=1, size=1, trump="R")
    t = table(4, start=start)
    t.finish()
    personal = [line for line in lines(t) if line[3] == "card-points"]
    assert personal == [(seat, points, "MU-52", "card-points") for seat, points in enumerate([12, 18, 7, 23])]


def test_mu_53_team_points_are_those_of_chief_and_partner(table, before_last_trick):
    for points, made in (([15, 15, 15, 15], True), ([15, 16, 14, 15], False), ([20, 0, 10, 30], True)):
        start = before_last_trick(points, chief=0, partner=2, size=1, trump="R")
        bonus = 10 if made else -10
        assert round_scores(table, start)[0] == points[0] + bonus


def test_mu_54_bonus_for_both_on_top(table, before_last_trick):
    start = before_last_trick([20, 9, 16, 15], chief=0, partner=2, size=4, trump="G")
    t = table(4, start=start)
    assert (t.fact("target"), t.fact("bonus")) == ("36", "40")
    t.finish()
    assert t.match.scores() == [60, 9, 56, 15]
    bonuses = [line for line in lines(t) if line[3] == "bonus"]
    assert bonuses == [(0, 40, "MU-54", "bonus"), (2, 40, "MU-54", "bonus")]


def test_mu_54_bonus_table():
    for trump in TRUMPS:
        for size in range(1, 16):
            assert outcome(4, size, trump).bonus() == BONUSES[kind(trump)][size - 1]


def test_mu_55_only_the_chiefs_trump_decides(table, before_last_trick):
    for vice, vice_trump in ((3, "R"), (3, "5"), (None, None)):
        start = before_last_trick([30, 10, 10, 10], chief=0, partner=1, size=3, trump="none")
        t = table(4, start=start | ({"vice": vice, "vice_trump": vice_trump} if vice else {}))
        assert t.fact("bonus") == "60"
    start = before_last_trick([30, 10, 10, 10], chief=0, partner=1, size=3, trump="R", vice=3, vice_trump="7")
    assert table(4, start=start).fact("bonus") == "30"


def test_mu_56_more_points_bring_no_higher_bonus(table, before_last_trick):
    for points in ([32, 0, 28, 0], [60, 0, 0, 0]):
        start = before_last_trick(points, chief=0, partner=1, size=2, trump="R")
        assert round_scores(table, start)[0] == points[0] + 20


def test_mu_57_bonus_is_at_most_100(table, before_last_trick):
    assert max(outcome(4, size, trump).bonus() for size in range(1, 16) for trump in TRUMPS) == 100
    start = before_last_trick([58, 0, 2, 0], chief=0, partner=1, size=8, trump="none")
    t = table(4, {"limit": 500}, start)
    assert t.fact("bonus") == "100"
    t.finish()
    assert t.match.scores() == [158, 100, 2, 0]
    capped = [line for line in t.match.score_lines() if line.clause.why == "capped-bonus"]
    assert [(line.points, line.clause.id, line.values["full"]) for line in capped] == [(100, "MU-57", "110")] * 2


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_mu_58_shortfall(seats):
    targets = [28 + 2 * n if seats == 4 else 21 + 3 * n if seats == 5 else 16 + 4 * n for n in range(16)]
    for size in range(1, 60 // seats + 1):
        for team in range(61):
            reached = 0
            for cards in range(1, size):
                if targets[cards] <= team:
                    reached = cards
            expected = 0 if team >= targets[size] else size - reached
            assert outcome(seats, size, points=[team] + [0] * (seats - 1)).shortfall() == expected


def test_mu_59_chief_pays_opponents_gain(table, before_last_trick):
    start = before_last_trick([10, 10, 10, 19, 11], chief=3, partner=0, size=4, trump="G")
    t = table(5, start=start)
    t.finish()
    team = [line for line in lines(t) if line[3] != "card-points"]
    assert team == [
        (1, 10, "MU-59", "damages"),
        (2, 10, "MU-59", "damages"),
        (3, -20, "MU-59", "fine"),
        (4, 10, "MU-59", "damages"),
    ]
    assert t.match.scores() == [10, 20, 20, -1, 21]


def test_mu_60_round_scores_are_added(table, before_last_trick):
    start = before_last_trick([20, 9, 16, 15], chief=0, partner=2, size=4, trump="G", totals=[-100, 5, 17, 0])
    t = table(4, start=start)
    t.finish()
    assert t.match.scores() == [-40, 14, 73, 15]
    sums = [0] * 4
    for line in t.match.score_lines():
        sums[line.seat] += line.points
    assert sums == t.match.scores()
    assert [line for line in lines(t) if line[3] == "before"] == [
        (0, -100, "MU-60", "before"),
        (1, 5, "MU-60", "before"),
        (2, 17, "MU-60", "before"),
    ]


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_mu_61_left_neighbour_deals_next(table, before_last_trick, full_hands, seats):
    for dealer in range(seats):
        t = table(seats, start={"dealer": dealer, "round": 3})
        t.deal_hands(full_hands(seats, {}))
        t.pass_all()  # nobody bids
        assert (t.who("dealer"), t.fact("round")) == ((dealer + 1) % seats, "4")
        t.deal_hands(full_hands(seats, {}))
        t.bid(t.hand(t.turn)[0], t.hand((t.turn + 1) % seats)[0])
        t.pass_all()  # a deadlock
        assert (t.who("dealer"), t.fact("round")) == ((dealer + 2) % seats, "5")
    points = [10] * seats
    points[0] += 60 - sum(points)
    t = table(seats, start=before_last_trick(points, chief=1, partner=2, size=1, trump="R"))
    t.finish()
    assert (t.turn, t.who("dealer")) == (CHANCE, 1)


@pytest.mark.parametrize(("total", "over"), [(199, False), (200, False), (201, True), (250, True)])
def test_mu_62_over_when_a_total_exceeds_the_limit(table, full_hands, total, over):
    t = table(4, start={"dealer": 0, "totals": [0, total, -50, 100]})
    t.deal_hands(full_hands(4, {}))
    t.pass_all()  # also after a round without bids
    assert t.match.over == over
    assert t.turn == (OVER if over else CHANCE)
    if over:
        assert t.phase == "over"
        for seat in range(4):
            t.expect_refusal(seat, "-", "MU-62", "match-over", MatchOverError)


def test_mu_63_highest_total_wins(table, full_hands):
    t = table(4, start={"dealer": 0, "totals": [201, 230, 210, 90]})
    t.deal_hands(full_hands(4, {}))
    t.pass_all()
    assert t.match.places() == [3, 1, 2, 4]


def test_mu_64_equal_totals_share(table, full_hands):
    t = table(5, start={"dealer": 0, "totals": [201, 215, 215, 90, 201]})
    t.deal_hands(full_hands(5, {}))
    t.pass_all()
    assert t.match.places() == [3, 1, 1, 5, 3]


# Worked examples


@pytest.mark.parametrize(("trump", "bonus"), [("G", 40), ("1", 50)])
def test_mu_ex_07_made(table, before_last_trick, trump, bonus):
    start = before_last_trick([10, 9, 9, 23, 9], chief=3, partner=0, size=4, trump=trump)
    assert round_scores(table, start) == [10 + bonus, 9, 9, 23 + bonus, 9]


@pytest.mark.parametrize(
    ("points", "team", "reached", "missing", "scores"),
    [
        ([10, 10, 10, 19, 11], 29, 2, 2, [10, 20, 20, -1, 21]),
        ([10, 12, 12, 13, 13], 23, 0, 4, [10, 32, 32, -27, 33]),
    ],
)
def test_mu_ex_08_missed(table, before_last_trick, points, team, reached, missing, scores):
    start = before_last_trick(points, chief=3, partner=0, size=4, trump="G")
    assert round_scores(table, start) == scores
    result = outcome(5, 4, "G", points, chief=3, partner=0)
    assert (result.team_points(), result.reached_bid(), result.shortfall()) == (team, reached, missing)


@pytest.mark.parametrize(
    ("seats", "size", "team", "target", "shortfall"),
    [
        (4, 3, 29, 34, 3),
        (4, 3, 33, 34, 1),
        (6, 5, 31, 36, 2),
        (6, 5, 35, 36, 1),
        (6, 5, 36, 36, 0),
        (5, 1, 23, 24, 1),
        (6, 2, 19, 24, 2),
        (4, 6, 37, 40, 2),
    ],
)
def test_mu_ex_22_shortfalls(seats, size, team, target, shortfall):
    result = outcome(seats, size, points=[team - 5, 5] + [0] * (seats - 2))
    assert (result.team_points(), result.target(), result.shortfall()) == (team, target, shortfall)


@pytest.mark.parametrize(
    ("points", "chief", "partner", "size", "trump", "scores"),
    [
        pytest.param([14, 12, 15, 19], 2, 0, 3, "7", [14, 27, -15, 34], id="a"),
        pytest.param([6, 12, 5, 4, 9, 24], 5, 1, 5, "none", [6, 92, 5, 4, 9, 104], id="b"),
        pytest.param([6, 12, 8, 4, 9, 21], 5, 1, 5, "none", [11, 12, 13, 9, 14, 11], id="c"),
    ],
)
def test_mu_ex_23_round_scores(table, before_last_trick, points, chief, partner, size, trump, scores):
    assert round_scores(table, before_last_trick(points, chief, partner, size, trump)) == scores


@pytest.mark.parametrize(
    ("size", "trump", "bonus"),
    [
        (10, "R", 100),
        (11, "R", 100),
        (9, "7", 100),
        (8, "5", 100),
        (7, "none", 100),
        (8, "none", 100),
        (7, "5", 90),
        (6, "none", 90),
    ],
)
def test_mu_ex_24_bonus_cap(size, trump, bonus):
    assert outcome(4, size, trump).bonus() == bonus


@pytest.mark.parametrize(
    ("totals", "over", "winners"),
    [([200, 188, 150, 90], False, [0]), ([201, 188, 150, 90], True, [0]), ([201, 215, 215, 90], True, [1, 2])],
)
def test_mu_ex_25_end_of_game(table, full_hands, totals, over, winners):
    t = table(4, start={"dealer": 0, "totals": totals})
    t.deal_hands(full_hands(4, {}))
    t.pass_all()
    assert t.match.over == over
    assert [seat for seat in range(4) if t.match.places()[seat] == 1] == winners


def test_mu_ex_25_a_deadlock_can_end_the_game(table, full_hands):
    t = table(4, start={"dealer": 0, "totals": [196, 100, 0, 0]})
    t.deal_hands(full_hands(4, {}))
    t.bid(t.hand(0)[0], t.hand(1)[0])
    t.pass_all()
    assert (t.match.scores(), t.match.over) == ([201, 90, 0, 0], True)


def test_mu_ex_26_a_complete_round(table, ex_26):
    hands, auction, tricks = ex_26
    t = table(6, {"show_points": "on"}, {"dealer": 2})
    t.deal_hands(hands)
    t.bid(*auction)
    assert (t.who("chief"), t.fact("size"), t.who("vice"), t.turn) == (5, "4", 2, 2)
    assert t.trumps_of(2) == {"B", "G", "7"}
    t.say("trump:7")
    assert t.trumps_of(5) == {"R", "1", "3", "4", "5", "none"}
    t.say("trump:R", "partner:B")
    assert t.fact("target") == "32"
    personal = [0] * 6
    for leader, cards, winner, points in tricks:
        assert t.turn == leader
        t.say(*cards.split())
        personal[winner] += points
        if t.phase == "tricks":
            assert (t.turn, t.each("points")) == (winner, [str(points) for points in personal])
    assert personal == [0, 0, 13, 9, 11, 27]
    assert [line.points for line in t.match.score_lines() if line.clause.why == "card-points"] == personal
    told = [(line.values["team"], line.values["reached"], line.values["missing"]) for line in t.match.score_lines()]
    assert set(told) == {("27", "2", "2")}
    assert (t.match.scores(), t.who("dealer")) == ([10, 0, 23, 19, 21, 7], 3)
