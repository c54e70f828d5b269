"""Write docs/reference/features.md: what a network is told about a view, for every game.

python tools/features.py [--check]
"""

import sys
from pathlib import Path
from typing import Final

from atout.games import NAMES, load
from atout.kernel.features import FeatureField
from atout.kernel.game import Game

PAGE: Final = Path(__file__).parents[1] / "docs" / "reference" / "features.md"
HEAD: Final = """# What a network sees

Made by

    python tools/features.py

`game.features()` turns a `View` into features, each of which is on or off. A number takes several features: for a
three, the first three of its field are on; where the meaning says "which" or "who", only one of them is. Nothing but
the view is read, so the features hold no card that the seat cannot know. Seats are counted from the one who decides,
who is 0. In Njet!, Luz, Meinz and Mü the colours are put in an order of their own, such as trump first and then
according to the hand: the same deal in other colours has the same features.

A network rates *parts* of actions; an action is as good as its part, or in Meinz (a card given, a card taken) and
Schrecklicht (a card and a display, a card covered) as its two parts together. Seats and colours of actions are renamed
in the same way as those of the features.

*Secrets* are read from the full state. Only the critic, which judges positions while a network learns, sees them.
"""


def section(game: Game) -> list[str]:
    """Return what is told about one game."""
    features = game.features()
    lines = ["", f"## {game.title}", "", "| field | features | meaning |", "| --- | --- | --- |"]
    lines += [row(field) for field in features.fields]
    lines += [f"| | {int(features.size):,} in all, {int(features.parts)} parts of actions | |"]
    lines += ["", "Secrets:", "", "| field | features | meaning |", "| --- | --- | --- |"]
    return lines + [row(field) for field in features.secrets]


def row(field: FeatureField) -> str:
    """Return the line of a field."""
    return f"| `{field.name}` | {field.start} to {field.start + field.size - 1} | {field.meaning} |"


def page() -> str:
    """Return the page."""
    lines = [HEAD.rstrip("\n")]
    for name in NAMES:
        lines += section(load(name))
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the page, or only say whether it is up to date."""
    if sys.argv[1:] == ["--check"]:
        sys.exit(0 if PAGE.read_text(encoding="utf-8") == page() else f"{PAGE.name} is out of date: run {__file__}")
    PAGE.write_text(page(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
