"""Was sticht?: what the terminal asks, tells and shows is there in every language."""

from random import Random

import pytest

from atout.games.was_sticht import GAME
from atout.kernel.log import ACTION, FIRST_OWN_KIND
from atout.locale import LANGUAGES, load_locale
from atout.speech import sentence
from tests.kit.tips import check_tip_without_numbers

WORDS = GAME.words()


def say(section, key):
    return load_locale(GAME).say(section, key)


def lines(t, observer):
    return WORDS.board(t.display(observer), say)


@pytest.mark.parametrize("seats", [3, 4])
def test_every_question_and_event_has_words(table, seats):
    """Play a match and look up whatever is asked and told on the way."""
    t = table(seats, {"contracts_per_player": 3}, seed=1)
    rng = Random(seats)
    prompts, events = set(), set()
    heard = 0
    while not t.match.over:
        for seat in t.owing:
            prompts.add(WORDS.prompt(t.display(seat))[0])
        before = t.display(0)
        t.any(choose=rng.choice)
        seen = t.match.view(0).seen
        for entry in seen[heard:]:
            if entry.kind == ACTION and entry.value >= 0:
                events.add(WORDS.event(before, entry.value)[0])
            elif entry.kind >= FIRST_OWN_KIND:
                events.add(WORDS.notice(t.display(0), entry)[0])
        heard = len(seen)
    events.discard("")
    for lang in LANGUAGES:
        words = load_locale(GAME, lang)
        assert [key for key in prompts if not words.find("prompts", key)] == []
        assert [key for key in events if not words.find("events", key)] == []
    assert {"contracts", "columns", "columns_first", "choice", "play_lead", "play_follow", "discard"} <= prompts
    assert {"take", "pick", "play", "announced", "chosen", "met", "missed", "succeeds", "discard"} <= events


def test_every_action_has_words_and_a_hint(table):
    display = table(3).display()
    for lang in LANGUAGES:
        words = load_locale(GAME, lang)
        for action in range(GAME.actions):
            key, values = WORDS.action(action)
            text = words.say("actions", key, **values)
            assert GAME.text(action).split(":")[-1] in text
            assert words.find("hints", WORDS.event(display, action)[0])


@pytest.mark.parametrize(
    ("pair", "key"), [(49, "trumps_none"), (46, "trumps_number"), (29, "trumps_colour"), (4, "trumps")]
)
def test_trumps_are_told(table, round_start, pair, key):
    t = table(4, start=round_start(4, 0))
    t.lay_out([], f"{'RBGY-'[pair // 10]}/{'123456789-'[pair % 10]}")
    t.until("choice")
    entry = [entry for entry in t.match.view(0).seen if entry.open == pair and entry.kind >= FIRST_OWN_KIND][-1]
    found, values = WORDS.notice(t.display(0), entry)
    assert found == key
    for lang in LANGUAGES:
        assert load_locale(GAME, lang).say("events", found, **values)


def test_the_board_shows_contracts_on_offer(table):
    t = table(3)
    t.draw(0)
    t.say("take:last")
    mine, other = "\n".join(lines(t, 1)), "\n".join(lines(t, 2))
    assert "\\[no-red][/bold] no red card ×2" in mine
    assert "\\[last][/bold] the last trick\n" in mine  # one copy is left
    assert "\\[" not in other  # nothing to choose
    assert "no-red no red card ×2" in other


def test_the_board_shows_columns(w_r1):
    mine, other = lines(w_r1, 1), lines(w_r1, 0)
    assert mine[0].endswith("\\[R3][/bold]  [bold]\\[B9][/bold]  [bold]\\[Y2][/bold]  [bold]\\[Y9][/bold]")
    assert other[0].endswith("R3  B9  Y2  Y9")
    assert len(mine) == 3  # eight later columns in two lines
    assert mine[1].count("|") == mine[2].count("|") == 3


def test_the_board_shows_the_own_choice(w_r1, w_r1_picks):
    w_r1.pick(" ".join(w_r1_picks))
    assert any("\\[exact-2][/bold] exactly 2 tricks" in line for line in lines(w_r1, 1))
    assert lines(w_r1, 0)[:2] == ["[bold]Latest announcement[/bold]  @1", "[bold]Contracts[/bold]"]
    assert not any("\\[" in line for line in lines(w_r1, 0))
    w_r1.match.play(1, "choose:exact-2")
    assert lines(w_r1, 1)[-1] == "[bold]Your contract[/bold]  exactly 2 tricks"
    assert not any("Your contract" in line for line in lines(w_r1, 2))


def test_the_board_tells_who_was_announced(w_r1, w_r1_picks, w_r2, w_r2_picks):
    w_r1.pick(w_r1_picks[0])
    assert lines(w_r1, 2)[-1] == "[bold]Latest announcement[/bold]  @1"
    w_r2.pick(" ".join(w_r2_picks[:3]))
    assert lines(w_r2, 2)[-1] == "[bold]Latest announcement[/bold]  V"


def test_the_board_remembers_columns_if_the_table_does(table, round_start):
    t = table(3, {"draft_memory": "log"}, round_start(3, 1))
    t.lay_out(["G4 Y8 R1 G6", "B1 B2 B3 B4"], "B/9")
    t.pick("G4 Y8 R1 B1 B2 B4")
    assert lines(t, 0)[-2:] == [
        "Column 1  @2 G4  @0 Y8  @1 R1  V G6*  [dim]* Announced[/dim]",
        "Column 2  @0 B1  @1 B2  @2 B4*  V B3",
    ]


def test_the_board_names_the_contracts_that_are_played_for(w_r1, w_r1_picks):
    w_r1.pick(" ".join(w_r1_picks))
    w_r1.choose("exact-2", "most", "no-tricks")
    for observer in w_r1.observers:
        line = "[bold]Playing for[/bold]  @1 exactly 2 tricks · @2 the most tricks · @3 no tricks"
        assert lines(w_r1, observer) == ["[bold]Latest announcement[/bold]  @1", line]


def test_contracts_are_told_by_their_names(table):
    display = table(3).display()
    told = {
        "en": "Ada takes “the last trick”.",
        "fr": "Ada prend «\u00a0le dernier pli\u00a0».",
        "de": "Ada nimmt „der letzte Stich“.",
    }
    for lang in LANGUAGES:
        phrase = WORDS.event(display, GAME.parse("take:last"))
        assert sentence(load_locale(GAME, lang), "events", phrase, [], seat="Ada") == told[lang]


def test_the_virtual_player_is_told(w_r2, w_r2_picks):
    w_r2.pick(" ".join(w_r2_picks[:3]))
    entries = w_r2.match.view(0).seen
    told = [WORDS.notice(w_r2.display(0), entry) for entry in entries if entry.kind >= FIRST_OWN_KIND]
    assert ("announced_virtual", {}) in told
    assert ("left_over", {"picked": "Y7"}) in told


def test_the_tip_holds_however_many_contracts_the_options_ask_for():
    check_tip_without_numbers(GAME, "contracts")
