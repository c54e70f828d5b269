"""Hints teach: whatever a good player advises, the table itself says why, in every language and for every decision."""

import random

import pytest

from atout import Match
from atout.bots.hints import reasons
from atout.games import load, names
from atout.locale import LANGUAGES, load_locale
from atout.speech import sentence
from tests.conformance.play import positions

NAMES = ["Ada", "Bruno", "Carla", "Dario", "Elin", "Farid"]
EVERY = 31  # decisions


def decisions(name: str, seats: int) -> list[tuple[Match, int]]:
    """Return some decisions of a random match, the first of every phase among them, with an action for each."""
    rng, found, phases = random.Random(name), list[tuple[Match, int]](), set[str]()
    for count, match in enumerate(positions(load(name), seats, {}, 2)):
        if match.turn < 0:
            continue
        phase = match.view(match.turn).display().phase
        if phase not in phases or count % EVERY == 0:
            phases.add(phase)
            found.append((match.copy(), rng.choice(match.legal(match.turn))))
    return found


@pytest.mark.parametrize("name", names())
def test_every_decision_has_a_reason_that_can_be_said(name: str) -> None:
    game = load(name)
    for seats in (game.seat_counts[0], game.seat_counts[-1]):
        for match, action in decisions(name, seats):
            view = match.view(match.turn)
            why = reasons(game, view, action, 1)
            assert why, (view.display().phase, game.text(action))
            for lang in LANGUAGES:
                for phrase in why:
                    text = sentence(load_locale(game, lang), "reasons", phrase, NAMES)
                    assert text, phrase
                    assert "{" not in text, text
                    assert "@" not in text, text


@pytest.mark.parametrize("name", names())
def test_the_same_position_is_explained_in_the_same_way(name: str) -> None:
    game = load(name)
    match, action = decisions(name, game.seat_counts[0])[-1]
    view = match.view(match.turn)
    assert reasons(game, view, action, 7) == reasons(game, view, action, 7)


def test_luz_says_who_led_who_needs_tricks_and_whose_card_is_best() -> None:
    """Bo leads a red card that nothing in sight beats; a low red card leaves the trick there."""
    game = load("luz")
    found = [
        (match, action) for match, action in decisions("luz", 4) if match.view(match.turn).display().phase == "tricks"
    ]
    keys = {key for match, action in found for key, _ in reasons(game, match.view(match.turn), action, 1)}
    assert keys & {"led", "led_one", "led_full"}
    assert keys & {"stays_under", "beats", "chance", "takes", "gives"}
    assert keys & {"need", "need_one", "enough", "spare", "too_many"}


def test_luz_calls_cards_by_where_they_lie() -> None:
    game = load("luz")
    match = next(match for match in positions(game, 4, {}, 1) if match.turn >= 0)
    while match.view(match.turn).display().phase == "bets":
        match.play(match.turn, match.legal(match.turn)[0])
    display = match.view(match.turn).display()
    said = {
        sentence(load_locale(game, "en"), "actions", game.words().choice(display, action)) for action in display.legal
    }
    assert any(text and text.startswith("your highest card in") for text in said)
    assert not any(text and "no. " in text for text in said)


def test_njet_calls_players_by_name() -> None:
    game = load("njet")
    match = next(match for match in positions(game, 3, {}, 1) if match.turn >= 0)
    display = match.view(match.turn).display()
    said = [
        sentence(load_locale(game, "en"), "actions", game.words().choice(display, action), NAMES)
        for action in display.legal
    ]
    assert "Ada will not start" in said
    phrase = game.words().event(display, game.parse("cover:start-c2"))
    assert sentence(load_locale(game, "en"), "news", phrase, NAMES, seat="Carla") == "Carla: Bruno will not start."
