"""A hint: what a bot would choose, what it expects of it, and what it thinks of the alternatives."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Timer

from rich.console import Console

from atout.bots.search import Choice
from atout.locale import Words

PATIENCE = 0.2  # seconds until a spinner shows that somebody is thinking
MOST = 6  # alternatives that are told
FEWEST_VISITS = 0.005  # of all; what was tried less often was soon given up
CLASSES = ((0.06, "hint_equal"), (0.2, "hint_less"), (0.5, "hint_worse"))  # by points lost, in usual deals
FAR = "hint_far"

Named = Callable[[int], str]


def hint(choices: Sequence[Choice], spread: float, words: Words, named: Named, comma: str) -> list[str]:
    """Return a hint in words, line by line."""
    best, total = choices[0], sum(choice.visits for choice in choices)
    lines = [words.say("play", "hint_choice", action=named(best.action))]
    lines.append(words.say("play", "hint_points", points=figure(best.points, comma, sign="+")))
    told: dict[str, list[str]] = {}
    for choice in choices[1:MOST]:
        if choice.visits < FEWEST_VISITS * total:
            continue
        loss = best.points - choice.points
        key = next((name for most, name in CLASSES if loss < most * spread), FAR)
        cost = words.say("play", "hint_cost", action=named(choice.action), points=figure(loss, comma))
        told.setdefault(key, []).append(named(choice.action) if key == CLASSES[0][1] else cost)
    for key in [*(name for _, name in CLASSES), FAR]:
        if key in told:
            lines.append(words.say("play", key, actions=", ".join(told[key])))
    return lines


def figure(number: float, comma: str, sign: str = "") -> str:
    """Return a number with one digit after the comma, or two if it is small."""
    digits = 2 if abs(number) < 2 else 1
    return f"{number:{sign}.{digits}f}".replace(".", comma)


@contextmanager
def spinner(screen: Console, text: str) -> Iterator[None]:
    """Show at a terminal that somebody is thinking, if it takes long enough to be noticed."""
    if not screen.is_terminal:
        yield
        return
    status = screen.status(text)
    timer = Timer(PATIENCE, status.start)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()
