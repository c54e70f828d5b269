"""Pictures of scenes in all sizes and themes, and a page that shows them."""

import html
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, ViewportSize

from tests.web.player import TWO_FRAMES

OUT: Final = Path(__file__).resolve().parents[1] / "gallery" / "out"
SIZES: Final[dict[str, ViewportSize]] = {
    "small-phone": {"width": 320, "height": 640},
    "phone": {"width": 360, "height": 740},
    "large-phone": {"width": 390, "height": 844},
    "desktop": {"width": 1280, "height": 800},
}
HOW_FAR: Final = "() => document.documentElement.scrollHeight - innerHeight"


@dataclass
class Picture:
    """One file."""

    path: Path
    size: str
    theme: str
    scrolls: int


@dataclass
class Gallery:
    """Takes the pictures and shows how far it is."""

    sizes: Sequence[str]
    themes: Sequence[str]
    lang: str
    scenes: dict[str, list[Picture]] = field(default_factory=dict)
    started: float = field(default_factory=time.monotonic)

    def take(self, page: Page, folder: str, name: str, whole: bool = True, sizes: Sequence[str] = ()) -> None:
        """Take a scene in all themes and sizes, or only in some; a page that scrolls is shown whole if it may."""
        title = f"{folder}/{sum(key.startswith(f'{folder}/') for key in self.scenes):02}-{name}"
        pictures = []
        for size in sizes or self.sizes:
            page.set_viewport_size(SIZES[size])
            for theme in self.themes:
                page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
                page.evaluate(TWO_FRAMES)
                page.wait_for_timeout(60)
                path = OUT / f"{title}.{size}-{theme}.png"
                path.parent.mkdir(parents=True, exist_ok=True)
                scrolls = int(page.evaluate(HOW_FAR))
                page.screenshot(
                    path=path, full_page=whole and scrolls < 3 * SIZES[size]["height"], animations="disabled"
                )
                pictures.append(Picture(path, size, theme, scrolls))
        page.evaluate("() => delete document.documentElement.dataset.theme")
        self.scenes[title] = pictures
        page.set_viewport_size(SIZES["desktop"])
        far = {picture.size: picture.scrolls for picture in pictures if picture.scrolls > 0}
        told = ", ".join(f"{size} scrolls {pixels} px" for size, pixels in far.items())
        print(f"gallery: {time.monotonic() - self.started:6.1f} s  {title}{'  ' if told else ''}{told}", flush=True)

    def index(self) -> Path:
        """Write a page to look through them."""
        parts = []
        for title, pictures in self.scenes.items():
            shown = "".join(
                f'<a href="{file}"><img class="{picture.size}" loading="lazy" src="{file}" alt="{picture.size} '
                f'{picture.theme}"></a>'
                for picture in pictures
                for file in [html.escape(picture.path.relative_to(OUT).as_posix())]
            )
            notes = {f"{picture.size} scrolls {picture.scrolls} px" for picture in pictures if picture.scrolls > 0}
            parts.append(f"<h2>{html.escape(title)} <small>{', '.join(sorted(notes))}</small></h2><p>{shown}</p>")
        file = OUT / "index.html"
        style = "body{font:15px system-ui;margin:24px;background:#eee}img{margin:4px;vertical-align:top}"
        sizes = "[class$=phone]{width:220px}.desktop{width:620px}small{font-weight:400;color:#b3232b}"
        head = f"<!doctype html><meta charset=utf-8><title>Atout: gallery</title><style>{style}{sizes}</style>"
        file.write_text(f"{head}<h1>Atout, {self.lang}</h1>{''.join(parts)}\n", encoding="utf-8")
        return file
