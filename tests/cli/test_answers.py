"""What a person types."""

import pytest

from atout import Match, load, shuffler
from atout.cli.answers import match_actions, normalise

LUZ = load("luz")


def find_meanings(match: Match, text: str) -> list[str]:
    display = match.view(match.turn).display()
    return [LUZ.text(action) for action in match_actions(LUZ, display, text)]


@pytest.fixture
def betting() -> Match:
    return Match(LUZ, 4, shuffle=shuffler(1))


@pytest.fixture
def leading(betting: Match) -> Match:
    for _ in range(4):
        betting.play(betting.turn, "2")
    return betting


@pytest.mark.parametrize(
    ("text", "meaning"),
    [("3", "3"), ("3+S", "3+S"), ("3s", "3+S"), ("3 S", "3+S"), ("3+s", "3+S"), ("10", "10"), ("10s", "10+S")],
)
def test_bets(text: str, meaning: str, betting: Match) -> None:
    assert find_meanings(betting, text) == [meaning]


def test_cards_by_colour_and_place(leading: Match) -> None:
    legal = [LUZ.text(action) for action in leading.legal(leading.turn)]
    for text in legal:
        colour, place = text.split("#")
        for typed in (text, text.lower(), f"{colour}{place}", f"{colour.lower()}{place}", f"{colour.lower()} {place}"):
            assert find_meanings(leading, typed) == [text]


def test_a_colour_alone_means_all_its_cards(leading: Match) -> None:
    legal = [LUZ.text(action) for action in leading.legal(leading.turn)]
    for colour in "RYGBP":
        cards = [text for text in legal if text.startswith(colour)]
        assert find_meanings(leading, colour.lower()) == cards


def test_an_illegal_card_is_understood_too(leading: Match) -> None:
    assert find_meanings(leading, "r10") == ["R#10"]


@pytest.mark.parametrize("text", ["", "#", "+", "r11", "11", "-1", "x1", "3!", "hello", "R#1R#2", "²"])
def test_nonsense_means_nothing(text: str, leading: Match) -> None:
    assert find_meanings(leading, text) == []


def test_spelling_drops_what_stands_between_parts() -> None:
    assert normalise(" 3 + S ") == "3s"
    assert normalise("R#10") == "r10"
    assert normalise("cover:trump-red") == "covertrumpred"
    assert normalise("-3") == "-3"
