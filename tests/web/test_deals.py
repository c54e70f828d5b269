"""The end of a deal is seen: the last trick, then what it brought; and everything is told in the log."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.shortest import SHORTEST
from tests.web.conftest import ServerProcess, Visitor, open_house
from tests.web.pages import check_accessible
from tests.web.player import Mouse, PageTree
from tests.web.words import EN

Visit = Callable[..., Visitor]
KEPT = """if (location.protocol.startsWith('http'))
  localStorage.setItem('atout.settings', JSON.stringify({ tips: false, trick: 'short', reading: 0 }))"""


class SlowServer(ServerProcess):
    """A server whose bots take a moment, as people do."""

    pace = 150


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with open_house(tmp_path_factory.mktemp("house"), SlowServer) as house:
        yield house


def sit_down(visit: Visit, game: str, options: dict[str, str] | None = None) -> tuple[Visitor, Mouse]:
    ada = visit("Ada")
    ada.context.add_init_script(KEPT)
    seats = 4 if game in ("loop", "mu") else 3
    order = {"seats": seats, "options": SHORTEST[game] if options is None else options}
    match = ada.open(game, bots=[None, *["novice"] * (seats - 1)], **order)["match"]
    ada.go(f"#/table/{match}?quick=1")
    return ada, Mouse(ada.page)


def is_read(sight: PageTree) -> bool:
    return sight.find("button", EN["deal.go"]) is not None


def is_on_turn(player: Mouse, sight: PageTree) -> bool:
    return player.is_asked(sight) and bool(player.pressable_nodes(sight))


def play_deal(player: Mouse) -> PageTree:
    """Play until a deal is over and told."""
    while True:
        sight = player.wait(lambda sight: is_read(sight) or is_on_turn(player, sight))
        if is_read(sight):
            return sight
        player.step(sight)


EN_WINNING = "Winning"


def shown_trick(page: Page) -> int:
    return page.locator(".board").get_by_role("list", name="Last trick").get_by_role("listitem").count()


@pytest.mark.parametrize("game", sorted(SHORTEST))
def test_the_end_of_a_deal_waits_until_one_goes_on(visit: Visit, game: str) -> None:
    ada, player = sit_down(visit, game)
    play_deal(player)
    page = ada.page
    expect(page.get_by_role("complementary", name=EN["deal.aria"])).to_be_visible()
    before = len(ada.positions)
    page.wait_for_timeout(1500)
    check_accessible(page)
    assert len(ada.positions) == before  # nobody has decided anything meanwhile
    page.keyboard.press("Space")
    expect(page.get_by_role("complementary", name=EN["deal.aria"])).to_be_hidden()


def test_the_last_trick_is_seen_and_says_why_it_was_taken(visit: Visit) -> None:
    ada, player = sit_down(visit, "luz", {"pack": "small", "deals": "2"})
    play_deal(player)
    assert shown_trick(ada.page) == 3
    ended = next(message for message in reversed(ada.positions) if message.get("ended"))["ended"]
    assert ended["display"]["won"]["key"]
    expect(ada.page.locator(".board .winning .mark")).not_to_have_text(EN_WINNING)


def test_the_match_ends_after_its_last_deal_was_seen(visit: Visit) -> None:
    ada, player = sit_down(visit, "luz", {"pack": "small", "deals": "1"})
    play_deal(player)
    assert not player.is_over(player.look())
    ada.page.get_by_role("button", name=EN["deal.go"]).click()
    player.wait(player.is_over)


def test_the_score_table_and_the_log_are_whole_after_a_reload(visit: Visit) -> None:
    ada, player = sit_down(visit, "luz", {"pack": "small", "deals": "2"})
    page = ada.page
    play_deal(player)
    page.get_by_role("button", name=EN["deal.go"]).click()
    log = page.get_by_role("list", name=EN["log.title"])
    expect(log.get_by_role("heading", name="Deal 1")).to_be_visible()
    player.wait(lambda sight: player.is_asked(sight))
    before = log.inner_text()
    page.reload()
    expect(log.get_by_role("heading", name="Deal 1")).to_be_visible()
    player.wait(lambda sight: player.is_asked(sight))
    assert log.inner_text() == before
    page.get_by_role("button", name=EN["bar.sheet"]).click()
    expect(page.get_by_role("dialog").get_by_role("row", name="Deal 1")).to_be_visible()


def test_choosing_a_bet_moves_nothing(visit: Visit) -> None:
    ada, player = sit_down(visit, "luz", {"deals": "1"})
    player.wait(lambda sight: player.is_asked(sight) and bool(player.pressable_nodes(sight)))
    rail = ada.page.locator(".rail")
    before = rail.bounding_box()
    ada.page.locator(".rail label").nth(3).click()
    ada.page.locator("label.safety").click()
    assert rail.bounding_box() == before
