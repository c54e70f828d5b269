"""A hint in words: what a bot would choose, what it expects of it, and what it thinks of the alternatives."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Timer

from rich.console import Console

from atout.bots.hints import How, opinions
from atout.bots.search import Choice
from atout.locale import Words

PATIENCE = 0.2  # seconds until a spinner shows that somebody is thinking
OTHERS: dict[How, str] = {"equal": "hint_equal", "less": "hint_less", "worse": "hint_worse", "far": "hint_far"}

Named = Callable[[int], str]


def hint_lines(choices: Sequence[Choice], spread: float, words: Words, named: Named, comma: str) -> list[str]:
    """Return a hint in words, line by line."""
    best, *others = opinions(choices, spread)
    lines = [words.say("play", "hint_choice", action=named(best.action))]
    lines.append(words.say("play", "hint_points", points=format_figure(best.points, comma, sign="+")))
    for how, key in OTHERS.items():
        told = []
        for one in (other for other in others if other.how == how):
            cost = words.say("play", "hint_cost", action=named(one.action), points=format_figure(one.loss, comma))
            told.append(named(one.action) if how == "equal" else cost)
        if told:
            lines.append(words.say("play", key, actions=", ".join(told)))
    return lines


def format_figure(number: float, comma: str, sign: str = "") -> str:
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
