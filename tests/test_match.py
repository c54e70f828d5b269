"""Match: the one gate. What it refuses has changed nothing, and tells nothing."""

from random import Random

import pytest

from atout import (
    CHANCE,
    SPECTATOR,
    IllegalActionError,
    Match,
    NotationError,
    NotYourTurnError,
    load,
    make_record,
    names,
    shuffler,
)
from atout.kernel.errors import SeveralChoicesError
from atout.match import PlayStep


def begun(name: str = "luz", seats: int = 4, seed: int = 5) -> Match:
    return Match(name, seats, shuffle=shuffler(seed))


def at_the_tricks(seed: int = 5) -> Match:
    """Return a match of Luz in which the first card is led."""
    match = begun(seed=seed)
    while match.view(match.turn).display().phase != "tricks":
        match.play(match.turn, match.legal(match.turn)[0])
    return match


@pytest.mark.parametrize("name", names())
def test_only_its_own_seats_and_spectators_have_a_view(name: str) -> None:
    seats = load(name).seat_counts[0]
    match = begun(name, seats)
    for seat in (*range(seats), SPECTATOR):
        assert match.view(seat).seat == seat
    for seat in (-1, -2, -4, seats, 9, 64, 255):
        with pytest.raises(ValueError, match=f"there is no seat {seat}"):
            match.view(seat)


def test_a_choice_is_an_action_or_its_text() -> None:
    one, two = at_the_tricks(), at_the_tricks()
    action = one.legal(one.turn)[0]
    one.play(one.turn, action)
    two.play(two.turn, two.game.text(action))
    assert one.steps == two.steps


def test_several_cards_are_one_choice_where_the_rules_say_so() -> None:
    match = Match("loop", 4, shuffle=shuffler(5))  # cards are set aside
    seat = match.turn
    first = match.legal(seat)[0]
    second = match.state_after(seat, [first]).legal(seat)[0]
    match.play(seat, [first, second])
    assert match.steps[-2:] == [PlayStep(seat, first), PlayStep(seat, second)]


def test_more_than_one_choice_is_refused_alike_whatever_the_first_card_would_do() -> None:
    """In Luz a second card in the same breath would tell for nothing whether the hidden first one wins."""
    told = set()
    for seed in range(1, 40):
        match = at_the_tricks(seed)
        for _ in range(7):
            seat, steps, scores = match.turn, list(match.steps), match.scores()
            for action in match.legal(seat):
                with pytest.raises(SeveralChoicesError) as refused:
                    match.play(seat, [action, action])
                told.add((str(refused.value), refused.value.clause))
            assert (match.steps, match.scores(), match.turn) == (steps, scores, seat)
            match.play(seat, match.legal(seat)[0])
    assert told == {("this is more than one choice at a time", None)}


def test_a_choice_is_taken_whole_or_not_at_all() -> None:
    match = at_the_tricks()
    steps = list(match.steps)
    with pytest.raises(NotYourTurnError):
        match.play((match.turn + 1) % 4, match.legal(match.turn)[0])
    with pytest.raises(IllegalActionError) as refused:
        match.play(match.turn, 0)
    assert refused.value.clause is not None
    assert refused.value.action == 0
    nothing: str | list[int]
    for nothing in ("", []):
        with pytest.raises(NotationError, match="no action"):
            match.play(match.turn, nothing)
    assert match.steps == steps


def test_what_would_follow_can_be_seen_without_doing_it() -> None:
    match = at_the_tricks()
    seat, action = match.turn, match.legal(match.turn)[0]
    steps = list(match.steps)
    assert match.state_after(seat, [action]).turn != seat
    assert match.turn == seat
    assert match.steps == steps


def test_a_copy_with_a_shuffle_deals_what_is_due() -> None:
    waiting = Match("luz", 4)
    assert waiting.copy().turn == waiting.turn == CHANCE
    assert waiting.copy(shuffle=shuffler(3)).turn >= 0


def test_a_copy_goes_its_own_way() -> None:
    match = at_the_tricks()
    copy = match.copy()
    copy.play(copy.turn, copy.legal(copy.turn)[0])
    assert len(copy.steps) == len(match.steps) + 1
    assert copy.turn != match.turn
    while not copy.over and copy.turn >= 0:
        copy.play(copy.turn, copy.legal(copy.turn)[0])
    assert copy.turn == CHANCE  # it does not deal by itself
    again = match.copy(shuffle=shuffler(3))
    while not again.over:
        again.play(again.turn, again.legal(again.turn)[-1])


@pytest.mark.parametrize("name", names())
def test_undoing_everything_leads_back_step_by_step(name: str) -> None:
    match = begun(name, load(name).seat_counts[-1])
    views = []
    for _ in range(12):
        views.append([match.view(seat).display() for seat in range(match.seats)])
        match.play(match.turn, match.legal(match.turn)[-1])
    for before in reversed(views):
        match.undo()
        assert [match.view(seat).display() for seat in range(match.seats)] == before
    with pytest.raises(ValueError, match="no decision has been taken yet"):
        match.undo()


def test_steps_are_taken_again() -> None:
    match = begun("mu", 5)
    for _ in range(60):
        match.play(match.turn, match.legal(match.turn)[0])
    again = match.replay(match.steps)
    assert again.steps == match.steps
    assert again.view(2).seen == match.view(2).seen


@pytest.mark.parametrize("name", names())
def test_what_a_seat_cannot_see_is_dealt_anew(name: str) -> None:
    match, random, others = begun(name, load(name).seat_counts[-1]), Random(name), set[str]()
    seat = 0
    while len(others) < 2:  # before some games deal, nothing is hidden
        match.play(match.turn, random.choice(match.legal()))
        seat = match.turn
        others = {str(match.deal_anew(seat, seed).view((seat + 1) % match.seats).display()) for seed in range(4)}
    new = match.deal_anew(seat, 1)
    assert new.view(seat) == match.view(seat)
    assert new.steps == []
    for _ in range(6):
        new.play(new.turn, random.choice(new.legal()))
    assert new.replay(new.steps).view(seat) == new.view(seat)
    new.undo()
    assert len(new.steps) == 5
    with pytest.raises(ValueError, match="has no record"):
        make_record(new)
