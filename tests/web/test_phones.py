"""On a phone, upright or on its side, the question and the whole own hand are in sight without scrolling.

That holds at every kind of decision, at the smallest and the largest table of every game, while a newcomer is told what
it is about; and what is told covers neither what may be chosen nor where one's own card will lie, on a desktop either.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from atout.games import load
from tests.server.http.live import Guest, Socket
from tests.shortest import SHORTEST
from tests.web.conftest import DESK, Json, ServerProcess, Visitor
from tests.web.pages import SETTLED
from tests.web.player import PAUSE, TWO_FRAMES
from tests.web.words import EN

UPRIGHT: Final[ViewportSize] = {"width": 360, "height": 740}
SIDEWAYS: Final[tuple[ViewportSize, ...]] = (
    {"width": 740, "height": 360},
    {"width": 667, "height": 375},
    {"width": 844, "height": 390},
)
DESKTOP: Final[ViewportSize] = {"width": DESK["width"], "height": DESK["height"]}
LOOKS: Final = 12  # decisions that are looked at, besides every new kind
EVERY: Final = 3
# Where pressing a card only selects it, besides choices of several cards.
SELECTING: Final = {("loop", "play"), ("meinz", "discard"), ("schrecklicht", "plays")}

# How many pixels of the question, its buttons and the hand nobody can see, by what they are: they lie outside the
# window, something around them cuts them off, or something lies upon them that does not belong to the hand.
HIDDEN: Final = """() => {
  scrollTo(0, 0)
  document.querySelector('main.board').scrollTop = 0
  const found = {}
  const note = (what, pixels, which) => {
    if (pixels > Math.max(1, found[what]?.[0] ?? 0)) found[what] = [Math.round(pixels), which.trim().slice(0, 40)]
  }
  const shown = (selector) => [...document.querySelectorAll(selector)].filter(
    (one) => one.checkVisibility() && !one.closest('.vh, details:not([open])') && one.getBoundingClientRect().width > 0,
  )
  const around = (one, last) => {
    const ancestors = []
    for (let up = one.parentElement; up && up !== last; up = up.parentElement) ancestors.push(up)
    return ancestors.filter((up) => getComputedStyle(up).display !== 'contents')
  }
  const lost = (one) => {
    const whole = one.getBoundingClientRect()
    let [left, top, right, bottom] = [whole.left, whole.top, whole.right, whole.bottom]
    const cut = (edge, x, y) => {
      if (x) [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)]
      if (y) [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)]
    }
    for (const up of around(one, document.documentElement)) {
      const { overflowX, overflowY } = getComputedStyle(up)
      cut(up.getBoundingClientRect(), overflowX !== 'visible', overflowY !== 'visible')
    }
    cut(new DOMRect(0, 0, innerWidth, innerHeight), true, true)
    return Math.max(whole.height - Math.max(0, bottom - top), whole.width - Math.max(0, right - left))
  }
  // Many choices scroll where they stand: then that place has to be seen.
  const scrolls = (up) => up.scrollHeight > up.clientHeight + 1 || up.scrollWidth > up.clientWidth + 1
  const scroller = (one) => around(one, one.closest('.dock')).find(
    (up) => scrolls(up) && /auto|scroll/.test(getComputedStyle(up).overflow) && up.clientHeight >= 44,
  )
  for (const one of shown('#prompt')) note('question', lost(one), '')
  for (const one of shown('.dock :is(.prompt, .ask, .choices, .call) :is(button, input):not(.pri)'))
    note('choice', lost(scroller(one) ?? one), one.textContent)
  for (const one of shown('.dock .btn.pri')) note('confirm', lost(one), one.textContent)
  for (const one of shown('.hand [data-card]')) {
    const card = one.querySelector('.card') ?? one
    note('hand', lost(card), one.dataset.card)
    const { left, top, height } = card.getBoundingClientRect()
    for (const part of [0.1, 0.5, 0.9]) {
      const upon = document.elementFromPoint(left + 7, top + height * part)
      if (upon && !upon.closest('.hand')) note('covered', height, `${one.dataset.card} ${upon.getAttribute('class')}`)
    }
  }
  return found
}"""

# What a tip for newcomers lies upon: cards, other choices, or the free place for the player's card, upon which the
# question may not lie either.
COVERED: Final = """() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
  const meets = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    return across > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
  }
  const free = shown('main [data-free]')
  const chosen = shown('main :is([data-card], [data-action]):not([aria-disabled=true])')
  const under = shown('.tip .note').flatMap((tip) => [...free, ...chosen].filter((one) => meets(tip, one)))
  const below = free.filter((one) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    const upon = [0.1, 0.5, 0.9].map((part) => document.elementFromPoint(left + width / 2, top + height * part))
    return top + height > innerHeight + 1 || (!one.closest('.dock') && upon.some((thing) => thing?.closest('.dock')))
  })
  return [...under, ...below].map((one) => one.outerHTML.slice(0, 80))
}"""
# Put away what the last deal has brought.
NEW_POINTS: Final = "document.querySelector('.notes .note:not(.slim) header .ib:last-child')?.click()"
TIPS: Final = "document.querySelectorAll('.tip .note').length"
# Press cards that only get selected then.
SELECT: Final = """many => {
  const cards = [...document.querySelectorAll('.hand [data-card][aria-disabled=false]')]
  for (const card of cards.slice(0, many)) card.click()
  return cards.length
}"""


def settled_faults(page: Page, faults: str) -> object:
    """Return what is wrong and stays so; hands may need a moment to close up."""
    page.evaluate(TWO_FRAMES)
    deadline = time.monotonic() + SETTLED
    while (found := page.evaluate(faults)) and time.monotonic() < deadline:
        page.wait_for_timeout(PAUSE)
    return found


def check_in_sight(page: Page, *sizes: ViewportSize) -> None:
    """Nothing that is needed now is hidden, whatever phone it is."""
    for size in sizes:
        page.set_viewport_size(size)
        found = settled_faults(page, HIDDEN)
        assert not found, f"{size}, {page.locator('#prompt').inner_text()}: not to be seen are {found}"
        check_uncovered(page, size)


def check_uncovered(page: Page, size: ViewportSize) -> None:
    """No tip lies upon what it is about."""
    page.set_viewport_size(size)
    found = settled_faults(page, COVERED)
    assert not found, f"{size}, {page.locator('#prompt').inner_text()}: covered is {found}"


def check_selected_in_sight(page: Page, many: int, *sizes: ViewportSize) -> None:
    """The same holds while cards are selected; and the button that is pressed then is seen."""
    page.set_viewport_size(sizes[0])
    if not page.evaluate(SELECT, many):  # nothing but passing is possible
        return
    expect(page.locator("main [aria-pressed=true]").first).to_be_visible()
    check_in_sight(page, *sizes)
    for _ in range(2):  # the first one puts the tip away, if there is one
        page.keyboard.press("Escape")
    expect(page.locator(".hand [aria-pressed=true]")).to_have_count(0)


def list_tables() -> list[tuple[str, int, bool]]:
    """Every game at its smallest and its largest table, some of them also plain."""
    counts = {game: load(game).seat_counts for game in SHORTEST}
    drawn = [(game, seats, False) for game, found in counts.items() for seats in sorted({found[0], found[-1]})]
    return [*drawn, *((game, counts[game][-1], True) for game in ("luz", "njet", "mu"))]


@pytest.mark.parametrize(("game", "seats", "plain"), list_tables())
def test_question_and_hand_are_in_sight(game: str, seats: int, plain: bool, visit: Callable[..., Visitor]) -> None:
    ada = visit("Ada")
    opened = ada.open(game, seats=seats, options=SHORTEST[game], bots=[None] + ["novice"] * (seats - 1))
    ada.go(f"#/table/{opened['match']}?quick=1")
    expect(ada.page.locator("main.board [data-card]").first).to_be_visible()
    if plain:
        ada.page.get_by_role("button", name=EN["board.plain"]).click()
    random, kinds, decisions, looks, tips = Random(game), set[tuple[str, str]](), 0, 0, 0
    with beside(ada, opened["match"]) as line:
        while line.table["status"] == "playing":
            display: Json = line.table["display"]
            if not display["legal"]:
                line.receive()
                continue
            kind = (display["phase"], display["prompt"])
            decisions += 1
            if kind not in kinds or (looks < LOOKS and decisions % EVERY == 0):
                sideways = (SIDEWAYS[looks % len(SIDEWAYS)],) if kind in kinds else SIDEWAYS
                kinds.add(kind)
                looks += 1
                catch_up(ada, line)
                check_in_sight(ada.page, UPRIGHT, *sideways)
                check_uncovered(ada.page, DESKTOP)
                tips += ada.page.evaluate(TIPS)
                if display["several"] or (not plain and (game, display["phase"]) in SELECTING):
                    check_selected_in_sight(ada.page, 2 if display["several"] else 1, *sideways)
            play(line, random.choice(display["legal"]))
    assert looks > 1
    assert tips > 0


def test_the_own_card_has_its_place_whatever_was_bid(visit: Callable[..., Visitor], house: ServerProcess) -> None:
    house.set_seed("hunt 8")  # a deal with long bids of others, and an own one of all cards
    ada = visit("Ada", viewport=UPRIGHT)
    opened = ada.open("mu", seats=6, options=SHORTEST["mu"], bots=[None] + ["novice"] * 5)
    ada.go(f"#/table/{opened['match']}?quick=1")
    expect(ada.page.locator("main.board [data-card]").first).to_be_visible()
    random = Random(8)
    with beside(ada, opened["match"]) as line:
        while line.table["display"]["phase"] != "tricks" or not line.table["display"]["legal"]:
            legal: list[str] = line.table["display"]["legal"]
            if not legal:
                line.receive()
                continue
            bids = [action for action in legal if action != "-"]
            bidding = line.table["display"]["phase"] == "auction" and bids and random.random() < 0.6
            play(line, random.choice(bids if bidding else legal))
        catch_up(ada, line)
        expect(ada.page.locator("main [data-free]")).to_be_visible()
        expect(ada.page.locator(".others .tiles li")).not_to_have_count(0)
        check_in_sight(ada.page, UPRIGHT)


@contextmanager
def beside(ada: Visitor, match: str) -> Iterator[Socket]:
    """Connect as the visitor does, so that decisions need no pressing."""
    with Guest(ada.page.url.partition("/#")[0]) as guest:
        for cookie in ada.context.cookies():
            guest.http.cookies.set(cookie["name"], cookie["value"])
        line = guest.connect(match)
        line.expect("table")
        yield line


def catch_up(ada: Visitor, line: Socket) -> None:
    """Let the page show what has happened, without what the last deal has brought."""
    while ada.positions[-1]["seq"] < line.table["seq"]:
        ada.page.wait_for_timeout(PAUSE)
    ada.page.evaluate(NEW_POINTS)


def play(line: Socket, action: str) -> None:
    """Decide, unless it has become too late."""
    answer = line.ask(type="play", actions=[action], seq=line.table["seq"])
    if answer["type"] == "accepted":
        line.follow(answer["seq"])
