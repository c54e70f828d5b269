"""Somebody who plays whatever may be played, in any game, and knows nothing but the accessibility tree.

`Player` looks and chooses; how it presses what it has chosen is up to its hands: a mouse or the keys.
"""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from playwright.sync_api import Error, Page

from tests.kit.deadline import DEADLINE
from tests.web.words import WORDS

PAUSE = 40  # milliseconds for which nothing changes where a page rests
LONGEST_REST = 240  # until it is looked at again, whether or not it has changed
MOST_PRESSES = 3000
MOST_KEYS = 120
KEYS_BETWEEN_LOOKS = 8
PRESSED = {"button", "radio", "checkbox", "switch", "option", "gridcell", "menuitem", "menuitemradio"}
ONE_STOP = {"toolbar", "radiogroup", "grid", "listbox", "menu", "menubar", "tablist"}  # arrow keys move inside
GONE = re.compile(
    "No node|Could not find node|does not belong|Cannot find context|[Ee]xecution context|Node with given id"
)

# Even where nothing moves, colours and places need a frame to become others.
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

# To read the whole tree takes long, so it is read when the page has changed and rests, or after a while; and while the
# player waits for a turn (`turn`) or the end (`over`), only once the page shows one of them, or after a longer while.
RESTS = """([pause, longest, turn, over]) => new Promise((done) => {
  let timer
  let patience = turn ? 10 : 0
  const shown = () =>
    document.title.startsWith(turn) || [...document.links].some((link) => link.textContent.includes(over))
  const end = () => {
    if (turn && patience && !shown()) return
    seen.disconnect()
    clearTimeout(timer)
    clearInterval(last)
    done()
  }
  const seen = new MutationObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(end, pause)
  })
  const last = setInterval(() => {
    patience = Math.max(0, patience - 1)
    end()
  }, longest)
  seen.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
})"""

# A point of a thing that nothing else covers; what cannot be seen is pressed by its label.
FREE_POINT = """function () {
  const target = (this.matches('input') && this.labels?.[0]) || this
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const box = target.getBoundingClientRect()
  for (const down of [0.5, 0.2, 0.8, 0.05])
    for (const across of [0.5, 0.25, 0.1, 0.75, 0.9, 0.03]) {
      const [x, y] = [box.left + box.width * across, box.top + box.height * down]
      const found = document.elementFromPoint(x, y)
      if (found && target.contains(found)) return [x, y]
    }
  return null
}"""


@dataclass(frozen=True)
class Node:
    """A node of the accessibility tree."""

    node: int
    role: str
    name: str
    inside: tuple[int, ...] = ()  # the nodes around it, the innermost last
    enabled: bool = True
    on: bool = False
    unfolds: bool = False
    focused: bool = False


@dataclass(frozen=True)
class PageTree:
    """What a page says of itself."""

    title: str
    things: tuple[Node, ...]  # all of it, in the order of the page

    def find(self, role: str, name: str) -> Node | None:
        return next((thing for thing in self.things if thing.role == role and thing.name == name), None)

    def within(self, role: str) -> Iterator[Node]:
        around = {thing.node for thing in self.things if thing.role == role}
        return (thing for thing in self.things if around & set(thing.inside))

    @property
    def focus(self) -> Node | None:
        return next((thing for thing in reversed(self.things) if thing.focused), None)

    @property
    def text(self) -> str:
        return "\n".join(dict.fromkeys(thing.name for thing in self.things if thing.name))


class Player:
    """Reads the tree and chooses; `press` is left to those who have hands."""

    def __init__(self, page: Page, seed: int = 1, lang: str = "en") -> None:
        self.page = page
        self.words = WORDS[lang]
        self.turn = self.words["title.turn"].partition("{")[0]
        self.presses = 0
        self._random = Random(seed)
        self._tried: Counter[tuple[frozenset[tuple[str, str, bool]], str, str]] = Counter()
        self._before: frozenset[tuple[str, str]] = frozenset()
        self._line = page.context.new_cdp_session(page)

    # Looking

    def look(self) -> PageTree:
        """Read the accessibility tree."""
        nodes: dict[str, dict[str, Any]] = {
            node["nodeId"]: node for node in self._line.send("Accessibility.getFullAXTree")["nodes"]
        }
        root = next(node for node in nodes.values() if "parentId" not in node)
        things: list[Node] = []
        left: list[tuple[str, tuple[int, ...]]] = [(root["nodeId"], ())]
        while left:
            key, inside = left.pop()
            node = nodes.get(key)
            if node is None:
                continue
            if not node["ignored"]:
                thing = _node(node, inside)
                things.append(thing)
                inside = (*inside, thing.node)
            left += [(child, inside) for child in reversed(node.get("childIds", []))]
        return PageTree(things[0].name if things else "", tuple(things))

    def is_asked(self, sight: PageTree) -> bool:
        return sight.title.startswith(self.turn)

    def is_over(self, sight: PageTree) -> bool:
        return sight.find("link", self.words["end.replay"]) is not None

    def pressable_nodes(self, sight: PageTree) -> list[Node]:
        """Return what could be pressed at the table, not what only unfolds something."""
        found = [thing for thing in sight.within("main") if thing.role in PRESSED and thing.enabled]
        return [thing for thing in found if not thing.unfolds]

    def wait(self, until: Callable[[PageTree], bool], for_turn: bool = False) -> PageTree:
        """Look until something is so; not before the player's turn or the end of the match if that is needed for it."""
        deadline = time.monotonic() + DEADLINE
        while True:
            sight = self.look()
            if until(sight):
                return sight
            assert time.monotonic() < deadline, f"nothing happens:\n{sight.title}\n{sight.text[:2000]}"
            self.rest(for_turn)

    def rest(self, for_turn: bool = False) -> None:
        """Let the page change and come to rest, with the player's turn or the end of the match if wanted."""
        try:
            awaited = [self.turn, self.words["end.replay"]] if for_turn else ["", ""]
            self.page.evaluate(RESTS, [PAUSE, LONGEST_REST, *awaited])
        except Error as error:
            if not GONE.search(str(error)):  # another page has come meanwhile
                raise

    # Playing

    def play(self, until: Callable[[PageTree], bool] = lambda sight: False) -> PageTree:
        """Play until the match is over, or something is so when it is this player's turn."""
        while True:
            sight = self.wait(
                lambda sight: self.is_over(sight) or (self.is_asked(sight) and bool(self.pressable_nodes(sight))),
                for_turn=True,
            )
            if self.is_over(sight) or until(sight):
                return sight
            self.step(sight)
            self.rest(for_turn=True)

    def step(self, sight: PageTree) -> None:
        """Press one thing that looks as if it led on."""
        self.presses += 1
        assert self.presses < MOST_PRESSES, f"this does not end:\n{sight.title}\n{sight.text[:2000]}"
        self.press(self._choose(sight))

    def press(self, thing: Node) -> None:
        raise NotImplementedError

    def _choose(self, sight: PageTree) -> Node:
        """Return what was pressed least in this position; rather what has just appeared, rather what is not on."""
        offered = self.pressable_nodes(sight)
        position = frozenset((thing.role, thing.name, thing.on) for thing in offered)
        fresh = {(thing.role, thing.name) for thing in offered} - self._before
        self._before = frozenset((thing.role, thing.name) for thing in offered)

        def worth(thing: Node) -> tuple[bool, int, bool, float]:
            tried = self._tried[position, thing.role, thing.name]
            return thing.on, tried, (thing.role, thing.name) not in fresh, self._random.random()

        best = min(offered, key=worth)
        self._tried[position, best.role, best.name] += 1
        return best


class Mouse(Player):
    """Clicks where a thing can be seen."""

    def press(self, thing: Node) -> None:
        try:
            found = self._line.send("DOM.resolveNode", {"backendNodeId": thing.node})["object"]["objectId"]
            point = self._settled_position(
                {"objectId": found, "functionDeclaration": FREE_POINT, "returnByValue": True}
            )
        except Error as error:
            if GONE.search(str(error)):  # the table has changed meanwhile
                return
            raise
        if point is not None:  # covered by a message, for example: something else will do
            self.page.mouse.click(*point)

    def _settled_position(self, asked: dict[str, Any]) -> tuple[float, float] | None:
        """Return where a thing is once it stays there: a hand closes up, a tip appears above it."""
        before, point = None, self._line.send("Runtime.callFunctionOn", asked)["result"]["value"]
        while point != before:
            self.page.evaluate(TWO_FRAMES)
            before, point = point, self._line.send("Runtime.callFunctionOn", asked)["result"]["value"]
        return None if point is None else (point[0], point[1])


class Keys(Player):
    """Has no mouse: goes to a thing by Tab and arrow keys, then presses Enter or the space bar."""

    def press(self, thing: Node) -> None:
        keys: list[str] = []
        arrows = ("Right", "Down")
        waited = False
        sight = PageTree("", ())
        while len(keys) < MOST_KEYS:
            at = self._focused_node()
            if at == thing.node or len(keys) % KEYS_BETWEEN_LOOKS == 0:
                sight = self.look()
            focus = next((other for other in sight.things if other.node == at), None)
            if not self.is_asked(sight) or all(other.node != thing.node for other in sight.things):
                return  # the table has changed meanwhile
            if focus is not None and focus.node == thing.node:
                self.page.keyboard.press("Enter" if thing.role in ("button", "link") else "Space")
                return
            if focus is not None and self._is_one_tab_stop(sight, focus, thing):
                nodes = [other.node for other in sight.things]
                forward = nodes.index(focus.node) < nodes.index(thing.node)
                if keys and keys[-1].startswith("Arrow") and keys[-1].partition(" ")[2] == str(focus.node):
                    if not waited:  # the tree may lag behind the page
                        waited = True
                        self.page.evaluate(TWO_FRAMES)
                        continue
                    arrows = (arrows[1], arrows[0])  # this way the focus did not move
                way = {"Right": "Left", "Down": "Up"}
                key = f"Arrow{arrows[0] if forward else way[arrows[0]]}"
                keys.append(f"{key} {focus.node}")
            else:
                key = "Tab"
                keys.append(key)
            waited = False
            self.page.keyboard.press(key)
        raise AssertionError(
            f"no keys lead to {thing.role} {thing.name!r}: {' '.join(keys)}\n{self.look().text[:2000]}"
        )

    def _focused_node(self) -> int:
        """Return what has the focus; to ask for it is quicker than to read the tree after every key."""
        found = self._line.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]
        try:
            node = self._line.send("DOM.describeNode", {"objectId": found["objectId"]})["node"]
        except Error as error:
            if GONE.search(str(error)):
                return -1
            raise
        number: int = node["backendNodeId"]
        return number

    @staticmethod
    def _is_one_tab_stop(sight: PageTree, one: Node, other: Node) -> bool:
        """Tell whether two things are one stop of Tab."""
        roles = {thing.node: thing.role for thing in sight.things}
        common = [node for node in one.inside if node in other.inside]
        if one.role == other.role == "radio":
            return roles.get(one.inside[-1]) == roles.get(other.inside[-1]) and len(common) > 1
        return any(roles.get(node) in ONE_STOP for node in common)


def play_together(*players: Player, meanwhile: Callable[[], None] = lambda: None) -> None:
    """Let several play at one table, to the end; something may be looked at before each decision."""
    deadline = time.monotonic() + DEADLINE
    left = list(players)
    while left:
        assert time.monotonic() < deadline, f"nothing happens:\n{left[0].look().text[:2000]}"
        for player in list(left):
            sight = player.look()
            if player.is_over(sight):
                left.remove(player)
            elif player.is_asked(sight) and player.pressable_nodes(sight):
                meanwhile()
                player.step(sight)
                deadline = time.monotonic() + DEADLINE
            else:
                player.rest()


def _node(node: dict[str, Any], inside: tuple[int, ...]) -> Node:
    states = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
    return Node(
        node=node.get("backendDOMNodeId", -1),
        role=node["role"]["value"],
        name=node.get("name", {}).get("value", ""),
        inside=inside,
        enabled=not states.get("disabled"),
        on="true" in (str(states.get("pressed")), str(states.get("checked"))),
        unfolds="expanded" in states,
        focused=bool(states.get("focused")),
    )
