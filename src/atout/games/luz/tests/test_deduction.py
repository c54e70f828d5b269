"""Luz: what the deduction aid tells (EX-LUZ-21)."""

from atout.games.luz import GAME
from atout.kernel.log import SPECTATOR
from atout.kernel.rng import Rng


def test_ex_luz_21_view_and_certain_knowledge(table, ex_22_hands):
    start = {"deal": 2, "marker": 0, "hands": ex_22_hands, "bets": ["2+S", "4", "3"]}
    t = table(3, {"deduction_aid": "on"}, start)
    assert t.cards("hand", 0, 0) == ["R?"] * 3 + ["Y?"] + ["G?"] * 2 + ["B?"] * 3 + ["P?"]
    assert [card for card in t.cards("hand", 1, 0) if card[0] == "Y"] == ["Y3", "Y4", "Y8"]
    assert [card for card in t.cards("hand", 2, 0) if card[0] == "Y"] == ["Y2", "Y5", "Y6", "Y7"]
    possible = {
        observer: [fact.value for fact in t.display(observer).facts if fact.name == "possible"] for observer in range(3)
    }
    assert possible[0] == ["R: 1 3 4 6 7 8", "Y: 1", "G: 1 4 7 8", "B: 3 4 5 6 7", "P: 1 2 6 7"]
    assert possible[1] == ["Y: 3 4 8", "G: 2 3 4 5 6 8", "B: 1 5 6", "P: 1 2 3 7 8"]
    rng = Rng(21)
    for observer, known in [(0, ["Y1"]), (1, ["Y3", "Y4", "Y8"])]:
        sampler = GAME.sampler(t.match.view(observer))
        for _ in range(30):
            zones = sampler.draw(rng).view((observer + 1) % 3).display().zones
            hand = next(zone for zone in zones if (zone.name, zone.seat) == ("hand", observer))
            assert [card.text for card in hand.cards if card.text[0] == "Y"] == known


def test_deduction_aid_forgets_what_is_out_of_sight(table, ex_22_hands):
    start = {"deal": 2, "marker": 0, "hands": ex_22_hands, "bets": ["2+S", "4", "3"]}
    aids = {}
    for history in ("hidden", "last_deal", "open"):
        t = table(3, {"deduction_aid": "on", "history": history}, start)
        t.say("R#1", "R#2", "G#1")  # R2, R4, G2: seat 0 takes the trick
        assert "R: 1 3 6 7 8" in [fact.value for fact in t.display(0).facts]  # the trick still lies there
        t.say("B#1")
        aids[history] = next(fact.value for fact in t.display(0).facts if fact.name == "possible")
    assert aids == {"hidden": "R: 1 2 3 4 6 7 8", "last_deal": "R: 1 2 3 4 6 7 8", "open": "R: 1 3 6 7 8"}


def test_deduction_aid_knows_the_order_of_the_hand(table):
    """A card left of the 6 that lies on the table is lower than it (LUZ-11), whatever else is unseen."""
    start = {"marker": 0, "hands": ["R2 R6", "B1 B2", "P1 P2"], "bets": ["3", "3", "3"]}
    t = table(3, {"deduction_aid": "on"}, start | {"tricks": [2, 3, 3], "leader": 0})
    t.say("R#2")
    assert [fact.value for fact in t.display(0).facts if fact.name == "possible"] == ["R: 1 2 3 4 5"]


def test_deduction_aid_does_not_read_cards_played_before_the_start(table):
    start = {"marker": 0, "hands": ["R1 R2", "B1 B2", "P1 P2"], "bets": ["3", "3", "3"]}
    start |= {"tricks": [2, 3, 3], "leader": 0, "gone": "R3 R4 R5"}
    for history, values in [("hidden", "R: 1 2 3 4 5 6 7 8"), ("open", "R: 1 2 6 7 8")]:
        t = table(3, {"deduction_aid": "on", "history": history}, start)
        assert [fact.value for fact in t.display(0).facts if fact.name == "possible"] == [values]
        assert [fact.value for fact in t.display(SPECTATOR).facts if fact.name == "possible"] == []


def test_deduction_aid_is_off_by_default(table):
    t = table(4, seed=1)
    assert [fact for observer in t.observers for fact in t.display(observer).facts if fact.name == "possible"] == []
