"""Luz with the small pack (a ruling of ours, table options): two cards for everyone, one is left over."""

from itertools import combinations

import pytest

from atout.games.luz import GAME
from atout.kernel.errors import NotationError
from atout.kernel.rng import Rng
from atout.kernel.start import Start
from atout.locale import LANGUAGES, load_locale
from atout.match import Match
from tests.courses import endings, lead_of_advice

SEATS = (3, 4, 5)
SMALL: dict[str, object] = {"pack": "small"}
ONE_DEAL = SMALL | {"deals": "1"}
DECKS = {
    3: "R1 R2 R3 R4 Y1 Y2 Y3",
    4: "R1 R2 R3 R4 R5 Y1 Y2 Y3 Y4",
    5: "R1 R2 R3 R4 R5 R6 Y1 Y2 Y3 Y4 Y5",
}


@pytest.mark.parametrize("seats", SEATS)
def test_pack_and_hands(table, seats):
    t = table(seats, SMALL)
    t.draw(0)
    assert t.match.state.pack().names == DECKS[seats].split()
    order = list(range(2 * seats + 1))
    t.match.deal(order)
    names = DECKS[seats].split()
    for seat in range(seats):  # what was dealt to the right neighbour (LUZ-12)
        dealt_to = (seat - 1) % seats
        assert t.hand(seat).split() == names[2 * dealt_to : 2 * dealt_to + 2]


@pytest.mark.parametrize("seats", SEATS)
def test_bets_go_up_to_the_two_tricks_of_a_deal(table, seats):
    t = table(seats, SMALL, seed=1)
    for _ in range(seats):
        assert t.options_of(t.turn) == ["0", "0+S", "1", "1+S", "2", "2+S"]
        t.expect_refusal(t.turn, "3", "LUZ-21", "more-than-tricks")
        t.expect_refusal(t.turn, "10+S", "LUZ-21", "more-than-tricks")
        t.expect_refusal(t.turn, "R#1", "LUZ-06", "bet-first")
        t.say("1")
    for played in range(2 * seats):
        assert sum(t.tricks()) == played // seats
        assert t.fact("deal") == "1"
        t.say(t.options_of(t.turn)[0])
    assert t.fact("deal") == "2"


def test_a_deal_by_hand(table):
    t = table(3, ONE_DEAL)
    t.draw(0)
    t.deal_hands(["R1 Y3", "R4 Y1", "R2 R3"])  # Y2 is left over
    assert t.turn == 1
    assert t.cards("hand", 0, 0) == ["R?", "Y?"]
    t.say("1", "0+S", "1+S")
    t.say("R#1")
    t.expect_refusal(2, "Y#1", "LUZ-31", "no-such-card")
    t.say("R#2")
    t.expect_refusal(0, "Y#1", "LUZ-29", "must-follow")
    t.say("R#1")
    assert t.trick("last_trick") == [(1, "R4"), (2, "R3"), (0, "R1")]
    assert t.tricks() == [0, 1, 0]
    t.say("Y#1", "R#1", "Y#1")
    assert t.trick("last_trick") == [(1, "Y1"), (2, "R2"), (0, "Y3")]
    assert t.match.over
    assert t.match.scores() == [5, 10, 5]
    assert t.match.places() == [3, 1, 2]  # seat 2 sits nearer to the first player, seat 1
    assert [line.clause.why for line in t.match.score_lines()] == [
        *["fulfilled-with-safety", "fulfilled", "fulfilled-with-safety"]
    ]


def test_a_missed_deal_by_hand(table):
    start = {"deal": 3, "marker": 0, "hands": ["Y3 Y2", "R4 Y1", "R2 R3"], "bets": ["0+S", "2", "2+S"]}
    t = table(3, SMALL, start)
    assert t.turn == 0
    t.say("Y#2", "Y#1", "R#2", "Y#1", "R#1", "R#1")
    assert t.match.scores() == [-10, -10, -10]


@pytest.mark.parametrize("seats", SEATS)
def test_one_deal_is_a_match(table, seats):
    t = table(seats, ONE_DEAL, seed=3)
    t.bet_all("0")
    t.finish()
    assert t.match.over
    won = [int(line.values["tricks"]) for line in t.match.score_lines()]
    assert sum(won) == 2
    assert t.match.scores() == [{0: 10, 1: -5, 2: -10}[tricks] for tricks in won]


@pytest.mark.parametrize("seats", SEATS)
def test_bead_limit_has_three_beads(table, seats):
    t = table(seats, SMALL | {"bead_limit": "on"}, seed=2)
    assert t.fact("beads") == "3"
    t.say("2+S")
    assert t.options_of(t.turn) == ["0", "0+S", "1", "1+S"]
    t.expect_refusal(t.turn, "2", "LUZ-05", "beads-run-out")
    t.say("1")
    assert t.options_of(t.turn) == ["0", "0+S"]


@pytest.mark.parametrize("seats", SEATS)
def test_terminal_asks_for_two_tricks(table, seats):
    for options, asked in [({}, ("bet", {})), (SMALL, ("bet_of", {"tricks": "2"}))]:
        t = table(seats, options, seed=1)
        assert GAME.words().prompt(t.display(t.turn)) == asked
    for lang in LANGUAGES:
        assert "{tricks}" in (load_locale(GAME, lang).find("prompts", "bet_of") or "")


def test_own_values_stay_open_because_of_the_card_left_over(table):
    t = table(3, SMALL | {"deduction_aid": "on"}, {"marker": 0, "hands": ["R1 Y3", "R4 Y1", "R2 R3"]})
    possible = {
        observer: [fact.value for fact in t.display(observer).facts if fact.name == "possible"] for observer in range(3)
    }
    assert possible == {0: ["R: 1", "Y: 2 3"], 1: ["R: 4", "Y: 1 2"], 2: ["R: 2 3"]}
    drawn: set[str] = set()
    sampler = GAME.sampler(t.match.view(0))
    rng = Rng(4)
    for _ in range(30):
        zones = sampler.draw(rng).view(1).display().zones
        drawn.update(
            " ".join(card.text for card in zone.cards) for zone in zones if zone.name == "hand" and not zone.seat
        )
    assert drawn == {"R1 Y2", "R1 Y3"}


def test_start_positions(table):
    t = table(3, SMALL, {"marker": 0, "hands": ["R1", "R2", "R3"], "bets": ["1"] * 3, "tricks": [0, 1, 0], "leader": 1})
    t.say("R#1", "R#1", "R#1")
    assert t.match.scores() == [-5, 10, 10]
    for wrong in (
        {"hands": ["R1 R2 R3", "Y1 Y2", "Y3 R4"]},
        {"hands": ["R1 R2", "Y1 Y2", "Y3 R5"]},
        {"hands": ["R1 R2", "Y1 Y2", "Y3 G1"]},
        {"hands": ["R1 R2", "Y1 Y2", "Y3 R4"], "bets": ["3", "-", "-"]},
        {"hands": ["", "", ""], "bets": ["1"] * 3, "tricks": [1, 1, 0]},
    ):
        with pytest.raises(NotationError):
            table(3, SMALL, {"marker": 0, **wrong})


def test_sheet():
    deals = [Start({"bets": ["1", "0+S", "2"], "tricks": [1, 1, 0]}, "deal 1")]
    found = GAME.score_sheet(3, GAME.settle(ONE_DEAL), Start({}, "head"), deals)
    assert (found.totals, found.over) == ([10, 5, -10], True)
    for bets, tricks, options, clause in [
        (["1", "0", "2"], [5, 3, 2], {}, "LUZ-36"),
        (["1", "0", "3"], [1, 1, 0], {}, "LUZ-21"),
        (["1", "1", "2"], [1, 1, 0], {"bead_limit": "on"}, "LUZ-05"),
    ]:
        wrong = [Start({"bets": bets, "tricks": tricks}, "deal 1")]
        with pytest.raises(NotationError, match=clause if sum(tricks) == 2 else "tricks"):
            GAME.score_sheet(3, GAME.settle(SMALL | options), Start({}, "head"), wrong)


def courses(play):
    """Return the same by the referee."""
    texts = play.legal()
    if not texts:
        return 1
    found = 0
    for text in texts:
        after = play.copy()
        after.play(text)
        found += courses(after)
    return found


@pytest.mark.sweep
def test_every_course_of_a_deal_with_three_seats(referee):
    counts = []
    for first in combinations(DECKS[3].split(), 2):
        for second in combinations([name for name in DECKS[3].split() if name not in first], 2):
            rest = [name for name in DECKS[3].split() if name not in first + second]
            for third in combinations(rest, 2):
                hands = [" ".join(hand) for hand in (first, second, third)]
                start = {"marker": 0, "hands": hands, "bets": ["0"] * 3}
                counts.append(endings(Match(GAME, 3, ONE_DEAL, start=start).state))
                assert counts[-1] == courses(referee(hands, leader=1))
    assert len(counts) == 630
    assert sum(counts) * 6**3 == 559_872  # what is bet does not matter for what may be played


@pytest.mark.sweep
@pytest.mark.parametrize("seats", SEATS)
def test_advice_beats_uniform_play(seats):
    assert lead_of_advice(GAME, seats, SMALL, 24) > 10
