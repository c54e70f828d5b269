"""A picture of ratings with their intervals, as SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from atout.arena.standings import Standing

PAPER, SURFACE, LINE, INK, INK_2 = "#f6f0e4", "#fffaf0", "#d9d2c8", "#221d2b", "#5a5264"
BAR, DOT = "#0f5cb5", "#b3232b"
FONT = "Avenir Next, Nunito Sans, Segoe UI, Roboto, Noto Sans, DejaVu Sans, sans-serif"
WIDTH, MARGIN, HEAD, ROW, FOOT = 760, 24, 76, 40, 44
LABELS, FIGURES = 190, 150  # room for names on the left and numbers on the right
LONGEST_LABEL = 24


@dataclass(frozen=True)
class Box:
    """A rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    colour: str
    round: float = 0.0


@dataclass(frozen=True)
class Text:
    """A line of text; `anchor` is start, middle or end."""

    x: float
    y: float  # its base line
    text: str
    size: int
    colour: str
    anchor: str = "start"


Shape = Box | Text


def draw_shapes(title: str, standings: Sequence[Standing]) -> tuple[list[Shape], int]:
    """Return the shapes of the picture and its height."""
    height = HEAD + ROW * len(standings) + FOOT
    left, right = MARGIN + LABELS, WIDTH - MARGIN - FIGURES
    low = min(found.interval[0] for found in standings)
    high = max(found.interval[1] for found in standings)
    step = round_step((high - low) / 5)
    low, high = floor(low / step) * step, -floor(-high / step) * step

    def across(rating: float) -> float:
        return left + (right - left) * (rating - low) / (high - low)

    shapes: list[Shape] = [Box(0, 0, WIDTH, height, PAPER), Text(MARGIN, 34, title, 18, INK)]
    shapes.append(Text(MARGIN, 56, "openskill rating with 95 % interval", 13, INK_2))
    for k in range(round((high - low) / step) + 1):
        x = across(low + k * step)
        shapes.append(Box(x - 0.5, HEAD - 6, 1, ROW * len(standings) + 12, LINE))
        shapes.append(Text(x, height - FOOT + 26, f"{low + k * step:g}", 12, INK_2, "middle"))
    for row, found in enumerate(standings):
        middle = HEAD + ROW * (row + 0.5)
        start, end = (across(bound) for bound in found.interval)
        name = found.name if len(found.name) <= LONGEST_LABEL else f"...{found.name[3 - LONGEST_LABEL :]}"
        shapes.append(Text(MARGIN, middle + 5, name, 14, INK))
        shapes.append(Box(start, middle - 3, end - start, 6, BAR, 3))
        shapes.append(Box(across(found.rating) - 6, middle - 6, 12, 12, SURFACE, 6))
        shapes.append(Box(across(found.rating) - 4.5, middle - 4.5, 9, 9, DOT, 4.5))
        label = f"{found.rating:.1f} ({found.interval[0]:.1f} to {found.interval[1]:.1f})"
        shapes.append(Text(WIDTH - MARGIN, middle + 5, label, 12, INK_2, "end"))
    return shapes, height


def round_step(least: float) -> float:
    """Return 1, 2 or 5 times a power of ten, not below this."""
    power: float = 10.0 ** floor(log10(least)) if least > 0 else 1.0
    return next((factor * power for factor in (1, 2, 5) if factor * power >= least), 10 * power)


def render_svg(shapes: Sequence[Shape], height: int) -> str:
    """Return the picture as SVG."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    lines = [f"{head} font-family={quoteattr(FONT)}>"]
    for shape in shapes:
        if isinstance(shape, Box):
            place = f'x="{shape.x:.1f}" y="{shape.y:.1f}" width="{shape.width:.1f}" height="{shape.height:.1f}"'
            corners = f' rx="{shape.round:g}"' if shape.round else ""
            lines.append(f'  <rect {place}{corners} fill="{shape.colour}"/>')
        else:
            place = f'x="{shape.x:.1f}" y="{shape.y:.1f}" text-anchor="{shape.anchor}"'
            words = f'{place} font-size="{shape.size}" fill="{shape.colour}"'
            lines.append(f"  <text {words}>{escape(shape.text)}</text>")
    return "\n".join([*lines, "</svg>", ""])


def write_chart(title: str, standings: Sequence[Standing], file: Path) -> None:
    """Write the chart."""
    file.write_text(render_svg(*draw_shapes(title, standings)), encoding="utf-8", newline="\n")
