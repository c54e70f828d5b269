"""The levels: all of them play every game lawfully, and each is better than the one below."""

from time import monotonic

import pytest

from atout import Game, Match, SetupError, load, names, shuffler
from atout.bots.levels import CLUB_SECONDS, LEVELS, make_bot
from atout.bots.loading import load_bot
from atout.bots.searcher import advised_style, quick_style
from tests.conformance.play import INTERPRETED

MOST_STEPS = 60 if INTERPRETED else 400


@pytest.mark.sweep
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", names())
def test_a_level_plays_every_phase(name: str, level: str) -> None:
    game = load(name)
    seats = game.seat_counts[LEVELS.index(level) % len(game.seat_counts)]
    match = Match(game, seats, shuffle=shuffler(1))
    bots = [make_bot(level, game, seat, iterations=4) for seat in range(seats)]
    for _ in range(MOST_STEPS):
        if match.over:
            break
        seat = match.state.owing()[-1]
        match.play(seat, bots[seat].choose(match.view(seat)))


def test_unknown_names_are_refused() -> None:
    with pytest.raises(SetupError, match="no level genius: there are novice, casual, club, expert"):
        make_bot("genius", load("luz"), 1)
    with pytest.raises(SetupError, match="no bot genius: there are novice, casual, club, expert, random, textbook"):
        load_bot("genius", load("luz"), 1)
    with pytest.raises(SetupError, match=r"no bot nowhere\.module:Bot"):
        load_bot("nowhere.module:Bot", load("luz"), 1)
    with pytest.raises(SetupError, match=r"no bot tests\.bots\.cheats:Absent"):
        load_bot("tests.bots.cheats:Absent", load("luz"), 1)
    with pytest.raises(SetupError, match="no method choose"):
        load_bot("tests.bots.cheats:Mute", load("luz"), 1)


def test_own_bots_are_made_from_game_and_seed() -> None:
    game = load("luz")
    match = Match(game, 4, shuffle=shuffler(1))
    own = load_bot("tests.bots.cheats:Honest", game, 3)
    assert own.choose(match.view(match.turn)) in match.legal(match.turn)


@pytest.mark.parametrize("level", LEVELS)
def test_a_forced_action_needs_no_thought(level: str) -> None:
    match = Match(load("luz"), 3, {"auto_forced": "off"}, shuffle=shuffler(1))
    while len(match.legal(match.turn)) > 1:
        match.play(match.turn, match.legal(match.turn)[-1])
    start = monotonic()
    assert make_bot(level, match.game, 1, seconds=30).choose(match.view(match.turn)) == match.legal(match.turn)[0]
    assert monotonic() - start < 10


def test_club_answers_soon() -> None:
    match = Match(load("mu"), 5, shuffle=shuffler(1))
    start = monotonic()
    make_bot("club", match.game, 1).choose(match.view(match.turn))
    assert monotonic() - start < CLUB_SECONDS + 2


@pytest.mark.parametrize("name", names())
def test_a_short_search_races_where_the_advice_is_sound(name: str) -> None:
    game = load(name)
    match = Match(game, game.seat_counts[0], shuffle=shuffler(1))
    planned, steps = 0, 0
    while not match.over and steps < 400:
        view = match.view(match.turn)
        usual, short = advised_style(game, view, 1.5), quick_style(game, view, 1.5)
        if game.advice().should_race_briefly():
            assert (short.race, short.deep) == (True, False)
            planned += not usual.race
        else:
            assert short == usual
        match.play(match.turn, view.legal[steps % len(view.legal)])
        steps += 1
    if game.advice().should_race_briefly():
        assert planned, "it would race anyway"


def lead(game: Game, seats: int, one: str, other: str, deals: int) -> tuple[float, int]:
    """Return by how much one level is ahead of another per match, every second seat each, seats swapped; and wins."""
    total, better = 0.0, 0
    for seed in range(deals):
        ahead = 0.0
        for swap in (0, 1):
            match = Match(game, seats, shuffle=shuffler(seed))
            bots = [load_bot((one, other)[(seat + swap) % 2], game, 16 * seed + seat) for seat in range(seats)]
            while not match.over:
                match.play(match.turn, bots[match.turn].choose(match.view(match.turn)))
            sides = [[score for seat, score in enumerate(match.scores()) if (seat + swap) % 2 == k] for k in (0, 1)]
            ahead += sum(sides[0]) / len(sides[0]) - sum(sides[1]) / len(sides[1])
        total += ahead
        better += ahead > 0
    return total / deals / 2, better


@pytest.mark.sweep
@pytest.mark.skipif(INTERPRETED, reason="plays many matches; compiled it does")
@pytest.mark.parametrize(("one", "other"), [("novice", "random"), ("casual", "novice")])
@pytest.mark.parametrize("name", names())
def test_each_level_is_better_than_the_one_below(name: str, one: str, other: str) -> None:
    deals = 12
    ahead, better = lead(load(name), 4, one, other, deals)
    assert ahead > 0
    assert better >= 2 * deals / 3
