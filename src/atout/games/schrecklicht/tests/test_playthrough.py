"""Schrecklicht: one printed match with every observer's view. playthrough.txt was read before it was accepted.

`ATOUT_WRITE=1 pytest -k playthrough` prints it anew; read the difference.
"""

import os
from pathlib import Path

from atout.games.schrecklicht import GAME
from atout.games.schrecklicht.objectives import NAMES
from atout.games.schrecklicht.reading import (
    DEALER,
    FIRSTS,
    OBJECTIVE,
    PILE,
    REJECTED,
    ROUND,
    SCORED,
    TURNED,
    USED,
)
from atout.kernel.log import ACTION, DEALT, HIDDEN, SPECTATOR, TOTAL
from atout.kernel.rng import Rng
from atout.kernel.view import Display, Seen
from atout.match import Match, shuffler

FILE = Path(__file__).with_name("playthrough.txt")
SEATS = 3
SEED = 25
HEAD = f"""\
# One match of Schrecklicht, {SEATS} players, 2 rounds, covered pairs to be remembered, all other options as usual.
# The deals are shuffler({SEED}); actions are drawn from the legal ones with Rng({SEED}).
#
# A block is one step.
#   log X   what the step adds to the memory of X: A, B, C (seats 0, 1, 2), S (a spectator), or all of them alike
#   facts   the facts on the table, the same for everybody; a standing is rank, what is counted, and points
#   table   the displays and covered pairs, the same for everybody (?? is face down)
#   A B C S the hands as each observer is shown them, and for the seat on turn how many actions are legal
"""


def letter(seat: int) -> str:
    return "S" if seat == SPECTATOR else "ABCDE"[seat]


def card(number: int) -> str:
    return "?" if number == HIDDEN else f"{'GVB'[number % 3]}{number // 3}"


def entry_text(entry: Seen) -> str:
    """Return an entry of the log in words."""
    who = letter(entry.seat) if entry.seat < SEATS else ""
    if entry.kind == ACTION:
        return f"{who} plays {GAME.text(entry.value)}"
    if entry.kind == PILE:
        return f"pile {'?' if entry.value == HIDDEN else NAMES[entry.value]}"
    if entry.kind in (OBJECTIVE, USED):
        return f"{'objective' if entry.kind == OBJECTIVE else 'used'} {NAMES[entry.open]}"
    words = {
        ROUND: f"round {entry.open}",
        DEALER: f"{who} deals",
        TOTAL: f"{who} has {entry.open}",
        FIRSTS: f"{who} was first {entry.open} times",
        TURNED: f"{card(entry.open)} turned up for {who}",
        REJECTED: f"{card(entry.open)} rejected for {who}",
        DEALT: f"{who}:{card(entry.value)}",
        SCORED: f"{who} scores {entry.open}",
    }
    return words[entry.kind]


def facts_text(display: Display) -> str:
    """Return the facts on the table, those of the same name together."""
    parts: dict[str, list[str]] = {}
    for fact in display.facts:
        if fact.name not in ("pumpkins", "letter"):
            who = [letter(fact.seat)] if fact.seat >= 0 else []
            parts.setdefault(fact.name, []).append(" ".join([*who, *([fact.value] if fact.value else [])]))
    turn = [f"{letter(display.turn)} is on turn"] if display.turn >= 0 else []
    return "; ".join([display.phase, *(f"{name} {', '.join(words)}" for name, words in parts.items()), *turn])


def table_text(display: Display) -> str:
    """Return displays, covered pairs and rejected cards."""
    parts = []
    for zone in display.zones:
        if zone.name == "display":
            parts.append(f"{letter(zone.seat)} {' '.join(shown.text for shown in zone.cards)}")
        elif zone.name == "covered_pair":
            parts[-1] += f" {'/'.join(shown.text for shown in zone.cards)}"
        elif zone.name == "rejected":
            parts.append(f"rejected {' '.join(shown.text for shown in zone.cards)}")
    return " | ".join(parts) or "-"


def hands_text(display: Display) -> str:
    """Return the hands as an observer is shown them."""
    hands = [zone for zone in display.zones if zone.name == "hand"]
    parts = [f"{letter(zone.seat)} {' '.join(shown.text for shown in zone.cards)}" for zone in hands]
    parts += [f"may choose one of {len(display.legal)}"] if display.legal else []
    return " | ".join(parts) or "-"


def blocks() -> list[str]:
    """Play the match and print it step by step."""
    match = Match(GAME, SEATS, {"rounds": "2", "covers": "memory"})
    shuffle, rng = shuffler(SEED), Rng(SEED)
    observers = [*range(SEATS), SPECTATOR]
    memory = dict.fromkeys(observers, 0)
    found = []
    while not match.over:
        if match.turn < 0:
            pack = match.state.pack()
            match.deal(shuffle(len(pack)))
            head = f"deal of the {pack.kind}"
        else:
            legal = match.view(match.turn).legal
            seat, action = match.turn, legal[rng.below(len(legal))]
            match.play(seat, action)
            head = f"{letter(seat)}: {GAME.text(action)}"
        news = {}
        for eye in observers:
            seen = match.view(eye).seen
            news[eye] = "; ".join(entry_text(entry) for entry in seen[memory[eye] :])
            memory[eye] = len(seen)
        lines = [f"== {head}"]
        if len(set(news.values())) == 1:
            lines.append(f"log all  {news[0] or '-'}")
        else:
            lines += [f"log {letter(eye)}    {news[eye]}" for eye in observers]
        displays = [match.view(eye).display() for eye in observers]
        for title, text in (("facts", facts_text), ("table", table_text)):
            alike = {text(display) for display in displays}
            assert len(alike) == 1
            lines.append(f"{title}  {alike.pop()}")
        lines += [f"{letter(display.seat)}    {hands_text(display)}" for display in displays]
        found.append("\n".join(lines))
    found.append(f"== end\nscores {' '.join(map(str, match.scores()))}, places {' '.join(map(str, match.places()))}")
    return found


def test_playthrough():
    text = HEAD + "\n" + "\n\n".join(blocks()) + "\n"
    if os.environ.get("ATOUT_WRITE") == "1":
        FILE.write_text(text, encoding="utf-8")
    assert text.splitlines() == FILE.read_text(encoding="utf-8").splitlines()
