"""Njet!: one printed match with every observer's view, compared with playthrough.txt.

`ATOUT_WRITE=1 pytest -k playthrough` writes the file anew. Read it before you accept it: every line must agree with the
rules and with what its observer may know.
"""

import os
from pathlib import Path

from atout.games.njet import GAME
from atout.games.njet.reading import CHARACTER, DEALER, GIVEN, NUMBER, SCORED, SHOWN
from atout.kernel.log import ACTION, DEALT, HIDDEN, SPECTATOR, TOTAL, TRICK
from atout.kernel.rng import Rng
from atout.kernel.view import Display, Seen
from atout.match import Match, shuffler

FILE = Path(__file__).with_name("playthrough.txt")
SEATS = 3
ROUNDS = 2
SEED = 67

HEAD = f"""\
# One match of Njet!, {SEATS} players, {ROUNDS} rounds, put-away cards revealed afterwards, else as in the rule book.
# The deals are shuffler({SEED}); actions, and who acts where several may, are drawn with Rng({SEED}).
#
# A block is one step: who did what.
#   log X   what the step adds to the memory of X: A, B, C (seats 0, 1, 2), S (a spectator), or all of them alike
#   all     the facts on the table and the open spaces of the board, the same for everybody
#   A B C S what each observer is shown of the cards: the hands (15? are fifteen backs), own cards put away, passed on
#           or received, the trick, the last trick (* wins it), loot; and the legal actions of a seat that owes one
"""


def letter(seat: int) -> str:
    return "S" if seat == SPECTATOR else "ABC"[seat]


def face(number: int) -> str:
    return "?" if number == HIDDEN else GAME.text(90 + number)


def entry_text(entry: Seen) -> str:
    """Return an entry of the log in words."""
    seat = "ABC"[entry.seat] if entry.seat < SEATS else ""
    if entry.kind == ACTION:
        return f"{seat} does {'?' if entry.value == HIDDEN else GAME.text(entry.value)}"
    if entry.kind == GIVEN:
        return f"{seat} gives {letter(entry.open)} {face(entry.value)}"
    if entry.kind == SCORED:
        return f"{seat} scores {entry.open:+} for {entry.value % 32} tricks and {entry.value // 32 % 16} loot"
    names = {NUMBER: f"round {entry.open}", DEALER: f"{seat} deals", CHARACTER: f"{seat} is C{entry.open + 1}"}
    names |= {TOTAL: f"{seat} has {entry.open}", TRICK: f"{seat} takes the trick"}
    if entry.kind in (DEALT, SHOWN):
        return f"{seat}:{face(entry.value)}" if entry.kind == DEALT else f"{seat} had put away {face(entry.value)}"
    return names[entry.kind]


def shown_text(display: Display) -> str:
    """Return what an observer is shown of the cards, and the legal actions."""
    parts = []
    for zone in display.zones:
        if zone.name.startswith("row_") or not zone.cards:
            continue
        texts = []
        for card in zone.cards:
            player = f"{letter(card.seat)}:" if card.seat >= 0 else ""
            texts.append(f"{player}{card.text}{'*' if card.mark == 'winning' else ''}")
        cards = f"{len(texts)}?" if set(texts) == {"?"} else " ".join(texts)
        owner = f" {letter(zone.seat)}" if zone.seat >= 0 else ""
        parts.append(f"{zone.name}{owner} {cards}")
    if display.phase == "tokens" and display.legal:
        parts.append(f"may cover {len(display.legal)} spaces")
    elif display.legal:
        parts.append("may " + " ".join(GAME.text(action) for action in display.legal))
    return " | ".join(parts) or "-"


def facts_text(display: Display) -> str:
    """Return the facts on the table, those of the same name together, and the open spaces."""
    parts: dict[str, list[str]] = {}
    for fact in display.facts:
        words = parts.setdefault(fact.name, [])
        words += [letter(fact.seat)] if fact.seat >= 0 else []
        words += [fact.value] if fact.value else []
    board = [c.text for zone in display.zones if zone.name.startswith("row_") for c in zone.cards if c.mark == "open"]
    if display.phase == "tokens":
        parts["open"] = board
    owing = [f"{' '.join(letter(seat) for seat in display.owing)} to act"] if display.owing else []
    return ", ".join([display.phase, *(f"{name} {' '.join(words)}" for name, words in parts.items()), *owing])


def blocks() -> list[str]:
    """Play the match and print it step by step."""
    match = Match(GAME, SEATS, {"rounds": ROUNDS, "reveal_stash": "on"})
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
            owing = match.state.owing()
            seat = owing[rng.below(len(owing))]
            legal = match.view(seat).legal
            action = legal[rng.below(len(legal))]
            match.play(seat, action)
            head = f"{letter(seat)}: {GAME.text(action)}"
        news = {}
        for eye in observers:
            seen = match.view(eye).seen
            news[eye] = "; ".join(entry_text(entry) for entry in seen[memory[eye] :])
            memory[eye] = len(seen)
        lines = [f"== {head}"]
        if len(set(news.values())) == 1:
            lines.append(f"log all  {news[0]}")
        else:
            lines += [f"log {letter(eye)}    {news[eye]}" for eye in observers]
        displays = [match.view(eye).display() for eye in observers]
        facts = {facts_text(display) for display in displays}
        assert len(facts) == 1
        lines.append(f"all  {facts.pop()}")
        lines += [f"{letter(display.seat)}    {shown_text(display)}" for display in displays]
        found.append("\n".join(lines))
    found.append(f"== end\nscores {' '.join(map(str, match.scores()))}, places {' '.join(map(str, match.places()))}")
    return found


def test_playthrough():
    text = HEAD + "\n" + "\n\n".join(blocks()) + "\n"
    if os.environ.get("ATOUT_WRITE") == "1":
        FILE.write_text(text, encoding="utf-8")
    assert text.splitlines() == FILE.read_text(encoding="utf-8").splitlines()
