"""Luz: the table options (section 7 of the rules), each against its default."""

from random import Random

import pytest

from atout.games.luz import GAME
from atout.kernel.errors import SetupError
from atout.kernel.log import SPECTATOR
from atout.match import Match

SEATS = (3, 4, 5)


def test_options_and_their_defaults():
    assert [(option.name, option.kind, option.values) for option in GAME.options] == [
        ("bead_limit", "rule", ["off", "on"]),
        ("three_player_leader_start", "rule", ["on", "off"]),
        ("history", "view", ["hidden", "last_deal", "open"]),
        ("deduction_aid", "view", ["off", "on"]),
        ("deals", "rule", ["4", "2", "3", "1"]),
        ("pack", "rule", ["full", "small"]),
        ("auto_forced", "table", ["on", "off"]),
        ("spectator_view", "view", ["closed", "all_hands"]),
    ]
    assert GAME.settle({}).values == {option.name: option.values[0] for option in GAME.options}
    assert GAME.settle({"bead_limit": True, "deals": 3}).values["bead_limit"] == "on"


@pytest.mark.parametrize(
    "options",
    [
        *[{"bead_limit": "maybe"}, {"deals": 0}, {"deals": 5}, {"deals": "04"}, {"history": "all"}],
        *[{"pack": "tiny"}, {"spectator_view": "open"}, {"beads": "on"}, {"auto_forced": ""}, {"deduction_aid": 1}],
    ],
)
def test_other_options_are_refused(options):
    with pytest.raises(SetupError):
        Match(GAME, 3, options)


@pytest.mark.sweep
@pytest.mark.parametrize("seats", SEATS)
def test_bead_limit_leaves_each_bidder_what_is_left(table, seats):
    for seed in range(2):
        rng = Random(seed)
        t = table(seats, {"bead_limit": "on", "deals": 2}, seed=seed)
        for _ in range(2):
            left = 15  # the beads are returned after each deal
            for _ in range(seats):
                assert {t.fact("beads", observer=observer) for observer in t.observers} == {str(left)}
                most = min(left, 10)
                texts = [f"{beads}{safety}" for beads in range(most + 1) for safety in ("", "+S")]
                assert t.options_of(t.turn) == texts
                if most < 10:
                    t.expect_refusal(t.turn, f"{most + 1}", "LUZ-05", "beads-run-out")
                    t.expect_refusal(t.turn, "10+S", "LUZ-05", "beads-run-out")
                bet = rng.choice(texts[-4:])
                t.say(bet)
                left -= int(bet.removesuffix("+S"))
            t.finish()


def test_bead_limit_counts_no_safety_beads(table):
    t = table(5, {"bead_limit": "on"}, seed=1)
    t.say("5+S", "5+S", "5+S", "0+S", "0+S")
    assert t.display().phase == "tricks"


def test_three_player_leader_start_off(table):
    for totals in ([35, -10, 60], [90, 0, 0], [0, 90, 0]):
        t = table(3, {"three_player_leader_start": "off"}, {"deal": 4, "marker": 0, "totals": totals})
        t.match.deal(range(40))
        assert t.turn == t.who("starter") == t.who("first_player") == 1
        t.bet_all()
        assert t.turn == 1


def test_three_player_leader_start_changes_nothing_for_more_players(table):
    for seats in (4, 5):
        for value in ("on", "off"):
            start = {"deal": 4, "marker": 1, "totals": [99] + [0] * (seats - 1)}
            t = table(seats, {"three_player_leader_start": value}, start)
            t.match.deal(range(10 * seats + 10))
            assert t.turn == t.who("starter") == (1 + 4) % seats


def test_history_hidden_shows_the_last_trick_only(table):
    t = table(3, seed=2)
    t.bet_all()
    for _ in range(25):
        t.say(t.options_of(t.turn)[0])
        for observer in t.observers:
            assert "earlier_trick" not in [zone.name for zone in t.display(observer).zones]


def test_history_open_shows_the_tricks_of_the_running_deal(table):
    t = table(3, {"history": "open"}, seed=2)
    t.bet_all()
    tricks: list[object] = []
    for step in range(29):
        t.say(t.options_of(t.turn)[0])
        if step % 3 == 2:
            tricks.append(t.trick("last_trick"))
        for observer in (1, SPECTATOR):
            earlier = [zone for zone in t.display(observer).zones if zone.name == "earlier_trick"]
            assert [[(card.seat, card.text) for card in zone.cards] for zone in earlier] == tricks
    assert len(tricks) == 9


def test_history_last_deal_shows_the_deal_before_and_not_the_running_one(table):
    t = table(3, {"history": "last_deal"}, seed=2)
    shown: list[object] = []
    for deal in range(1, 5):
        if t.match.over:
            break
        assert t.fact("deal") == str(deal)
        t.bet_all()
        tricks: list[object] = []
        for _ in range(10):
            for _ in range(3):
                for observer in (0, SPECTATOR):
                    earlier = [zone for zone in t.display(observer).zones if zone.name == "earlier_trick"]
                    assert [[(card.seat, card.text) for card in zone.cards] for zone in earlier] == shown
                t.say(t.options_of(t.turn)[0])
            tricks.append(t.trick("last_trick"))
        shown = tricks
    earlier = [zone for zone in t.display(1).zones if zone.name == "earlier_trick"]
    assert [[(card.seat, card.text) for card in zone.cards] for zone in earlier] == shown
    assert len(shown) == 10


@pytest.mark.parametrize("deals", [1, 2, 3, 4])
@pytest.mark.parametrize("seats", SEATS)
def test_deals_shorten_the_match(table, seats, deals):
    t = table(seats, {"deals": deals}, seed=deals)
    rng = Random(deals)
    while not t.match.over:
        assert t.fact("deals") == str(deals)
        t.play_any(rng)
    lines = t.match.score_lines()
    assert [line.values["deal"] for line in lines] == [str(deal) for deal in range(1, deals + 1) for _ in range(seats)]
    for line in lines:  # the score rows from 1 up
        if line.clause.id == "LUZ-39":
            assert line.points in (5 * int(line.values["deal"]), 10 * int(line.values["deal"]))


@pytest.mark.parametrize("deals", [1, 2, 3])
def test_deals_last_deal_stands_in_for_deal_4_in_ties(table, before_last_trick, deals):
    tricks = [3, 3, 2, 2]
    for marker in range(4):
        start = before_last_trick(4, deals, [str(won) for won in tricks], tricks, 0) | {"marker": marker}
        t = table(4, {"deals": deals}, start)
        while not t.match.over:
            t.say(t.options_of(t.turn)[0])
        assert t.match.scores() == [10 * deals] * 4
        first = (marker + deals) % 4
        assert t.match.places() == [1 + (seat - first) % 4 for seat in range(4)]
    bets = ["3+S", "3", "2", "2"]  # seat 0 earns less in the last deal and more before
    start = before_last_trick(4, deals, bets, tricks, 0, totals=[5 * deals, 0, -5, -10]) | {"marker": (4 - deals) % 4}
    t = table(4, {"deals": deals}, start)
    while not t.match.over:
        t.say(t.options_of(t.turn)[0])
    assert t.match.places() == [2, 1, 3, 4]


def test_deals_leader_start_needs_a_real_deal_4(table):
    for deals in (1, 2, 3):
        t = table(3, {"deals": deals}, {"deal": deals, "marker": 0, "totals": [0, 0, 0]})
        first = deals % 3
        for leader in range(3):
            totals = [0, 0, 0]
            totals[leader] = 50
            t = table(3, {"deals": deals}, {"deal": deals, "marker": 0, "totals": totals})
            t.match.deal(range(40))
            assert t.turn == first


@pytest.mark.sweep
@pytest.mark.parametrize("seats", SEATS)
def test_auto_forced_names_the_only_card(table, seats):
    on = table(seats, {"deals": 2}, seed=3)
    off = table(seats, {"deals": 2, "auto_forced": "off"}, seed=3)
    rng = Random(3)
    forced = 0
    while not on.match.over:
        legal = on.match.legal(on.turn)
        only = legal[0] if len(legal) == 1 and on.display().phase == "tricks" else -1
        assert on.match.state.forced_action() == only
        assert off.match.state.forced_action() == -1
        assert off.match.play_forced() is False
        action = rng.choice(legal)
        off.match.play(off.turn, action)
        if only >= 0:
            forced += 1
            assert on.match.play_forced() is True
        else:
            before = on.everything()
            assert on.match.play_forced() is False
            assert on.everything() == before
            on.match.play(on.turn, action)
        assert on.match.steps == off.match.steps
    assert forced >= 2 * seats
    assert on.match.state.forced_action() == -1


def test_auto_forced_never_names_a_bet(table):
    t = table(4, {"bead_limit": "on"}, seed=3)
    t.say("10", "5")
    assert t.options_of(t.turn) == ["0", "0+S"]
    assert t.match.state.forced_action() == -1
    assert table(3).match.state.forced_action() == -1


def test_spectator_view(table):
    closed = table(3, seed=8)
    opened = table(3, {"spectator_view": "all_hands"}, seed=8)
    for seat in range(3):
        hand = closed.hand(seat).split()
        assert closed.cards("hand", seat) == [f"{card[0]}?" for card in hand]
        assert opened.cards("hand", seat) == hand
        own = closed.match.view(seat).display()
        assert opened.match.view(seat).display() == own  # players see the same at both tables
