"""The players at the table: their open cards and their figures."""

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from atout.drawing.cards import chip, group_by_suit, sort_suits, suit_of, value_of
from atout.drawing.table_view import HAND, TableView
from atout.speech import colour_name

WIDE = 1000  # more than any table needs
LABEL = "bold"


class Players:
    """Suit under suit where there is room, else hand by hand."""

    def __init__(self, scene: TableView) -> None:
        self.scene = scene

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for named in (True, False):
            aligned = self.render_aligned(named)
            if Measurement.get(console, options.update(max_width=WIDE), aligned).maximum <= options.max_width:
                yield aligned
                return
        yield self.render_stacked()

    def render_aligned(self, named: bool) -> Table:
        """Return one row per seat and one column per suit, with or without the names of the suits."""
        scene = self.scene
        hands = {seat: scene.open_hand(seat) for seat in scene.seat_order()}
        suits = sort_suits([suit_of(card.text) for hand in hands.values() for card in hand])
        closed, facts = scene.closed_hands(), scene.fact_columns()
        grid = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style=LABEL)
        grid.add_column("", no_wrap=True)
        for suit in suits:
            title = f"{suit} {colour_name(scene.locale, suit)}" if named and suit else suit
            grid.add_column(chip(title) if suit else "", no_wrap=True)
        for name in [HAND, *facts] if closed else facts:
            grid.add_column(f" {scene.label(name)}", justify="right", no_wrap=True)
        for seat, hand in hands.items():
            held = [[card for card in hand if suit_of(card.text) == suit] for suit in suits]
            cells = ["".join(f" {value_of(card.text)}" for card in cards) for cards in held]
            cells += [closed.get(seat, "")] if closed else []
            grid.add_row(self.name(seat), *cells, *(scene.fact(name, seat) for name in facts))
        return grid

    def render_stacked(self) -> RenderableType:
        """Return two lines per seat."""
        scene = self.scene
        closed, facts = scene.closed_hands(), scene.fact_columns()
        lines: list[RenderableType] = []
        for seat in scene.seat_order():
            known = {HAND: closed.get(seat, ""), **{name: scene.fact(name, seat) for name in facts}}
            told = [f"{scene.label(name)} {value}" for name, value in known.items() if value]
            lines.append(self.name(seat).append(f"  {' · '.join(told)}", "not bold"))
            cards = Text()
            for suit, group in group_by_suit(scene.open_hand(seat)):
                cards.append_text(chip(suit)).append(f" {' '.join(value_of(card.text) for card in group)}  ")
            if cards:
                lines.append(Padding(cards, (0, 0, 0, 4)))
        return Group(*lines)

    def name(self, seat: int) -> Text:
        """Return the name of a seat, with an arrow if it owes a decision."""
        turn = seat in self.scene.display.owing
        return Text(f"{'>' if turn else ' '} {self.scene.names[seat]}", LABEL if turn else "")
