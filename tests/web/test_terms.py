"""Every term explains itself: what is pressed or hovered says what it is, with its clause; keys do the rest."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from atout.games import load
from tests.shortest import SHORTEST
from tests.web.conftest import Visitor
from tests.web.pages import CUT_OFF, STICKING_OUT, set_appearance, settled_faults
from tests.web.player import Mouse
from tests.web.test_hand import sit_down
from tests.web.words import EN, LANGUAGES

Visit = Callable[..., Visitor]
SIZES: Final[tuple[ViewportSize, ...]] = (
    {"width": 1280, "height": 800},
    {"width": 390, "height": 844},
    {"width": 320, "height": 640},
    {"width": 640, "height": 400},  # 1280 x 800 at 200 %
)
MOST_DECISIONS: Final = 14

# Terms on the page that nobody explains, and chips that are no terms.
UNEXPLAINED: Final = """words => {
  const CHIPS = '.tag, dd, .facts li, span.held, span.tricks, span.stack, .trumps li, .slips li, .ladder, .track, .pair'
  const terms = [...document.querySelectorAll('main [data-term]')].map((one) => one.dataset.term)
  const chips = [...document.querySelectorAll(`main :is(${CHIPS})`)].filter((one) => one.checkVisibility())
  const isTerm = (one) => one.closest('[data-term]') || one.querySelector('[data-term]')
  const mute = chips.filter((one) => !isTerm(one)).map((one) => one.outerHTML.slice(0, 90))
  return [...new Set([...terms.filter((term) => !words.terms[term]), ...mute])]
}"""
IN_BODY: Final = "document.activeElement === document.body || document.activeElement === null"
WIDTHS: Final = """() => [...'0123456789'].map((digit) => {
  const one = document.createElement('span')
  one.textContent = digit.repeat(20)
  one.style.cssText = 'position: absolute; font: 700 20px var(--font)'
  document.body.append(one)
  const { width } = one.getBoundingClientRect()
  one.remove()
  return Math.round(width)
})"""


def play_on(visitor: Visitor, look: Callable[[], None]) -> None:
    """Play some decisions and look at the first of each phase; at the end it is one's turn, or all is over."""
    player, seen = Mouse(visitor.page), set[str]()
    for left in reversed(range(MOST_DECISIONS + 1)):
        sight = player.wait(
            lambda sight: player.is_over(sight) or (player.is_asked(sight) and bool(player.pressable_nodes(sight)))
        )
        if player.is_over(sight):
            return
        phase = visitor.positions[-1]["display"]["phase"]
        if phase not in seen:
            seen.add(phase)
            look()
        if left:
            player.step(sight)


def overflow(page: Page) -> list[str]:
    """Return what wraps out of its place or is cut off, in any language and at any size."""
    found: list[str] = []
    for size in SIZES:
        page.set_viewport_size(size)
        for lang in LANGUAGES:
            set_appearance(page, lang)
            for fault in (STICKING_OUT, CUT_OFF):
                found += [f"{size['width']} x {size['height']}, {lang}: {each}" for each in settled_faults(page, fault)]
    page.set_viewport_size(SIZES[0])
    set_appearance(page, "en")
    return found


@pytest.mark.parametrize("game", SHORTEST)
def test_every_chip_and_number_explains_itself_and_nothing_overflows_in_any_language(game: str, visit: Visit) -> None:
    visitor = sit_down(visit, game, load(game).seat_counts[-1])
    page = visitor.page
    words = visitor.context.request.get(f"/api/games/{game}/words/en").json()
    found: list[str] = []

    def look() -> None:
        assert page.evaluate(UNEXPLAINED, words) == []
        found.extend(overflow(page))

    play_on(visitor, look)
    assert not found, "\n".join(dict.fromkeys(found))
    term = page.locator("main [data-term]:not(button *, button, label, label *)").first
    term.click(force=True)
    note = page.locator(".explained")
    expect(note).to_be_visible()
    expect(note.get_by_role("link")).to_contain_text(load(game).prefix)
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    page.mouse.move(1, 1)
    term.hover(force=True)
    expect(note).to_be_visible()


def test_the_question_mark_lists_keys_and_what_lies_on_the_table(visit: Visit) -> None:
    page = sit_down(visit, "luz", 4).page
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name=EN["help.title"])
    expect(sheet).to_contain_text(EN["keys.sort"])
    expect(sheet).to_contain_text("Yellow is always trump")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def test_single_keys_work_where_a_bet_is_chosen_too(visit: Visit) -> None:
    page = sit_down(visit, "luz", 4).page
    page.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio").nth(1)).to_be_checked()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name=EN["help.title"])).to_be_visible()


@pytest.mark.parametrize("game", SHORTEST)
def test_arrows_reach_something_and_the_focus_stays(game: str, visit: Visit) -> None:
    visitor = sit_down(visit, game, load(game).seat_counts[0])
    page = visitor.page
    page.keyboard.press("ArrowDown")
    before = page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    assert not page.evaluate(IN_BODY)
    moved = False
    for key in ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
        assert not page.evaluate(IN_BODY)
        moved = moved or page.evaluate("document.activeElement.outerHTML.slice(0, 200)") != before
    assert moved
    decided = len(visitor.accepted)
    for _ in range(4):  # a choice may take several presses
        page.keyboard.press("Enter")
        page.wait_for_timeout(150)
        assert not page.evaluate(IN_BODY), decided


def test_after_pause_in_the_menu_escape_still_closes_it(visit: Visit) -> None:
    page = sit_down(visit, "meinz", 3).page
    page.keyboard.press("m")
    menu = page.get_by_role("dialog", name=EN["bar.menu"])
    menu.get_by_role("button", name=EN["menu.pause"]).press("Enter")
    expect(menu.get_by_role("button", name=EN["menu.resume"])).to_be_visible()
    assert not page.evaluate(IN_BODY)
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)


def test_players_are_named_and_it_says_who_you_are(visit: Visit) -> None:
    page = sit_down(visit, "njet", 4).page
    you = EN["seat.you"].format(name="Ada")
    expect(page.locator("aside.pad")).to_contain_text(you)
    expect(page.locator("main")).to_contain_text(you)
    expect(page.locator("main")).not_to_contain_text("turquoise")
    dots = page.locator("aside.pad li i").evaluate_all("all => all.map((one) => getComputedStyle(one).backgroundColor)")
    faces = page.locator("main .player svg path").evaluate_all("all => all.map((one) => getComputedStyle(one).fill)")
    assert set(dots) <= set(faces)


def test_a_clause_link_works_while_a_search_is_on(visit: Visit) -> None:
    page = visit("Ada").page
    page.goto("/#/rules/luz")
    page.get_by_role("searchbox").fill("safety bead")
    expect(page.locator("#LUZ-01")).to_be_hidden()
    page.evaluate("location.hash = '#/rules/luz?clause=LUZ-01'")
    expect(page.locator("#LUZ-01")).to_be_visible()
    expect(page.locator("#LUZ-01")).to_have_class("clause marked")


def test_the_font_is_our_own_and_its_digits_line_up(visit: Visit) -> None:
    page = visit("Ada").page
    page.goto("/")
    expect(page.get_by_role("heading", name=EN["home.headline"])).to_be_visible()
    page.evaluate("document.fonts.ready")
    assert page.evaluate(
        "[...document.fonts].some((font) => font.family.includes('Atout') && font.status === 'loaded')"
    )
    assert len(set(page.evaluate(WIDTHS))) == 1


def test_a_full_bid_says_so(visit: Visit) -> None:
    visitor = sit_down(visit, "mu", 4)
    page = visitor.page
    room = int(next(f["value"] for f in visitor.positions[-1]["display"]["facts"] if f["name"] == "room"))
    cards = page.get_by_role("toolbar").locator("[data-card]")
    for at in range(room + 1):
        cards.nth(2 * at).click(position={"x": 6, "y": 12})
    expect(page.get_by_role("toolbar").locator("[aria-pressed=true]")).to_have_count(room)
    expect(page.locator(".full")).to_contain_text(str(room))


def test_contracts_are_confirmed(visit: Visit) -> None:
    visitor = sit_down(visit, "was_sticht", 3)
    page = visitor.page
    page.locator("main button.slip.open").first.click()
    assert visitor.accepted == []
    page.get_by_role("button", name=EN["choose.confirm"].format(n=1)).click()
    expect(page.locator(".own .slips li")).not_to_have_count(0)
    assert len(visitor.accepted) == 1


def test_a_hint_says_why(visit: Visit) -> None:
    page = sit_down(visit, "luz", 4).page
    page.keyboard.press("h")
    expect(page.locator(".notes .note")).to_contain_text("yellow")
