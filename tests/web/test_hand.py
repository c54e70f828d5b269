"""Your own hand: in the order one likes, dragged to the table, and nothing is final before it is confirmed."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Visitor
from tests.web.player import Mouse
from tests.web.words import EN

Visit = Callable[..., Visitor]
NO_TIPS = "if (location.protocol === 'http:') localStorage['atout.settings'] ??= JSON.stringify({ tips: false })"


def sit_down(visit: Visit, game: str, seats: int, **more: object) -> Visitor:
    """Return somebody at a table with bots, who is asked something."""
    visitor = visit("Ada", **more)
    visitor.context.add_init_script(NO_TIPS)
    opened = visitor.open(game, seats=seats, bots=[None] + ["novice"] * (seats - 1))
    visitor.go(f"#/table/{opened['match']}?quick=1")
    player = Mouse(visitor.page)
    player.wait(lambda sight: player.is_asked(sight) and bool(player.pressable_nodes(sight)))
    return visitor


def hand(page: Page) -> Locator:
    return page.get_by_role("toolbar").locator("[data-card]")


def held_cards(page: Page) -> list[str]:
    return [card.get_attribute("data-card") or "" for card in hand(page).all()]


def test_sorted_by_suit_or_by_value(visit: Visit) -> None:
    page = sit_down(visit, "meinz", 3).page
    by_suit = held_cards(page)
    letters = [card[0] for card in by_suit]
    assert len(set(letters)) == len([k for k, letter in enumerate(letters) if k == 0 or letters[k - 1] != letter])
    page.get_by_role("button", name=EN["sort.to_value"]).click()
    by_value = sorted(by_suit, key=lambda card: int(card[1:]))
    expect(page.get_by_role("button", name=EN["sort.to_suit"])).to_be_visible()
    assert held_cards(page) == by_value
    page.reload()
    expect(hand(page).first).to_be_visible()
    assert held_cards(page) == by_value
    page.keyboard.press("s")
    expect(page.get_by_role("button", name=EN["sort.to_value"])).to_be_visible()
    assert held_cards(page) == by_suit


def middle(card: Locator) -> tuple[float, float]:
    box = card.bounding_box()
    assert box
    return box["x"] + box["width"] / 4, box["y"] + box["height"] / 3


def drag_with_mouse(page: Page, card: Locator, up: float) -> None:
    x, y = middle(card)
    page.mouse.move(x, y)
    page.mouse.down()
    for part in range(1, 9):
        page.mouse.move(x, y - up * part / 8)
    page.mouse.up()


def drag_with_finger(page: Page, card: Locator, up: float) -> None:
    x, y = middle(card)
    line = page.context.new_cdp_session(page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", {"x": x, "y": y})
    for part in range(1, 9):
        touch("touchMove", {"x": x, "y": y - up * part / 8})
    touch("touchEnd")


@pytest.mark.parametrize(
    ("drag", "more"),
    [(drag_with_mouse, {}), (drag_with_finger, {"viewport": {"width": 360, "height": 740}, "has_touch": True})],
)
def test_a_card_is_dragged_to_the_table(
    drag: Callable[[Page, Locator, float], None], more: object, visit: Visit
) -> None:
    assert isinstance(more, dict)
    visitor = sit_down(visit, "meinz", 3, **more)
    page = visitor.page
    before = held_cards(page)
    drag(page, hand(page).first, 20)  # not far enough
    page.wait_for_timeout(200)
    assert visitor.accepted == []
    assert held_cards(page) == before
    drag(page, hand(page).first, 260)
    expect(hand(page)).to_have_count(len(before) - 1)
    assert sorted(held_cards(page)) == sorted(before[1:])


def test_a_dragged_card_lands_where_it_is_dropped(visit: Visit) -> None:
    visitor = sit_down(visit, "schrecklicht", 3)
    page = visitor.page
    before = held_cards(page)
    x, y = middle(hand(page).first)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 60)
    place = page.get_by_role("main").get_by_role("button").filter(has_text="lay here").first
    box = place.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    expect(hand(page)).to_have_count(len(before) - 1)
    assert sorted(held_cards(page)) == sorted(before[1:])


def test_several_cards_are_one_choice_until_it_is_confirmed(visit: Visit) -> None:
    visitor = sit_down(visit, "loop", 4)
    page = visitor.page
    picked = page.get_by_role("toolbar").locator("[aria-pressed=true]")
    cards = hand(page)
    for at in (0, 3, 5, 3):  # the last one is put back
        cards.nth(at).click(position={"x": 6, "y": 12})
    page.keyboard.press("Escape")
    expect(picked).to_have_count(0)
    assert visitor.accepted == []
    for at in (1, 12):
        cards.nth(at).click(position={"x": 6, "y": 12})
    expect(picked).to_have_count(2)
    chosen = sorted((card.get_attribute("data-card") or "" for card in picked.all()), key=int)
    page.locator(".choices .btn.pri").click()
    expect(cards).to_have_count(11)
    sent = [frame.message["actions"] for frame in visitor.frames if frame.sent and frame.message["type"] == "play"]
    assert sent == [[f"aside:{card}" for card in chosen]]


def test_a_card_waits_to_be_confirmed_if_one_likes(visit: Visit) -> None:
    visitor = sit_down(visit, "meinz", 3)
    page = visitor.page
    page.get_by_role("button", name=EN["bar.menu"], exact=True).click()
    page.get_by_role("checkbox", name=EN["menu.confirm"]).check()
    page.keyboard.press("Escape")
    before = held_cards(page)
    for at in (0, 1):
        hand(page).nth(at).click(position={"x": 6, "y": 12})
    assert visitor.accepted == []
    expect(page.get_by_role("toolbar").locator("[aria-pressed=true]")).to_have_count(1)
    hand(page).nth(1).click(position={"x": 6, "y": 12})
    expect(hand(page)).to_have_count(len(before) - 1)
    assert sorted(held_cards(page)) == sorted([before[0], *before[2:]])
