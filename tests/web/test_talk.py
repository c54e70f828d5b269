"""Talk: at the seats, beside the table and in the waiting room; what is new, what may be said, and who watches."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.shortest import SHORTEST
from tests.web.conftest import Visitor
from tests.web.pages import check_accessible
from tests.web.player import PAUSE, Mouse
from tests.web.test_people import PHONE, Visit, button, said, sit_together
from tests.web.words import EN, WORDS

SMALL = {"width": 320, "height": 640}
LONGEST = 300

# How far the middle of what was said is above or below the middle of the picture it belongs to.
APART = """([bubble, seat]) => {
  const middle = (one) => { const box = one.getBoundingClientRect(); return box.top + box.height / 2 }
  const found = [...document.querySelectorAll(`main [data-speaker="${seat}"]`)]
  const pictures = found.filter((one) => one.checkVisibility())
  return Math.min(...pictures.map((one) => Math.abs(middle(one) - middle(bubble))))
}"""

# Whether what was said lies upon a name at the table.
COVERS = """([bubble, name]) => {
  const upon = bubble.getBoundingClientRect()
  const names = [...document.querySelectorAll('main b')].filter((one) => one.textContent.includes(name))
  return names.filter((one) => one.checkVisibility()).some((one) => {
    const box = one.getBoundingClientRect()
    const across = Math.min(box.right, upon.right) - Math.max(box.left, upon.left)
    return across > 1 && Math.min(box.bottom, upon.bottom) - Math.max(box.top, upon.top) > 1
  })
}"""


def phrase(page: Page, name: str, lang: str = "en") -> Locator:
    return page.get_by_role("button", name=WORDS[lang][f"phrase.{name}"], exact=True)


def bubble(page: Page, text: str) -> Locator:
    return page.locator(".bubble").filter(has_text=text)


def lines(page: Page, lang: str = "en") -> Locator:
    return page.get_by_role("list", name=WORDS[lang]["talk.title"]).get_by_role("listitem")


def open_talk(visitor: Visitor) -> None:
    visitor.page.locator("[data-talk]").click()


def wait_in_the_room(ada: Visitor, *others: Visitor, seats: int = 4, game: str = "luz", **order: Any) -> str:
    """Let several come to a table that has not begun; return its link."""
    opened = ada.open(game, seats=seats, options=SHORTEST[game], **order)
    link = f"#/table/{opened['match']}?invite={opened['invite']}"
    for visitor in (ada, *others):
        visitor.go(link)
        expect(button(visitor.page, "room.ready")).to_be_visible()
    return link


# At the seats


def test_a_reaction_appears_at_the_seat_in_everybodys_language(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo", viewport=PHONE, locale="de")
    for game, seats in (("luz", 3), ("njet", 4), ("mu", 4)):
        ada.context.clear_cookies()
        bo.context.clear_cookies()
        ada.enter("Ada")
        bo.enter("Bo")
        opened = ada.open(game, seats=seats, options=SHORTEST[game], bots=[None, None, *["novice"] * (seats - 2)])
        for visitor in (ada, bo):
            visitor.go(f"#/table/{opened['match']}?invite={opened['invite']}")
            visitor.page.locator(".start .pri").click()
        Mouse(ada.page).wait(lambda _: bool(ada.positions and bo.positions))
        expect(bo.page.locator("[data-talk]")).to_be_visible()
        open_talk(ada)
        phrase(ada.page, "clap").click()
        for visitor, lang in ((ada, "en"), (bo, "de")):
            shown = bubble(visitor.page, WORDS[lang]["phrase.clap"])
            expect(shown).to_be_visible()
            assert shown.bounding_box() is not None
        assert not ada.page.evaluate(COVERS, [bubble(ada.page, EN["phrase.clap"]).element_handle(), "Ada"]), game
        told = bubble(bo.page, WORDS["de"]["phrase.clap"])
        expect(told).to_contain_text("Ada")  # on a phone it may lie upon the name, and so says it
        assert bo.page.evaluate(APART, [told.element_handle(), 0]) < 30, game
        expect(told).to_be_hidden()  # after a while
        ada.frames.clear()
        bo.frames.clear()


def test_in_the_waiting_room_too(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo", viewport=PHONE)
    wait_in_the_room(ada, bo)
    phrase(bo.page, "laugh").click()
    for visitor in (ada, bo):
        shown = bubble(visitor.page, EN["phrase.laugh"])
        expect(shown).to_be_visible()
        assert visitor.page.evaluate(APART, [shown.element_handle(), 1]) < 30
        expect(lines(visitor.page)).to_have_text([f"Bo {EN['phrase.laugh']}"])


def test_who_does_not_want_to_hear_sees_nothing(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    wait_in_the_room(ada, bo)
    ada.page.get_by_label(EN["talk.mute"]).check()
    phrase(bo.page, "hurry").click()
    expect(bubble(bo.page, EN["phrase.hurry"])).to_be_visible()
    expect(bubble(ada.page, EN["phrase.hurry"])).to_be_hidden()
    expect(lines(ada.page)).to_have_text([EN["talk.empty"]])


# Beside the table


def test_what_was_said_stands_beside_the_table_which_stays_usable(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo", viewport=PHONE)
    sit_together(ada, bo, chat=True)
    for visitor in (ada, bo):
        open_talk(visitor)
        expect(visitor.page.get_by_role("dialog")).to_be_hidden()
    text = ada.page.get_by_role("textbox", name=EN["talk.text"])
    text.fill("Shall we?")
    text.press("Enter")
    for visitor in (ada, bo):
        expect(lines(visitor.page)).to_have_text(["Ada Shall we?"])
    players = ((ada, Mouse(ada.page)), (bo, Mouse(bo.page, seed=2)))
    for _ in range(100):  # the match goes on with talk open
        for _, player in players:
            sight = player.look()
            if player.is_asked(sight) and player.pressable_nodes(sight):
                player.step(sight)
        if len(ada.accepted) > 1 and len(bo.accepted) > 1:
            break
        ada.page.wait_for_timeout(PAUSE)
    for visitor, _ in players:
        assert len(visitor.accepted) > 1
        expect(lines(visitor.page).first).to_be_visible()
    ada.page.reload()
    open_talk(ada)
    expect(lines(ada.page)).to_have_text(["Ada Shall we?"])


def test_by_keys(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    sit_together(ada, bo, chat=True)
    ada.page.keyboard.press("t")
    text = ada.page.get_by_role("textbox", name=EN["talk.text"])
    expect(text).to_be_focused()
    ada.page.keyboard.type("thms?")  # which are letters here, and no shortcuts
    expect(text).to_have_value("thms?")
    ada.page.keyboard.press("Enter")
    expect(lines(ada.page)).to_have_text(["Ada thms?"])
    ada.page.keyboard.press("Shift+Tab")
    ada.page.keyboard.press("Escape")
    expect(text).to_be_hidden()
    expect(ada.page.locator("[data-talk]")).to_be_focused()


def test_older_lines_are_fetched(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    link = wait_in_the_room(ada, bo, chat=True)
    text = ada.page.get_by_role("textbox", name=EN["talk.text"])
    for number in range(25):
        text.fill(f"line {number}")
        text.press("Enter")
        expect(text).to_have_value("")
    bo.go(link)
    expect(lines(bo.page).filter(has_text="line 24")).to_be_visible()
    expect(lines(bo.page).filter(has_text="line 4")).to_have_count(0)
    button(bo.page, "talk.earlier").click()
    expect(lines(bo.page).filter(has_text="line ")).to_have_count(25)
    expect(button(bo.page, "talk.earlier")).to_be_hidden()


# What is new, and how much


def test_unread_lines_are_marked_until_they_are_seen(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo", viewport=PHONE)
    sit_together(ada, bo)
    mark = bo.page.locator("[data-talk] .unread")
    expect(mark).to_be_hidden()
    open_talk(ada)
    phrase(ada.page, "hello").click()
    phrase(ada.page, "wow").click()
    expect(mark).to_have_text("2")
    expect(bo.page.get_by_role("button", name=said("talk.unread", n="2"))).to_be_visible()
    bo.page.reload()
    expect(mark).to_have_text("2")
    open_talk(bo)
    expect(lines(bo.page).filter(has_text=EN["setup.new"])).to_have_count(2)
    expect(mark).to_be_hidden()
    bo.page.reload()
    expect(bo.page.locator("[data-talk]")).to_be_visible()
    expect(mark).to_be_hidden()
    expect(ada.page.locator("[data-talk] .unread")).to_be_hidden()  # what one has said oneself


def test_the_limit_of_a_text_is_shown_and_holds(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    wait_in_the_room(ada, bo, chat=True)
    text = ada.page.get_by_role("textbox", name=EN["talk.text"])
    limit = EN["talk.limit"]
    expect(ada.page.get_by_text(limit.format(n=0, most=LONGEST))).to_be_visible()
    text.press_sequentially("x" * 12)
    expect(ada.page.get_by_text(limit.format(n=12, most=LONGEST))).to_be_visible()
    text.fill("y" * LONGEST)
    text.press("z")
    expect(text).to_have_value("y" * LONGEST)
    expect(ada.page.get_by_text(limit.format(n=LONGEST, most=LONGEST))).to_be_visible()
    text.press("Enter")
    expect(lines(bo.page)).to_have_text([f"Ada {'y' * LONGEST}"])
    expect(text).to_have_value("")


# Watchers


def test_watchers_are_named_and_offered_what_they_may_say(visit: Visit) -> None:
    ada, bo, eve = visit("Ada"), visit("Bo", viewport=PHONE), visit("Eve", viewport=SMALL)
    link = sit_together(ada, bo, chat=True)
    eve.go(link)
    expect(eve.page.get_by_role("main")).to_be_visible()
    for visitor in (ada, bo):
        eye = visitor.page.get_by_role("button", name=said("watch.names", names="Eve"))
        expect(eye).to_be_visible()
        eye.click()
        expect(visitor.page.get_by_text(said("talk.watching", names="Eve"))).to_be_visible()
    open_talk(eve)
    expect(eve.page.get_by_text(EN["talk.watchers"])).to_be_visible()
    expect(eve.page.get_by_role("textbox")).to_be_hidden()
    phrase(eve.page, "well_played").click()
    expect(bubble(ada.page, "Eve")).to_contain_text(EN["phrase.well_played"])
    expect(lines(bo.page)).to_have_text([f"Eve {EN['talk.watcher']} {EN['phrase.well_played']}"])
    eve.page.close()
    expect(ada.page.locator("[data-watchers]")).to_be_hidden()
    eve.page = eve.context.new_page()


def test_who_sees_all_hands_is_offered_nothing_to_say(visit: Visit) -> None:
    ada, bo, eve = visit("Ada"), visit("Bo"), visit("Eve")
    link = sit_together(ada, bo, chat=True, watch="all_hands")
    eve.go(link)
    open_talk(eve)
    expect(eve.page.get_by_text(EN["refused.watchers-of-hands-are-silent"])).to_be_visible()
    expect(phrase(eve.page, "hello")).to_be_hidden()
    expect(eve.page.get_by_role("textbox")).to_be_hidden()


# Accessible


def test_talk_is_accessible_everywhere(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    sit_together(ada, bo, chat=True)
    open_talk(ada)
    phrase(ada.page, "hello").click()
    expect(lines(ada.page)).to_have_count(1)
    check_accessible(ada.page)
