"""The table in the terminal: built only from what a display shows, in the words of the locale.

Colours never stand alone: a suit is its letter too, a legal card has brackets, the winning card a star, the turn an
arrow. Without a terminal the same text comes without styles. `kernel/wording.py` says what a game can add.
"""

import re
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from atout.drawing.cards import chip, group_by_effective_suit, is_back, style_of
from atout.drawing.players import LABEL, Players
from atout.drawing.table_view import HAND, WINNING, TableView
from atout.kernel.state import ScoreLine
from atout.kernel.view import Display, ShownCard, Zone
from atout.locale import Locale, load_words
from atout.speech import colour_name

QUIET = "dim"
SEAT_IN_LINE = re.compile(r"@(\d)")


def render(display: Display, locale: Locale, names: Sequence[str]) -> RenderableType:
    """Return what the table shows one observer now; `names` are those of the seats."""
    scene = TableView(display, locale, names)
    parts: list[RenderableType] = [render_heading(display, locale, names), ""]
    if board := scene.wording.board(display, locale.say):
        parts += [*(Text.from_markup(with_seat_names(line, names)) for line in board), ""]
    parts.append(Players(scene))
    if zones := [zone for zone in scene.zones if zone.name != HAND and zone.cards]:
        width = max((len(zone_title(zone, locale, names)) for zone in zones if zone.seat >= 0), default=0)
        parts += ["", *(render_zone(zone, locale, names, width if zone.seat >= 0 else 0) for zone in zones)]
    if display.seat >= 0 and scene.hand(display.seat):
        parts += ["", *render_own_hand(scene)]
    return Group(*parts)


def with_seat_names(line: str, names: Sequence[str]) -> str:
    """Return a line of markup with the names of the seats it speaks of."""
    return SEAT_IN_LINE.sub(lambda found: escape(names[int(found[1])]), line)


def zone_title(zone: Zone, locale: Locale, names: Sequence[str]) -> str:
    """Return what a zone is called, with its owner."""
    title = locale.say("names", zone.name)
    return title if zone.seat < 0 else f"{title} {names[zone.seat]}"


def render_zone(zone: Zone, locale: Locale, names: Sequence[str], width: int = 0) -> Text:
    """Return the cards of a zone in one line, after a title at least so wide, with who played them."""
    line = Text(zone_title(zone, locale, names).ljust(width), LABEL)
    for card in zone.cards:
        line.append("  ")
        if card.seat >= 0:
            line.append(f"{names[card.seat]} ", "not bold")
        line.append_text(chip(card.text, "*" if card.mark == WINNING else " "))
        if card.mark not in ("", WINNING):
            line.append(f" ({locale.say('names', card.mark)})", QUIET)
    if any(card.mark == WINNING for card in zone.cards):
        line.append(f"  * {locale.say('names', WINNING)}", f"not bold {QUIET}")
    return line


def render_scores(
    lines: Sequence[ScoreLine], totals: Sequence[int], locale: Locale, names: Sequence[str]
) -> RenderableType:
    """Return points and totals, seat by seat, each with the sentence and the clause behind it."""
    say = load_words(locale.lang).say
    table = _grid()
    for heading in ("", say("table", "points"), say("table", "total")):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    table.add_column("")
    for seat, name in enumerate(names):
        own = [line for line in lines if line.seat == seat]
        for k, line in enumerate(own):
            total = str(totals[seat]) if k == len(own) - 1 else ""
            table.add_row(name if not k else "", f"{line.points:+}", total, Text(locale.score(line, names)))
        if not own:
            table.add_row(name, "", str(totals[seat]), "")
    return table


def render_places(places: Sequence[int], totals: Sequence[int], locale: Locale, names: Sequence[str]) -> RenderableType:
    """Return the final order."""
    say = load_words(locale.lang).say
    table = _grid()
    table.add_column(say("table", "place"), justify="right")
    table.add_column("")
    table.add_column(say("table", "total"), justify="right")
    for seat in sorted(range(len(names)), key=lambda seat: places[seat]):
        table.add_row(f"{places[seat]}.", names[seat], str(totals[seat]), style=LABEL if places[seat] == 1 else "")
    return table


def render_heading(display: Display, locale: Locale, names: Sequence[str], with_phase: bool = True) -> Text:
    """Return where the match stands: the deal, the phase, what else is true of the table, who deals and who begins."""
    scene = TableView(display, locale, names)
    general = {fact.name: fact.value for fact in scene.facts if fact.seat < 0}
    counted = {name: f"{name}s" for name in general if f"{name}s" in general}  # deal 2 of 4 deals
    parts = [f"{scene.label(name)} {general[name]}/{general[most]}" for name, most in counted.items()]
    if with_phase:
        parts.append(locale.say("phases", display.phase))
    for name, value in general.items():
        if name not in counted and name not in counted.values():
            parts.append(scene.say("table", "pair", name=scene.label(name), value=colour_name(locale, value)))
    line = Text(" · ".join(parts), LABEL)
    roles: dict[int, list[str]] = {}
    for fact in scene.facts:
        if fact.seat >= 0 and not fact.value:
            roles.setdefault(fact.seat, []).append(scene.label(fact.name))
    for seat, held in roles.items():
        line.append(f" · {scene.say('table', 'pair', name=', '.join(held), value=names[seat])}", "not bold")
    return line


def render_own_hand(scene: TableView) -> list[RenderableType]:
    """Return the observer's hand, every card as it is typed; legal ones stand in brackets."""
    hand, legal = scene.hand(scene.display.seat), scene.display.legal
    playable = any(card.action in legal for card in hand)
    legend = [scene.say("table", "brackets")] if playable else []
    line = Text()
    for k, cards in enumerate(group_by_effective_suit(hand)):
        line.append(" " if k else "")
        for card in cards:
            line.append_text(render_own_card(scene, card, playable))
    if all(is_back(card) for card in hand):
        line.append("  +", LABEL)
        legend.insert(0, scene.say("table", "high_end"))
    title = Text(scene.say("table", "your_hand"), LABEL)
    title.append(f"   {' · '.join(legend)}", f"not bold {QUIET}")
    return [title, line, *render_own_lists(scene)]


def render_own_card(scene: TableView, card: ShownCard, playable: bool) -> Text:
    """Return a card of the observer's hand as it is typed; beside playable cards the others are dimmed."""
    text = scene.locale.game.text(card.action) if is_back(card) and card.action >= 0 else card.text
    if card.action in scene.display.legal:
        return Text(f"[{text}]", style_of(text))
    return Text(f" {text} ", QUIET) if playable else chip(text)


def render_own_lists(scene: TableView) -> list[RenderableType]:
    """Return what is known in several parts, such as the values that are possible in each colour."""
    found: list[RenderableType] = []
    for name in dict.fromkeys(fact.name for fact in scene.lists):
        line = Text(f"{scene.label(name)}  ", LABEL)
        found.append(line.append("   ".join(fact.value for fact in scene.lists if fact.name == name), "not bold"))
    return found


def _grid() -> Table:
    return Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=LABEL)
