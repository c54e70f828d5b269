"""Meinz in the terminal: questions, events and the line about the Monster fit the position, in every language."""

from random import Random

import pytest

from atout.games.meinz import GAME
from atout.games.meinz.reading import SCORED
from atout.kernel.view import SeenEntry, last_card_laid
from atout.locale import LANGUAGES, load_locale
from atout.match import Match
from tests.kit.tips import check_tip_without_numbers

WORDS = GAME.words()


def prompt(t):
    return WORDS.prompt(t.display(t.turn))


def test_questions(table, before_trick):
    t = table(4, start={"dealer": 0})
    assert WORDS.prompt(t.display(0)) == ("deal", {})
    t = table(4, seed=1)
    assert prompt(t) == ("discard", {})
    t = table(4, start=before_trick([0, 0, 0, 1], "R5 Y1", "R6", "B5 B1 B2 B3 B4 B6 B7", "R8"))
    assert prompt(t) == ("play_lead", {})
    t.say("R5")
    assert prompt(t) == ("cry", {"cards": "R5", "best": "R5"})
    t.say("-")
    assert prompt(t) == ("play_follow", {"colour": "R", "value": "5"})
    t.say("R6 - -")
    assert prompt(t) == ("play_free", {"colour": "R", "value": "5"})
    t.say("B5")
    assert prompt(t) == ("cry", {"cards": "R5 R6 B5", "best": "B5"})
    t.say("- - - R8")
    assert prompt(t) == ("exchange", {})
    t = table(4, start=before_trick([1, 2, 1, 1], "R4", "R6", "B4 Y1 Y2", "R7"))
    t.say("R4 - R6 - B4 - - R7")
    assert prompt(t) == ("exchange_nothing", {})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_event_and_action_has_words(lang):
    words = load_locale(GAME, lang)
    for key in ("discard", "play_lead", "play_follow", "play_free", "cry", "exchange", "exchange_nothing"):
        assert words.find("prompts", key)
    display = Match(GAME, 3, start={"dealer": 0}).view(0).display()
    for action in range(GAME.actions):
        for section, (key, values) in (
            ("events", WORDS.event(display, action)),
            ("actions", WORDS.action(action)),
        ):
            text = words.find(section, key)
            assert text
            assert "{" not in text.format(**{**values, "seat": "Ada", "card": "R1", **values})
    for key in ("discard", "play", "decline", "keep"):  # the keys of the first legal action in every phase
        assert words.find("hints", key)


def test_actions_in_words():
    words = load_locale(GAME, "en")
    told = {text: WORDS.action(GAME.parse(text)) for text in ("x:R5", "Y9", "-", "meinz", "keep", "B8>B5")}
    assert {text: words.say("actions", key, **values) for text, (key, values) in told.items()} == {
        "x:R5": "discard R5",
        "Y9": "play Y9",
        "-": "let the trick run",
        "meinz": "cry “Meinz!” and take the trick",
        "keep": "leave the trick as it is",
        "B8>B5": "give B8 and take B5",
    }


def notices(t, before):
    display = t.display(0)
    found = [WORDS.notice(display, entry) for entry in t.match.view(0).seen[before:]]
    return [(key, values) for key, values in found if key]


def test_what_the_monster_does_is_told(table, before_trick, before_last_trick):
    t = table(3, {"show_discards_at_round_end": "on"}, before_trick([0, 0, 0, 0], "R6", "R4", "R3", stack="R1 R2"))
    t.say("R6 - R4 - - R3 - -")
    before = len(t.match.view(0).seen)
    t.say("-")
    assert notices(t, before) == [
        *[("monster_plays", {"card": "R1"}), ("monster_takes", {}), ("monster_plays", {"card": "R2"})]
    ]
    start = before_last_trick([42, 40, 33, 30], 3, round=8, discards=["B1", "B2", "B3"], totals=[0, 0, 0, 9])
    t = table(3, {"show_discards_at_round_end": "on", "monster_can_win": "on"}, start)
    before = len(t.match.view(0).seen)
    t.say("R5 B5 G5")
    told = notices(t, before)
    assert told[1:] == [
        ("monster_takes", {}),
        ("monster_scored", {"cards": "30", "total": "42", "points": "0"}),
        *[("shown", {"card": card}) for card in ("B1", "B2", "B3")],
        ("monster_wins", {}),
    ]


def test_the_monster_wins_alone_or_shares_the_victory(table, before_last_trick):
    for own, told in [(8, ["monster_wins"]), (9, ["monster_shares"]), (10, [])]:
        start = before_last_trick([42, 40, 33, 30], 3, round=8, totals=[own, 0, 0, 9])  # brings 0, 0, 2 and 0
        t = table(3, {"monster_can_win": "on"}, start)
        t.say("R5 B5")
        before = len(t.match.view(0).seen)
        t.say("G5")
        assert [key for key, _ in notices(t, before) if key in ("monster_wins", "monster_shares")] == told


def test_a_discard_is_not_mistaken_for_a_card_of_the_last_trick(table, before_last_trick):
    t = table(4, start=before_last_trick([40, 41, 42, 43]))
    t.say("R5 B5 G5")
    before = t.display(3)
    t.say("Y5")
    assert last_card_laid(before, t.display(3), 3) == "Y5"
    t.match.deal(range(36))
    before = t.display(0)
    t.match.play(0, "x:R1")
    assert t.cards("last_trick") == ["R5", "B5", "G5", "Y5"]  # it still lies there
    assert last_card_laid(before, t.display(0), 0) == ""


def test_the_fourth_player_is_no_monster(table):
    display = table(4, seed=1).display(0)
    assert WORDS.notice(display, SeenEntry(SCORED, 3, 2, 40, 255)) == ("", {})
    assert WORDS.board(display, load_locale(GAME, "en").say) == []


def test_the_line_about_the_monster(table, before_trick):
    say = load_locale(GAME, "en").say
    t = table(3, start={"dealer": 2, "totals": [0, 0, 0, 4]})
    assert WORDS.board(t.display(0), say) == ["[bold]Monster[/bold]  Points 4 · first player"]
    t = table(3, start=before_trick([0, 0, 1, 1], "R6", "R4", "R3", round=2))
    line = WORDS.board(t.display(0), say)
    assert line == ["[bold]Monster[/bold]  Tricks 1 · Points 0 · Stack 7 · deals (nominally)"]


def test_the_card_that_ends_a_trick_is_told_even_if_the_monster_leads_the_next():
    shuffler = Random(4)
    match = Match(GAME, 3)
    told = 0
    while not match.over and told < 40:
        if match.turn < 0:
            match.deal(shuffler.sample(range(len(match.state.pack())), len(match.state.pack())))
            continue
        seat, action = match.turn, shuffler.choice(match.legal(match.turn))
        before = match.view(seat).display()
        match.play(seat, action)
        if before.phase == "tricks":
            assert last_card_laid(before, match.view(seat).display(), seat) == GAME.text(action)
            told += 1


def test_the_tip_holds_however_many_tricks_the_options_ask_for():
    check_tip_without_numbers(GAME, "discard")
