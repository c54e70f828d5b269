"""Ways through the pages, and what has to hold of each: no sideways scrolling, nothing that axe-core objects to."""

from pathlib import Path
from typing import Any, Final, Literal

from playwright.sync_api import Page, ViewportSize

from tests.web.conftest import Visitor
from tests.web.words import EN

AXE: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
STANDARDS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

THEMES: Final[tuple[Literal["dark", "light"], ...]] = ("dark", "light")
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
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        assert objections(page) == [], theme
    for phone in PHONES:
        page.set_viewport_size(phone)
        assert sticking_out(page) == [], phone
    page.emulate_media(color_scheme=None)
    if size:
        page.set_viewport_size(size)


def sticking_out(page: Page) -> list[str]:
    """Return what makes the page scroll sideways."""
    found: list[str] = page.evaluate(STICKING_OUT)
    return found


def objections(page: Page) -> list[str]:
    """Return what axe-core has against the page as it is."""
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, { runOnly: %s })" % STANDARDS)["violations"]
    return [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"][:3]]
