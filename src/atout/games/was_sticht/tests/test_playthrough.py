"""Was sticht?: one printed match with every observer's view, compared with playthrough.txt.

`ATOUT_WRITE=1 pytest -k playthrough` writes the file anew. Read it before you accept it: every line must agree with the
rules and with what its observer may know.
"""

import os
from pathlib import Path

from atout.games.was_sticht import GAME, reading
from atout.kernel.log import ACTION, DEALT, HIDDEN, SPECTATOR, TRICK
from atout.kernel.rng import Rng
from atout.kernel.view import Display, Seen, Zone
from atout.match import Match, shuffler

FILE = Path(__file__).with_name("playthrough.txt")
SEATS = 3
SEED = 46
OPTIONS = {"contracts_per_player": 3, "max_rounds": 1}

HEAD = f"""\
# One round of Was sticht?, {SEATS} players, three contracts each, all other options as in the rule book.
# Shuffles are shuffler({SEED}); actions are drawn from the legal ones, seats from those that owe one, with Rng({SEED}).
#
# A block is one step.
#   log X   what the step adds to the memory of X: A, B, C (seats 0, 1, 2), S (a spectator), or all of them alike
#   all     what everybody is shown: phase and facts, then the cards; columns that are not touched yet are left out
#   X       what X is shown besides, and for a seat that owes a decision what it may do
# A star marks who wins, and trumps in the own hand.
"""


def letter(seat: int) -> str:
    return "S" if seat == SPECTATOR else "V" if seat == 15 else "ABC"[seat]


def card(number: int) -> str:
    return f"{'RBGY'[number // 9]}{number % 9 + 1}"


def kind(number: int) -> str:
    return GAME.text(number).removeprefix("take:")


def entry_text(entry: Seen) -> str:
    """Return an entry of the log in words."""
    seat = letter(entry.seat)
    hidden = entry.value == HIDDEN
    texts = {
        ACTION: lambda: f"{seat} {'chooses something' if hidden else GAME.text(entry.value)}",
        DEALT: lambda: f"{entry.open + 1}:{card(entry.value)}",
        TRICK: lambda: f"{seat} takes the trick",
        reading.NUMBER: lambda: f"round {entry.open}",
        reading.FIRST: lambda: f"first player {seat}",
        reading.OWNS: lambda: f"{seat} owns {kind(entry.open)}",
        reading.FULFILLED: lambda: f"{seat} has fulfilled {kind(entry.open)}",
        reading.TRUMP_COLOUR: lambda: f"{seat} sees the trump colour {'?' if hidden else 'RBGY-'[entry.value]}",
        reading.TRUMP_NUMBER: lambda: f"{seat} sees the trump number {'?' if hidden else '123456789-'[entry.value]}",
        reading.LEFT_OVER: lambda: f"V gets {card(entry.open)}",
        reading.ANNOUNCED: lambda: f"announced {seat}",
        reading.TRUMPS: lambda: f"trumps {'RBGY-'[entry.open // 10]}/{'123456789-'[entry.open % 10]}",
        reading.CHOSEN: lambda: f"{seat} has chosen {kind(entry.open)}",
        reading.MET: lambda: f"{seat} fulfils {kind(entry.open)} with {entry.value}",
        reading.MISSED: lambda: f"{seat} fails at {kind(entry.open)} with {entry.value}",
        reading.SUCCEEDS: lambda: f"{seat} succeeds through {kind(entry.open)} of {letter(entry.value)}",
    }
    return texts[entry.kind]()


def zone_text(zone: Zone) -> str:
    """Return the cards of a zone, who played them, and marks."""
    texts = []
    for shown in zone.cards:
        who = f"{letter(shown.seat)}:" if shown.seat >= 0 else ""
        texts.append(f"{who}{shown.text}{'*' if shown.mark else ''}")
    owner = f" {letter(zone.seat)}" if zone.seat >= 0 else ""
    return f"{zone.name}{owner} {' '.join(texts)}"


def shown_parts(display: Display) -> list[str]:
    """Return what an observer is shown, part by part, without columns to come."""
    facts: dict[str, list[str]] = {}
    for fact in display.facts:
        words = facts.setdefault(fact.name, [])
        words += [letter(fact.seat)] if fact.seat >= 0 else []
        words += [fact.value] if fact.value else []
    parts = [display.phase, *(f"{name} {' '.join(words)}" for name, words in facts.items())]
    parts += [zone_text(zone) for zone in display.zones if zone.cards and zone.name != "later_column"]
    if len(display.legal) > 9:
        parts.append("may do anything on offer")
    elif display.legal:
        parts.append("may " + " ".join(GAME.text(action) for action in display.legal))
    return parts


def blocks() -> list[str]:
    """Play the match and print it step by step."""
    match = Match(GAME, SEATS, OPTIONS)
    shuffle, rng = shuffler(SEED), Rng(SEED)
    observers = [*range(SEATS), SPECTATOR]
    memory = dict.fromkeys(observers, 0)
    found = []
    while not match.over:
        if match.turn < 0:
            pack = match.state.pack()
            match.deal(shuffle(len(pack)))
            head = f"shuffle of the {pack.kind}"
        else:
            owing = match.state.owing()
            seat = owing[rng.below(len(owing))]
            legal = match.legal(seat)
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
        shown = {eye: shown_parts(match.view(eye).display()) for eye in observers}
        common = [part for part in shown[0] if all(part in parts for parts in shown.values())]
        lines.append(f"all  {' | '.join(common)}")
        for eye in observers:
            own = [part for part in shown[eye] if part not in common]
            lines += [f"{letter(eye)}    {' | '.join(own)}"] if own else []
        found.append("\n".join(lines))
    found.append(f"== end\nscores {' '.join(map(str, match.scores()))}, places {' '.join(map(str, match.places()))}")
    return found


def test_playthrough():
    text = HEAD + "\n" + "\n\n".join(blocks()) + "\n"
    if os.environ.get("ATOUT_WRITE") == "1":
        FILE.write_text(text, encoding="utf-8")
    assert text.splitlines() == FILE.read_text(encoding="utf-8").splitlines()
