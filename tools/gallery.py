"""Take pictures of every page and every phase of every game: phone and desktop, light and dark.

    python tools/gallery.py                                everything, into gallery/out; index.html shows it
    python tools/gallery.py luz mu --size phone            only tables of these games, only on a phone of 360 x 740
    python tools/gallery.py pages --theme dark --lang fr   only the pages around the tables, dark, in French

Real matches are played against bots, always with the same cards. A picture is marked where a phone has to scroll.
"""

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Error, sync_playwright

from atout.games import load, names
from tests.server.http.live import Guest, Socket
from tests.shortest import SHORTEST
from tests.web.conftest import ARGUMENTS, Json, ServerProcess, Visitor, chromium
from tests.web.player import TWO_FRAMES
from tests.web.words import LANGUAGES, WORDS
from tools.gallery_pictures import OUT, SIZES, Gallery

THEMES: Final = ("light", "dark")
MOST_MATCHES: Final = 4  # until every phase has been seen
ME, FRIENDS = "Ada", ("Bo", "Cem", "Dora", "Eli", "Finn")
# Long enough to see what stands between two rounds.
LENGTH: Final = {
    game: {**short, **({"rounds": "2"} if short.get("rounds") == "1" else {})} for game, short in SHORTEST.items()
}
REVIEWED: Final = 120_000.0  # milliseconds
NEVER_LIVE: Final = {"deal", "over"}  # nobody decides anything then

# Tips for newcomers have a picture of their own and would cover the others.
SETTLED: Final = """
if (location.protocol === 'http:')
  localStorage['atout.settings'] = JSON.stringify({ tips: false, trick: 'short', reading: 0.1 })
"""


@dataclass
class Guide:
    """Somebody who shows the house: a browser, and beside it a line to the same seat that plays quickly."""

    browser: Browser
    house: ServerProcess
    gallery: Gallery

    def visitor(self, name: str, newcomer: bool = False) -> Visitor:
        """Let somebody come, who is new here or has seen it all."""
        visitor = Visitor(self.browser, self.house, locale=self.gallery.lang)
        if not newcomer:
            visitor.context.add_init_script(SETTLED)
        visitor.enter(name)
        return visitor

    def guest(self, visitor: Visitor) -> Guest:
        """Return the same person without a browser."""
        guest = Guest(self.house.url)
        for cookie in visitor.context.cookies():
            guest.http.cookies.set(cookie["name"], cookie["value"])
        return guest

    def words(self, game: str) -> Json:
        """Return the words of a game."""
        with Guest(self.house.url) as guest:
            return dict(guest.get(f"/api/games/{game}/words/{self.gallery.lang}"))

    # Pages

    def take_pages(self) -> None:
        """Take what lies around the tables."""
        words = WORDS[self.gallery.lang]
        visitor = self.visitor(ME)
        page, take = visitor.page, self.gallery.take
        visitor.go("")
        page.get_by_role("heading", level=1).wait_for()
        take(page, "pages", "home")
        for game in names():
            visitor.go(f"#/play?game={game}")
            page.get_by_role("button", name=words["home.play"], exact=True).wait_for()
            take(page, "pages", f"play-{game}")
        visitor.go("#/matches")
        page.get_by_role("heading", level=1).wait_for()
        take(page, "pages", "no-matches")
        visitor.go("#/rules/njet")
        page.get_by_role("main").get_by_role("heading", level=2).first.wait_for()
        take(page, "pages", "rules", whole=False)
        clause = page.get_by_role("main").locator("[id]").nth(12)
        visitor.go(f"#/rules/njet?clause={clause.get_attribute('id') or ''}")
        page.get_by_role("main").get_by_role("heading", level=2).first.wait_for()
        take(page, "pages", "rules-clause", whole=False)
        opened = visitor.open("mu", seats=5, bots=[None, None, "novice", None, "expert"])
        visitor.go(f"#/table/{opened['match']}")
        page.get_by_role("heading", name=words["room.seats"]).wait_for()
        take(page, "pages", "waiting-room")
        guest = self.visitor(FRIENDS[0])
        guest.go(f"#/table/{opened['match']}?invite={opened['invite']}")
        guest.page.get_by_role("button", name=words["room.ready"]).wait_for()
        take(guest.page, "pages", "waiting-room-guest")
        guest.context.close()
        for sheet in ("menu", "rules"):
            page.get_by_role("button", name=words[f"bar.{sheet}"], exact=True).click()
            page.get_by_role("dialog").wait_for()
            take(page, "pages", sheet, whole=False)
            page.keyboard.press("Escape")
        visitor.go("")
        page.get_by_role("heading", level=1).wait_for()
        take(page, "pages", "home-again")
        newcomer = self.visitor(FRIENDS[1], newcomer=True)
        opened = newcomer.open("luz", seats=4, bots=[None, "novice", "novice", "novice"])
        newcomer.go(f"#/table/{opened['match']}?quick=1")
        newcomer.page.locator("main.board").wait_for()
        newcomer.page.wait_for_timeout(500)
        take(newcomer.page, "pages", "newcomer")
        newcomer.context.close()
        visitor.context.clear_cookies()
        visitor.go("")
        page.get_by_role("button", name=f"{words['home.invite_short']}: Luz").click()
        page.get_by_role("dialog").wait_for()
        take(page, "pages", "enter", whole=False)
        visitor.enter(ME)
        visitor.go("#/table/0000000000000000")
        page.get_by_role("link", name=words["end.home"], exact=True).wait_for()
        take(page, "pages", "no-such-table")
        visitor.context.close()

    # Lessons

    def take_lessons(self, game: str) -> None:
        """Take the course of a game, and every step before and after its answer."""
        visitor = self.visitor(ME)
        page, take = visitor.page, self.gallery.take
        with Guest(self.house.url) as guest:
            steps = guest.get(f"/api/games/{game}/lessons?lang={self.gallery.lang}")["steps"]
        for step in steps:
            visitor.go(f"#/learn/{game}/{step['name']}")
            board = page.locator("main.board")
            page.locator(f'main.board[data-asked="{step["name"]}"]').wait_for()
            take(page, game, f"lesson-{step['name']}")
            page.get_by_role("button", name=WORDS[self.gallery.lang]["learn.show"], exact=True).click()
            if not step["guided"]:
                board.and_(page.locator('[data-asked=""][data-settled=true]')).wait_for()
                take(page, game, f"lesson-{step['name']}-done")
        if steps:
            visitor.go(f"#/learn/{game}")
            page.get_by_role("heading", name=WORDS[self.gallery.lang]["learn.like"]).wait_for()
            take(page, game, "lessons")
        visitor.context.close()

    # Tables

    def take_tables(self, game: str, seats: int) -> None:
        """Play until every phase has been seen; then look at it as a watcher, at its end and in the replay."""
        self.take_lessons(game)
        wanted = set(self.words(game)["phases"]) - NEVER_LIVE
        seen: set[tuple[str, str]] = set()
        for number in range(MOST_MATCHES):
            visitor = self.visitor(ME)
            Match(self, visitor, game, seats, number, seen).play()
            visitor.context.close()
            if wanted <= {phase for phase, _ in seen}:
                break


class Match:
    """One match of a game, played to its end."""

    def __init__(
        self, guide: Guide, visitor: Visitor, game: str, seats: int, number: int, seen: set[tuple[str, str]]
    ) -> None:
        self.guide, self.visitor, self.game, self.seen = guide, visitor, game, seen
        self.first = number == 0
        self.refusals = 0 if self.first else 1  # one is enough
        self.page = visitor.page
        self.words = WORDS[guide.gallery.lang]
        self.random = Random(f"{game} {number}")
        bots = [None, *["novice"] * (seats - 1)]
        opened = visitor.open(game, seats=seats, options=LENGTH[game], bots=bots)
        self.match: str = opened["match"]
        self.invite: str = opened["invite"]

    def play(self) -> None:
        """Play to the end."""
        self.visitor.go(f"#/table/{self.match}?quick=1")
        self.page.locator("main.board").wait_for()
        with self.guide.guest(self.visitor) as guest:
            line = guest.connect(self.match)
            line.expect("table")
            tricks, scored, again = 0, False, False
            while True:
                while line.table["status"] == "playing" and not line.table["display"]["legal"]:
                    line.receive()
                if line.table["status"] != "playing":
                    break
                display: Json = line.table["display"]
                self.take_decision(line, display)
                if self.first and display["phase"] in ("tricks", "play", "plays"):
                    tricks += 1
                    if tricks == 5:
                        self.take_middle(line)
                if self.first and not scored and any(message.get("lines") for message in line.seen):
                    scored = True
                    self.take_after_deal(line)
                if self.first and not again and has_round(display, "2"):
                    again = True
                    self.catch_up(line)
                    self.take("second-round")
                answer = line.ask(type="play", actions=[self.choose(display)], seq=line.table["seq"])
                if answer["type"] == "accepted":  # others may have been quicker where several are asked
                    line.follow(answer["seq"])
            if self.first:
                self.page.get_by_role("link", name=self.words["end.replay"]).wait_for()
                self.take("end-of-match")
                self.page.get_by_role("main").get_by_role("listitem").first.get_by_role("button").first.click()
                self.take("end-of-match-lines")
                self.replay(guest)
                self.review()

    def choose(self, display: Json) -> str:
        """Choose something; passing as often as not, so that auctions end."""
        legal: list[str] = display["legal"]
        if "pass" in legal and self.random.random() < 0.5:
            return "pass"
        return self.random.choice(legal)

    def take(self, name: str, *sizes: str) -> None:
        """Take the table as it is."""
        self.guide.gallery.take(self.page, self.game, name, sizes=sizes)

    def catch_up(self, line: Socket) -> None:
        """Wait until the browser shows what the line was told."""
        for _ in range(500):
            shown = self.visitor.positions
            if shown and shown[-1]["seq"] >= line.table["seq"]:
                break
            self.page.wait_for_timeout(10)
        self.page.wait_for_timeout(80)

    def take_decision(self, line: Socket, display: Json) -> None:
        """Take a kind of decision that is new."""
        kind = (str(display["phase"]), str(display["prompt"]))
        if kind in self.seen:
            return
        self.seen.add(kind)
        self.catch_up(line)
        name = "-".join(dict.fromkeys(kind))
        self.take(name)
        if display["several"] or not any(card.get("action") for card in own_cards(display)):
            self.take_selection(name)
        if not self.refusals and any(card.get("barred") for card in own_cards(display)):
            self.take_refusal(name)

    def take_selection(self, name: str) -> None:
        """Take the same with something selected, if something can be."""
        cards = self.page.locator("main [data-card]:not([aria-disabled=true]):not([data-action])")
        try:
            for at in range(min(2, cards.count())):
                cards.nth(at).click(timeout=500, position={"x": 8, "y": 12})
        except Error:
            return
        if self.page.locator("main [data-card][aria-pressed=true]").count():
            self.take(f"{name}-selected")
        self.page.keyboard.press("Escape")
        self.page.mouse.click(2, 2)  # so that no ring shows where the focus is

    def take_refusal(self, name: str) -> None:
        """Take a refusal."""
        card = self.page.locator("main .dock [data-card][aria-disabled=true]").first
        for size in self.guide.gallery.sizes:
            self.page.set_viewport_size(SIZES[size])
            self.page.evaluate(TWO_FRAMES)
            try:
                card.click(timeout=800, position={"x": 8, "y": 12}, force=True)
                self.page.locator(".toast").wait_for(timeout=1500)
            except Error:
                continue
            self.take(f"{name}-refused-{size}", size)
            self.refusals += 1
            self.page.evaluate("document.querySelector('.toast button')?.click()")

    def take_middle(self, line: Socket) -> None:
        """Take the middle of a deal; the same as a watcher; and on the plain table."""
        self.catch_up(line)
        self.take("middle")
        watcher = self.guide.visitor(FRIENDS[0])
        watcher.go(f"#/table/{self.match}?invite={self.invite}")
        watcher.page.locator("main.board").wait_for()
        watcher.page.wait_for_timeout(200)
        self.guide.gallery.take(watcher.page, self.game, "watcher")
        watcher.context.close()
        plain = self.page.get_by_role("button", name=self.words["board.plain"])
        if plain.count():
            plain.click()
            self.take("plain")
            self.page.get_by_role("button", name=self.words["board.drawn"]).click()
        self.take_on_phone("bar.scores", "sheet")

    def take_on_phone(self, button: str, name: str) -> None:
        """Take what a button opens on a phone, and close it."""
        phones = [size for size in self.guide.gallery.sizes if size.endswith("phone")]
        if phones:
            self.page.set_viewport_size(SIZES[phones[0]])
            self.page.get_by_role("button", name=self.words[button]).click()
            self.take(name, *phones)
            self.page.keyboard.press("Escape")

    def take_after_deal(self, line: Socket) -> None:
        """Take the first decision after somebody scored."""
        self.catch_up(line)
        self.take("after-a-deal")

    def replay(self, guest: Guest) -> None:
        """Take the replay in its middle, at the end of the deal, and in every phase that was not to be seen before."""
        steps: list[Json] = guest.get(f"/api/matches/{self.match}/replay", seat=0, deal=0)["steps"]
        phases = {phase for phase, _ in self.seen}
        missing = {step["displays"][0]["phase"]: at for at, step in enumerate(steps)}
        chosen = {"replay": len(steps) // 2, "end-of-deal": len(steps) - 1}
        chosen |= {f"replay-{phase}": at for phase, at in missing.items() if phase not in phases}
        for name, step in chosen.items():
            self.visitor.go(f"#/replay/{self.match}?step={step}&seat=0")
            self.page.get_by_role("slider").wait_for()
            self.page.wait_for_timeout(150)
            self.take(name)

    def review(self) -> None:
        """Take the review when it is ready: the costliest decision, and the first one."""
        self.visitor.go(f"#/review/{self.match}?seat=0")
        self.page.get_by_text(self.words["review.luck"]).wait_for(timeout=REVIEWED)
        board = self.page.get_by_role("group", name=self.words["review.position"])
        for name, key in (("review", ""), ("review-first", "Home")):
            if key:
                self.page.get_by_role("slider").press(key)
            board.locator("[data-flag]").first.wait_for(state="attached")
            self.take(name)


def own_cards(display: Json) -> list[Json]:
    """Return the cards of one's own zones."""
    return [card for zone in display["zones"] if zone.get("seat", -1) == display["seat"] for card in zone["cards"]]


def has_round(display: Json, number: str) -> bool:
    """Whether this round is played now."""
    return any(fact["name"] == "round" and fact["value"] == number for fact in display["facts"])


@contextmanager
def start_guide(gallery: Gallery) -> Iterator[Guide]:
    """Start the one server and the one browser that all pictures are taken with."""
    path = chromium()
    if path is None:
        raise SystemExit("gallery: no Chromium found: install it or set ATOUT_CHROMIUM")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = ServerProcess(Path(folder))  # which deals from a seed: pictures are the same every time
        try:
            browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
            yield Guide(browser, house, gallery)
            browser.close()
        finally:
            house.process.terminate()
            house.process.wait(30)


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    places = ["pages", *names()]
    parser.add_argument("place", nargs="*", metavar="PLACE", help=f"only these of {', '.join(places)}")
    parser.add_argument("--size", choices=list(SIZES), action="append", help="only this size; may be repeated")
    parser.add_argument("--theme", choices=THEMES, action="append", help="only this theme; may be repeated")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="in this language")
    parser.add_argument("--seats", type=int, help="players at the tables; 4 unless told")
    options = parser.parse_args(arguments)
    for place in options.place:
        if place not in places:
            parser.error(f"no place {place}: there are {', '.join(places)}")
    return options


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    gallery = Gallery(options.size or list(SIZES), options.theme or list(THEMES), options.lang)
    for place in options.place or ["."]:
        shutil.rmtree(OUT / place, ignore_errors=True)
    with start_guide(gallery) as guide:
        visits: dict[str, Callable[[], None]] = {"pages": guide.take_pages}
        for game in names():
            counts = load(game).seat_counts
            seats = options.seats if options.seats in counts else min(4, counts[-1])
            visits[game] = lambda game=game, seats=seats: guide.take_tables(game, seats)  # type: ignore[misc]
        for place in options.place or visits:
            visits[place]()
    count = sum(map(len, gallery.scenes.values()))
    print(f"gallery: {count} pictures in {time.monotonic() - gallery.started:.0f} s: {gallery.index()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
