"""Loop: positions to begin from, and what a position cannot be."""

import pytest

from atout.games.loop import GAME
from atout.kernel.errors import NotationError
from atout.kernel.log import SPECTATOR
from atout.kernel.rng import Rng
from atout.kernel.state import CHANCE
from atout.match import Match

WITHIN = {
    "round": 2,
    "golden": 3,
    "places": ["1 2 3 4"],
    "hands": ["3 12 13", "1 5", "", "7 11"],
    "aside": ["8 8", "2 2", "3 4", "9 9"],
    "played": ["1 1 2 4 4 5 5 6", "6 6 6 7 7 7 9 9 10", "1 2 3 3 4 5 8 10 11 12 13", "8 10 10 11 11 12 12 13 13"],
    "finished": [0, 0, 1, 0],
    "revealed": [1, 0, 0, 0],
    "direction": "down",
    "current": "10",
    "owner": 3,
    "turn": 0,
}


def without(*names):
    return {name: item for name, item in WITHIN.items() if name not in names}


def test_start_without_anything_draws_the_golden_board(table):
    t = table(5, start={})
    assert (t.turn, t.match.state.pack().kind) == (CHANCE, "seats")


def test_start_before_the_deal(table):
    t = table(4, start={"golden": 2, "round": 3, "places": ["1 2 3 4", "4 3 2 1"]})
    assert (t.turn, t.match.state.pack().kind, t.fact("round")) == (CHANCE, "cards", "3")
    assert len(t.pawns()) == 8
    t.match.deal(range(52))
    assert t.all_who("golden") == [0]
    assert t.hand(2) == "1 1 1 1 2 2 2 2 3 3 3 3 4"  # dealt to seat 0, where this board began


def test_start_with_hands(table, ex_27_hands):
    t = table(4, start={"golden": 2, "hands": ex_27_hands})
    assert (t.turn, t.display().phase, t.all_who("golden")) == (0, "aside", [2])
    dealt = table(4, start={"golden": 2})
    dealt.deal_hands(ex_27_hands)
    assert t.everything()[0] == dealt.everything()[0]


def test_start_within_a_round(table):
    t = table(4, start=WITHIN)
    assert (t.turn, t.display().phase, t.fact("round"), t.all_who("golden")) == (0, "play", "2", [0])
    assert (t.hand(0), t.aside(0), t.aside(0, 1)) == ("3 12 13", "8 8", "8 ?")
    assert [len(t.hand(seat, SPECTATOR).split()) for seat in range(4)] == [3, 2, 0, 2]
    assert (t.fact("place", 2), t.fact("direction"), t.current()) == ("1", "down", (3, "10"))
    assert t.options_of(0) == ["pass", "3", "flip+12", "flip+13"]
    t.say("pass", "1")
    t.say("pass", "pass")
    assert (t.turn, t.current()) == (1, None)


def test_start_within_a_round_goes_on_with_the_same_pairs(table):
    t = table(4, start=WITHIN)
    t.finish_round()
    assert t.fact("round") == "3"
    assert t.hand(1) == "1 1 2 3 4 4 5 5 6 8 8 12 13"


def test_start_seats_between_owner_and_turn_have_passed(at):
    hands = ["3 9", "5 10", "7 2", "11 12", "1 1"]
    for turn, passed in [(1, []), (2, [1]), (4, [1, 2, 3])]:
        t = at(hands, turn=turn, current="4", owner=0)
        assert t.all_who("passed") == passed
        t.say(*["pass"] * (4 - len(passed)))
        assert (t.turn, t.current()) == (0, None)


def test_start_of_an_owner_who_is_out(at):
    t = at(["", "5 10", "7 2", "11 12"], turn=2, current="4", owner=0, finished=[1, 0, 0, 0])
    assert t.all_who("passed") == [1]
    t.say("pass", "pass")
    assert (t.turn, t.current()) == (1, None)


def test_start_unknown_cards_are_what_is_left(table):
    t = table(4, start={"golden": 0, "hands": [" ".join(["??"] * 13)] * 4})
    held = sorted(int(card) for seat in range(4) for card in t.hand(seat).split())
    assert held == sorted(value for value in range(1, 14) for _ in range(4))
    t = table(4, start=without("played"))
    assert t.current() == (3, "10")


def test_start_everybody_remembers_earlier_hands(table):
    t = table(4, {"hand_notes": "on"}, start=WITHIN)
    earlier = [zone for zone in t.display(0).zones if zone.name == "earlier_hand"]
    assert [(zone.seat, " ".join(card.text for card in zone.cards)) for zone in earlier] == [
        (1, "1 2 2 5 6 6 6 7 7 7 9 9 10")
    ]


@pytest.mark.parametrize("observer", [0, 1, 2, 3, SPECTATOR])
def test_start_worlds_fit(table, observer):
    t = table(4, start=WITHIN)
    for _ in range(6):
        view = t.match.view(observer)
        sampler = GAME.sampler(view)
        for seed in range(10):
            assert sampler.draw(Rng(seed)).view(observer) == view
        t.match.play(t.turn, t.match.legal(t.turn)[0])


def test_start_views_hide_what_they_should(table):
    t = table(4, start=WITHIN)
    swapped = dict(WITHIN, hands=["3 12 13", "1 2", "", "7 11"], aside=["8 8", "2 5", "3 4", "9 9"])
    for observer in (2, 3, SPECTATOR):
        assert table(4, start=swapped).match.view(observer) == t.match.view(observer)
    assert table(4, start=swapped).match.view(1) != t.match.view(1)


@pytest.mark.parametrize(
    ("start", "words"),
    [
        # the whole
        ({"round": 2}, "golden is missing"),
        ({"hands": ["??"] * 4}, "golden is missing"),
        ({"golden": 0, "dealer": 1}, "dealer means nothing"),
        ({"golden": 0, "aside": ["1 1"] * 4}, "aside means nothing"),
        ({"golden": 0, "turn": 1}, "turn means nothing"),
        (without("aside"), "played has no meaning before cards are set aside"),
        # numbers
        ({"golden": 4}, "golden must be"),
        ({"golden": "A"}, "golden must be"),
        ({"golden": 0, "round": 5}, "round must be"),
        ({"golden": 0, "round": 0}, "round must be"),
        (WITHIN | {"turn": 4}, "turn must be"),
        (WITHIN | {"owner": 4}, "owner must be"),
        (WITHIN | {"revealed": [3, 0, 0, 0]}, "revealed must be"),
        (WITHIN | {"finished": [0, 0, 3, 0]}, "finished must be"),
        # places
        ({"golden": 0, "round": 2, "places": []}, "places must be 1 texts"),
        ({"golden": 0, "round": 2, "places": ["1 2 3 3"]}, "places must be each of 1 to 4 once"),
        ({"golden": 0, "round": 2, "places": ["1 2 3"]}, "places must be each of 1 to 4 once"),
        ({"golden": 0, "round": 2, "places": ["1 2 3 x"]}, "places must be each of 1 to 4 once"),
        # cards
        ({"golden": 0, "hands": ["1"] * 4}, "hand 0 must have 13 cards"),
        ({"golden": 0, "hands": ["1"] * 3}, "hands must be 4 texts"),
        ({"golden": 0, "hands": [" ".join(["14"] * 13)] * 4}, "no card 14"),
        ({"golden": 0, "hands": [" ".join(["1"] * 13)] * 4}, "hand 0 needs cards"),
        (WITHIN | {"hands": ["3 12 x", "1 5", "", "7 11"]}, "no card x"),
        (WITHIN | {"hands": ["3 12 13", "1 5", "6", "7 11"]}, "hand 2 must have 1 to 11 cards, or none"),
        (WITHIN | {"hands": ["", "1 5", "", "7 11"]}, "hand 0 must have 1 to 11 cards, or none"),
        (WITHIN | {"hands": ["?? " * 12, "1 5", "", "7 11"]}, "hand 0 must have 1 to 11 cards, or none"),
        (WITHIN | {"aside": ["8 8", "2 2", "3 4", "9"]}, "aside 3 must have 2 cards"),
        (WITHIN | {"aside": ["8 8", "2 2", "3 4", "7 9"]}, "needs cards more often"),
        (WITHIN | {"played": ["1 1"] * 4}, "played 0 must have 8 cards"),
        # the table
        (WITHIN | {"revealed": [0, 1, 0, 0]}, "revealed has more 8s than seat 1 has set aside"),
        (WITHIN | {"finished": [0, 0, 2, 0]}, "finished must be the places 1, 2 and so on"),
        (WITHIN | {"finished": [0, 1, 1, 0]}, "finished must be the places 1, 2 and so on"),
        (WITHIN | {"direction": "left"}, "direction must be up or down"),
        (WITHIN | {"current": "5,7"}, "5,7"),
        (WITHIN | {"current": "9,9,9"}, "current must be among what its owner has played"),
        (WITHIN | {"current": "8"}, "current must be among what its owner has played, and without an 8"),
        (without("owner"), "current and owner belong together"),
        (without("current"), "current and owner belong together"),
        (WITHIN | {"turn": 2}, "turn must be a seat that can play now"),
        (WITHIN | {"turn": 3}, "turn must be a seat that can play now"),
    ],
)
def test_start_refusals(start, words):
    with pytest.raises(NotationError, match=words):
        Match(GAME, 4, start=start)


def test_start_refuses_a_round_the_match_does_not_have():
    Match(GAME, 6, {"rounds": 2}, start={"golden": 0, "round": 2, "places": ["1 2 3 4 5 6"]})
    with pytest.raises(NotationError, match="round must be"):
        Match(GAME, 6, {"rounds": 2}, start={"golden": 0, "round": 3})
