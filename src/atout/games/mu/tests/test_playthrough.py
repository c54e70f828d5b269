"""Mü: one printed match with every observer's view, compared with playthrough.txt.

`ATOUT_WRITE=1 pytest -k playthrough` writes the file anew. Read it before you accept it: every line must agree with the
rules and with what its observer may know.
"""

import os
from pathlib import Path

from atout.games.mu import GAME
from atout.games.mu.reading import ALL_PASSED, CHIEF, DEADLOCK, DEALER, NUMBER, PLAYED, SCORED, VICE
from atout.kernel.log import ACTION, DEALT, HIDDEN, SPECTATOR, TABLE, TOTAL, TRICK
from atout.kernel.rng import Rng
from atout.kernel.view import Display, Seen
from atout.match import Dealt, Match, shuffler

FILE = Path(__file__).with_name("playthrough.txt")
SEATS = 4
SEED = 21
FACES = [f"{colour}{number}" for colour in "RBGYK" for number in range(10)]
TRUMPS = [*"RBGYK", *"0123456789", "none"]

HEAD = f"""\
# One match of Mü, {SEATS} players, limit 10, card points shown, all other options as in the rule book.
# The deals are shuffler({SEED}); the game's advice bids and plays, with Rng({SEED}).
#
# A block is one step.
#   log X   what the step adds to the memory of X: A, B, C, D (seats 0 to 3), S (a spectator), or all of them alike
#   all     what the table shows, the same for everybody: phase, facts, bid cards (^ Chief's class, ' Vice's class,
#           ^' double trump), the trick, and the last trick (* wins)
#   A ... S the hand of each observer by effective suit, how many cards the others hold, and for the seat on turn the
#           legal actions
"""


def letter(seat: int) -> str:
    return "S" if seat == SPECTATOR else "ABCD"[seat]


def entry_text(entry: Seen) -> str:
    """Return an entry of the log in words."""
    seat = "nobody" if entry.seat == TABLE else letter(entry.seat)
    if entry.kind == ACTION:
        return f"{seat} does {GAME.text(entry.value)}"
    if entry.kind == DEALT:
        return f"{seat}:{'?' if entry.value == HIDDEN else FACES[entry.value]}"
    names = {
        NUMBER: f"round {entry.open}",
        DEALER: f"{seat} deals",
        TOTAL: f"{seat} has {entry.open}",
        CHIEF: f"{seat} is Chief with {entry.open}",
        VICE: f"{seat} is Vice",
        DEADLOCK: f"deadlock at {entry.open}, {seat} bid last",
        ALL_PASSED: "all have passed",
        TRICK: f"{seat} takes the trick",
        PLAYED: f"{seat} led seat {entry.open}: {entry.value // 16} cards, trump {TRUMPS[entry.value % 16]}",
        SCORED: f"{seat} took {entry.value} and scores {entry.open:+}",
    }
    return names[entry.kind]


def zone_text(display: Display, name: str, seat: int = -1) -> str:
    """Return the cards of a zone with their marks."""
    marks = {"": "", "winning": "*", "double": "^'", "chief_class": "^", "vice_class": "'"}
    found = []
    for zone in display.zones:
        if (zone.name, zone.seat) == (name, seat):
            for card in zone.cards:
                player = f"{letter(card.seat)}:" if card.seat >= 0 else ""
                found.append(f"{player}{card.text}{marks[card.mark]}")
    return " ".join(found) or "-"


def table_text(display: Display) -> str:
    """Return what everybody is shown."""
    parts: dict[str, list[str]] = {}
    for fact in display.facts:
        words = parts.setdefault(fact.name, [])
        words += [letter(fact.seat)] if fact.seat >= 0 else []
        words += [fact.value] if fact.value else []
    facts = ", ".join([display.phase, *(f"{name} {' '.join(words)}" for name, words in parts.items())])
    bids = " ".join(f"{letter(seat)} {zone_text(display, 'bid_cards', seat)}" for seat in range(SEATS))
    return f"{facts} | bid cards {bids} | trick {zone_text(display, 'trick')} | last {zone_text(display, 'last_trick')}"


def own_text(display: Display) -> str:
    """Return what only one observer is shown."""
    parts = []
    if display.seat >= 0:
        parts.append(zone_text(display, "hand", display.seat))
    counts = []
    for zone in display.zones:
        if zone.name == "hand" and zone.seat != display.seat:
            assert {card.text for card in zone.cards} <= {"?"}
            counts.append(f"{letter(zone.seat)} {len(zone.cards)}")
    parts.append(" ".join(counts) or "-")
    if display.legal:
        parts.append("may " + " ".join(GAME.text(action) for action in display.legal))
    return " | ".join(parts)


def block(match: Match, title: str, seen: dict[int, int]) -> list[str]:
    """Return what a step brought."""
    observers = [*range(SEATS), SPECTATOR]
    lines = ["", f"== {title}"]
    told = {}
    for eye in observers:
        entries = match.view(eye).seen
        told[eye] = "; ".join(entry_text(entry) for entry in entries[seen[eye] :])
        seen[eye] = len(entries)
    if len(set(told.values())) == 1:
        lines.append(f"log all  {told[0]}")
    else:
        lines += [f"log {letter(eye)}    {told[eye]}" for eye in observers]
    displays = [match.view(eye).display() for eye in observers]
    assert len({table_text(display) for display in displays}) == 1
    lines.append(f"all  {table_text(displays[0])}")
    lines += [f"{letter(eye)}    {own_text(display)}" for eye, display in zip(observers, displays, strict=True)]
    return lines


def printed() -> str:
    """Play the match and print it."""
    rng = Rng(SEED)
    advice = GAME.advice()
    shuffle = shuffler(SEED)
    match = Match(GAME, SEATS, {"limit": 10, "show_points": "on"})
    seen = dict.fromkeys([*range(SEATS), SPECTATOR], 0)
    lines: list[str] = []
    while not match.over:
        if match.turn < 0:
            match.deal(shuffle(len(match.state.pack())))
            step = match.steps[-1]
            assert isinstance(step, Dealt)
            title = "deal of the seats" if len(step.order) == SEATS else "deal of the cards"
        else:
            seat = match.turn
            action = advice.choose(match.state, seat, rng)
            match.play(seat, action)
            title = f"{letter(seat)}: {GAME.text(action)}"
        lines += block(match, title, seen)
    lines += ["", "== score lines"]
    for line in match.score_lines():
        lines.append(f"{letter(line.seat)} {line.points:+} {line.clause.id} {line.clause.why}")
    lines.append(f"totals {match.scores()}, places {match.places()}")
    return HEAD + "\n".join(lines) + "\n"


def test_playthrough():
    text = printed()
    if os.environ.get("ATOUT_WRITE") == "1":
        FILE.write_text(text, encoding="utf-8")
    assert FILE.read_text(encoding="utf-8") == text
