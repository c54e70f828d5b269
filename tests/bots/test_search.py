"""The search: repeatable, plain when asked to be, and good enough to find what can be counted out."""

from time import monotonic, thread_time

import pytest
from mypy_extensions import i64

from atout import Game, Match, State, load, names, shuffler
from atout.bots.search import Search, SearchStyle
from atout.bots.searcher import TEXTBOOK, Searcher, merge_choices
from atout.kernel.game import Advice
from atout.kernel.rng import Rng
from tests.bots.ambush import BOLD, GREEDY, SAFE, SPRING, Ambush
from tests.toys.follow.game import Follow
from tests.toys.sealed.game import Sealed

RACE = SearchStyle(0.7, 90, True, True, 0.5)
FLAT = SearchStyle(0.7, 90, True, False, 0.5)
TREE = SearchStyle(0.7, 50, False, True, 0.0)


def first_choice(name: str, seats: int = 4, seed: int = 3) -> Match:
    match = Match(load(name), seats, shuffle=shuffler(seed))
    while len(match.legal(match.turn)) == 1:
        match.play(match.turn, match.legal(match.turn)[0])
    return match


def found(game: Game, match: Match, style: SearchStyle, iterations: int, seed: int = 1) -> list[tuple[int, int, float]]:
    bot = Searcher(game, seed, style, iterations=iterations)
    return [(choice.action, choice.visits, choice.worth) for choice in bot.consider(match.view(match.turn))]


@pytest.mark.parametrize("style", [TEXTBOOK, RACE, FLAT, TREE], ids=["textbook", "race", "flat", "tree"])
@pytest.mark.parametrize("name", names())
def test_equal_seeds_and_iterations_give_equal_results(name: str, style: SearchStyle) -> None:
    match = first_choice(name)
    before = match.view(match.turn)
    once = found(match.game, match, style, 40)
    assert once == found(match.game, match, style, 40)
    assert once != found(match.game, match, style, 40, seed=2)
    assert {action for action, _, _ in once} <= set(before.legal)
    assert match.view(match.turn) == before


def test_every_iteration_counts_once() -> None:
    match = first_choice("mu", 5)
    search = Search(match.game, match.view(match.turn), 7, TEXTBOOK)
    for _ in range(60):
        search.iterate()
    assert sum(choice.visits for choice in search.choices()) == search.iterations_done == 60
    assert all(0 <= choice.worth <= 1 for choice in search.choices())


def test_a_race_plays_the_same_worlds_with_all_who_are_left() -> None:
    match = first_choice("luz")
    search = Search(match.game, match.view(match.turn), 7, RACE)
    search.think(400, 0.0, 0.0, monotonic() + 60)
    visits = sorted(choice.visits for choice in search.choices())
    assert visits[-1] == visits[-2]
    assert visits[0] < visits[-1]
    assert sum(visits) <= 400


class Silent(Advice):
    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        raise AssertionError("the textbook asks nobody")


class Unadvised(Sealed):
    def advice(self) -> Advice:
        return Silent()


def test_the_textbook_asks_no_advice() -> None:
    game = Unadvised()
    match = Match(game, 3, shuffle=shuffler(1))
    assert found(game, match, TEXTBOOK, 30)
    with pytest.raises(AssertionError, match="asks nobody"):
        found(game, match, RACE, 30)


@pytest.mark.parametrize("style", [TEXTBOOK, RACE, TREE], ids=["textbook", "race", "tree"])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_sealed_card_is_chosen_whoever_is_first_in_line(seat: int, style: SearchStyle) -> None:
    """With the highest card and the lowest: one round is won, whichever comes first; both are searched."""
    match = Match(Sealed(), 3, shuffle=shuffler(4))
    view = match.view(seat)
    choices = Searcher(match.game, 1, style, iterations=60).consider(view)
    assert sorted(choice.action for choice in choices) == view.legal


@pytest.mark.parametrize("style", [TEXTBOOK, TREE], ids=["textbook", "tree"])
def test_a_game_written_in_python_can_be_searched(style: SearchStyle) -> None:
    match = Match(Follow(), 3, shuffle=shuffler(2))
    assert found(match.game, match, style, 30)


@pytest.mark.parametrize("style", [TEXTBOOK, RACE, TREE], ids=["textbook", "race", "tree"])
@pytest.mark.parametrize("card", [0, 1, 2])
def test_the_best_choice_is_found_whatever_is_hidden(card: int, style: SearchStyle) -> None:
    match = Match(Ambush(), 2)
    match.deal([card, *(other for other in range(3) if other != card)])
    assert Searcher(match.game, 1, style, iterations=600).choose(match.view(0)) == SAFE
    match.play(0, GREEDY)
    assert Searcher(match.game, 1, style, iterations=60).choose(match.view(1)) == SPRING


@pytest.mark.parametrize("style", [TEXTBOOK, RACE, TREE], ids=["textbook", "race", "tree"])
def test_what_wins_the_match_is_chosen_rather_than_more_points(style: SearchStyle) -> None:
    """Far behind at the end, only the bold choice can win, though the safe one brings more points."""
    match = Match(Ambush(lead=2), 2)
    match.deal([0, 1, 2])
    choices = {
        choice.action: choice for choice in Searcher(match.game, 1, style, iterations=900).consider(match.view(0))
    }
    assert max(choices.values(), key=lambda choice: choice.visits).action == BOLD
    assert choices[SAFE].points > choices[BOLD].points


@pytest.mark.parametrize("name", names())
def test_the_end_of_the_match_comes_nearer(name: str) -> None:
    """What a lead is worth depends on the deals that are left, by their number, the contracts or the totals."""
    match = first_choice(name)
    advice, rng = match.game.advice(), Rng(1)
    first = last = advice.deals_to_come(match.state)
    while not match.over:
        last = advice.deals_to_come(match.state)
        if not match.play_forced():
            match.play(match.turn, match.legal(match.turn)[int(rng.below(len(match.legal(match.turn))))])
    assert first > last > 0


def test_points_and_worth_are_those_to_expect() -> None:
    match = Match(Ambush(), 2)
    match.deal([0, 1, 2])
    found = Searcher(match.game, 1, RACE, iterations=900).consider(match.view(0))
    choices = {choice.action: choice for choice in found}
    assert choices[SAFE].points == pytest.approx(4 / 3, abs=0.15)
    assert choices[BOLD].points == pytest.approx(1, abs=0.25)
    assert choices[GREEDY].points < 1


def test_time_is_kept() -> None:
    match = first_choice("njet")
    bot = Searcher(match.game, 1, RACE, seconds=0.05)
    start = monotonic()
    assert bot.choose(match.view(match.turn)) in match.legal(match.turn)
    assert 0.05 <= monotonic() - start < 5


@pytest.mark.parametrize("style", [TEXTBOOK, RACE], ids=["textbook", "race"])
def test_the_time_of_the_processor_can_count_instead(style: SearchStyle) -> None:
    match = first_choice("njet")
    bot = Searcher(match.game, 1, style, seconds=0.2)
    bot.by_processor = True
    start = thread_time()
    bot.consider(match.view(match.turn))
    assert 0.05 < thread_time() - start < 0.6
    short = Searcher(match.game, 1, style, seconds=0.2, iterations=9)
    short.by_processor = True
    assert sum(choice.visits for choice in short.consider(match.view(match.turn))) <= 9


def test_a_search_needs_a_limit() -> None:
    with pytest.raises(ValueError, match="limit"):
        Searcher(load("luz"), 1, RACE)


@pytest.mark.sweep
def test_several_processes_find_what_their_parts_find() -> None:
    match = first_choice("was_sticht")
    view = match.view(match.turn)
    bot = Searcher(match.game, 5, TEXTBOOK, iterations=40, processes=2)
    try:
        together = bot.consider(view)
    finally:
        bot.close()
    seed = int(Rng(5).below(2**31 - 1))
    parts = []
    for k in range(2):
        search = Search(match.game, view, seed ^ k, TEXTBOOK)
        search.think(20, 0.0, 0.0, monotonic() + 60)
        parts.append([(choice.action, choice.visits, choice.worth, choice.points) for choice in search.choices()])
    expected = merge_choices(parts)
    assert [(c.action, c.visits) for c in together] == [(c.action, c.visits) for c in expected]
    assert sum(choice.visits for choice in together) == 40
