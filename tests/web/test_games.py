"""Every game from the home page to the final scores, with a mouse; and with nothing but tree and keys.

ATOUT_DEPTH above 1 plays full matches: every game at its smallest and largest table, with the mouse, and by keys in
every language.
"""

import os
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from atout.games import load
from tests.shortest import SHORTEST
from tests.web.conftest import Visitor
from tests.web.pages import check_width, set_up
from tests.web.player import Keys, Mouse, PageTree
from tests.web.words import EN, LANGUAGES

DEEP = int(os.environ.get("ATOUT_DEPTH", "1")) > 1


def check_end(visitor: Visitor) -> None:
    """The final scores are there, with the lines they come from."""
    main = visitor.page.get_by_role("main")
    expect(main.get_by_role("heading", level=1)).to_be_visible()
    lines = [frame.message["lines"] for frame in visitor.frames if not frame.sent and frame.message.get("lines")]
    scored = main.get_by_role("button", disabled=False, expanded=False)
    expect(scored).to_have_count(len({line["seat"] for line in lines[-1]}) if lines else 0)
    if lines:  # in a short match perhaps nobody made a point
        scored.first.click()
        expect(main.get_by_role("listitem").get_by_role("listitem").first).to_be_visible()


@pytest.mark.parametrize("game", SHORTEST)
def test_a_match_with_the_mouse(game: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    set_up(visitor, game)
    visitor.page.get_by_role("button", name=EN["home.play"], exact=True).click()
    Mouse(visitor.page).play()
    check_end(visitor)


@pytest.mark.parametrize("game", SHORTEST)
def test_a_match_on_the_plain_table(game: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit("Ada")
    seats = load(game).seat_counts[0]
    opened = visitor.open(game, seats=seats, options=SHORTEST[game], bots=[None] + ["novice"] * (seats - 1))
    visitor.go(f"#/table/{opened['match']}?quick=1")
    visitor.page.get_by_role("button", name=EN["board.plain"]).click()
    expect(visitor.page.get_by_role("button", name=EN["board.drawn"])).to_be_visible()
    Mouse(visitor.page).play()
    check_end(visitor)


def full_matches() -> Iterator[tuple[str, int]]:
    """Games and numbers of seats to try with the rule book's length."""
    for game in SHORTEST if DEEP else ():
        seats = load(game).seat_counts
        yield from ((game, seats[0]), (game, seats[-1]))


@pytest.mark.parametrize(("game", "seats"), list(full_matches()))
def test_a_full_match_with_the_mouse(game: str, seats: int, visit: Callable[..., Visitor]) -> None:
    visitor = visit("Ada")
    opened = visitor.open(game, seats=seats, bots=[None] + ["novice"] * (seats - 1))
    visitor.go(f"#/table/{opened['match']}?quick=1")
    Mouse(visitor.page).play()
    check_end(visitor)


def keyboard_matches() -> Iterator[tuple[str, int, str]]:
    """Games, numbers of seats and languages to try without a mouse."""
    for game in SHORTEST if DEEP else ("luz", "loop"):
        seats = load(game).seat_counts
        for count in (seats[0], seats[-1]) if DEEP else seats[:1]:
            for lang in LANGUAGES if DEEP else ("en",):
                yield game, count, lang


@pytest.mark.parametrize(("game", "seats", "lang"), list(keyboard_matches()))
def test_a_match_with_tree_and_keys_on_a_small_phone(
    game: str, seats: int, lang: str, visit: Callable[..., Visitor]
) -> None:
    visitor = visit("Ada", viewport={"width": 320, "height": 640}, locale=lang)
    options = {} if DEEP else SHORTEST[game]
    opened = visitor.open(game, seats=seats, options=options, bots=[None] + ["novice"] * (seats - 1))
    visitor.go(f"#/table/{opened['match']}?quick=1")

    def is_cut_off(_: PageTree) -> bool:
        check_width(visitor.page)
        return False

    Keys(visitor.page, lang=lang).play(until=is_cut_off)
    check_end(visitor)
