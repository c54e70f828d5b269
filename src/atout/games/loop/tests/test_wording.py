"""Loop: what it says for itself in the terminal."""

import pytest

from atout.games.loop import GAME
from atout.games.loop.reading import OUT, SHOWN
from atout.kernel.view import SeenEntry
from atout.locale import LANGUAGES, load_locale

WORDS = GAME.words()


def test_prompts(at, table):
    assert WORDS.prompt(table(4, seed=1).display(0)) == ("aside", {})
    t = at(["3 4", "5 6", "7 7", "9 9"])
    assert WORDS.prompt(t.display(0)) == ("lead_up", {})
    t.say("3,4")
    assert WORDS.prompt(t.display(1)) == ("follow_up", {"cards": "3,4"})
    t = at(["3 4", "5 6", "7 7", "9 9"], direction="down", current="10", owner=3)
    assert WORDS.prompt(t.display(0)) == ("follow_down", {"cards": "10"})
    assert WORDS.prompt(at(["3 4", "5 6", "7 7", "9 9"], direction="down").display(0)) == ("lead_down", {})


@pytest.mark.parametrize(
    ("text", "direction", "event", "action"),
    [
        ("pass", "up", ("pass", {}), ("pass", {})),
        ("aside:7", "up", ("aside", {"value": "7"}), ("aside", {"value": "7"})),
        ("3,4,5", "up", ("play", {"cards": "3,4,5"}), ("play", {"cards": "3,4,5"})),
        ("flip+7,7", "up", ("flip_down", {"cards": "7,7"}), ("flip", {"cards": "7,7"})),
        ("flip+7,7", "down", ("flip_up", {"cards": "7,7"}), ("flip", {"cards": "7,7"})),
    ],
)
def test_events_and_actions(at, text, direction, event, action):
    display = at(["3 4", "5 6", "7 7", "9 9"], direction=direction).display(0)
    number = GAME.parse(text)
    assert WORDS.event(display, number) == event
    assert WORDS.action(number) == action
    for lang in LANGUAGES:
        assert load_locale(GAME, lang).find("events", event[0])
        assert load_locale(GAME, lang).find("actions", action[0])
        assert load_locale(GAME, lang).find("hints", event[0].replace("flip_up", "play").replace("flip_down", "play"))


def test_notices(table):
    display = table(4, seed=1).display(0)
    assert WORDS.notice(display, SeenEntry(OUT, 2, 3, 0, 255)) == ("out", {"place": "3"})
    assert WORDS.notice(display, SeenEntry(SHOWN, 2, 3, 0, 255)) == ("", {})


def test_board(at, table):
    def say(section, key):
        return f"{section}.{key}"

    assert WORDS.board(table(4, seed=1).display(0), say) == ["[bold]names.up[/bold]"]
    t = at(["3", "5 10", "7", "11"], round=2, places=["2 1 4 3"], direction="down", current="4", owner=3)
    t.say("3")
    assert WORDS.board(t.display(1), say) == [
        "[bold]names.down[/bold]",
        "names.boards   [bold]A[/bold] 1:2   [bold]B[/bold] 1:1   [bold]C[/bold] 1:4   [bold]D[/bold] 1:3 2:1",
    ]
    assert WORDS.board(table(4).display(0), say) == []
