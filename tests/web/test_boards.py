"""What single boards show: what a play would bring, whole piles and digits, who has passed, what stays in sight."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from atout.games import load, names
from tests.shortest import SHORTEST
from tests.web.conftest import Json, Visitor
from tests.web.pages import set_appearance, settled_faults
from tests.web.player import Mouse, PageTree
from tests.web.test_hand import NO_TIPS, hand, sit_down
from tests.web.words import EN, LANGUAGES

Visit = Callable[..., Visitor]
PHONES: Final[tuple[ViewportSize, ...]] = ({"width": 390, "height": 844}, {"width": 320, "height": 640})

# Digits of cards that something else covers.
COVERED_DIGITS: Final = """() => {
  const digits = [...document.querySelectorAll(':is(.hand, .combination:not(.beaten)) .face .index')]
  return digits.flatMap((one) => {
    const { left, right, top, height } = one.getBoundingClientRect()
    const card = one.closest('.card')
    const free = [left + 1, (left + right) / 2, right - 1].every((x) =>
      document.elementFromPoint(x, top + height / 2)?.closest('.card, button')?.contains(card) ||
      document.elementFromPoint(x, top + height / 2)?.closest('.card') === card)
    return free ? [] : [`${card.closest('[data-card]')?.dataset.card} at ${Math.round(left)} to ${Math.round(right)}`]
  })
}"""

# Places of the table whose cards lie upon each other, and whether the page has to be scrolled.
OVERLAPPING: Final = """() => {
  const slots = [...document.querySelectorAll('.ring .slot')].map((one) => {
    const boxes = [...one.querySelectorAll('.face, .blank, .place')].map((card) => card.getBoundingClientRect())
    return {
      left: Math.min(...boxes.map((box) => box.left)), right: Math.max(...boxes.map((box) => box.right)),
      top: Math.min(...boxes.map((box) => box.top)), bottom: Math.max(...boxes.map((box) => box.bottom)),
    }
  })
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2
  const found = slots.filter((one, at) => slots.some((other, place) => place > at && meet(one, other)))
  const below = document.documentElement.scrollHeight - innerHeight
  return [...found, ...(below > 0 ? [`${below} px below the window`] : [])]
}"""

# Keep every text that something ever shows.
REMEMBER: Final = """selector => {
  const seen = (window.seenTexts ??= [])
  const look = () => document.querySelectorAll(selector).forEach((one) => seen.push(one.textContent.trim()))
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  look()
}"""
# Keep how many objectives were still to be evaluated.
COUNT_LATER: Final = """() => {
  const seen = (window.seenLater = [])
  const look = () => {
    const shown = document.querySelector('.evaluation')
    const later = document.querySelectorAll('.evaluation .later').length
    if (shown && seen.at(-1) !== later) seen.push(later)
  }
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
}"""


def open_table(visit: Visit, game: str, seats: int, options: dict[str, str] | None = None) -> tuple[Visitor, Mouse]:
    """Return somebody at a table with bots."""
    visitor = visit("Ada")
    visitor.context.add_init_script(NO_TIPS)
    order = {"seats": seats, "bots": [None, *["novice"] * (seats - 1)], "options": options or {}}
    visitor.go(f"#/table/{visitor.open(game, **order)['match']}?quick=1")
    return visitor, Mouse(visitor.page)


def facts(visitor: Visitor, name: str) -> list[Json]:
    return [fact for fact in visitor.positions[-1]["display"]["facts"] if fact["name"] == name]


def phase(visitor: Visitor) -> str:
    return str(visitor.positions[-1]["display"]["phase"]) if visitor.positions else ""


def is_on_turn(player: Mouse, sight: PageTree) -> bool:
    return player.is_asked(sight) and bool(player.pressable_nodes(sight))


def wait_for_turn(player: Mouse) -> PageTree:
    return player.wait(lambda sight: is_on_turn(player, sight))


def is_told(sight: PageTree) -> bool:
    """Tell whether the end of a deal waits to be read."""
    return sight.find("button", EN["deal.go"]) is not None


# Schrecklicht


def test_a_play_is_seen_before_it_is_made_and_takes_two_presses(visit: Visit) -> None:
    visitor = sit_down(visit, "schrecklicht", 3)
    page = visitor.page
    display = visitor.positions[-1]["display"]
    told = dict(zip(display["legal"], facts(visitor, "preview")[0]["value"].split(" "), strict=True))
    card = next(
        card for card in (each.get_attribute("data-card") or "" for each in hand(page).all()) if card[1:] != "0"
    )
    action = next(action for action in told if action.startswith(f"{card}>A"))
    hand(page).and_(page.locator(f"[data-card={card}]")).click()
    after = told[action].partition(":")[0].split("/")["GVB".index(card[0])]
    expect(page.locator(".track .ghost b")).to_have_text(after)
    expect(page.locator(".ask small")).to_contain_text(f"→ {after}")
    assert visitor.accepted == []
    page.locator(f".btn.pri[data-action='{action}']").click()
    expect(hand(page)).to_have_count(5)
    assert len(visitor.accepted) == 1


def test_what_one_points_at_is_told(visit: Visit) -> None:
    visitor = sit_down(visit, "schrecklicht", 3)
    page = visitor.page
    hand(page).first.click()
    target = page.locator(".spread:not(.mine) .slot.target").first
    target.hover()
    expect(page.locator("#prompt")).to_have_text(target.get_attribute("aria-label") or "")
    target.click()
    expect(hand(page)).to_have_count(5)


def test_the_own_display_is_first_and_a_cover_tells_its_pumpkins(visit: Visit) -> None:
    visitor = sit_down(visit, "schrecklicht", 4)
    page = visitor.page
    expect(page.locator(".spread").first).to_have_attribute("aria-label", re.compile("Ada"))
    for card in hand(page).all():
        card.click()
        covers = page.locator("button.target:not(.slot)")
        if covers.count():
            expect(covers.first).to_have_attribute("aria-label", re.compile("pumpkin heads: [0-9]"))
            return
        card.click()
    pytest.fail("no card of a hand of six covers any")


def test_objectives_are_evaluated_one_after_the_other(visit: Visit) -> None:
    visitor, player = open_table(visit, "schrecklicht", 3, SHORTEST["schrecklicht"] | {"rounds": "2"})
    page = visitor.page
    wait_for_turn(player)
    page.evaluate("localStorage.setItem('atout.settings', JSON.stringify({ tips: false, trick: 'short', reading: 0 }))")
    page.reload()
    page.evaluate(COUNT_LATER)
    while not is_told(sight := player.wait(lambda sight: is_told(sight) or is_on_turn(player, sight))):
        player.step(sight)
    expect(page.locator(".evaluation .later")).to_have_count(0)
    assert page.evaluate("window.seenLater") == [3, 2, 1, 0]


# Mü


def test_who_has_passed_is_shown(visit: Visit) -> None:
    for _ in range(6):  # until somebody passes while others bid on
        visitor = sit_down(visit, "mu", 5)
        page = visitor.page
        page.evaluate(REMEMBER, "main [data-term=passed]")
        page.get_by_role("button", name="Pass", exact=True).click()
        wait_for_turn(Mouse(page))
        shown = [message["display"] for message in visitor.positions if message["display"]["phase"] == "auction"]
        if any(fact["name"] == "passed" for display in shown for fact in display["facts"]):
            assert "Passed" in page.evaluate("window.seenTexts")
            return
    pytest.fail("nobody has passed")


def test_six_piles_cover_neither_each_other_nor_the_edge(visit: Visit) -> None:
    visitor, player = open_table(visit, "mu", 6)
    looked = set[str]()
    for _ in range(12):
        sight = wait_for_turn(player)
        visitor.page.wait_for_timeout(300)
        assert visitor.page.evaluate(OVERLAPPING) == [], phase(visitor)
        looked.add(phase(visitor))
        player.step(sight)
    assert {"auction", "tricks"} <= looked


# Loop


def test_no_digit_of_a_card_is_covered_on_a_phone(visit: Visit) -> None:
    visitor, player = open_table(visit, "loop", 4)
    looked = set[str]()
    for _ in range(8):
        sight = wait_for_turn(player)
        for size in PHONES:
            visitor.page.set_viewport_size(size)
            visitor.page.wait_for_timeout(300)
            assert visitor.page.evaluate(COVERED_DIGITS) == [], f"{size}, {phase(visitor)}"
        looked.add(phase(visitor))
        player.step(sight)
    assert looked == {"aside", "play"}


def test_what_took_a_trick_is_seen_and_what_pawns_are_worth(visit: Visit) -> None:
    visitor, player = open_table(visit, "loop", 4)
    page = visitor.page
    wait_for_turn(player)
    page.evaluate(REMEMBER, "[data-term=last_trick]")
    player.play(until=lambda sight: is_on_turn(player, sight) and len(facts(visitor, "worth")) > 1)
    assert any("8 ends the trick" in text or "passed" in text for text in page.evaluate("window.seenTexts"))
    told = sorted(fact["value"].partition(":")[2] for fact in facts(visitor, "worth"))
    expect(page.locator("ul.boards:visible .worth")).to_have_count(len(told))
    assert sorted(page.locator("ul.boards:visible .worth").all_text_contents()) == told
    expect(page.locator("ul.boards:visible").get_by_role("img", name="worth 1 now").first).to_be_visible()


# Was sticht?


def test_announcements_stay_and_the_hand_is_in_colour_while_contracts_are_chosen(visit: Visit) -> None:
    visitor, player = open_table(visit, "was_sticht", 3, {"contracts_per_player": "2"})
    page = visitor.page
    player.play(until=lambda sight: is_on_turn(player, sight) and phase(visitor) == "choice")
    expect(page.get_by_role("list", name="Announcements").get_by_role("listitem")).to_have_count(9)
    expect(page.locator(".hand .card").first).to_be_visible()
    expect(page.locator(".hand .card.idle")).to_have_count(0)
    before = len(visitor.accepted)
    page.locator(".elect button[aria-disabled=false]").first.click()
    assert len(visitor.accepted) == before
    page.get_by_role("button", name=EN["choose.confirm"].format(n=1)).click()
    player.wait(lambda sight: is_on_turn(player, sight) and phase(visitor) == "tricks")
    assert len(visitor.accepted) == before + 1


# What one decides by that lies under the question.
UNDER_THE_QUESTION: Final = """() => {
  const { top } = document.querySelector('.dock .prompt').getBoundingClientRect()
  const shown = [...document.querySelectorAll('.columns ol, .njet .grid button')]
  if (!shown.length) return ['nothing is shown']
  return shown.filter((one) => one.getBoundingClientRect().bottom > top + 1).map((one) => one.outerHTML.slice(0, 80))
}"""


@pytest.mark.parametrize(("game", "wanted"), [("was_sticht", "columns"), ("njet", "tokens")])
def test_everything_to_decide_by_is_in_sight_on_a_small_phone(game: str, wanted: str, visit: Visit) -> None:
    visitor, player = open_table(visit, game, 4)
    visitor.page.set_viewport_size(PHONES[-1])
    player.play(until=lambda sight: is_on_turn(player, sight) and phase(visitor) == wanted)
    visitor.page.keyboard.press("Escape")  # what newcomers are told
    for lang in LANGUAGES:
        set_appearance(visitor.page, lang)
        assert settled_faults(visitor.page, UNDER_THE_QUESTION) == [], lang


def test_gains_are_those_of_fulfilled_contracts(visit: Visit) -> None:
    visitor, player = open_table(visit, "was_sticht", 3, {"contracts_per_player": "2"})
    player.play(until=lambda sight: any(message.get("ended") for message in visitor.positions))
    ended = next(message for message in visitor.positions if message.get("ended"))
    number = ended["ended"].get("deal", 0)
    for seat, result in enumerate(ended["ended"]["results"]):
        lines = [line["points"] for line in ended["lines"] if line["seat"] == seat and line.get("deal", 0) == number]
        assert result.get("points", 0) == sum(lines)
    assert not re.search(r"\bseat [A-D]\b", visitor.page.locator("body").inner_text())


# Luz


def test_nothing_is_taken_back_once_it_has_shown_a_card(visit: Visit) -> None:
    visitor, player = open_table(visit, "luz", 4)
    button = visitor.page.get_by_role("button", name=EN["menu.take_back"])
    shown = False
    for _ in range(4):
        sight = wait_for_turn(player)
        if shown:
            expect(button).to_have_count(0)
        shown = phase(visitor) == "tricks"
        player.step(sight)


# Rules and keys


def test_rules_name_options_and_people_in_words(visit: Visit) -> None:
    page = visit("Ada").page
    for game in names():
        page.goto(f"/#/rules/{game}")
        expect(page.locator(f"#{load(game).prefix}-01")).to_be_visible()
        for lang in (*LANGUAGES, "en"):
            set_appearance(page, lang)
            text = page.locator("main").inner_text()
            assert re.findall(r"\b[a-z]+_[a-z_]+\b", text) == [], game
            assert re.findall(r"\b(?:[Ss]eat|[Pp]lace|Platz) 0\b", text) == [], game


def test_every_key_is_listed(visit: Visit) -> None:
    page: Page = sit_down(visit, "loop", load("loop").seat_counts[0]).page
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name=EN["help.title"])
    listed = set(sheet.locator("kbd").all_inner_texts())
    assert listed >= {"H", "R", "S", "L", "M", "?", "Esc", "Enter", EN["help.arrows"], EN["help.space"]}
