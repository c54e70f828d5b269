"""Every game from the home page to the final scores, with a mouse; and with nothing but tree and keys."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visitor
from tests.web.pages import SHORTEST, set_up, sticking_out
from tests.web.player import Keys, Mouse, Sight
from tests.web.words import EN

def ends_well(visitor: Visitor) -> None:
    """The final scores are there, with the lines they come from."""
    main = visitor.page.get_by_role("main")
    expect(main.get_by_role("heading", level=1)).to_be_visible()
    first = main.get_by_role("listitem").first
    first.get_by_role("button").click()
    expect(first.get_by_role("listitem").first).to_be_visible()


@pytest.mark.parametrize("game", SHORTEST)
def test_a_match_with_the_mouse(game: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    set_up(visitor, game)
    visitor.page.get_by_role("button", name=EN["home.play"], exact=True).click()
    Mouse(visitor.page).play()
    ends_well(visitor)


@pytest.mark.parametrize("game", ["luz", "loop"])
def test_a_match_with_tree_and_keys_on_a_small_phone(game: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit("Ada", viewport={"width": 320, "height": 640})
    seats = {"luz": 3, "loop": 4}[game]
    opened = visitor.open(game, seats=seats, options=SHORTEST[game], bots=[None] + ["novice"] * (seats - 1))
    visitor.go(f"#/table/{opened['match']}?quick=1")
    player = Keys(visitor.page)

    def fits(_: Sight) -> bool:
        assert sticking_out(visitor.page) == []
        return False

    player.play(until=fits)
    ends_well(visitor)
