"""The learning curve as a table and as a picture."""

import csv
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

TABLE: Final = "curve.csv"
PICTURE: Final = "curve.svg"
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 760, 360, 70, 60, 24, 50
PAPER, LINE, INK, INK_2, BAND, CURVE = "#f6f0e4", "#d9d2c8", "#221d2b", "#5a5264", "#0f5cb533", "#0f5cb5"


@dataclass
class Point:
    """A point of the learning curve; leads are points per deal over `casual`."""

    decisions: int
    deals: int
    seconds: float  # of the processor, in all
    entropy: float
    change: float  # of the policy by a batch, as divergence; while the advice is copied, how much that misses
    explained: float  # share of the variance of what deals bring that the critic explains
    lead: float
    error: float  # standard error of the lead


def write(points: Sequence[Point], title: str, folder: Path) -> None:
    """Write table and picture."""
    with (folder / TABLE).open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(Point.__annotations__), lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(point) for point in points)
    (folder / PICTURE).write_text(draw_curve(points, title), encoding="utf-8", newline="\n")


def draw_curve(points: Sequence[Point], title: str) -> str:
    """Return the lead over `casual` by decisions, with its 95 % interval, as SVG."""
    most = max((point.decisions for point in points), default=1)
    low = min([0.0, *(point.lead - 2 * point.error for point in points)])
    high = max([0.0, *(point.lead + 2 * point.error for point in points)])
    room = (high - low) or 1.0

    def across(decisions: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * decisions / most

    def down(lead: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - lead) / room

    upper = [f"{across(point.decisions):.1f},{down(point.lead + 1.96 * point.error):.1f}" for point in points]
    lower = [f"{across(point.decisions):.1f},{down(point.lead - 1.96 * point.error):.1f}" for point in points]
    middle = [f"{across(point.decisions):.1f},{down(point.lead):.1f}" for point in points]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="sans-serif">',
        f'  <rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        f'  <text x="24" y="32" font-size="18" fill="{INK}">{title}</text>',
        f'  <line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{down(0):.1f}" y2="{down(0):.1f}" stroke="{INK_2}"/>',
        f'  <polygon points="{" ".join([*upper, *reversed(lower)])}" fill="{BAND}"/>',
        f'  <polyline points="{" ".join(middle)}" fill="none" stroke="{CURVE}" stroke-width="2"/>',
    ]
    for lead in (low, 0.0, high):
        lines.append(f'  <text x="{LEFT - 8}" y="{down(lead) + 4:.1f}" {small_text_style("end")}>{lead:+.2f}</text>')
    for share in (0.0, 0.5, 1.0):
        x, label = across(most * share), f"{most * share / 1e6:.1f} M"
        lines.append(f'  <text x="{x:.1f}" y="{HEIGHT - 20}" {small_text_style("middle")}>{label}</text>')
    return "\n".join([*lines, "</svg>", ""])


def small_text_style(anchor: str) -> str:
    """Return how small texts look."""
    return f'font-size="12" fill="{INK_2}" text-anchor="{anchor}"'
