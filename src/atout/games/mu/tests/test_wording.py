"""Mü: what the terminal asks and tells."""

import pytest
from rich.console import Console

from atout.cli.answers import match_actions
from atout.cli.narrator import Narrator
from atout.drawing.terminal import render
from atout.games.mu import GAME
from atout.kernel.view import last_card_laid
from atout.locale import LANGUAGES, load_locale

WORDS = GAME.words()


def say(section, key):
    return f"{section}.{key}"


def say_events(t, seat):
    return WORDS.prompt(t.display(seat))


def test_prompts_follow_the_round(table, full_hands):
    t = table(4, start={"dealer": 0})
    t.deal_hands(full_hands(4, {0: "R2", 1: "B7 B8"}))
    assert say_events(t, 0) == ("bid", {"room": "1"})
    t.say("+R2")
    assert say_events(t, 1) == ("bid", {"room": "2"})
    t.say("+B7")
    assert say_events(t, 1) == ("bid_more", {"room": "1"})
    t.say("+B8")
    t.pass_all()
    assert say_events(t, 0) == ("vice_trump", {})
    t.say("trump:R")
    assert say_events(t, 1) == ("chief_trump", {})
    t.say("trump:B")
    assert say_events(t, 1) == ("partner", {})
    t.say("partner:C")
    assert say_events(t, 1) == ("play_lead", {})
    t.say("B7*")
    assert say_events(t, 2) == ("play_follow_trump", {})


def test_prompt_names_the_colour_led(table, at_tricks):
    t = table(4, start=at_tricks(["Y3 Y5", "Y7 B4", "Y6 G5", "Y1 G8"], "R"))
    t.say("Y3")
    assert say_events(t, 1) == ("play_follow", {"colour": "Y"})


def test_events(table, full_hands):
    t = table(4, start={"dealer": 0})
    t.deal_hands(full_hands(4, {0: "R2", 1: "B7 B8"}))
    told = []
    for text in ("+R2", "+B7", "-", "-"):
        told.append(WORDS.event(t.display(), GAME.parse(text)))
        t.say(text)
    assert told == [("bid", {"face": "R2"}), ("bid", {"face": "B7"}), ("bid_done", {}), ("pass", {})]
    display = t.display()
    assert WORDS.event(display, GAME.parse("trump:7")) == ("chief_trump", {"colour": "7"})
    assert WORDS.event(display, GAME.parse("trump:none")) == ("no_trump", {"colour": "none"})
    assert WORDS.event(display, GAME.parse("partner:C")) == ("partner", {"partner": "@2"})
    assert WORDS.event(display, GAME.parse("R2")) == ("play", {})
    assert WORDS.event(display, GAME.parse("R2*")) == ("play_bid", {})


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
    told = [WORDS.notice(t.display(), seen)[0] for seen in t.match.view(0).seen[before:]]
    assert [key for key in told if key] == keys


def test_actions_in_words():
    assert WORDS.action(0) == ("no_more", {})
    assert WORDS.action(GAME.parse("+K9")) == ("lay", {"card": "K9"})
    assert WORDS.action(GAME.parse("trump:Y")) == ("trump", {"colour": "Y"})
    assert WORDS.action(GAME.parse("trump:none")) == ("no_trump", {})
    assert WORDS.action(GAME.parse("partner:F")) == ("partner", {"partner": "@5"})
    assert WORDS.action(GAME.parse("K9")) == ("play", {"card": "K9"})
    assert WORDS.action(GAME.parse("K9*")) == ("play_bid", {"card": "K9"})


def test_board_shows_own_trumps_and_playable_bid_cards(table, at_tricks):
    start = at_tricks(["R7 R2 B7", "G3 Y5 K5", "G2 Y3 K3", "K2 Y2 Y4"], "R", "7", bids=["R5", "Y8", "B3", "K0"])
    t = table(4, start=start)
    lines = WORDS.board(t.display(0), say)
    assert lines == [
        "[bold]names.size[/bold] colours.5 · [bold]names.target[/bold] colours.38"
        " · [bold]names.bonus[/bold] colours.50",
        "[bold]names.chief_trump[/bold] colours.R · [bold]names.vice_trump[/bold] colours.7",
        "[bold]names.own_trumps[/bold]  names.double R7 · names.chief_class R2 R5 · names.vice_class B7",
        "[bold]names.playable_bid_cards[/bold]  R5*",
    ]
    assert WORDS.board(t.display(1), say) == lines[:2]  # no trumps, and not on turn
    assert set(WORDS.left_out) == {"size", "target", "bonus", "chief_trump", "vice_trump", "led"}
    t.say("R5*")
    assert WORDS.board(t.display(1), say)[1].endswith(" · [bold]names.led[/bold] colours.trump")


def test_board_is_empty_during_the_auction(table, full_hands):
    t = table(4, start={"dealer": 0})
    t.deal_hands(full_hands(4, {}))
    assert WORDS.board(t.display(0), say) == []


def print_board(t, seat, lang="en"):
    """Return what the terminal shows a seat, line by line."""
    console = Console(width=100, color_system=None)
    with console.capture() as capture:
        console.print(render(t.display(seat), load_locale(GAME, lang), ["Ada", "Bo", "Cem", "Dora"]))
    return [line.rstrip() for line in capture.get().splitlines()]


def test_mu_36_the_terminal_groups_the_hand_by_effective_suit(table, at_tricks):
    t = table(4, start=at_tricks(["R7 R2 R3 B7", "B2 Y5 K5 G3", "G2 Y3 K3 G4", "K2 Y2 Y4 G5"], "7"))
    assert "[R7][B7] [R2][R3]" in print_board(t, 0)  # the red 7 is not a red card, and both 7s are of one suit
    t = table(4, start=at_tricks(["R7 R2 R3 B7", "B2 Y5 K5 G3", "G2 Y3 K3 G4", "K2 Y2 Y4 G5"], "none"))
    assert "[R2][R3][R7] [B7]" in print_board(t, 0)


def test_terminal_tells_bid_and_trumps_apart_from_the_heading(table, at_tricks):
    t = table(4, start=at_tricks(["R7 R2", "B2 Y5", "G2 Y3", "K2 Y2"], "R", "7"))
    for lang, bid, trumps in (
        ("en", "Bid 5 · Target 38 · Bonus 50", "Chief’s trump red · Vice’s trump 7"),
        ("fr", "Enchère 5 · Objectif 38 · Prime 50", "Atout du Chef rouge · Atout du Vice 7"),
        ("de", "Gebot 5 · Ziel 38 · Bonus 50", "Trumpf des Chefs Rot · Trumpf des Vize 7"),
    ):
        lines = print_board(t, 0, lang)
        assert lines[2:4] == [bid, trumps]
        assert "38" not in lines[0]


def test_terminal_names_the_players_to_pick_as_partner(table, full_hands):
    t = table(4, start={"dealer": 0})
    t.deal_hands(full_hands(4, {0: "R2"}))
    t.bid("R2")
    t.pass_all()
    t.say("trump:R")
    assert "Partner  partner:B Bo · partner:C Cem · partner:D Dora" in print_board(t, 0)
    assert not [line for line in print_board(t, 1) if "partner:" in line]


def test_own_bid_card_is_told_as_it_was_typed(table, at_tricks):
    t = table(4, start=at_tricks(["K3", "G3", "K4", "K2"], "R", bids=["R5", "Y8", "B3", "K0"]))
    teller = Narrator(GAME, 0, ["Ada", "Bo", "Cem", "Dora"], load_locale(GAME), Console())
    before = t.display(0)
    t.say("R5*")
    played = GAME.parse("R5*")
    assert teller.describe_action(0, played, before, last_card_laid(before, t.display(0), 0)) == "You: R5*"
    teller = Narrator(GAME, 1, ["Ada", "Bo", "Cem", "Dora"], load_locale(GAME), Console())
    assert teller.describe_action(0, played, before, "R5") == "Ada plays R5 from the bid cards."


@pytest.mark.parametrize(
    ("points", "fine"),
    [
        # MU-EX-08: 29 points would have been enough for two cards, 23 not even for one.
        (
            [10, 10, 10, 19, 11],
            {
                "en": "Round 1: 29 team points, target 33. That makes a bid of 2 instead of 4: 2 short, "
                "-10 points each = -20 [MU-59]",
                "fr": "Manche 1\u00a0: 29 points d’équipe, objectif 33. De quoi tenir une enchère de 2 au lieu "
                "de 4\u00a0: il en manque 2, à -10 points chacune = -20 [MU-59]",
                "de": "Runde 1: 29 Teampunkte, Ziel 33. Das reicht für Gebot 2 statt 4: 2 zu wenig, "
                "je -10 Punkte = -20 [MU-59]",
            },
        ),
        (
            [10, 12, 12, 13, 13],
            {
                "en": "Round 1: 23 team points, target 33. That makes a bid of 0 instead of 4: 4 short, "
                "-10 points each = -40 [MU-59]",
            },
        ),
    ],
)
def test_score_lines_derive_the_shortfall(table, before_last_trick, points, fine):
    t = table(5, start=before_last_trick(points, chief=3, partner=0, size=4, trump="G"))
    t.finish()
    (line,) = [line for line in t.match.score_lines() if line.clause.why == "fine"]
    for lang, text in fine.items():
        assert load_locale(GAME, lang).score(line) == text


def test_every_key_has_words():
    phrases = [("actions", WORDS.action(number)) for number in range(GAME.actions)]
    for lang in LANGUAGES:
        words = load_locale(GAME, lang)
        for section, (key, values) in phrases:
            text = words.find(section, key)
            assert text
            assert text.format(**values)
        for key in ("bid", "bid_more", "vice_trump", "chief_trump", "partner", "play_lead", "play_follow"):
            assert words.find("prompts", key)
        for key in ("pass", "bid_done", "vice_trump", "chief_trump", "partner", "play", "play_bid"):
            assert words.find("hints", key)
            assert words.find("events", key)


def test_a_trump_is_named_by_its_sign_alone(table):
    """At the question for a trump `R` and `7` are answers."""
    t = table(4, seed=1)
    t.say(t.options_of(t.turn)[1])
    t.pass_all()
    assert t.phase == "chief_trump"
    named = set(t.options_of(t.turn))
    for typed in ("R", "r", "7", "none", *(text.removeprefix("trump:") for text in named)):
        text = f"trump:{typed.upper() if typed != 'none' else typed}"
        expected = [GAME.parse(text)] if text in named else []
        assert [
            action for action in match_actions(GAME, t.display(t.turn), typed) if action in t.match.legal(t.turn)
        ] == expected
    assert {"trump:R", "trump:7"} & named
