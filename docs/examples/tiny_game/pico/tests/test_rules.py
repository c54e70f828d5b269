"""Pico: one test for every clause; its name says which."""

import pytest

from atout import CHANCE, HIDDEN, SPECTATOR, IllegalActionError, Match, NotYourTurnError, SetupError, load
from pico import GAME
from pico.cards import NAMES


def dealt(*hands: str, **options: str) -> Match:
    """Return a match in which these hands were just dealt."""
    match = Match(GAME, len(hands), options)
    deal(match, *hands)
    return match


def deal(match: Match, *hands: str) -> None:
    match.deal(match.state.pack().order({"hands": list(hands)}))


def play(match: Match, cards: str) -> None:
    for card in cards.split():
        match.play(match.turn, GAME.parse(card))


def test_the_package_is_found_by_its_entry_point() -> None:
    assert load("pico") is GAME


def test_pico_01_two_to_four_play() -> None:
    assert [Match(GAME, seats).seats for seats in (2, 3, 4)] == [2, 3, 4]
    with pytest.raises(SetupError, match="PICO-01"):
        Match(GAME, 5)


def test_pico_02_there_are_twelve_cards() -> None:
    assert " ".join(NAMES) == "R1 R2 R3 R4 R5 R6 B1 B2 B3 B4 B5 B6"


def test_pico_03_everyone_gets_three_of_twelve_shuffled_cards() -> None:
    match = Match(GAME, 2)
    assert match.turn == CHANCE
    assert match.state.pack().names == NAMES
    assert match.state.check(0, 0) is not None
    deal(match, "R1 R2 R3", "B1 B2 B3")
    assert [card.text for card in match.view(0).display().zones[0].cards] == ["R1", "R2", "R3"]


def test_pico_04_a_hand_is_seen_by_its_holder_alone() -> None:
    match = dealt("R1 R2 R3", "B1 B2 B3")
    for seat, hidden in ((0, 3), (1, 3), (SPECTATOR, 6)):
        assert [seen.value for seen in match.view(seat).seen].count(HIDDEN) == hidden


def test_pico_05_one_card_each_in_turn_from_their_hand() -> None:
    match = dealt("R1 R2 R3", "B1 B2 B3", "R4 R5 R6")
    with pytest.raises(NotYourTurnError, match="PICO-05"):
        match.play(1, GAME.parse("B1"))
    with pytest.raises(IllegalActionError, match="PICO-05"):
        match.play(0, GAME.parse("B1"))
    play(match, "R1")
    assert match.turn == 1
    play(match, "B1 R4 R5 R2 B2 R6 R3 B3")
    deal(match, "R1 R2 R3", "B1 B2 B3", "R4 R5 R6")
    assert match.turn == 1


def test_pico_06_follow_suit_if_you_can() -> None:
    match = dealt("R1 R2 R3", "R4 B1 B2")
    play(match, "R1")
    with pytest.raises(IllegalActionError, match="PICO-06"):
        match.play(1, GAME.parse("B1"))
    play(match, "R4 B1")
    assert match.legal(0) == [GAME.parse("R2"), GAME.parse("R3")]


def test_pico_07_the_highest_card_of_the_suit_led_wins_and_leads() -> None:
    match = dealt("R2 R3 B5", "B6 B4 B3", "R4 R1 B1")
    play(match, "R2 B6 R4")
    assert match.turn == 2
    assert match.scores() == [0, 0, 1]


def test_pico_08_a_trick_is_a_point() -> None:
    match = dealt("R1 R2 R3", "R4 R5 B1", deals="1")
    play(match, "R1 R4 R5 R2 B1 R3")
    assert match.scores() == [0, 3]
    assert [(line.seat, line.points, line.clause.id) for line in match.score_lines()] == [(1, 1, "PICO-08")] * 3


def test_pico_09_most_points_after_the_last_deal_win_and_ties_share() -> None:
    match = dealt("R1 R2 R3", "R4 R5 B1", deals="2")
    play(match, "R1 R4 R5 R2 B1 R3")
    assert match.turn == CHANCE
    deal(match, "R4 R5 B1", "R1 R2 R3")
    play(match, "R1 R4 R5 R2 B1 R3")
    assert match.over
    assert match.scores() == [3, 3]
    assert match.places() == [1, 1]
