"""Loop: the table options."""

from random import Random

import pytest

from atout.games.loop import GAME
from atout.kernel.log import SPECTATOR
from atout.kernel.start import Start
from atout.match import Match, shuffler


def test_defaults_are_the_rule_book():
    assert GAME.settle({}).values == {
        **{"flip_when_leading": "off", "hand_notes": "off", "open_discards": "off"},
        **{"auto_pass": "ask", "tie": "shared", "rounds": "full", "pack": "full"},
    }


def test_flip_when_leading(at):
    on = {"flip_when_leading": "on"}
    t = at(["3 5 5 9", "1 2", "4 6", "13 13"], ["8 10"], options=on)
    assert t.options_of(0) == ["3", "5", "9", "5,5", "flip+3", "flip+5", "flip+9", "flip+5,5"]
    t.say("flip+5,5")
    assert (t.fact("direction"), t.current(), t.aside(0, 1)) == ("down", (0, "5,5"), "8 ?")
    t.say("pass", "pass", "pass")
    assert t.options_of(0) == ["3", "9"]
    t.expect_refusal(0, "flip+3", "LOOP-39", "eight-already-revealed")
    t = at(["3 5 5 9", "1 2", "4 6", "13 13"], ["7 10"], options=on)
    t.expect_refusal(0, "flip+3", "LOOP-34", "no-hidden-eight")


@pytest.mark.parametrize("value", ["on", "off"])
def test_flip_when_leading_changes_nothing_for_followers(at, value):
    hands = ["3 12", "1 2", "4 6", "13 13"]
    t = at(hands, ["8 10"], options={"flip_when_leading": value}, current="9", owner=3)
    assert t.options_of(0) == ["pass", "12", "flip+3"]


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_hand_notes(table, seats):
    t = table(seats, {"hand_notes": "on"}, seed=1)
    held: list[dict[int, str]] = [{} for _ in range(seats)]  # by seat: round and hand
    for number in range(1, seats + 1):
        for seat in range(seats):
            notes = [
                (z.seat, " ".join(c.text for c in z.cards)) for z in t.display(seat).zones if z.name == "earlier_hand"
            ]
            assert notes == [((seat + number - earlier) % seats, hand) for earlier, hand in held[seat].items()]
            held[seat][number] = t.hand(seat)
        assert [z for z in t.display(SPECTATOR).zones if z.name == "earlier_hand"] == []
        t.all_set_aside()
        t.finish_round()


def test_without_hand_notes_there_are_none(table):
    t = table(4, seed=1)
    t.all_set_aside()
    t.finish_round()
    assert [zone for zone in t.display(0).zones if zone.name == "earlier_hand"] == []


def test_open_discards(at):
    t = at(["3 4 9 9", "5 6", "7 7", "10 11"], options={"open_discards": "on"}, current="2", owner=3)
    before = {seat: t.cards("discards", seat, 1) for seat in range(4)}
    t.say("9", "pass", "pass", "11", "pass", "pass", "pass")
    for observer in t.observers:
        assert t.cards("discards", 0, observer) == sorted([*before[0], "9"], key=int)
        assert t.cards("discards", 3, observer) == sorted([*before[3], "2", "11"], key=int)


def test_open_discards_are_gone_in_the_next_round(table):
    t = table(4, {"open_discards": "on"}, seed=1)
    t.all_set_aside()
    t.finish_round()
    assert [zone for zone in t.display(0).zones if zone.name == "discards"] == []


def test_auto_pass(at):
    hands = ["3 9", "1 2", "4 10", "11 12"]
    t = at(hands)
    t.say("3")
    assert (t.options_of(1), t.match.state.forced_action()) == (["pass"], -1)
    assert not t.match.play_forced()
    t = at(hands, options={"auto_pass": "automatic"})
    assert t.match.state.forced_action() == -1  # a leader
    t.say("3")
    assert t.match.state.forced_action() == GAME.parse("pass")
    assert t.match.play_forced()
    assert (t.turn, t.match.state.forced_action()) == (2, -1)


def test_auto_pass_forces_nothing_else(table):
    t = table(4, {"auto_pass": "automatic", "rounds": 1}, seed=3)
    rng = Random(3)
    forced = 0
    while not t.match.over:
        action = t.match.state.forced_action()
        assert (action >= 0) == (t.options_of(t.turn) == ["pass"])
        forced += action >= 0
        t.play_any(rng)
    assert forced > 10


def rank(played, **options):
    tables = [Start({"places": places}) for places in played]
    return GAME.score_sheet(len(played[0]), GAME.settle(options), Start({}), tables)


def test_tie_by_rows():
    rounds = [[1, 2, 3, 4], [4, 1, 3, 2]]
    shared = rank(rounds, rounds=2)
    rows = rank(rounds, rounds=2, tie="more_first_places")
    assert shared.totals == rows.totals
    assert shared.places != rows.places
    key = {seat: sorted(places[seat] for places in rounds) for seat in range(4)}
    for one in range(4):
        for other in range(4):
            if rows.totals[one] == rows.totals[other]:
                assert (rows.places[one] < rows.places[other]) == (key[one] < key[other])


def test_tie_stays_shared_if_all_rows_are_equal():
    rounds = [[1, 2, 3, 4], [4, 1, 2, 3], [3, 4, 1, 2], [2, 3, 4, 1]]
    assert rank(rounds, tie="more_first_places").places == [1, 1, 1, 1]


@pytest.mark.parametrize("seats", [4, 5, 6])
@pytest.mark.parametrize("rounds", ["full", 1, 2, 3, 4, 5])
def test_rounds(seats, rounds):
    match = Match(GAME, seats, {"rounds": rounds}, shuffle=shuffler(1))
    rng = Random(1)
    while not match.over:
        match.play(match.turn, rng.choice(match.legal(match.turn)))
    wanted = seats if rounds == "full" else min(seats, int(rounds))  # never more than everybody plays every hand
    facts = {fact.name: fact.value for fact in match.view(0).display().facts if fact.seat < 0}
    assert (facts["round"], facts["rounds"]) == (str(wanted), str(wanted))
    assert len(match.score_lines()) == seats * wanted
    assert sum(match.scores()) >= seats * wanted
