"""Ways through the pages, and what has to hold of each: no sideways scrolling, nothing that axe-core objects to."""

import time
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, ViewportSize, expect

from tests.shortest import SHORTEST
from tests.web.conftest import Visitor
from tests.web.player import PAUSE
from tests.web.words import EN, LANGUAGES

AXE: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
COLOURS: Final = ["color-contrast"]
STANDARDS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
EVERY_LOOK: Final = (
    ("en", "dark", STANDARDS),
    ("fr", "light", STANDARDS),
    ("de", "dark", STANDARDS),
    ("de", "light", COLOURS),
)

SETTLED: Final = 5.0  # seconds
PHONES: Final[tuple[ViewportSize, ...]] = ({"width": 360, "height": 740}, {"width": 320, "height": 640})


# Put on a theme, as a person's choice does, and return the one before.
THEME: Final = """theme => {
  const { dataset } = document.documentElement, before = dataset.theme ?? ''
  if (theme) dataset.theme = theme
  else delete dataset.theme
  return before
}"""


# What sticks out on the right, if the page scrolls sideways.
STICKING_OUT = """() => {
  const edge = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth <= edge) return []
  const found = [...document.body.querySelectorAll('*:not(svg *)')]
  const told = (one) => `${one.tagName} ${one.getAttribute('class')} ${Math.round(one.getBoundingClientRect().right)}`
  return found.filter((one) => one.getBoundingClientRect().right > edge).slice(0, 9).map(told)
}"""

# Texts that what is around them cuts off, or that leave the thing they are written on.
CUT_OFF = """() => {
  const found = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const own = text.parentElement
    if (!text.data.trim() || own.closest('.vh, svg, script, style, option, dialog:not([open])')) continue
    if (!own.checkVisibility()) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const boxes = [...range.getClientRects()]
    if (boxes.every((box) => box.width < 1 || box.height < 1)) continue
    let hidden = false
    const around = []
    for (let one = own; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one)
      hidden ||= style.clipPath !== 'none' && one.clientWidth <= 1
      if (/auto|scroll/.test(style.overflowX)) break
      if (/hidden|clip/.test(style.overflowX)) around.push(one)
      if (one.matches('button, .btn, .tag, .panel, .slip')) around.push(one)
    }
    if (hidden) continue
    const out = around.find((one) => {
      const edge = one.getBoundingClientRect()
      return boxes.some((box) => box.left < edge.left - 2 || box.right > edge.right + 2)
    })
    if (out) found.push(`${text.data.trim().slice(0, 60)} in ${out.tagName} ${out.getAttribute('class')}`)
  }
  return found.slice(0, 9)
}"""

# What is pressed but smaller than a fingertip; links inside a text are as high as the text.
TOO_SMALL = """() => {
  const pressed = 'button, summary, select, input:not([type=range]), a[href], [role=button], [role=radio]'
  const small = (one) => {
    const target = (one.matches('[type=checkbox], [type=radio]') && one.labels?.[0]) || one
    const box = target.getBoundingClientRect()
    return box.width && box.height && (box.width < 43.5 || box.height < 43.5)
  }
  const inside = (one) => one.matches('p a, .clause a')
  const shown = [...document.querySelectorAll(pressed)].filter((one) => one.checkVisibility() && !one.closest('.vh'))
  const told = (one) => {
    const { width, height } = one.getBoundingClientRect()
    return `${Math.round(width)} x ${Math.round(height)}: ${one.outerHTML.slice(0, 120)}`
  }
  return shown.filter((one) => !inside(one) && small(one)).slice(0, 9).map(told)
}"""

# As if the language were changed in another window.
SPEAK = "lang => dispatchEvent(new StorageEvent('storage', { key: 'atout.lang', newValue: lang }))"
DRESS = "theme => { document.documentElement.dataset.theme = theme }"

# Some words come from the server; clocks go on.
WORDS_CAME = """async () => {
  for (let looks = 0, before = ''; looks < 20 && before !== document.body.innerText; looks++) {
    before = document.body.innerText
    await new Promise((done) => setTimeout(done, 120))
  }
}"""


def set_up(visitor: Visitor, game: str) -> None:
    """Go from the home page to that of a game; choose the fewest players, novices and the shortest match."""
    page = visitor.page
    words: dict[str, Any] = visitor.context.request.get(f"/api/games/{game}/words/en").json()
    visitor.go("")
    page.get_by_role("link", name=words["title"], exact=True).click()
    page.get_by_label(EN["play.seats"], exact=True).select_option(index=0)
    page.get_by_label(EN["play.level"], exact=True).select_option(EN["level.novice"])
    for name, value in SHORTEST[game].items():
        field = page.get_by_label(words["options"][name]["name"], exact=True)
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
            field.press("Tab")


def open_from_home(visitor: Visitor, title: str) -> None:
    """Open a table for others at the home page."""
    visitor.go("")
    visitor.page.get_by_role("button", name=f"{EN['home.invite_short']}: {title}").click()


def check_accessible(page: Page) -> None:
    """axe-core has nothing against the page in any language, light or dark; and it fits any phone in all of them."""
    size = page.viewport_size
    found: list[str] = []
    for lang, theme, checks in EVERY_LOOK:
        set_appearance(page, lang, theme)
        found += objections(page, checks)
    for phone in PHONES:
        page.set_viewport_size(phone)
        for lang in LANGUAGES:
            set_appearance(page, lang, "light")
            check_width(page)
            found += [f"cut off, {lang}, {phone['width']} px: {each}" for each in settled_faults(page, CUT_OFF)]
        found += [f"hard to hit, {phone['width']} px: {each}" for each in settled_faults(page, TOO_SMALL)]
    assert not found, "\n".join(dict.fromkeys(found))
    page.evaluate("delete document.documentElement.dataset.theme")
    set_appearance(page, "en")
    if size:
        page.set_viewport_size(size)


def set_appearance(page: Page, lang: str, theme: str = "") -> None:
    """Let the page be in a language and a theme, without loading it again."""
    page.evaluate(SPEAK, lang)
    expect(page.locator("html")).to_have_attribute("lang", lang)
    page.evaluate(WORDS_CAME)
    if theme:  # last, for what comes with the words may dress the page too
        page.evaluate(DRESS, theme)


def settled_faults(page: Page, faults: str) -> list[str]:
    """Return what is wrong with a page and stays so; hands may need a moment to close up."""
    deadline = time.monotonic() + SETTLED
    found: list[str]
    while (found := page.evaluate(faults)) and time.monotonic() < deadline:
        page.wait_for_timeout(PAUSE)
    return found


def check_width(page: Page) -> None:
    """The page does not scroll sideways."""
    found = settled_faults(page, STICKING_OUT)
    assert not found, "\n".join([f"too wide for {page.viewport_size}:", *found])


def objections(page: Page, checks: list[str]) -> list[str]:
    """Return what axe-core has against the page as it is."""
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("runOnly => axe.run(document, { runOnly, resultTypes: ['violations'] })", checks)[
        "violations"
    ]
    nodes = [(each["id"], node) for each in found for node in each["nodes"][:3]]
    return [f"{name}: {node['html'][:200]} {node.get('failureSummary', '')}" for name, node in nodes]
