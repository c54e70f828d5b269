"""Loop: one printed match with every observer's view, compared with playthrough.txt.

`ATOUT_WRITE=1 pytest -k playthrough` writes the file anew. Read it before you accept it: every line must agree with the
rules and with what its observer may know.
"""

import os
from pathlib import Path

from atout.games.loop import GAME
from atout.games.loop.reading import GOLDEN, NUMBER, OUT, PAWN, SHOWN
from atout.kernel.log import ACTION, DEALT, HIDDEN, SPECTATOR, TRICK
from atout.kernel.rng import Rng
from atout.kernel.view import Display, Seen
from atout.match import Match, shuffler

FILE = Path(__file__).with_name("playthrough.txt")
SEATS = 4
ROUNDS = 2
SEED = 27

HEAD = f"""\
# One match of Loop, {SEATS} players, {ROUNDS} rounds, all other options as in the rule book.
# The deal is shuffler({SEED}); actions are drawn from the legal ones with Rng({SEED}), passes less often than others.
#
# A block is one step.
#   log X     what the step adds to the memory of X: A, B, C, D (seats 0 to 3), S (a spectator), or all of them alike.
#             A:4 is a card of the pair at A with the value 4; A>=2*4: the pair showed two of these in one round
#   all       the facts on the table, the same for everybody
#   A B C D S what each observer is shown, where that is new: hands and, after a slash, what is set aside
#             (8! is revealed, ? a back); the combinations of the trick, the current one first; the legal actions
"""


def letter(seat: int) -> str:
    return "S" if seat == SPECTATOR else "ABCD"[seat]


def entry_text(entry: Seen) -> str:
    """Return an entry of the log in words."""
    seat = letter(entry.seat) if entry.seat < SEATS else ""
    value = "?" if entry.value == HIDDEN else str(entry.value)
    if entry.kind == ACTION and (entry.value == HIDDEN or 0 < entry.value < 14):
        return f"{seat} sets {value} aside"
    if entry.kind == ACTION:
        return f"{seat} {GAME.text(entry.value)}"
    if entry.kind == PAWN:
        return f"pawn of {seat} on board {letter(entry.value)} row {entry.open}"
    return {
        NUMBER: f"round {entry.open}",
        GOLDEN: f"the golden board began at {seat}",
        SHOWN: f"{seat}>={value}*{entry.open}",
        DEALT: f"{seat}:{value}",
        TRICK: f"{seat} takes the trick",
        OUT: f"{seat} is out with place {entry.open}",
    }[entry.kind]


def shown_text(display: Display) -> str:
    """Return what an observer is shown of the cards, and the legal actions."""
    hands = {}
    trick = []
    for zone in display.zones:
        cards = [card.text + ("!" if card.mark == "revealed" else "") for card in zone.cards]
        if zone.name == "hand":
            backs = len(cards) if set(cards) == {"?"} else 0
            hands[zone.seat] = f"{letter(zone.seat)} {f'{backs}x?' if backs else ' '.join(cards) or '-'}"
        elif zone.name in ("set_aside", "hidden"):
            hands[zone.seat] += f" / {' '.join(cards) or '-'}"
        else:
            trick.append(f"{zone.name} {letter(zone.seat)} {','.join(cards)}")
    legal = [f"may {' '.join(GAME.text(action) for action in display.legal)}"] if display.legal else []
    return " | ".join([*hands.values(), *trick, *legal]) or "-"


def facts_text(display: Display) -> str:
    """Return the facts on the table, those of the same name together."""
    parts: dict[str, list[str]] = {}
    for fact in display.facts:
        words = parts.setdefault(fact.name, [])
        words += [letter(fact.seat)] if fact.seat >= 0 else []
        words += [fact.value] if fact.value else []
    turn = [f"{' '.join(letter(seat) for seat in display.owing)} to act"] if display.owing else []
    return ", ".join([display.phase, *(f"{name} {' '.join(words)}" for name, words in parts.items()), *turn])


def choose(match: Match, rng: Rng) -> tuple[int, int]:
    """Return a seat that owes a decision and what it does: anything legal, passes seldom."""
    owing = match.state.owing()
    seat = owing[rng.below(len(owing))]
    legal = match.legal(seat)
    if legal[0] == 0 and len(legal) > 1 and rng.below(4):
        legal = legal[1:]
    return seat, legal[rng.below(len(legal))]


def blocks() -> list[str]:
    """Play the match and print it step by step."""
    match = Match(GAME, SEATS, {"rounds": ROUNDS})
    shuffle, rng = shuffler(SEED), Rng(SEED)
    observers = [*range(SEATS), SPECTATOR]
    memory = dict.fromkeys(observers, 0)
    shown = dict.fromkeys(observers, "")
    found = []
    while not match.over:
        if match.turn < 0:
            pack = match.state.pack()
            match.deal(shuffle(len(pack)))
            head = f"deal of the {pack.kind}"
        else:
            seat, action = choose(match, rng)
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
        displays = {eye: match.view(eye).display() for eye in observers}
        facts = {facts_text(display) for display in displays.values()}
        assert len(facts) == 1
        lines.append(f"all  {facts.pop()}")
        for eye, display in displays.items():
            if shown_text(display) != shown[eye]:
                shown[eye] = shown_text(display)
                lines.append(f"{letter(eye)}    {shown[eye]}")
        found.append("\n".join(lines))
    places = " ".join(f"{letter(seat)} {place}" for seat, place in enumerate(match.places()))
    found.append(f"== end\nscores {' '.join(map(str, match.scores()))}, places {places}")
    return found


def test_playthrough():
    text = HEAD + "\n" + "\n\n".join(blocks()) + "\n"
    if os.environ.get("ATOUT_WRITE") == "1":
        FILE.write_text(text, encoding="utf-8")
    assert text.splitlines() == FILE.read_text(encoding="utf-8").splitlines()
