"""Write docs/reference/encodings.md: what the numbers of an observation mean, for every game and number of seats.

python tools/encodings.py [--check]
"""

import sys
from pathlib import Path
from typing import Final

from atout.games import NAMES, load
from atout.kernel.game import Game
from atout.research.encoding import Encoding

PAGE: Final = Path(__file__).parents[1] / "docs" / "reference" / "encodings.md"
HEAD: Final = """# Observations as numbers

Made by

    python tools/encodings.py

`atout.research.encoding.Encoding(game, seats)` turns a `View` into a vector of 16-bit whole numbers. The environments
for PettingZoo and Gymnasium, the pyspiel games and the batch simulator all use it. It is made from the view alone, so
it holds no card that the observer cannot know.

The fields are the same in every game. Seats are counted from the observer, who is 0; the next seat at the table is 1.
Fields before `history` are made for learning: they say at a glance who was dealt what and who did what. `history`
repeats the deal entry by entry, so that different views have different vectors. If you do not need it, cut it off:
`vector[:encoding.layout.history]`.

An entry of the history has five numbers. **Kind**: 1 an action, 2 a card dealt, 3 a total, 4 a trick taken, from 16 on
what the game itself notes. **Seat**: the seat it is about, counted from the observer; the number of seats means the
table. **Open**: a number that everybody sees. **Value**: the action or the card, or -1 if the observer was not shown
it. **Audience**: who was shown the value, a bit for each seat as seen from the observer, and one more for spectators.

The numbers of cards and actions are those of the game: `game.text(action)` says what an action is.
"""


def section(game: Game) -> list[str]:
    """Return what is told about one game."""
    lines = ["", f"## {game.title}", ""]
    counts = game.seat_counts
    header = " | ".join(f"{seats} players" for seats in counts)
    lines += [f"| field | meaning | {header} |", f"| --- | --- | {' | '.join('---' for _ in counts)} |"]
    encodings = [Encoding(game, seats) for seats in counts]
    for place, field in enumerate(encodings[0].fields):
        where = [span(encoding, place) for encoding in encodings]
        lines.append(f"| `{field.name}` | {field.meaning} | {' | '.join(where)} |")
    sizes = " | ".join(f"{encoding.size:,}" for encoding in encodings)
    lines.append(f"| | numbers in all | {sizes} |")
    lines += ["", f"{game.actions:,} actions, {game.faces} faces."]
    return lines


def span(encoding: Encoding, place: int) -> str:
    """Return where a field stands, and its shape."""
    field = encoding.fields[place]
    return f"{field.start} to {field.stop - 1}: {' × '.join(str(size) for size in field.shape)}"


def page() -> str:
    """Return the whole page."""
    lines = [HEAD.rstrip()]
    for name in NAMES:
        lines += section(load(name))
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the page, or check that it is up to date."""
    if "--check" in sys.argv[1:]:
        return 0 if PAGE.read_text(encoding="utf-8") == page() else 1
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
