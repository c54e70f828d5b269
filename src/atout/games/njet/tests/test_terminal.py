"""Njet!: what the terminal says."""

import pytest

from atout.games.njet import GAME, terminal
from atout.locale import LANGUAGES, locale


def words(lang="en"):
    found = locale(GAME, lang)
    return lambda section, key: found.say(section, key)


def test_the_board_while_tokens_are_placed(table):
    t = table(4, seed=1)
    t.say("cover:trump-red", "cover:points-1", "cover:points-2", "cover:points-3", "cover:points-4")
    lines = terminal.board(t.display(t.turn), words())
    assert len(lines) == 5
    assert lines[2].startswith("[bold]Trump")
    assert "× [strike]trump-red[/strike]" in lines[2]
    assert "\\[trump-black]" in lines[2]
    assert "[bold]= points-minus-2[/bold]" in lines[4]


def test_the_board_once_it_is_settled(table):
    t = table(4, seed=1)
    t.settle("start-c1", "lay-2-no-0", "trump-none", "super-blue", "points-minus-2")
    (line,) = terminal.board(t.display(0), words())
    assert line.count("·") == 4
    for text in ("Start: [bold]C1 (turquoise)", "put away 2, no 0", "Trump: [bold]none", "[bold]blue", "[bold]−2"):
        assert text in line


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_prompt_event_and_action_has_words(table, lang):
    found = locale(GAME, lang)
    for seats in GAME.seat_counts:
        t = table(seats, {"rounds": "half"}, seed=7)
        seen: set[str] = set()
        while not t.match.over:
            display = t.display(t.turn)
            key, values = terminal.prompt(display)
            assert found.find("prompts", key), key
            found.say("prompts", key, **values)
            action = t.match.legal(t.turn)[len(seen) % len(t.match.legal(t.turn))]
            key, values = terminal.event(display, action)
            assert found.find("events", key), key
            assert found.find("hints", key), key
            found.say("events", key, seat="A", card="R7", **values)
            seen.add(key)
            t.match.play(t.turn, action)
        assert {"cover", "lay", "play"} <= seen
    for action in range(GAME.actions):
        key, values = terminal.action(action)
        assert found.find("actions", key), key
        found.say("actions", key, **values)


def test_passed_and_revealed_cards_are_told(table):
    t = table(3, {"reveal_stash": "on", "rounds": "2"})
    t.draw(0)
    t.deal("R1 R2", "K1 K2", "B1 B2")
    t.settle("start-c1", "pass-2")
    t.say("alone:A")
    t.lay("R1 R2", "K1 K2", "B1 B2")
    told = [terminal.notice(t.display(1), seen) for seen in t.match.view(1).seen]
    assert [values["card"] for key, values in told if key == "given"] == ["R1", "R2"]
    t = table(3, {"reveal_stash": "on", "rounds": "2"}, seed=1)
    t.settle("start-c1", "lay-1")
    t.finish_round()
    told = [terminal.notice(t.display(1), seen) for seen in t.match.view(1).seen]
    assert len([key for key, _ in told if key == "revealed"]) == 3
