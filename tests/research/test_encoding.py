"""Vectors hold exactly what a view holds of the present deal, and of the hands that are remembered."""

import random

import numpy as np
import pytest

from atout.games import NAMES, load
from atout.kernel.errors import SetupError
from atout.kernel.game import Game
from atout.kernel.log import DEALT, SPECTATOR, chapters, kind_of, seat_of, value_of
from atout.kernel.rng import Rng
from atout.kernel.view import View
from atout.match import Match, shuffler
from atout.research.encoding import Encoding
from tests.conformance.play import INTERPRETED
from tests.toys.follow.game import GAME as FOLLOW
from tools import encodings

ONE_EACH = [(name, load(name).seat_counts[-1]) for name in NAMES]
TABLES = ONE_EACH if INTERPRETED else [(name, seats) for name in NAMES for seats in load(name).seat_counts]


def positions(game: Game, seats: int, seed: int, every: int):
    """Yield matches at some of their decisions, to the end."""
    rng = random.Random(seed)
    match = Match(game, seats, shuffle=shuffler(seed))
    while not match.over:
        seat = rng.choice([seat for seat in range(seats) if match.state.owes(seat)])
        match.play(seat, rng.choice(match.legal(seat)))
        if not rng.randrange(every):
            yield match
    yield match


def known(game: Game, view: View) -> object:
    """Return what a vector has to hold, read from the view by itself."""
    hands = []
    parts = chapters(view.past, view.log)[:-1]
    for part in reversed(parts if game.remembers else []):
        dealt = [value_of(item) for item in part if kind_of(item) == DEALT and seat_of(item) == view.seat]
        hands.append(sorted(card for card in dealt if card >= 0))
    return view.seat, view.turn, view.owing, list(view.log), hands[: view.seats]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_equal_views_give_equal_vectors_and_different_ones_different_vectors(name, seats):
    game = load(name)
    encoding = Encoding(game, seats)
    by_vector: dict[bytes, object] = {}
    by_known: dict[str, bytes] = {}
    for seed in range(2):
        for match in positions(game, seats, seed, every=15):
            for observer in (*range(seats), SPECTATOR):
                view = match.view(observer)
                written, meant = encoding.vector(view).tobytes(), repr(known(game, view))
                assert by_vector.setdefault(written, meant) == meant
                assert by_known.setdefault(meant, written) == written
    assert len(by_vector) > 30


@pytest.mark.parametrize(("name", "seats"), ONE_EACH)
def test_a_world_that_fits_a_view_has_the_same_vector(name, seats):
    game = load(name)
    encoding = Encoding(game, seats)
    rng = Rng(5)
    for match in positions(game, seats, 3, every=40):
        for seat in range(seats):
            view = match.view(seat)
            world = game.sampler(view).draw(rng)
            assert np.array_equal(encoding.vector(world.view(seat)), encoding.vector(view))


@pytest.mark.parametrize(("name", "seats"), ONE_EACH)
def test_fields_say_what_they_say(name, seats):
    game = load(name)
    encoding = Encoding(game, seats)
    assert [field.start for field in encoding.fields[1:]] == [field.stop for field in encoding.fields[:-1]]
    assert encoding.fields[-1].stop == encoding.size
    for match in positions(game, seats, 7, every=25):
        for seat in range(seats):
            view = match.view(seat)
            parts = encoding.parts(encoding.vector(view))
            assert parts["position"][0] == seat
            assert [int(who + seat) % seats for who in np.flatnonzero(parts["owing"])] == sorted(
                view.owing, key=lambda who: (who - seat) % seats
            )
            own = [value_of(item) for item in view.log if kind_of(item) == DEALT and seat_of(item) == seat]
            assert parts["dealt"][0].sum() == sum(card >= 0 for card in own)
            assert np.flatnonzero(encoding.mask(view)).tolist() == view.legal


@pytest.mark.parametrize("name", NAMES)
def test_parts_of_the_log_stay_within_what_the_game_says(name):
    game = load(name)
    rng = random.Random(11)
    for seats in game.seat_counts:
        for number in range(6):
            options = {option.name: rng.choice(option.values) for option in game.options if option.values}
            try:
                match = Match(game, seats, options, shuffle=shuffler(number))
            except SetupError:
                continue
            while not match.over and len(match.steps) < 3000:
                seat = rng.choice([seat for seat in range(seats) if match.state.owes(seat)])
                match.play(seat, rng.choice(match.legal(seat)))
            for part in chapters(match.state.past, match.state.log):
                assert len(part) <= game.longest_part
                assert all(value_of(item) < game.faces for item in part if kind_of(item) == DEALT)


def test_a_game_that_does_not_say_how_long_its_log_becomes_is_refused():
    with pytest.raises(SetupError, match="does not say"):
        Encoding(FOLLOW, 3)


def test_the_page_about_encodings_is_up_to_date():
    assert encodings.PAGE.read_text(encoding="utf-8") == encodings.page()
