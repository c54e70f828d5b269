"""A dishonest host against the real client: it controls everything but one browser, and wants to aim at a deal.

What the host says comes between the real server and the page. The host knows its secret, waits for the bytes of
the page, and then looks for bytes of its friend that give a deal to its liking.
"""

import json
import re
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from atout import Match, fair, load
from atout import record as records
from tests.kit.deadline import DEADLINE
from tests.web.conftest import Json, Visitor
from tests.web.pages import check_accessible, set_appearance
from tests.web.player import PAUSE
from tests.web.words import EN, LANGUAGES, WORDS

Visit = Callable[..., Visitor]

SECRET: Final = "5e" * 32
ADA: Final = 0  # the seat of the page
FRIEND: Final = 1  # of the host
BOT: Final = 2
FIRST: Final = "f1" * 32  # what the friend commits to before the host knows the bytes of the page
DEALS: Final = {"deals": "2"}
TRIES: Final = 300
CLOSED: Final = re.compile(r"WebSocket connection to")

# As in a browser that keeps nothing; and where the disk has become full.
REFUSED: Final = (
    "Object.defineProperty(window, 'indexedDB', { value: { open: () => { throw new Error('switched off') } } })"
)
FULL: Final = "() => { IDBObjectStore.prototype.put = function () { this.transaction.abort() } }"


class DishonestHost:
    """Tells every page of one browser what it likes."""

    def __init__(self, visitor: Visitor) -> None:
        opened = visitor.open("luz", seats=3, options=DEALS, bots=[None, None, "novice"])
        self.visitor = visitor
        self.match: str = opened["match"]
        self.story: Json = {"status": "open"}
        self.commitments: dict[str, str] = {}
        self.told: Json = {}
        self.sockets: list[WebSocketRoute] = []
        self.heard: list[tuple[WebSocketRoute, Json]] = []
        visitor.context.route_web_socket(re.compile("/ws/"), self._on_connect)

    def _on_connect(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(partial(self._greet, socket))
        socket.on_message(partial(self._on_message, socket))

    def _greet(self, socket: WebSocketRoute, text: str | bytes) -> None:
        """Tell a new connection how things stand; of what the real server says later, nothing is passed on."""
        message = json.loads(text)
        if message["type"] == "table" and socket not in self.sockets:
            self.told = message
            self.sockets.append(socket)
            self.tell(socket)

    def _on_message(self, socket: WebSocketRoute, text: str | bytes) -> None:
        request = json.loads(text)
        if request["type"] != "ping":
            self.heard.append((socket, request))
        socket.send(json.dumps({"type": "accepted", "re": request["re"], "seq": 1, "link": ""}))

    def tell(self, socket: WebSocketRoute, **changes: Any) -> None:
        """Tell one connection a story."""
        chairs = [
            {"name": "Ada", "here": True, "ready": bool(self.commitments)},
            {"name": "Friend", "here": True, "ready": True},
            {"level": "novice", "ready": True},
        ]
        fairness = {"digest": fair.digest(SECRET), "commitments": self.commitments}
        story = {"you": ADA, "chairs": chairs, "fairness": fairness, **self.story, **changes}
        socket.send(json.dumps({**self.told, **story}))

    def show(self, commitments: dict[int, str], **story: Any) -> None:
        """Change the story, for all connections and those to come."""
        self.commitments = {str(seat): text for seat, text in commitments.items()}
        self.story = {"status": "sealed" if commitments else "open", **story}
        for socket in self.sockets:
            self.tell(socket)

    def commitment(self, friend: str) -> str:
        return fair.commitment(self.match, friend)

    def requests(self, kind: str) -> list[Json]:
        return [request for _, request in self.heard if request["type"] == kind]

    def wait(self, kind: str, count: int = 1) -> Json:
        """Return a request when it has come."""
        wait_until(self.visitor.page, lambda: len(self.requests(kind)) >= count)
        return self.requests(kind)[count - 1]

    def aimed_bytes(self, own: str) -> str:
        """Return bytes that give the friend the most cards of one colour, as the bytes of the page are known."""
        tried = (sha256(f"friend {number}".encode()).hexdigest() for number in range(TRIES))
        return max(tried, key=lambda friend: longest_colour(self.deals(own, friend)))

    def deals(self, own: str, friend: str) -> fair.Fair:
        return fair.Fair.from_secret(self.match, SECRET, (own, friend, fair.BOT))

    def record(self, own: str, friend: str) -> records.Record:
        """Return the record of a match with these bytes."""
        deals = self.deals(own, friend)
        match = Match(load("luz"), 3, DEALS, shuffle=deals.shuffle())
        while not match.over:
            match.play(match.turn, match.legal(match.turn)[0])
        return records.make_record(match, ["Ada", "Friend", "Bot"], fair=deals.to_table())


def wait_until(page: Page, condition: Callable[[], bool]) -> None:
    """Let pages work until something has happened."""
    deadline = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < deadline, page.locator("body").inner_text()
        page.wait_for_timeout(PAUSE)


def longest_colour(deals: fair.Fair) -> int:
    match = Match(load("luz"), 3, DEALS, shuffle=deals.shuffle())
    return max(Counter(card[0] for card in records.make_record(match).deals[0].dealt["hands"][FRIEND].split()).values())


def visit_dishonest_host(visit: Visit, **more: Any) -> tuple[Visitor, DishonestHost]:
    ada = visit("Ada", **more)
    ada.expected.append(CLOSED)
    host = DishonestHost(ada)
    ada.go(f"#/table/{host.match}")
    expect(ready_button(ada.page)).to_be_visible()
    return ada, host


def ready_button(page: Page) -> Locator:
    return page.get_by_role("button", name=EN["room.ready"], exact=True)


def warning(page: Page, why: str, lang: str = "en") -> Locator:
    return page.get_by_role("alert").filter(has_text=WORDS[lang][f"fair.{why}"])


def save_receipt(page: Page, folder: Path) -> fair.Receipt:
    """Save the receipt as a person would."""
    page.get_by_role("button", name=EN["bar.menu"]).click()
    with page.expect_download() as loading:
        page.get_by_role("button", name=EN["fair.save"]).click()
    loading.value.save_as(folder / "receipt.json")
    page.get_by_role("button", name=EN["close"]).last.click()
    return fair.Receipt.loads((folder / "receipt.json").read_text(encoding="utf-8"))


def keys(verdict: fair.Verdict) -> list[str]:
    return [item.key for item in verdict.failures]


# A second list for the same bytes


@pytest.mark.parametrize("way", ["same page", "reload", "second tab", "lost connection", "start given up"])
def test_bytes_once_revealed_are_not_revealed_to_a_list_chosen_afterwards(
    way: str, visit: Visit, tmp_path: Path
) -> None:
    ada, host = visit_dishonest_host(visit)
    page = ada.page
    ready_button(page).click()
    mine = host.wait("ready")["commitment"]
    host.show({ADA: mine, FRIEND: host.commitment(FIRST)})
    own = host.wait("reveal")["bytes"]

    friend = host.aimed_bytes(own)
    assert longest_colour(host.deals(own, friend)) > longest_colour(host.deals(own, FIRST))
    aimed = {ADA: mine, FRIEND: host.commitment(friend)}
    if way == "start given up":
        host.show({})
        expect(page.get_by_text(EN["fair.again"])).to_be_visible()
    elif way != "same page":  # nobody hears of it but who comes now
        host.sockets, before = [], host.sockets
        host.show(aimed)
        if way == "reload":
            page.reload()
        elif way == "second tab":
            page = ada.context.new_page()
            page.goto(f"/#/table/{host.match}")
        else:
            before[-1].close(code=1011)
    if way in ("same page", "start given up"):
        host.show(aimed)
    expect(warning(page, "spent")).to_be_visible()
    assert len(host.requests("reveal")) == 1

    receipt = save_receipt(page, tmp_path)
    assert [attempt.commitments[FRIEND] for attempt in receipt.attempts] == [host.commitment(FIRST)]
    verdict = fair.verify(host.record(own, friend), receipt)
    assert (verdict.level, keys(verdict)) == ("", ["contribution_differs"])
    assert fair.verify(host.record(own, FIRST), receipt).level == fair.FIXED


def test_two_tabs_that_are_shown_different_lists_reveal_to_one_of_them(visit: Visit, tmp_path: Path) -> None:
    ada, host = visit_dishonest_host(visit)
    other = ada.context.new_page()
    other.goto(f"/#/table/{host.match}")
    for page in (other, ada.page):
        ready_button(page).click()
    made = {host.wait("ready", 1)["commitment"], host.wait("ready", 2)["commitment"]}
    assert len(made) == 1  # bytes that nobody knows yet serve both
    [mine] = made
    friends = ("f2" * 32, "f3" * 32)
    for socket, friend in zip(host.sockets, friends, strict=True):
        commitments = {"0": mine, "1": host.commitment(friend)}
        host.tell(socket, status="sealed", fairness={"digest": fair.digest(SECRET), "commitments": commitments})
    own = host.wait("reveal")["bytes"]
    pages = (ada.page, other)
    wait_until(other, lambda: any(warning(page, "spent").count() for page in pages))
    [refusing] = [page for page in pages if warning(page, "spent").count()]
    assert len(host.requests("reveal")) == 1
    [attempt] = save_receipt(refusing, tmp_path).attempts
    told = dict(zip(host.sockets, friends, strict=True))
    [revealed_to] = [told[socket] for socket, request in host.heard if request["type"] == "reveal"]
    assert attempt.contribution == own
    assert attempt.commitments == {ADA: mine, FRIEND: host.commitment(revealed_to)}


# Another list, or another match, than the one that was agreed

CHANGES: Final[dict[str, tuple[str, Callable[[DishonestHost, str], Json]]]] = {
    "digest": ("changed", lambda host, mine: fairness(host, mine, digest=fair.digest("0f" * 32))),
    "game": ("changed", lambda host, mine: fairness(host, mine) | {"game": "mu"}),
    "options": ("changed", lambda host, mine: fairness(host, mine) | {"options": {"deals": "3"}}),
    "seats": ("changed", lambda host, mine: fairness(host, mine) | {"seats": 4}),
    "rules": ("changed", lambda host, mine: fairness(host, mine) | {"rules": 9}),
    "match": ("changed", lambda host, mine: fairness(host, mine) | {"match": "another"}),
    "own seat": (
        "changed",
        lambda host, mine: fairness(host, host.commitment(FIRST), {FRIEND: mine}) | {"you": FRIEND},
    ),
    "a bot commits": ("broken", lambda host, mine: fairness(host, mine, {BOT: host.commitment("b0" * 32)})),
    "a copy": ("broken", lambda host, mine: fairness(host, mine, {FRIEND: mine})),
    "not everybody": (
        "broken",
        lambda host, mine: {"fairness": {"digest": fair.digest(SECRET), "commitments": {"0": mine}}},
    ),
    "own bytes left out": ("elsewhere", lambda host, mine: fairness(host, host.commitment("0a" * 32))),
}


def fairness(host: DishonestHost, mine: str, more: dict[int, str] | None = None, digest: str = "") -> Json:
    """Return the part of a story that is about fairness."""
    shown = {ADA: mine, FRIEND: host.commitment(FIRST), **(more or {})}
    commitments = {str(seat): text for seat, text in shown.items()}
    return {"fairness": {"digest": digest or fair.digest(SECRET), "commitments": commitments}}


@pytest.mark.parametrize("change", CHANGES)
def test_bytes_stay_here_when_something_else_is_shown_than_was_agreed(change: str, visit: Visit) -> None:
    ada, host = visit_dishonest_host(visit)
    ready_button(ada.page).click()
    mine = host.wait("ready")["commitment"]
    why, story = CHANGES[change]
    host.show({ADA: mine}, **story(host, mine))
    expect(warning(ada.page, why)).to_be_visible()
    assert host.requests("reveal") == []


def test_a_match_that_has_changed_gets_no_second_commitment(visit: Visit) -> None:
    ada, host = visit_dishonest_host(visit)
    ready_button(ada.page).click()
    host.wait("ready")
    host.show({}, fairness={"digest": fair.digest("0f" * 32)})
    ready_button(ada.page).click()
    expect(warning(ada.page, "changed")).to_be_visible()
    assert len(host.requests("ready")) == 1


# Starts that are given up


def test_every_attempt_has_new_bytes_and_the_receipt_counts_them(visit: Visit, tmp_path: Path) -> None:
    ada, host = visit_dishonest_host(visit)
    page = ada.page
    revealed: list[str] = []
    for attempt in (1, 2, 3):
        ready_button(page).click()
        mine = host.wait("ready", attempt)["commitment"]
        host.show({ADA: mine, FRIEND: host.commitment(f"f{attempt}" * 32)})
        revealed.append(host.wait("reveal", attempt)["bytes"])
        host.show({})
        told = EN["fair.again"] if attempt == 1 else EN["fair.again_many"].format(n=attempt)
        expect(page.get_by_text(told)).to_be_visible()
    assert len(set(revealed)) == 3
    receipt = save_receipt(page, tmp_path)
    assert [attempt.contribution for attempt in receipt.attempts] == revealed
    verdict = fair.verify(host.record(revealed[2], "f3" * 32), receipt)
    assert verdict.level == fair.FIXED
    assert fair.Finding(fair.NOTE, "several_starts", {"count": 3}) in verdict.findings
    mixed = fair.verify(host.record(revealed[2], "f2" * 32), receipt)
    assert (mixed.level, keys(mixed)) == ("", ["contribution_differs"])


def test_who_is_in_a_hurry_is_not_made_ready_again_by_a_reload(visit: Visit) -> None:
    ada, host = visit_dishonest_host(visit)
    ada.go(f"#/table/{host.match}?quick=1")
    mine = host.wait("ready")["commitment"]
    host.show({ADA: mine, FRIEND: host.commitment(FIRST)})
    host.wait("reveal")
    host.show({})
    ada.page.reload()
    expect(ada.page.get_by_text(EN["fair.again"])).to_be_visible()
    expect(ready_button(ada.page)).to_be_visible()
    assert len(host.requests("ready")) == 1


# Storage


def test_a_browser_that_keeps_nothing_does_not_take_part(visit: Visit) -> None:
    ada, host = visit_dishonest_host(visit)
    ada.page.add_init_script(REFUSED)
    ada.page.reload()
    ready_button(ada.page).click()
    for lang in LANGUAGES:
        set_appearance(ada.page, lang)
        expect(warning(ada.page, "storage", lang)).to_be_visible()
    check_accessible(ada.page)
    assert host.heard == []


def test_a_disk_that_is_full_when_the_start_is_sealed_means_no_reveal(visit: Visit) -> None:
    ada, host = visit_dishonest_host(visit)
    ready_button(ada.page).click()
    mine = host.wait("ready")["commitment"]
    ada.page.evaluate(FULL)
    host.show({ADA: mine, FRIEND: host.commitment(FIRST)})
    expect(warning(ada.page, "storage")).to_be_visible()
    assert host.requests("reveal") == []
    ada.page.reload()  # there is room again: nothing was revealed, so nothing is lost
    own = host.wait("reveal")["bytes"]
    assert fair.matches_commitment(host.match, mine, own)


# An honest server


def test_a_real_match_is_proven_by_the_receipt_of_the_page(visit: Visit, tmp_path: Path) -> None:
    ada = visit("Ada")
    match = ada.open("luz", seats=3, options=DEALS, bots=[None, "novice", "novice"])["match"]
    ada.go(f"#/table/{match}?quick=1")
    menu = ada.page.get_by_role("button", name=EN["bar.menu"])
    expect(ada.page.locator(".board .hand").first).to_be_visible()
    receipt = save_receipt(ada.page, tmp_path)
    menu.click()
    abandon = ada.page.get_by_role("button", name=EN["menu.abandon_alone"])
    abandon.click()
    expect(ada.page.get_by_text(EN["vote.sure_alone"])).to_be_visible()
    abandon.click()
    expect(ada.page.get_by_role("main").get_by_role("heading", level=1)).to_be_visible()
    found = records.loads(ada.context.request.get(f"/api/matches/{match}/record").text())
    verdict = fair.verify(found, receipt)
    assert (verdict.level, keys(verdict)) == (fair.FIXED, [])
    assert fair.Finding(fair.NOTE, "one_start") in verdict.findings


def test_another_device_of_the_same_player_says_that_it_has_no_receipt(visit: Visit) -> None:
    ada = visit("Ada")
    phone = visit(storage_state={"cookies": ada.context.cookies(), "origins": []})
    match = ada.open("luz", seats=3, options=DEALS, bots=[None, "novice", "novice"])["match"]
    for one in (phone, ada):
        one.go(f"#/table/{match}")
        expect(ready_button(one.page)).to_be_visible()
    ready_button(ada.page).click()
    expect(ada.page.locator(".board .hand").first).to_be_visible()
    expect(phone.page.locator(".board .hand").first).to_be_visible()
    phone.page.get_by_role("button", name=EN["bar.menu"]).click()
    expect(phone.page.get_by_text(EN["fair.none"])).to_be_visible()
    assert [frame for frame in phone.frames if frame.sent and frame.message["type"] == "reveal"] == []
