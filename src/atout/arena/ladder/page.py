"""The page about the strength of bots, from what the ladder's folder holds."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from atout.arena.figures import Estimate
from atout.arena.ladder.book import Book, in_order
from atout.arena.ladder.climb import absent
from atout.arena.ladder.duel import Duel
from atout.arena.ladder.questions import BETTER, OPEN, WORSE, Answer, Question, answer, way
from atout.bots.levels import LEVELS
from atout.games import load
from atout.kernel.errors import SetupError

BEGIN, END = "<!-- made by atout arena ladder; do not edit -->", "<!-- end -->"
GOAL = 0.6  # of the decided deals, against the textbook
STEPS = tuple(pairwise(("random", *LEVELS)))
SAID = {BETTER: "yes", OPEN: "open"}  # worse: no


def page(old: str, games: Sequence[str], questions: Sequence[Question], book: Book, about: str) -> str:
    """Return the page with its generated part made anew."""
    before, begin, rest = old.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SetupError(f"the page lacks the line {BEGIN} or {END}")
    parts = [about, *overview(games, questions, book)]
    for game in games:
        parts += section(game, questions, book.duels(game))
    return before + "\n".join([BEGIN, *parts, END]) + after


def overview(games: Sequence[str], questions: Sequence[Question], book: Book) -> list[str]:
    """Return one line per game: what is answered, and how far the expert gets."""
    body = []
    for game in games:
        duels = book.duels(game)
        known = {question: answer(question, in_order(duels[question.name])) for question in questions}
        asked = [question for question in questions if known[question].deals]
        settled = sum(known[question].verdict != OPEN for question in asked)
        steps = [known[question].verdict for question in questions if (question.other, question.one) in STEPS]
        rival = next((known[each] for each in asked if (each.one, each.other) == ("expert", "textbook")), None)
        cells = [load(game).title, f"{settled} of {len(questions)}", shown(steps)]
        cells += [points(rival), share(rival), goal(rival), percent(expert_way(questions, duels))]
        body.append(cells)
    head = ("game", "answered", "each level above the one below", "expert over textbook, points per deal")
    return [
        "",
        *rows((*head, "deals won of the decided", f"goal {GOAL:.0%}", "of the way to clairvoyance"), body),
    ]


def shown(verdicts: Sequence[str]) -> str:
    """Say whether each is better than the one below."""
    if all(verdict == BETTER for verdict in verdicts):
        return "yes"
    return "no" if WORSE in verdicts else "open"


def section(game: str, questions: Sequence[Question], duels: dict[str, dict[int, Duel]]) -> list[str]:
    """Return what is known about a game."""
    if not any(duels.values()):
        return ["", f"## {load(game).title}", "", "Not measured yet."]
    body = []
    for question in questions:
        found = answer(question, in_order(duels[question.name]))
        if found.deals:
            seats = sorted({duel.seats for duel in duels[question.name].values()})
            verdict = SAID.get(found.verdict, "no")
            cells = [points(found), share(found), f"{found.deals}", ", ".join(map(str, seats)), verdict]
        else:
            cells = ["", "", "0", "", f"not asked: {absent(question) or 'no time was left'}"]
        body.append([question.name, *cells])
    head = ("better?", "points ahead per deal", "deals won of the decided", "deals", "seats", "answer")
    lines = ["", f"## {load(game).title}", "", *rows(head, body)]
    known = expert_way(questions, duels)
    if known is not None:
        lines += ["", f"From `casual` to clairvoyance `expert` goes {percent(known)} of the way."]
    return lines


def expert_way(questions: Sequence[Question], duels: dict[str, dict[int, Duel]]) -> Estimate | None:
    """Return how much of the way from casual to clairvoyance the expert goes."""
    gains = {}
    for one in ("expert", "clairvoyant"):
        names = [question.name for question in questions if (question.one, question.other) == (one, "casual")]
        if not names:
            return None
        gains[one] = dict(enumerate(in_order(duels[names[0]])))
    return way(gains["expert"], gains["clairvoyant"])


def points(found: Answer | None) -> str:
    """Return points with their interval."""
    if found is None or found.points is None:
        return ""
    known = found.points
    if known.low is None or known.high is None:
        return f"{known.value:+.2f}"
    return f"{known.value:+.2f} ({known.low:+.2f} to {known.high:+.2f})"


def share(found: Answer | None) -> str:
    """Return a share of decided deals."""
    return "" if found is None or found.won is None else f"{percent(found.won)} of {found.decided}"


def goal(found: Answer | None) -> str:
    """Say whether the expert wins as many of the decided deals as it should."""
    if found is None or found.won is None or found.won.low is None or found.won.high is None:
        return ""
    if found.won.low >= GOAL:
        return "reached"
    return "missed" if found.won.high < GOAL else "open"


def percent(known: Estimate | None) -> str:
    """Return a share with its interval."""
    if known is None:
        return ""
    if known.low is None or known.high is None:
        return f"{100 * known.value:.0f} %"
    return f"{100 * known.value:.0f} % ({100 * known.low:.0f} to {100 * known.high:.0f})"


def rows(head: Sequence[str], body: Iterable[Sequence[str]]) -> list[str]:
    """Return a table as lines."""
    return [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *body)]
