"""Luz: one printed match with every observer's view, compared with playthrough.txt.

`ATOUT_WRITE=1 pytest -k playthrough` writes the file anew. Read it before you accept it: every line must agree with the
rules and with what its observer may know.
"""

import os
from pathlib import Path

from atout.games.luz import GAME
from atout.games.luz.view import DRAWN, LAST, NUMBER, SCORED
from atout.kernel.log import ACTION, DEALT, HIDDEN, SPECTATOR, TOTAL, TRICK
from atout.kernel.rng import Rng
from atout.kernel.view import Display, Seen, Zone
from atout.match import Dealt, Match, shuffler

FILE = Path(__file__).with_name("playthrough.txt")
SEATS = 3
DEALS = 2
SEED = 22

HEAD = f"""\
# One match of Luz, {SEATS} players, {DEALS} deals, all other options as in the rule book.
# The deals are shuffler({SEED}); actions are drawn from the legal ones with Rng({SEED}).
#
# A block is one step: the action and, where a card is played, what it turns out to be.
#   log X   what the step adds to the memory of X: A, B, C (seats 0, 1, 2), S (a spectator), or all of them alike
#   all     the facts on the table, the same for everybody
#   A B C S what each observer is shown: the hands of A, B and C (R4,8: red 4 and 8; R??: two red backs), the trick,
#           the last trick until the next card is played (* wins it), and for the seat on turn the legal actions
"""


def letter(seat: int) -> str:
    return "S" if seat == SPECTATOR else "ABC"[seat]


def card_text(number: int) -> str:
    return f"{'RYGBP'[number // 12]}{number % 12 + 1}"


def entry_text(entry: Seen) -> str:
    """Return an entry of the log in words."""
    seat = "ABC"[entry.seat] if entry.seat < SEATS else ""
    if entry.kind == ACTION and entry.value < 22:
        return f"{seat} bets {GAME.text(entry.value)}"
    if entry.kind == ACTION:
        return f"{seat} plays {GAME.text(entry.value)}={card_text(entry.open)}"
    if entry.kind == DEALT:
        return f"{seat}:{'RYGBP'[entry.open] + '?' if entry.value == HIDDEN else card_text(entry.value)}"
    if entry.kind == SCORED:
        bet, tricks = GAME.text(entry.value % 22), entry.value // 22
        return f"{seat} bet {bet} won {tricks} scores {entry.open:+}"
    names = {NUMBER: f"deal {entry.open}", DRAWN: f"{seat} drew the marker", TOTAL: f"{seat} has {entry.open}"}
    names |= {LAST: f"{seat} scored {entry.open} before", TRICK: f"{seat} takes the trick"}
    return names[entry.kind]


def hand_text(zone: Zone) -> str:
    """Return a hand colour by colour."""
    groups: dict[str, list[str]] = {}
    for card in zone.cards:
        groups.setdefault(card.text[0], []).append(card.text[1:])
    return " ".join(colour + ("" if "?" in values else ",").join(values) for colour, values in groups.items()) or "-"


def trick_text(zone: Zone) -> str:
    """Return a trick: who played what, and which card wins."""
    return " ".join(f"{letter(c.seat)}:{c.text}{'*' if c.mark == 'winning' else ''}" for c in zone.cards) or "-"


def shown_text(display: Display) -> str:
    """Return what an observer is shown of the cards, and the legal actions."""
    parts = []
    for zone in display.zones:
        if zone.name == "hand":
            parts.append(f"{letter(zone.seat)} {hand_text(zone)}")
        else:
            parts.append(f"{zone.name.removesuffix('_trick')} {trick_text(zone)}")
    if display.legal == list(range(22)):
        parts.append("may bet anything")
    elif display.legal:
        parts.append("may " + " ".join(GAME.text(action) for action in display.legal))
    return " | ".join(parts)


def facts_text(display: Display) -> str:
    """Return the facts on the table, those of the same name together."""
    parts: dict[str, list[str]] = {}
    for fact in display.facts:
        words = parts.setdefault(fact.name, [])
        words += [letter(fact.seat)] if fact.seat >= 0 else []
        words += [fact.value] if fact.value else []
    turn = [f"{letter(display.turn)} is on turn"] if display.turn >= 0 else []
    return ", ".join([display.phase, *(f"{name} {' '.join(words)}" for name, words in parts.items()), *turn])


def blocks() -> list[str]:
    """Play the match and print it step by step."""
    match = Match(GAME, SEATS, {"deals": DEALS})
    shuffle, rng = shuffler(SEED), Rng(SEED)
    observers = [*range(SEATS), SPECTATOR]
    memory = dict.fromkeys(observers, 0)
    found = []
    while not match.over:
        if match.turn < 0:
            pack = match.state.pack()
            match.deal(shuffle(len(pack)))
            step = match.steps[-1]
            assert isinstance(step, Dealt)
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
            lines.append(f"log all  {news[0]}")
        else:
            lines += [f"log {letter(eye)}    {news[eye]}" for eye in observers]
        displays = [match.view(eye).display() for eye in observers]
        facts = {facts_text(display) for display in displays}
        assert len(facts) == 1
        lines.append(f"all  {facts.pop()}")
        lines += [f"{letter(display.seat)}    {shown_text(display)}" for display in displays]
        found.append("\n".join(lines))
    places = match.places()
    order = " ".join(letter(places.index(place)) for place in range(1, SEATS + 1))
    found.append(f"== end\nscores {' '.join(map(str, match.scores()))}, order {order}")
    return found


def test_playthrough():
    text = HEAD + "\n" + "\n\n".join(blocks()) + "\n"
    if os.environ.get("ATOUT_WRITE") == "1":
        FILE.write_text(text, encoding="utf-8")
    assert text.splitlines() == FILE.read_text(encoding="utf-8").splitlines()
