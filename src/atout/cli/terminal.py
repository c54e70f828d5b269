"""The table in the terminal: built only from what a display shows, in the words of the locale.

Colours never stand alone: a suit is its letter too, a legal card has brackets, the winning card a star, the turn an
arrow. Without a terminal the same text comes without styles.
"""

import re
from collections.abc import Iterator, Sequence

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from atout.cli.look import colour, look
from atout.kernel.state import ScoreLine
from atout.kernel.view import Display, Fact, Shown, Zone
from atout.locale import Locale, words

CARD = re.compile(r"([A-Za-z]*)(.*)")
UNSEEN = "?"
HAND, TRICK, LAST_TRICK, WINNING = "hand", "trick", "last_trick", "winning"

# A suit by its letter: what is written on its colour, readable on any background of the terminal.
SUIT_STYLES = {
    "R": "bold bright_white on red",
    "Y": "bold black on yellow",
    "G": "bold black on green",
    "B": "bold bright_white on blue",
    "P": "bold bright_white on magenta",
    "K": "bold bright_white on bright_black",
}
WIDE = 1000  # more than any table needs
QUIET = "dim"
LABEL = "bold"
TURN = "bold"


def render(display: Display, locale: Locale, names: Sequence[str]) -> RenderableType:
    """Return what the table shows one observer now; `names` are those of the seats."""
    return _Table(display, locale, names).render()


def render_zone(zone: Zone, locale: Locale, names: Sequence[str]) -> Text:
    """Return the cards of a zone in one line, with who played or owns them."""
    line = Text(f"{locale.say('names', zone.name)}", LABEL)
    if zone.seat >= 0:
        line.append(f" {names[zone.seat]}")
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
    say = words(locale.lang).say
    table = _grid()
    for heading in ("", say("table", "points"), say("table", "total")):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    table.add_column("")
    for seat, name in enumerate(names):
        own = [line for line in lines if line.seat == seat]
        for k, line in enumerate(own):
            total = str(totals[seat]) if k == len(own) - 1 else ""
            table.add_row(name if not k else "", f"{line.points:+}", total, Text(locale.score(line)))
        if not own:
            table.add_row(name, "", str(totals[seat]), "")
    return table


def render_places(places: Sequence[int], totals: Sequence[int], locale: Locale, names: Sequence[str]) -> RenderableType:
    """Return the final order."""
    say = words(locale.lang).say
    table = _grid()
    table.add_column(say("table", "place"), justify="right")
    table.add_column("")
    table.add_column(say("table", "total"), justify="right")
    for seat in sorted(range(len(names)), key=lambda seat: places[seat]):
        table.add_row(f"{places[seat]}.", names[seat], str(totals[seat]), style=LABEL if places[seat] == 1 else "")
    return table


def chip(text: str, mark: str = " ") -> Text:
    """Return a card, or the letter of a suit, on the colour of its suit."""
    return Text(f" {text}{mark}", SUIT_STYLES.get(suit_of(text), "reverse"))


def suit_of(text: str) -> str:
    """Return the letters a card begins with."""
    found = CARD.fullmatch(text)
    return found[1] if found else ""


def value_of(text: str) -> str:
    """Return a card without the letters of its suit."""
    found = CARD.fullmatch(text)
    return found[2] if found else text


def by_suit(cards: Sequence[Shown]) -> list[tuple[str, list[Shown]]]:
    """Return neighbouring cards of one suit together."""
    groups: list[tuple[str, list[Shown]]] = []
    for card in cards:
        suit = suit_of(card.text)
        if not groups or groups[-1][0] != suit:
            groups.append((suit, []))
        groups[-1][1].append(card)
    return groups


def heading(display: Display, locale: Locale, names: Sequence[str], with_phase: bool = True) -> Text:
    """Return where the match stands: the deal, the phase, what else is true of the table, who deals and who begins."""
    facts = [fact for fact in display.facts if fact.name not in look(locale.game).left_out]
    general = {fact.name: fact.value for fact in facts if fact.seat < 0}
    counted = {name: f"{name}s" for name in general if f"{name}s" in general}  # deal 2 of 4 deals
    say = words(locale.lang).say
    parts = [f"{locale.say('names', name)} {general[name]}/{general[most]}" for name, most in counted.items()]
    if with_phase:
        parts.append(locale.say("phases", display.phase))
    for name, value in general.items():
        if name not in counted and name not in counted.values():
            parts.append(say("table", "pair", name=locale.say("names", name), value=colour(locale, value)))
    line = Text(" · ".join(parts), LABEL)
    roles: dict[int, list[str]] = {}
    for fact in facts:
        if fact.seat >= 0 and not fact.value:
            roles.setdefault(fact.seat, []).append(locale.say("names", fact.name))
    for seat, held in roles.items():
        line.append(f" · {say('table', 'pair', name=', '.join(held), value=names[seat])}", "not bold")
    return line


class _Table:
    """One display on its way to the screen."""

    def __init__(self, display: Display, locale: Locale, names: Sequence[str]) -> None:
        self.display = display
        self.locale = locale
        self.names = names
        self.look = look(locale.game)
        self.say = words(locale.lang).say

    def render(self) -> RenderableType:
        """Return the whole table."""
        parts: list[RenderableType] = [heading(self.display, self.locale, self.names), ""]
        if board := self.look.board(self.display, self.locale.say):
            parts += [Text.from_markup(line) for line in board]
            parts.append("")
        parts.append(_Players(self))
        tricks = [zone for zone in self.zones() if zone.name != HAND and zone.cards]
        if tricks:
            parts.append("")
            parts += [render_zone(zone, self.locale, self.names) for zone in tricks]
        own = [zone for zone in self.zones() if zone.name == HAND and zone.seat == self.display.seat]
        if own and own[0].cards:
            parts += ["", *self.own_hand(own[0])]
        return Group(*parts)

    def zones(self) -> Iterator[Zone]:
        return (zone for zone in self.display.zones if zone.name not in self.look.left_out)

    def facts(self) -> list[Fact]:
        """Return the facts with a value about one seat."""
        return [
            fact for fact in self.display.facts if fact.seat >= 0 and fact.value and fact.name not in self.look.left_out
        ]

    def repeated(self) -> set[tuple[str, int]]:
        """Return the facts that a seat has several of, such as a list of possible values."""
        keys = [(fact.name, fact.seat) for fact in self.facts()]
        return {key for key in keys if keys.count(key) > 1}

    def columns(self) -> list[str]:
        """Return the facts that every seat may have one of."""
        repeated = {name for name, _ in self.repeated()}
        single = [fact for fact in self.facts() if fact.name not in repeated]
        fullest = max(range(self.display.seats), key=lambda seat: sum(fact.seat == seat for fact in single))
        return list(dict.fromkeys(fact.name for fact in sorted(single, key=lambda fact: fact.seat != fullest)))

    def fact(self, name: str, seat: int) -> str:
        found = [fact.value for fact in self.facts() if fact.name == name and fact.seat == seat]
        return found[0] if found else ""

    def order(self) -> list[int]:
        """Return the seats clockwise, the observer last."""
        first = max(self.display.seat, -1) + 1
        return [(first + step) % self.display.seats for step in range(self.display.seats)]

    def name(self, seat: int) -> Text:
        turn = seat in self.display.owing
        return Text(f"{'>' if turn else ' '} {self.names[seat]}", TURN if turn else "")

    def hand(self, seat: int) -> list[Shown]:
        return [card for zone in self.zones() if zone.name == HAND and zone.seat == seat for card in zone.cards]

    def open_hand(self, seat: int) -> list[Shown]:
        """Return the hand as it stands among the others: not if nothing is in sight, nor if it is shown below."""
        hand = self.hand(seat)
        backs = all(card.text.endswith(UNSEEN) for card in hand)
        if seat == self.display.seat:
            return hand if backs else []
        return [] if backs and not any(suit_of(card.text) for card in hand) else hand

    def own_hand(self, zone: Zone) -> list[RenderableType]:
        """Return the observer's hand, every card as it is typed; legal ones stand in brackets."""
        playable = any(card.action in self.display.legal for card in zone.cards)
        legend = [self.say("table", "brackets")] if playable else []
        line = Text()
        for k, (_, cards) in enumerate(by_suit(zone.cards)):
            line.append(" " if k else "")
            for card in cards:
                line.append_text(self.own_card(card, playable))
        if all(card.text.endswith(UNSEEN) for card in zone.cards):
            line.append("  +", LABEL)
            legend.insert(0, self.say("table", "high_end"))
        title = Text(self.say("table", "your_hand"), LABEL)
        title.append(f"   {' · '.join(legend)}", f"not bold {QUIET}")
        return [title, line, *self.lists()]

    def own_card(self, card: Shown, playable: bool) -> Text:
        """Return a card of the own hand as it is typed; beside playable cards the others are quiet."""
        hidden = card.text.endswith(UNSEEN) and card.action >= 0
        text = self.locale.game.text(card.action) if hidden else card.text
        if card.action in self.display.legal:
            return Text(f"[{text}]", SUIT_STYLES.get(suit_of(text), "reverse"))
        return Text(f" {text} ", QUIET) if playable else chip(text)

    def lists(self) -> list[RenderableType]:
        """Return what is known in several lines about the observer."""
        found: list[RenderableType] = []
        for name, seat in sorted(self.repeated()):
            values = [fact.value for fact in self.facts() if fact.name == name and fact.seat == seat]
            line = Text(f"{self.locale.say('names', name)}  ", LABEL)
            found.append(line.append("   ".join(values), ""))
        return found


class _Players:
    """Everybody's open cards and figures: suit under suit where there is room, else hand by hand."""

    def __init__(self, table: _Table) -> None:
        self.table = table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for named in (True, False):
            aligned = self.aligned(named)
            if Measurement.get(console, options.update(max_width=WIDE), aligned).maximum <= options.max_width:
                yield aligned
                return
        yield self.stacked()

    def suits(self) -> list[str]:
        """Return the suits in sight, in the order in which hands are sorted."""
        usual = list(SUIT_STYLES)
        found = dict.fromkeys(suit_of(card.text) for seat in self.table.order() for card in self.table.open_hand(seat))
        return sorted(found, key=lambda suit: usual.index(suit) if suit in usual else len(usual))

    def aligned(self, named: bool) -> Table:
        """Return one row per seat and one column per suit, with or without the names of the suits."""
        table = self.table
        suits, closed, facts = self.suits(), self.closed(), self.table.columns()
        grid = _grid()
        grid.add_column("", no_wrap=True)
        for suit in suits:
            name = f"{suit} {colour(table.locale, suit)}" if named and suit else suit
            grid.add_column(chip(name) if suit else "", no_wrap=True)
        for name in [HAND, *facts] if closed else facts:
            grid.add_column(Text(table.locale.say("names", name)), justify="right", no_wrap=True)
        for seat in table.order():
            held = [[card for card in table.open_hand(seat) if suit_of(card.text) == suit] for suit in suits]
            cells = ["".join(f" {value_of(card.text)}" for card in cards) for cards in held]
            cells += [closed.get(seat, "")] if closed else []
            grid.add_row(table.name(seat), *cells, *(table.fact(name, seat) for name in facts))
        return grid

    def closed(self) -> dict[int, str]:
        """Return how many cards the others hold of which nothing is in sight."""
        table = self.table
        hands = {seat: table.hand(seat) for seat in table.order() if seat != table.display.seat}
        return {seat: str(len(hand)) for seat, hand in hands.items() if hand and not table.open_hand(seat)}

    def stacked(self) -> RenderableType:
        """Return two lines per seat."""
        table = self.table
        lines: list[RenderableType] = []
        for seat in table.order():
            line = table.name(seat)
            known = {name: table.fact(name, seat) for name in table.columns()}
            known |= {HAND: self.closed().get(seat, "")}
            told = [f"{table.locale.say('names', name)} {value}" for name, value in known.items() if value]
            lines.append(line.append(f"  {' · '.join(told)}", "not bold"))
            cards = Text()
            for suit, group in by_suit(table.open_hand(seat)):
                cards.append_text(chip(suit)).append(f" {' '.join(value_of(card.text) for card in group)}  ")
            if cards:
                lines.append(Padding(cards, (0, 0, 0, 4)))
        return Group(*lines)


def _grid() -> Table:
    return Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=LABEL)
