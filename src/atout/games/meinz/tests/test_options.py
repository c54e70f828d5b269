"""Meinz: what the table options change, and what they do not."""

from random import Random

import pytest

from atout.games.meinz import GAME
from atout.games.meinz.reading import MONSTER_WINS, SHOWN
from atout.kernel.errors import NotYourTurnError, SetupError
from atout.kernel.state import OVER

SEATS = (3, 4)


def test_defaults_are_the_rule_book():
    assert GAME.settle({}).values == {
        "rounds": "8",
        "pack": "full",
        "monster_can_win": "off",
        "cry_limit": "none",
        "low_tie": "latest",
        "open_tricks": "off",
        "show_discards_at_round_end": "off",
        "cry_speed": "asked",
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rounds", 2),
        ("pack", "tiny"),
        ("cry_limit", "two"),
        ("low_tie", "first"),
        ("monster_can_win", "yes"),
        ("cry_speed", "fast"),
    ],
)
def test_other_values_are_refused(name, value):
    with pytest.raises(SetupError, match=name):
        GAME.settle({name: value})


@pytest.mark.parametrize("seats", SEATS)
def test_rounds_4(table, seats):
    t = table(seats, {"rounds": 4})
    t.draw(0)
    rng = Random(4)
    first = []
    for _ in range(4):
        first.append(t.who("first_player"))
        t.match.deal(rng.sample(range(36), 36))
        t.finish_round(rng)
    assert t.turn == OVER
    assert sorted(first) == [0, 1, 2, 3]


def finish_match(table, before_last_trick, points, **options):
    """Return a three-player match that ends with these point cards; the last round brings 1, 0, 2 and 3."""
    before = [point - more for point, more in zip(points, [1, 0, 2, 3], strict=True)]
    t = table(3, options, before_last_trick([38, 37, 31, 39], 3, round=8, totals=before))
    t.say("R5 B5 G5")
    assert (t.turn, t.points()) == (OVER, points)
    return t


def test_monster_can_win(table, before_last_trick):
    for points, off, on in [
        ([12, 10, 11, 13], [1, 3, 2], [2, 4, 3]),  # it wins
        ([13, 10, 11, 13], [1, 3, 2], [1, 4, 3]),  # it shares the victory
        ([14, 10, 11, 13], [1, 3, 2], [1, 4, 3]),  # it comes second
        ([14, 15, 16, 13], [3, 2, 1], [3, 2, 1]),
        ([12, 14, 11, 13], [2, 1, 3], [3, 1, 4]),
        ([12, 10, 14, 13], [2, 3, 1], [3, 4, 1]),
    ]:
        assert finish_match(table, before_last_trick, points).match.places() == off
        t = finish_match(table, before_last_trick, points, monster_can_win="on")
        assert t.match.places() == on
        wins = points[3] == max(points)
        for observer in t.observers:
            assert (t.fact("monster_wins", -1, observer) is not None) == wins
            assert (MONSTER_WINS in [e.kind for e in t.match.view(observer).seen]) == wins


def test_monster_can_win_changes_nothing_with_four_players(table, before_last_trick):
    t = table(4, {"monster_can_win": "on"}, before_last_trick([51, 38, 37, 31], round=8, totals=[1, 2, 3, 4]))
    t.say("R5 B5 G5 Y5")
    assert (t.match.scores(), t.match.places()) == ([4, 3, 3, 6], [2, 3, 3, 1])
    assert t.fact("monster_wins") is None


def test_cry_limit_one(table, before_trick):
    held = "R5 R9 R1", "R6 R4 B1", "R7 R3 B2", "R8 R2 B3"
    t = table(4, {"cry_limit": "one"}, before_trick([0, 0, 0, 0], *held))
    t.say("R5 meinz R6 R7 R8 keep R9")
    assert (t.turn, t.display().phase) == (1, "tricks")  # Ada is not asked any more
    t.expect_refusal(0, "meinz", "MEINZ-39", "one-cry-a-round", NotYourTurnError)
    t.say("R4 meinz R3 R2 keep")
    assert t.tricks() == [1, 1, 0, 0]
    assert t.asked_seats("B1")[0] == []  # nor Bo


def test_cry_limit_one_counts_anew_in_every_round(table):
    t = table(4, {"cry_limit": "one", "rounds": 4}, seed=1)
    rng = Random(1)
    cried: dict[str, set[int]] = {}
    while not t.match.over:
        number = t.fact("round") or ""
        if t.display().phase == "cry":
            assert t.turn not in cried.setdefault(number, set())
            cried[number].add(t.turn)
            t.say("meinz")
        else:
            t.random_step(rng)
    assert len(cried) == 4


def test_low_tie_earliest(table, before_trick):
    for tie, receivers in [("latest", [3, 1, 0]), ("earliest", [0, 0, 0])]:
        for tricks, receiver in zip([[0, 0, 0, 0], [1, 1, 1, 2], [1, 2, 1, 2]], receivers, strict=True):
            t = table(4, {"low_tie": tie}, before_trick(tricks, "R3", "B3", "R7", "G3"))
            t.asked_seats("R3", "B3", "R7", "G3")
            assert t.turn == receiver
            shown = next(zone for zone in t.display().zones if zone.name == "trick").cards
            assert [card.seat for card in shown if card.mark == "winning"] == [receiver]


@pytest.mark.sweep
@pytest.mark.parametrize("seats", SEATS)
def test_open_tricks(table, seats):
    tables = [table(seats, {"open_tricks": value, "rounds": 4}, seed=5) for value in ("off", "on")]
    rng = Random(5)
    while tables[0].fact("round") in ("1", "2"):
        closed, opened = tables
        assert closed.match.state.turn == opened.match.state.turn
        for observer in opened.observers:
            names = [zone.name for zone in opened.display(observer).zones]
            earlier = [
                zone for zone in opened.display(observer).zones if zone.name in ("earlier_trick", "monster_trick")
            ]
            if opened.display().phase in ("tricks", "cry"):
                done = sum(opened.tricks(observer))
                assert len(earlier) == max(done - 1, 0)
                assert names.count("last_trick") == 1 or not done
                sums = [int(opened.about("sum", place, observer) or 0) for place in range(4)]
                for place in range(4):
                    owned = [z for z in earlier if z.seat == place or (place == seats and z.name == "monster_trick")]
                    known = sum(int(card.text[1]) for zone in owned for card in zone.cards)
                    assert known <= sums[place]
            shown = closed.display(observer)
            assert not [zone for zone in shown.zones if zone.name in ("earlier_trick", "monster_trick")]
            assert not [fact for fact in shown.facts if fact.name in ("sum", "monster_sum")]
            assert closed.match.view(observer).seen == opened.match.view(observer).seen
        seat = rng.choice(closed.match.state.owing())
        action = rng.choice(closed.match.legal(seat))
        for t in tables:
            t.match.play(seat, action)


@pytest.mark.parametrize("seats", SEATS)
def test_show_discards_at_round_end(table, seats):
    t = table(seats, {"show_discards_at_round_end": "on"})
    t.draw(0)
    rng = Random(6)
    t.match.deal(rng.sample(range(36), 36))
    away = []
    for seat in range(seats):
        away.append(rng.choice(t.hand(seat)))
        t.match.play(seat, f"x:{away[-1]}")
    while t.turn >= 0:
        for observer in t.observers:
            assert SHOWN not in [e.kind for e in t.match.view(observer).seen]
        t.random_step(rng)
    for observer in t.observers:
        assert [t.cards("revealed", seat, observer) for seat in range(seats)] == [[card] for card in away]
    t.match.deal(rng.sample(range(36), 36))
    t.discard_all()
    while sum(t.tricks()) == 0:
        assert t.cards("revealed", 0) == [away[0]]  # as long as the last trick
        t.random_step(rng)
    assert t.cards("revealed", 0) == []


def test_cry_speed_is_a_matter_of_the_table(table):
    tables = [table(4, {"cry_speed": value, "rounds": 4}, seed=8) for value in ("asked", "snap")]
    rng = Random(8)
    while not tables[0].match.over:
        assert tables[0].match.state.owing() == tables[1].match.state.owing()
        seat = rng.choice(tables[0].match.state.owing())
        action = rng.choice(tables[0].match.legal(seat))
        for t in tables:
            t.match.play(seat, action)
    assert tables[0].match.scores() == tables[1].match.scores()
