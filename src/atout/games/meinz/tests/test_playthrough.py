"""Meinz: one printed round with every observer's view, compared with playthrough.txt.

`ATOUT_WRITE=1 pytest -k playthrough` writes the file anew. Read it before you accept it: every line must agree with the
rules and with what its observer may know.
"""

import os
from pathlib import Path

from atout.games.meinz import GAME
from atout.games.meinz.reading import (
    DRAWN,
    MONSTER_TOTAL,
    MONSTER_TRICK,
    ROUND,
    SCORED,
    SHOWN,
    STACKED,
    TURNED,
)
from atout.kernel.log import ACTION, DEALT, HIDDEN, SPECTATOR, TOTAL, TRICK
from atout.kernel.rng import Rng
from atout.kernel.view import Display, Seen, Zone
from atout.match import Match, shuffler

FILE = Path(__file__).with_name("playthrough.txt")
SEATS = 3
SEED = 8

HEAD = f"""\
# The last round of a short match of Meinz, {SEATS} players and the Monster (M); discards are shown after the round.
# The deal is shuffler({SEED}); actions are drawn from the legal ones with Rng({SEED}).
#
# A block is one step: the action, or the deal.
#   log X   what the step adds to the memory of X: A, B, C (seats 0, 1, 2), S (a spectator), or all of them alike
#   all     the facts on the table, the same for everybody
#   A B C S what each observer is shown: the own hand or how many cards a hand has, the own discard, how many cards the
#           Monster's stack has, the trick and the last trick (* takes it, + was given in exchange), the legal actions
"""


def letter(place: int) -> str:
    return "S" if place == SPECTATOR else "ABCM"[place]


def card(number: int) -> str:
    return "?" if number == HIDDEN else GAME.text(36 + number)


def entry_text(entry: Seen) -> str:
    """Return an entry of the log in words."""
    who = "ABCM"[entry.seat] if entry.seat < 4 else ""
    if entry.kind == ACTION:
        return f"{who} does {'?' if entry.value == HIDDEN else GAME.text(entry.value)}"
    if entry.kind == DEALT:
        return f"{who}:{card(entry.value)}"
    if entry.kind == STACKED:
        return f"{who}{entry.open}:{card(entry.value)}"
    if entry.kind in (TURNED, SHOWN):
        return f"{who} {'turns up' if entry.kind == TURNED else 'had discarded'} {card(entry.open)}"
    if entry.kind == SCORED:
        return f"{who} has {entry.value} gets {entry.open}"
    words = {ROUND: f"round {entry.open}", DRAWN: f"{who} dealt first", TOTAL: f"{who} has {entry.open}"}
    words |= {MONSTER_TOTAL: f"{who} has {entry.open}", TRICK: f"{who} takes the trick"}
    words |= {MONSTER_TRICK: f"{who} takes the trick"}
    return words[entry.kind]


def zone_text(zone: Zone) -> str:
    """Return a zone: who played what, and which card takes the trick."""
    if zone.cards and all(shown.text == "?" for shown in zone.cards):
        return str(len(zone.cards))
    texts = []
    for shown in zone.cards:
        player = letter(shown.seat) if shown.seat >= 0 else "M" if shown.mark.startswith("monster") else ""
        sign = "*" if shown.mark.endswith("winning") else "+" if shown.mark == "given" else ""
        texts.append(f"{player}{':' if player else ''}{shown.text}{sign}")
    return " ".join(texts) or "-"


def shown_text(display: Display) -> str:
    """Return what an observer is shown of the cards, and the legal actions."""
    parts = []
    for zone in display.zones:
        name = "" if zone.name == "hand" else zone.name.removesuffix("_trick") + " "
        owner = f"{letter(zone.seat)} " if zone.seat >= 0 else ""
        parts.append(f"{name}{owner}{zone_text(zone)}")
    if display.legal:
        parts.append("may " + " ".join(GAME.text(action) for action in display.legal))
    return " | ".join(parts)


def facts_text(display: Display) -> str:
    """Return the facts on the table, those of the same name together."""
    parts: dict[str, list[str]] = {}
    for fact in display.facts:
        monster = fact.name.startswith("monster_")
        words = parts.setdefault(fact.name.removeprefix("monster_"), [])
        words += ["M"] if monster else [letter(fact.seat)] if fact.seat >= 0 else []
        words += [fact.value] if fact.value else []
    owing = ["".join(letter(seat) for seat in display.owing) + " to decide"] if display.owing else []
    return ", ".join([display.phase, *(f"{name} {' '.join(words)}" for name, words in parts.items()), *owing])


def blocks() -> list[str]:
    """Play the round and print it step by step."""
    options = {"rounds": 4, "show_discards_at_round_end": "on"}
    match = Match(GAME, SEATS, options, start={"round": 4, "dealer": 1, "totals": [4, 2, 5, 3]})
    shuffle, rng = shuffler(SEED), Rng(SEED)
    observers = [*range(SEATS), SPECTATOR]
    memory = dict.fromkeys(observers, 0)
    found = []
    while not match.over:
        if match.turn < 0:
            match.deal(shuffle(36))
            head = "deal of the cards"
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
