"""Luz: bets and who starts (LUZ-18 to LUZ-25)."""

from random import Random

import pytest

from atout.games.luz import GAME
from atout.kernel.errors import NotationError, NotYourTurnError

SEATS = (3, 4, 5)
ALL_BETS = [f"{beads}{safety}" for beads in range(11) for safety in ("", "+S")]


def deal_of(table, seats, number, marker, totals, options=None):
    """Return a table where the bets of a deal begin."""
    t = table(seats, options, {"deal": number, "marker": marker, "totals": totals})
    t.match.deal(range(10 * seats + 10))
    return t


@pytest.mark.parametrize("seats", SEATS)
def test_luz_18_first_player_starts(table, seats):
    rng = Random(18)
    for number in range(1, 5):
        for marker in range(seats):
            if (seats, number) == (3, 4):
                continue
            totals = [rng.randrange(-40, 90) for _ in range(seats)]
            t = deal_of(table, seats, number, marker, totals)
            assert t.turn == t.who("first_player") == t.who("starter") == (marker + number) % seats


@pytest.mark.sweep
@pytest.mark.parametrize("seats", SEATS)
def test_luz_19_one_bet_each_clockwise(table, seats):
    t = table(seats, seed=19)
    first = t.turn
    for step in range(seats):
        seat = (first + step) % seats
        assert (t.turn, t.display().phase) == (seat, "bets")
        for other in range(seats):
            if other != seat:
                bet_already = (other - first) % seats < step
                why = "one-bet-each" if bet_already else "not-your-bet"
                assert t.match.legal(other) == []
                t.expect_refusal(other, "3", "LUZ-19", why, NotYourTurnError)
                t.expect_refusal(other, "R#1", "LUZ-19", why, NotYourTurnError)
        t.say(str(step))
    assert t.display().phase == "tricks"
    assert [t.fact("bet", (first + step) % seats) for step in range(seats)] == [str(step) for step in range(seats)]


def test_luz_20_beads_with_or_without_the_safety_bead(table):
    t = table(3, seed=20)
    assert t.options_of(t.turn) == ALL_BETS
    t.say("0", "0+S", "7+S")
    assert sorted(t.fact("bet", seat) or "" for seat in range(3)) == ["0", "0+S", "7+S"]


@pytest.mark.parametrize("bet", ALL_BETS)
def test_luz_21_zero_to_ten_beads(table, bet):
    t = table(4, seed=21)
    seat = t.turn
    t.say(bet)
    assert {t.fact("bet", seat, observer) for observer in t.observers} == {bet}


@pytest.mark.parametrize("text", ["11", "11+S", "-1", "+S", "3+", "3+s", "3 + S", "03", "3.0", "3+S+S", "1e1", "٣", ""])
def test_luz_21_other_bets_cannot_be_written(table, text):
    t = table(4, seed=21)
    before = t.everything()
    with pytest.raises(NotationError):
        GAME.parse(text)
    with pytest.raises(NotationError):
        t.match.play(t.turn, text)
    assert t.everything() == before


def test_luz_21_number_below_the_bets_is_refused(table):
    t = table(4, seed=21)
    t.expect_refusal(t.turn, -1, "LUZ-21", "bet-zero-to-ten")
    t.expect_refusal(t.turn, -22, "LUZ-21", "bet-zero-to-ten")


@pytest.mark.parametrize("seats", SEATS)
def test_luz_22_bets_are_public_at_once(table, seats):
    t = table(seats, seed=22)
    made: dict[int, str] = {}
    for bet in ["4", "0+S", "10", "1", "2+S"][:seats]:
        made[t.turn] = bet
        t.say(bet)
        for observer in t.observers:
            shown = {fact.seat: fact.value for fact in t.display(observer).facts if fact.name == "bet"}
            assert shown == made


@pytest.mark.parametrize("bets", [("0", "0", "0"), ("3", "3", "4"), ("10", "10+S", "10")])
def test_luz_22_bets_are_independent_of_each_other(table, bets):
    t = table(3, seed=22)
    for bet in bets:  # together below, equal to and above 10
        assert t.options_of(t.turn) == ALL_BETS
        t.say(bet)
    assert t.display().phase == "tricks"


def test_luz_22_bets_are_final(table, ex_22_hands):
    t = table(3, start={"deal": 2, "marker": 0, "hands": ex_22_hands, "bets": ["2+S", "4", "3"]})
    for bet in ALL_BETS:
        t.expect_refusal(2, bet, "LUZ-22", "bets-are-final")
    for _ in range(30):
        t.expect_refusal(t.turn, "0", "LUZ-22", "bets-are-final")
        t.say(t.options_of(t.turn)[0])
        if t.turn >= 0:
            assert [t.fact("bet", seat) for seat in range(3)] == ["2+S", "4", "3"]


@pytest.mark.parametrize("marker", [0, 1, 2])
@pytest.mark.parametrize("leader", [0, 1, 2])
def test_luz_23_leader_starts_deal_4_of_three(table, marker, leader):
    totals = [-20, -20, -20]
    totals[leader] = -15
    t = deal_of(table, 3, 4, marker, totals)
    assert t.turn == t.who("starter") == leader


def test_luz_23_highest_total_comes_from_the_three_deals_played(table):
    for seed in range(12):
        t = table(3, seed=seed)
        rng = Random(seed)
        while t.fact("deal") != "4":
            t.play_any(rng)
        totals = t.match.scores()
        if totals.count(max(totals)) == 1:
            assert t.turn == totals.index(max(totals))


@pytest.mark.parametrize("marker", [0, 1, 2])
def test_luz_24_tie_goes_to_the_one_nearest_to_the_first_player(table, marker):
    first = (marker + 4) % 3
    for low in range(3):
        totals = [50, 50, 50]
        totals[low] = 45
        t = deal_of(table, 3, 4, marker, totals)
        nearest = next(seat for seat in [first, (first + 1) % 3, (first + 2) % 3] if totals[seat] == 50)
        assert t.turn == nearest
    assert deal_of(table, 3, 4, marker, [0, 0, 0]).turn == first


@pytest.mark.parametrize("marker", [0, 1, 2])
def test_luz_25_leader_start_moves_neither_dealer_nor_marker_nor_hands(table, marker):
    order = list(range(40))
    Random(25).shuffle(order)
    usual = table(3, {"three_player_leader_start": "off"}, {"deal": 4, "marker": marker, "totals": [5, 90, 5]})
    t = table(3, None, {"deal": 4, "marker": marker, "totals": [5, 90, 5]})
    for each in (t, usual):
        each.match.deal(order)
    assert (t.turn, usual.turn) == (1, (marker + 4) % 3)
    assert t.who("dealer") == usual.who("dealer") == (marker + 3) % 3
    assert t.who("first_player") == usual.who("first_player") == (marker + 4) % 3
    assert [t.hand(seat) for seat in range(3)] == [usual.hand(seat) for seat in range(3)]
    t.say("1", "1", "1")
    assert t.turn == 1  # and leads the first trick
    t.say(t.options_of(1)[0])
    assert t.trick()[0][0] == 1


def test_ex_luz_15_three_players_deal_4(table):
    t = deal_of(table, 3, 4, 0, [35, -10, 60])
    assert (t.who("dealer"), t.who("first_player"), t.who("starter")) == (0, 1, 2)
    order = []
    for _ in range(3):
        order.append(t.turn)
        t.say("2")
    assert order == [2, 0, 1]
    assert t.turn == 2
    t.say(t.options_of(2)[0])
    assert t.trick()[0][0] == 2


@pytest.mark.parametrize(("totals", "starter"), [([40, 10, 40], 2), ([40, 40, 40], 1), ([40, 40, 10], 1)])
def test_ex_luz_16_tie_for_the_start(table, totals, starter):
    t = deal_of(table, 3, 4, 0, totals)
    assert t.who("first_player") == 1
    assert t.turn == t.who("starter") == starter


def test_ex_luz_17_no_exception_elsewhere(table):
    t = deal_of(table, 4, 4, 2, [0, 90, 10, 5])
    assert t.turn == t.who("first_player") == t.who("starter") == 2
    for totals in ([35, -10, 60], [90, 0, 0], [0, 90, 0]):
        t = deal_of(table, 3, 3, 0, totals)
        assert t.turn == t.who("first_player") == t.who("starter") == 0


def test_ex_luz_19_unlimited_beads(table):
    t = table(4, seed=19)
    for bet in ("6", "5", "4+S"):
        t.say(bet)
    assert t.options_of(t.turn) == ALL_BETS
    t.say("3")
    assert t.display().phase == "tricks"

    t = table(4, {"bead_limit": "on"}, seed=19)
    for bet in ("6", "5", "4+S"):
        assert bet in t.options_of(t.turn)
        t.say(bet)
    assert t.options_of(t.turn) == ["0", "0+S"]
    t.expect_refusal(t.turn, "3", "LUZ-05", "beads-run-out")
    t.say("0")
    assert t.display().phase == "tricks"
