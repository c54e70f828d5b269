"""A hint in words: what a bot would choose, what it expects of it, and what it thinks of the alternatives."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Timer

from rich.console import Console

from atout.bots.hints import How, opinions
from atout.bots.search import Choice
from atout.locale import Words

PATIENCE = 0.2  # seconds until a spinner shows that somebody is thinking
MOST_EQUAL = 2  # that are named beside the best
OTHERS: dict[How, str] = {"less": "hint_less", "worse": "hint_worse", "far": "hint_far"}

Named = Callable[[int], str]


def hint_lines(choices: Sequence[Choice], spread: float, words: Words, named: Named) -> list[str]:
    """Return a hint in words, line by line."""
    best, *others = opinions(choices, spread)
    equal = [named(other.action) for other in others if other.how == "equal"][:MOST_EQUAL]
    if equal:
        action = ", ".join([named(best.action), *equal[:-1]])
        lines = [words.say("play", "hint_close", action=action, other=equal[-1])]
    else:
        lines = [words.say("play", "hint_choice", action=named(best.action))]
    lines.append(_counted(words, ("hint_points", "hint_points_one"), round(best.points), sign="+"))
    for how, key in OTHERS.items():
        told = []
        for one in (other for other in others if other.how == how):
            loss, action = round(one.loss), named(one.action)
            told.append(_counted(words, ("hint_cost", "hint_cost_one"), loss, action=action) if loss else action)
        if told:
            lines.append(words.say("play", key, actions=", ".join(told)))
    return lines


def _counted(words: Words, keys: tuple[str, str], points: int, sign: str = "", **more: str) -> str:
    """Return a text about that many points; a single point has a text of its own."""
    return words.say("play", keys[abs(points) == 1], points=f"{points:{sign}}", **more)


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
