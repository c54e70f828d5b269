"""What a network is told: from the view alone, in range, and the same for positions that differ in names only."""

import random
from collections.abc import Iterator
from itertools import islice, permutations

import pytest

from atout import Match, load, names, shuffler
from atout.kernel.features import NO_PART, Features
from atout.kernel.game import Game
from atout.kernel.rng import Rng
from atout.kernel.state import CHANCE, State
from atout.kernel.view import View
from tests.conformance.play import DEPTH, INTERPRETED
from tools import features as features_page

POSITIONS = 60 * DEPTH if INTERPRETED else 600 * DEPTH
COLOURS = {"njet": ("RKBY", ("red", "black", "blue", "yellow")), "meinz": ("RBGY", ()), "luz": ("RGBP", ())}


def decisions(game: Game) -> Iterator[tuple[Match, int]]:
    """Yield matches with every number of seats at decisions, half of them advised."""
    advice = game.advice()
    for number in range(1000):
        luck, rng = random.Random(f"features {game.name} {number}"), Rng(number)
        match = Match(game, game.seat_counts[number % len(game.seat_counts)], shuffle=shuffler(number))
        while not match.over:
            seat = luck.choice(match.state.owing())
            legal = match.legal(seat)
            if len(legal) > 1 and luck.random() < 0.1:
                yield match, seat
            action = advice.choose(match.state, seat, rng) if luck.random() < 0.5 else luck.choice(legal)
            match.play(seat, action)


def read(features: Features, view: View) -> list[int]:
    """Return the features that are on, in order."""
    features.read(view)
    return sorted(features.on[k] for k in range(features.lit))


def parts(features: Features, actions: list[int]) -> list[tuple[int, int]]:
    """Return the parts of some actions in the view that was read last."""
    return [(features.part(action), features.second(action)) for action in actions]


@pytest.mark.parametrize("name", names())
def test_fields_follow_each_other(name: str) -> None:
    features = load(name).features()
    at = 0
    for field in [*features.fields, *features.secrets]:
        assert (field.start, bool(field.name), bool(field.meaning)) == (at, True, True)
        at += field.size
    assert at == features.size + features.secret_size
    assert sum(field.size for field in features.fields) == features.size


@pytest.mark.parametrize("name", names())
def test_features_are_in_range_and_tell_actions_apart(name: str) -> None:
    game = load(name)
    features = game.features()
    lit: set[int] = set()
    for match, seat in islice(decisions(game), POSITIONS):
        view = match.view(seat)
        on = read(features, view)
        assert len(set(on)) == len(on)
        assert on[0] >= 0
        assert on[-1] < features.size
        rated = parts(features, view.legal)
        assert len(set(rated)) == len(rated), "two actions look the same"
        for part, second in rated:
            assert 0 <= part < features.parts
            assert second == NO_PART or 0 <= second < features.parts
        lit.update(on)
        before = int(features.lit)
        features.reveal(match.state, seat)
        secrets = [features.on[k] for k in range(before, features.lit)]
        assert len(set(secrets)) == len(secrets)
        assert all(features.size <= each < features.size + features.secret_size for each in secrets)
    for field in features.fields:
        assert any(field.start <= each < field.start + field.size for each in lit), f"{field.name} says nothing"


@pytest.mark.sweep
@pytest.mark.parametrize("name", names())
def test_equal_views_have_equal_features(name: str) -> None:
    game = load(name)
    features, again = game.features(), game.features()
    for number, (match, seat) in enumerate(islice(decisions(game), POSITIONS)):
        view = match.view(seat)
        world = game.sampler(view).draw(Rng(number)).view(seat)
        assert read(features, view) == read(again, world)
        assert parts(features, view.legal) == parts(again, view.legal)


def renamed(text: str, name: str, order: tuple[int, ...]) -> str:
    """Return the notation of a card or an action with other colours."""
    letters, words = COLOURS[name]
    for k, word in enumerate(words):
        if text.endswith(f"trump-{word}") or text.endswith(f"super-{word}"):
            return text.removesuffix(word) + words[order[k]]
    if text.startswith(("team", "alone", "cover")):
        return text
    return "".join(letters[order[letters.index(letter)]] if letter in letters else letter for letter in text)


def twin_order(state: State, order: list[int], name: str, colours: tuple[int, ...]) -> list[int]:
    """Return the order of the pack that deals the same cards in other colours."""
    pack = state.pack()
    if pack.kind != "cards":
        return order
    found = []
    for item in order:
        same = [k for k, each in enumerate(pack.names) if each == pack.names[item]]
        other = [k for k, each in enumerate(pack.names) if each == renamed(pack.names[item], name, colours)]
        found.append(other[same.index(item)])
    return found


@pytest.mark.sweep
@pytest.mark.parametrize("name", sorted(COLOURS))
def test_a_deal_in_other_colours_has_the_same_features(name: str) -> None:
    game = load(name)
    one, two = game.features(), game.features()
    orders = list(permutations(range(len(COLOURS[name][0]))))
    seen = same = 0
    for number in range(2 if INTERPRETED else 20):
        luck = random.Random(number)
        colours = luck.choice(orders)
        seats = game.seat_counts[number % len(game.seat_counts)]
        state, twin = game.new(seats, game.settle({})), game.new(seats, game.settle({}))
        shuffle = shuffler(number)
        while state.turn >= CHANCE and seen < POSITIONS * (number + 1):
            if state.turn == CHANCE:
                order = list(shuffle(len(state.pack())))
                dealt = twin_order(state, order, name, colours)
                state.deal(order)
                twin.deal(dealt)
                continue
            seat = state.turn
            legal = state.legal(seat)
            twins = [game.parse(renamed(game.text(action), name, colours)) for action in legal]
            common = [k for k, action in enumerate(twins) if action in twin.legal(seat)]
            in_order = all(game.text(action).startswith("lay:") for action in legal)
            assert in_order or len(common) == len(legal) == len(twin.legal(seat))
            if not common:
                break  # several cards are put away in the order of the pack, which has other colours now
            if len(legal) > 1 and not in_order:
                seen += 1
                told = (read(one, state.view(seat)), parts(one, legal))
                same += told == (read(two, twin.view(seat)), parts(two, twins))
            k = luck.choice(common)
            state.apply(seat, legal[k])
            twin.apply(seat, twins[k])
    assert same > 0.97 * seen, f"{same} of {seen}"  # the rest has colours that the order cannot tell apart


def test_the_page_of_the_features_is_up_to_date() -> None:
    assert features_page.PAGE.read_text(encoding="utf-8") == features_page.page()
