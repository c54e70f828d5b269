"""Schrecklicht in the terminal: the words for a position and an action, and the board above the players."""

import re
from pathlib import Path

import pytest

from atout.games.schrecklicht import GAME
from atout.games.schrecklicht.objectives import PUMPKINS
from atout.locale import LANGUAGES, load_locale

WORDS = GAME.words()

MARKUP = re.compile(r"\[[^\]]*\]")


def board(t, observer, lang="en"):
    return [MARKUP.sub("", line).rstrip() for line in WORDS.board(t.display(observer), load_locale(GAME, lang).say)]


@pytest.fixture
def begun(table, within):
    displays = ["G4 V7 G0/G11", "V10 G10", "B0 V8/B1"]
    return table(3, start=within(displays, "LOW_SUM HIGH_COVER FEWEST_PUMPKINS", "G5 B6 B3 G1"))


def test_the_board_shows_track_objectives_and_displays(begun):
    assert board(begun, begun.turn) == [
        "Track  0 B·············G··V···························· 45",
        " G  14  3/1    Lowest sum",
        "    The lowest sum of visible cards is best; if equal, the lowest card.",
        "    A  11 +1   B  20      C   0 +3",
        " V  17  5/3/1  Highest cover card",
        "    The highest face-down card is best; if equal: green, violet, blue.",
        "    A  G0 +3   B   -      C  V8 +5",
        " B   0  1      Fewest pumpkin heads",
        "    Fewest heads on visible cards; if equal, fewer cards that have some.",
        "    A   3      B   1 +1   C   3",
        "    The numbers of heads are assumed: see the option “Pumpkin heads”. (SCH-42)",
        "",
        "A   G4:3   V7:0    ·      ·      Covered pair G0/G11",
        "B  G10:1  V10:0    ·      ·",
        "C   B0:3    ·      ·      ·      Covered pair V8/B1",
        "",
        "Pumpkin heads  G1:3  G5:2  B3:1  B6:0",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_brings_own_numbers_of_heads_is_told_of_no_assumption(table, within, lang):
    start = within(["G4", "V7", "B1"], "LOW_SUM HIGH_COVER FEWEST_PUMPKINS")
    note = load_locale(GAME, lang).find("names", "pumpkins_assumed")
    for options, told in (({}, True), ({"pumpkins": "0" * 36}, False)):
        lines = board(table(3, options, start), 0, lang)
        assert any(note in line for line in lines) == told
        assert all(len(line) <= 80 for line in lines)


def test_the_table_of_heads_is_the_same_in_the_browser():
    source = Path(__file__).parents[5] / "web/src/boards/schrecklicht/schrecklicht.ts"
    if source.is_file():
        assert f"USUAL_HEADS = '{PUMPKINS}'" in source.read_text(encoding="utf-8")


def test_displays_show_plain_cards_where_no_objective_asks_for_pumpkin_heads(table, within):
    displays = ["G4 V7 G0/G11", "V10 G10", "B0 V8/B1"]
    t = table(3, start=within(displays, "LOW_SUM HIGH_COVER MULTIPLES"))
    shown = [line for line in board(t, 0) if line[0:2] in ("A ", "B ", "C ")]
    assert shown == [
        "A   G4   V7   ·    ·     Covered pair G0/G11",
        "B  G10  V10   ·    ·",
        "C   B0   ·    ·    ·     Covered pair V8/B1",
    ]


def test_the_board_says_what_can_be_covered(table, within):
    t = table(3, start=within(["G4", "V7", "B1"], "LOW_SUM HIGH_COVER MULTIPLES", "G5 V0 G11 B0 B2 V2"))
    assert board(t, 0)[-4:] == [
        "",
        "You can cover  V2 B2 / B1",
        "               G5 / B1 G4",
        "               G11 / B1 G4 V7",
    ]
    assert "cover" not in board(t, 1)[-1]
    assert not [line for line in board(t, 0) if "umpkin" in line]


def test_pawns_on_one_space_stand_above_each_other(table, within):
    t = table(3, start=within(["G4", "V4", "B1"], "LOW_SUM HIGH_COVER MULTIPLES"))
    assert board(t, 0)[:2] == [
        "Track  0 ·B··G········································· 45",
        "       0 ····V········································· 45",
    ]


def test_the_board_is_empty_before_anything_is_known(table):
    t = table(3)
    assert board(t, 0) == []
    t.deal(dealer="A")
    t.deal(objectives="LOW_SUM HIGH_COVER MULTIPLES")
    assert board(t, 0)[0] == " G  Lowest sum"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_of_the_board_fits_eighty_columns(begun, lang):
    assert max(len(line) for line in board(begun, begun.turn, lang)) <= 81


def test_words_for_actions(begun):
    display = begun.display()
    assert WORDS.event(display, GAME.parse("G5>C")) == ("lay", {"played": "G5", "letter": "C"})
    assert WORDS.event(display, GAME.parse("G5/B0")) == ("cover", {"played": "G5", "target": "B0", "letter": "C"})
    assert WORDS.event(display, GAME.parse("G5/B11"))[1]["letter"] == ""  # lies nowhere
    assert WORDS.prompt(display) == ("play", {})
    assert WORDS.action(GAME.parse("G5>C")) == ("lay", {"played": "G5", "letter": "C"})
    assert WORDS.action(GAME.parse("V8/B1")) == ("cover", {"played": "V8", "target": "B1"})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_action_and_hint_has_words(lang):
    words = load_locale(GAME, lang)
    for key in ("lay", "cover"):
        assert words.say("events", key, seat="Ada", played="G5", target="B1", letter="B").startswith("Ada")
    for key in ("lay", "cover"):
        assert "G5" in words.say("actions", key, played="G5", target="B1", letter="A")
    assert words.find("hints", "lay")  # what the first action of a menu always is
    for section in ("objectives", "objective_rules"):
        for name in ("HIGH_COVER", "MULTIPLES", "LOW_COLOUR_SUM", "FEWEST_PUMPKINS"):
            assert words.find(section, name)
