"""Lessons: whole courses by mouse and by keys, wrong ways, what is kept, the glossary, every step on every screen."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Locator, Route, ViewportSize, expect

from atout import load
from atout.study import Step, load_course
from tests.shortest import SHORTEST
from tests.web.conftest import Json, Visitor
from tests.web.pages import CUT_OFF, check_accessible, check_width, set_appearance, settled_faults
from tests.web.player import FREE_POINT, TWO_FRAMES, Keys, Node, PageTree
from tests.web.words import EN, LANGUAGES

Visit = Callable[..., Visitor]
Press = Callable[[Locator], None]

COURSES: Final = {game: course for game in SHORTEST if (course := load_course(load(game)))}
SIZES: Final[tuple[ViewportSize, ...]] = (
    {"width": 1280, "height": 800},
    {"width": 390, "height": 844},
    {"width": 320, "height": 640},
)
SMALL: Final[ViewportSize] = SIZES[2]
# Nobody watches: the others play at once.
AT_ONCE: Final = """if (location.protocol.startsWith('http'))
  localStorage.setItem('atout.settings', JSON.stringify({ trick: 'short', speed: 'off' }))"""
# Whether it lies on the hand.
COVERS_HAND: Final = """thing => {
  const [a, b] = [thing, document.querySelector('.hand')].map((one) => one.getBoundingClientRect())
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}"""


class LessonTable:
    """A step of a course in a browser, and what the server says of the same step."""

    def __init__(self, visitor: Visitor, game: str) -> None:
        visitor.context.add_init_script(AT_ONCE)
        self.visitor, self.game, self.page = visitor, game, visitor.page
        self.course = COURSES[game]
        self.texts: Json = visitor.context.request.get(f"/api/games/{game}/lessons?lang=en").json()
        self.coach = self.page.get_by_role("region", name=EN["learn.coach"])
        self.next = self.page.get_by_role("link", name=EN["learn.next"], exact=True)
        self.show = self.page.get_by_role("button", name=EN["learn.show"], exact=True)
        self.board = self.page.locator("main.board")

    def open(self, step: str) -> Json:
        """Go to a step, and return it as the server tells it."""
        self.visitor.go(f"#/learn/{self.game}/{step}")
        self.wait_until_asked(step)
        return self.view(step)

    def view(self, step: str) -> Json:
        answer = self.visitor.context.request.post(f"/api/games/{self.game}/lessons/{step}", data={"choices": []})
        found: Json = answer.json()
        return found

    def wait_until_asked(self, step: str) -> None:
        """Everything that has led to the position is on the table."""
        text = self.texts["lessons"][step]["title"]
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(re.sub(r"\[\[.*?\|?(\w+)\]\]", r"\1", text))
        expect(self.board).to_have_attribute("data-asked", step)

    def choose(self, view: Json, action: str, press: Press) -> bool:
        """Press what makes a choice: a button that says so, or its cards, and then what confirms them."""
        button = self.board.locator(f'[data-action="{action}"]')
        if not button.count():
            cards = self.find_cards(view["steps"][-1]["displays"][0], action)
            for card in cards:
                press(card)
                self.page.evaluate(TWO_FRAMES)
            if not cards:
                return False
        if button.count():
            press(button.first)
            self.page.evaluate(TWO_FRAMES)
        confirm = self.board.locator(".dock .btn.pri:not([aria-disabled=true])")
        if confirm.count() == 1 and self.board.get_attribute("data-settled") == "true":
            press(confirm)
        return True

    def find_cards(self, display: Json, action: str) -> list[Locator]:
        """Find the cards of a choice: the one that says so, or those that it names."""
        for zone in display["zones"]:
            alike: dict[str, list[str]] = {}
            for card in zone["cards"]:
                alike.setdefault(card["text"], []).append(card.get("action", card.get("barred", "")))
            for text, actions in alike.items():
                drawn = self.board.locator(f'button[data-card="{text}"]')
                if action in actions and drawn.count() == len(actions):
                    return [drawn.nth(actions.index(action))]
        if action not in display["legal"]:
            return []
        values = display["actions"][display["legal"].index(action)]["values"].values()
        parts = [part for value in values for part in re.split("[ ,]+", value)]
        held = [self.board.locator(f'.hand button[data-card="{part}"]') for part in parts]
        return [found.nth(parts[:at].count(parts[at])) for at, found in enumerate(held) if found.count()]

    def solve(self, view: Json, press: Press) -> bool:
        """Press what is right, or let it be shown; return whether it was pressed."""
        [action, *more] = view["solution"]
        by_hand = not more and self.choose(view, action, press) and self.is_answered()
        if not by_hand:
            press(self.show)
        expect(self.board).to_have_attribute("data-asked", "")
        return by_hand

    def is_answered(self) -> bool:
        """Tell whether the step is on its way to its end."""
        try:
            expect(self.board).to_have_attribute("data-asked", "", timeout=4000)
        except AssertionError:
            return False
        return True

    def try_wrong(self, step: Step, view: Json, press: Press) -> bool:
        """Make a choice that is not the right one, if there is one that can be pressed; it gets its reason."""
        choices = [*step.refused.items(), *((each, "") for each in step.wrong if each != "*")]
        for choice, clause in choices:
            if " " in choice or not self.choose(view, choice, press):
                continue
            status = self.coach.get_by_role("status").first
            try:
                expect(status).to_contain_text(EN["learn.nearly"], timeout=4000)
            except AssertionError:
                self.page.keyboard.press("Escape")  # this card is only selected
                continue
            if clause:
                expect(status.get_by_role("link", name=clause)).to_be_visible()
            else:
                reason = self.texts["lessons"][step.name]["wrong"][step.wrong[choice]]
                expect(status).to_contain_text(reason.partition("[[")[0].strip())
            expect(self.board).to_have_attribute("data-asked", step.name)
            expect(self.show).to_have_class(re.compile(r"\bpri\b"))
            expect(self.board.locator("[data-tried]").first).to_be_visible()
            return True
        return False

    def play_guided(self, press: Press) -> None:
        """Play the last step as the hints say, to the end of the deal."""
        for _ in range(80):
            if self.page.get_by_role("heading", name=re.compile("^" + EN["learn.finished"].partition("{")[0])).count():
                return
            if self.board.get_attribute("data-asked"):
                expect(self.coach.get_by_role("status").first).not_to_be_empty()
                press(self.show)
            self.page.evaluate(TWO_FRAMES)
            expect(self.board).to_have_attribute("data-settled", "true")
        raise AssertionError("the deal does not end")


def click(thing: Locator) -> None:
    """Click where a thing can be seen, whether or not it may be played."""
    thing.wait_for()
    point = thing.evaluate(f"thing => ({FREE_POINT}).call(thing)")
    assert point, f"nothing of it can be seen: {thing}"
    thing.page.mouse.click(*point)


# Courses


@pytest.mark.parametrize("game", COURSES)
def test_a_whole_course_with_the_mouse(game: str, visit: Visit) -> None:
    visitor = visit()
    table = LessonTable(visitor, game)
    page = visitor.page
    title = visitor.context.request.get(f"/api/games/{game}/words/en").json()["title"]
    visitor.go("")
    page.get_by_role("link", name=f"{EN['home.learn']}: {title}", exact=True).click()
    page.get_by_role("link", name=EN["learn.start"]).click()
    by_hand = tried = 0
    for number, step in enumerate(table.course.steps, 1):
        table.wait_until_asked(step.name)
        expect(table.coach).to_contain_text(EN["learn.step"].format(n=number, of=len(table.course.steps)))
        if step.guided:
            break
        view = table.view(step.name)
        tried += table.try_wrong(step, view, click)
        by_hand += table.solve(view, click)
        expect(table.coach.get_by_role("status").first).not_to_be_empty()
        expect(table.next).to_have_class(re.compile(r"\bpri\b"))
        click(table.next)
    assert by_hand >= 4, "most things are pressed on the board itself"
    assert tried >= 3
    table.play_guided(click)
    expect(page.get_by_role("heading", level=2, name=re.compile(title)).first).to_be_visible()
    page.get_by_role("link", name=EN["learn.leave"]).click()
    expect(page.get_by_role("listitem").filter(has_text=EN["learn.done"])).to_have_count(len(table.course.steps))
    page.get_by_role("button", name=EN["learn.play"]).first.click()
    expect(page.locator("main.board.live")).to_be_visible()


class LessonKeys(Keys):
    """Has keys and the accessibility tree, and nothing else."""

    def is_asked(self, sight: PageTree) -> bool:
        return True

    def press_thing(self, thing: Locator) -> None:
        """Go to a thing by Tab and arrow keys, and press it."""
        thing.evaluate("thing => thing.setAttribute('data-wanted', '')")
        root = self._line.send("DOM.getDocument")["root"]["nodeId"]
        found = self._line.send("DOM.querySelector", {"nodeId": root, "selector": "[data-wanted]"})["nodeId"]
        node = self._line.send("DOM.describeNode", {"nodeId": found})["node"]["backendNodeId"]
        thing.evaluate("thing => thing.removeAttribute('data-wanted')")
        self.press(self._node(node))

    def _node(self, node: int) -> Node:
        found = next((thing for thing in self.look().things if thing.node == node), None)
        assert found is not None, f"not in the accessibility tree:\n{self.look().text[:2000]}"
        return found


@pytest.mark.parametrize("game", [game for game in ("luz", "mu") if game in COURSES])
def test_a_whole_course_with_keys_on_a_small_phone(game: str, visit: Visit) -> None:
    visitor = visit(viewport=SMALL, has_touch=True)
    table = LessonTable(visitor, game)
    keys = LessonKeys(visitor.page)
    table.open(table.course.steps[0].name)
    by_hand = tried = 0
    for step in table.course.steps:
        table.wait_until_asked(step.name)
        if step.guided:
            break
        view = table.view(step.name)
        order = [thing.name for thing in keys.look().things if thing.name]
        idea = next(at for at, name in enumerate(order) if name == EN["learn.coach"])
        assert idea < order.index(
            re.sub(r"\[\[(?:[^|\]]+\|)?([^\]]+)\]\]", r"\1", table.texts["lessons"][step.name]["task"])
        )
        tried += table.try_wrong(step, view, keys.press_thing)
        by_hand += table.solve(view, keys.press_thing)
        expect(table.next).to_be_focused()
        visitor.page.keyboard.press("Enter")
        expect(visitor.page.locator("#idea")).to_be_focused()
    assert by_hand >= 4
    assert tried >= 3
    table.play_guided(keys.press_thing)
    assert keys.look().focus is not None


# What is kept


def test_a_lesson_reopens_where_it_was_left(visit: Visit) -> None:
    visitor = visit()
    table = LessonTable(visitor, "luz")
    page, names = visitor.page, [step.name for step in table.course.steps]
    table.solve(table.open(names[0]), click)
    table.open(names[2])
    page.reload()
    table.wait_until_asked(names[2])
    page.get_by_role("link", name=EN["learn.leave"]).click()
    expect(page.get_by_role("listitem").filter(has_text=EN["learn.done"])).to_have_count(1)
    page.get_by_role("link", name=EN["learn.go_on"].format(n=3)).click()
    table.wait_until_asked(names[2])
    page.get_by_role("link", name=EN["learn.back"], exact=True).click()
    table.wait_until_asked(names[1])
    page.go_back()
    table.wait_until_asked(names[2])


def test_the_first_match_of_a_game_offers_the_lesson_once(visit: Visit) -> None:
    visitor = visit("Ada")
    page = visitor.page
    opened = visitor.open("luz", seats=3, bots=[None, "novice", "novice"])
    visitor.go(f"#/table/{opened['match']}?quick=1")
    offer = page.get_by_role("link", name=EN["learn.offer"])
    expect(offer).to_have_attribute("href", "#/learn/luz")
    page.get_by_role("button", name=EN["tip.good"]).click()
    expect(offer).to_be_hidden()
    again = visitor.open("luz", seats=3, bots=[None, "novice", "novice"])
    visitor.go(f"#/table/{again['match']}?quick=1")
    expect(page.locator("main.board [data-card]").first).to_be_visible()
    expect(offer).to_be_hidden()


def test_a_step_that_does_not_fit_the_rules_stops_nobody(visit: Visit) -> None:
    visitor = visit()
    visitor.expected.append(re.compile("500"))
    table = LessonTable(visitor, "luz")
    names = [step.name for step in table.course.steps]

    def fail(route: Route) -> None:
        route.fulfill(status=500, json={"code": "fault", "why": "lesson-is-broken", "detail": ""})

    visitor.page.route(f"**/lessons/{names[0]}", fail)
    visitor.go(f"#/learn/luz/{names[0]}")
    expect(visitor.page.get_by_role("heading", name=EN["refused.lesson-is-broken"])).to_be_visible()
    table.next.click()
    table.wait_until_asked(names[1])


# Words


def test_a_word_of_the_glossary_is_explained_beside_it(visit: Visit) -> None:
    visitor = visit(viewport=SIZES[1])
    table = LessonTable(visitor, "luz")
    page = visitor.page
    table.open("follow")
    words = table.coach.locator("button[aria-expanded]")
    told = table.coach.get_by_role("note")
    words.first.click()
    expect(told).to_contain_text(table.texts["glossary"]["lead"].partition(": ")[2].partition(" [")[0])
    hand = table.board.locator(".hand")
    assert not told.evaluate(COVERS_HAND)
    expect(hand).to_be_in_viewport(ratio=0.9)
    words.nth(1).click()
    expect(told).to_have_count(1)
    expect(words.first).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)
    expect(words.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(told).to_have_count(1)
    page.locator("header").click(position={"x": 150, "y": 10})
    expect(told).to_have_count(0)


# Screens


@pytest.mark.parametrize("game", COURSES)
def test_every_step_fits_every_screen_in_three_languages(game: str, visit: Visit) -> None:
    visitor = visit()
    table = LessonTable(visitor, game)
    faults: list[str] = []
    for step in table.course.steps:
        table.open(step.name)
        for lang in LANGUAGES:
            set_appearance(visitor.page, lang)
            for size in SIZES:
                visitor.page.set_viewport_size(size)
                check_width(visitor.page)
                faults += [
                    f"{step.name}, {lang}, {size['width']} px: {each}" for each in settled_faults(visitor.page, CUT_OFF)
                ]
        set_appearance(visitor.page, "en")
    assert faults == []


@pytest.mark.parametrize("game", COURSES)
def test_a_lesson_is_for_everybody(game: str, visit: Visit) -> None:
    visitor = visit()
    table = LessonTable(visitor, game)
    page = visitor.page
    visitor.go(f"#/learn/{game}")
    expect(page.get_by_role("heading", name=EN["learn.like"])).to_be_visible()
    page.locator("summary").first.click()
    check_accessible(page)
    assert any(table.try_wrong(step, table.open(step.name), click) for step in table.course.steps)
    words = table.coach.locator("button[aria-expanded]")
    if words.count():
        words.first.click()
    check_accessible(page)
