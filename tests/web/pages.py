"""Ways through the pages, and what has to hold of each: no sideways scrolling, nothing that axe-core objects to."""

import time
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, ViewportSize

from tests.web.conftest import Visitor
from tests.web.player import PAUSE
from tests.web.words import EN

AXE: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
COLOURS: Final = ["color-contrast"]  # nothing else is another in light
STANDARDS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

SETTLED: Final = 5.0  # seconds
PHONES: Final[tuple[ViewportSize, ...]] = ({"width": 360, "height": 740}, {"width": 320, "height": 640})
SHORTEST: Final[dict[str, dict[str, str]]] = {
    "luz": {"deals": "2"},
    "njet": {"rounds": "1"},
    "meinz": {"rounds": "4"},
    "was_sticht": {"contracts_per_player": "3", "max_rounds": "1"},
    "mu": {"limit": "10"},
    "loop": {"rounds": "1"},
    "schrecklicht": {"rounds": "1"},
}


# What sticks out on the right, if the page scrolls sideways.
STICKING_OUT = """() => {
  const edge = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth <= edge) return []
  const found = [...document.body.querySelectorAll('*:not(svg *)')]
  const told = (one) => `${one.tagName} ${one.getAttribute('class')} ${Math.round(one.getBoundingClientRect().right)}`
  return found.filter((one) => one.getBoundingClientRect().right > edge).slice(0, 9).map(told)
}"""

# Even where nothing moves, colours need a frame to become others.
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def set_up(visitor: Visitor, game: str) -> None:
    """Go from the home page to that of a game; choose the fewest players, novices and the shortest match."""
    page = visitor.page
    words: dict[str, Any] = visitor.context.request.get(f"/api/games/{game}/words/en").json()
    visitor.go("")
    page.get_by_role("link", name=words["title"], exact=True).click()
    page.get_by_role("combobox", name=EN["play.seats"]).select_option(index=0)
    page.get_by_role("combobox", name=EN["play.level"]).select_option(EN["level.novice"])
    page.get_by_text(EN["play.options"], exact=True).click()
    for name, value in SHORTEST[game].items():
        field = page.get_by_label(words["options"][name]["name"], exact=True)
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
            field.press("Tab")


def is_for_everybody(page: Page) -> None:
    """Whether light or dark, axe-core has nothing against the page, and no phone has to scroll it sideways."""
    size = page.viewport_size
    page.emulate_media(color_scheme="dark")
    page.evaluate(TWO_FRAMES)
    found = objections(page, STANDARDS)
    page.emulate_media(color_scheme="light")
    page.evaluate(TWO_FRAMES)
    found += objections(page, COLOURS)
    assert not found, "\n".join(found)
    for phone in PHONES:
        page.set_viewport_size(phone)
        fits(page)
    page.emulate_media(color_scheme=None)
    if size:
        page.set_viewport_size(size)


def fits(page: Page) -> None:
    """The page does not scroll sideways; hands may need a moment to close up."""
    deadline = time.monotonic() + SETTLED
    while (found := page.evaluate(STICKING_OUT)) and time.monotonic() < deadline:
        page.wait_for_timeout(PAUSE)
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
