"""Mü: what the terminal asks and tells."""

import pytest

from atout.games.mu import GAME
from atout.games.mu.terminal import action, board, event, notice, prompt
from atout.locale import LANGUAGES, locale


def say(section, key):
    return f"{section}.{key}"


def spoken(t, seat):
    return prompt(t.display(seat))


def test_prompts_follow_the_round(table, full_hands):
    t = table(4, start={"dealer": 0})
    t.deal(full_hands(4, {0: "R2", 1: "B7 B8"}))
    assert spoken(t, 0) == ("bid", {"room": "1"})
    t.say("+R2")
    assert spoken(t, 1) == ("bid", {"room": "2"})
    t.say("+B7")
    assert spoken(t, 1) == ("bid_more", {"room": "1"})
    t.say("+B8")
    t.pass_all()
    assert spoken(t, 0) == ("vice_trump", {})
    t.say("trump:R")
    assert spoken(t, 1) == ("chief_trump", {})
    t.say("trump:B")
    assert spoken(t, 1) == ("partner", {})
    t.say("partner:C")
    assert spoken(t, 1) == ("play_lead", {})
    t.say("B7*")
    assert spoken(t, 2) == ("play_follow_trump", {})


def test_prompt_names_the_colour_led(table, at_tricks):
    t = table(4, start=at_tricks(["Y3 Y5", "Y7 B4", "Y6 G5", "Y1 G8"], "R"))
    t.say("Y3")
    assert spoken(t, 1) == ("play_follow", {"colour": "Y"})


def test_events(table, full_hands):
    t = table(4, start={"dealer": 0})
    t.deal(full_hands(4, {0: "R2", 1: "B7 B8"}))
    told = []
    for text in ("+R2", "+B7", "-", "-"):
        told.append(event(t.display(), GAME.parse(text)))
        t.say(text)
    assert told == [("bid", {"face": "R2"}), ("bid", {"face": "B7"}), ("bid_done", {}), ("pass", {})]
    display = t.display()
    assert event(display, GAME.parse("trump:7")) == ("chief_trump", {"colour": "7"})
    assert event(display, GAME.parse("trump:none")) == ("no_trump", {"colour": "none"})
    assert event(display, GAME.parse("partner:C")) == ("partner", {"partner": "@2"})
    assert event(display, GAME.parse("R2")) == ("play", {})
    assert event(display, GAME.parse("R2*")) == ("play_bid", {})


@pytest.mark.parametrize(
    ("bids", "keys"),
    [
        (["R2 R3", "B7", "", ""], ["chief", "vice"]),
        (["R2", "", "", ""], ["chief", "no_vice"]),
        (["R2", "B7", "", ""], ["deadlock"]),
        (["", "", "", ""], ["all_passed"]),
    ],
)
def test_notices_tell_how_the_auction_ended(table, bids, keys):
    hands = [" ".join(["??"] * (15 - len(bid.split()))) for bid in bids]
    t = table(4, start={"dealer": 0, "hands": hands, "bids": bids})
    before = len(t.match.view(0).seen)
    t.pass_all()
    told = [notice(t.display(), seen)[0] for seen in t.match.view(0).seen[before:]]
    assert [key for key in told if key] == keys


def test_actions_in_words():
    assert action(0) == ("no_more", {})
    assert action(GAME.parse("+K9")) == ("lay", {"card": "K9"})
    assert action(GAME.parse("trump:Y")) == ("trump", {"colour": "Y"})
    assert action(GAME.parse("trump:none")) == ("no_trump", {})
    assert action(GAME.parse("partner:F")) == ("partner", {"partner": "@5"})
    assert action(GAME.parse("K9")) == ("play", {"card": "K9"})
    assert action(GAME.parse("K9*")) == ("play_bid", {"card": "K9"})


def test_board_shows_own_trumps_and_playable_bid_cards(table, at_tricks):
    start = at_tricks(["R7 R2 B7", "G3 Y5 K5", "G2 Y3 K3", "K2 Y2 Y4"], "R", "7", bids=["R5", "Y8", "B3", "K0"])
    t = table(4, start=start)
    lines = board(t.display(0), say)
    assert lines == [
        "[bold]names.own_trumps[/bold]  names.double R7 · names.chief_class R2 R5 · names.vice_class B7",
        "[bold]names.playable_bid_cards[/bold]  R5*",
    ]
    assert board(t.display(1), say) == []


def test_every_key_has_words():
    phrases = [("actions", action(number)) for number in range(GAME.actions)]
    for lang in LANGUAGES:
        words = locale(GAME, lang)
        for section, (key, values) in phrases:
            text = words.find(section, key)
            assert text
            assert text.format(**values)
        for key in ("bid", "bid_more", "vice_trump", "chief_trump", "partner", "play_lead", "play_follow"):
            assert words.find("prompts", key)
        for key in ("pass", "bid_done", "vice_trump", "chief_trump", "partner", "play", "play_bid"):
            assert words.find("hints", key)
            assert words.find("events", key)
