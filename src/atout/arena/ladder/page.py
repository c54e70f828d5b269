"""The page about the strength of bots, from what the ladder's folder holds."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from atout.arena.figures import Estimate
from atout.arena.ladder.book import Book, in_order
from atout.arena.ladder.climb import reason_to_skip
from atout.arena.ladder.duel import Duel
from atout.arena.ladder.questions import BETTER, OPEN, WORSE, Answer, Question, answer, ratio_of_means
from atout.bots.levels import LEVELS
from atout.games import load
from atout.kernel.errors import SetupError

BEGIN, END = "<!-- made by atout arena ladder; do not edit -->", "<!-- end -->"
GOAL = 0.6  # of the decided deals, against the textbook
STEPS = tuple(pairwise(("random", *LEVELS)))
SAID = {BETTER: "yes", WORSE: "no", OPEN: "open"}
RIVALS = ("expert", "textbook")
BOUNDS = (("expert", "casual"), ("clairvoyant", "casual"))


Cells = list[str]


@dataclass(frozen=True)
class Findings:
    """What is known about a game: a row for each question, and how far the expert gets."""

    title: str
    rows: dict[Question, Cells]
    rival: Cells  # points and deals won against the textbook, and whether that is enough
    way: str


def page(old: str, games: Sequence[str], questions: Sequence[Question], book: Book, about: str) -> str:
    """Return the page with its generated part made again; a row that rests on more deals than the folder has stays."""
    before, begin, rest = old.partition(BEGIN)
    inner, end, after = rest.partition(END)
    if not begin or not end:
        raise SetupError(f"the page lacks the line {BEGIN} or {END}")
    earlier = rows_of(inner)
    known = [findings(load(game).title, questions, book.duels(game), earlier) for game in games]
    parts = [about, *overview(known)]
    for each in known:
        parts += section(each)
    return before + "\n".join([BEGIN, *parts, END]) + after


def rows_of(text: str) -> dict[tuple[str, str], Cells]:
    """Return the rows of all tables, by the heading above them and their first cell."""
    found: dict[tuple[str, str], Cells] = {}
    heading = ""
    for line in text.splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ")
        elif line.startswith("| "):
            first, *others = (cell.strip() for cell in line.strip("|").split("|"))
            found[heading, first] = others
    return found


def findings(
    title: str,
    questions: Sequence[Question],
    duels: dict[str, dict[int, Duel]],
    earlier: dict[tuple[str, str], Cells],
) -> Findings:
    """Return what the deals of a game say; where the page had more of them, what it said."""
    answers = {question: answer(question, in_order(duels[question.name])) for question in questions}
    rows: dict[Question, Cells] = {}
    stay = set()
    for question, known in answers.items():
        before = earlier.get((title, question.name), [])
        if deal_count(before) > known.deals:
            stay.add(question)
            rows[question] = before
        else:
            rows[question] = cells(question, known, duels[question.name])
    *_, goal_before, way_before = earlier.get(("", title), ["", ""])
    rival = next((each for each in rows if (each.one, each.other) == RIVALS and deal_count(rows[each])), None)
    bounds = [each for each in rows if (each.one, each.other) in BOUNDS]
    return Findings(
        title,
        rows,
        rival=[*rows[rival][:2], goal_before if rival in stay else goal(answers[rival])] if rival else ["", "", ""],
        way=way_before if stay.intersection(bounds) else percent(expert_progress(questions, duels)),
    )


def cells(question: Question, known: Answer, duels: dict[int, Duel]) -> Cells:
    """Return the row of a question, without its name."""
    if not known.deals:
        return ["", "", "0", "", f"not asked: {reason_to_skip(question) or 'no time was left'}"]
    seats = sorted({duel.seats for duel in duels.values()})
    return [points(known), share(known), f"{known.deals}", ", ".join(map(str, seats)), SAID[known.verdict]]


def deal_count(row: Cells) -> int:
    """Return on how many deals a row rests."""
    return int(row[2]) if row else 0


def overview(known: Sequence[Findings]) -> list[str]:
    """Return one line per game: what is answered, and how far the expert gets."""
    body = []
    for each in known:
        settled = sum(row[-1] in (SAID[BETTER], SAID[WORSE]) for row in each.rows.values())
        steps = [row[-1] for question, row in each.rows.items() if (question.other, question.one) in STEPS]
        body.append([each.title, f"{settled} of {len(each.rows)}", combine_answers(steps), *each.rival, each.way])
    head = ("game", "answered", "each level above the one below", "expert over textbook, points per deal")
    return [
        "",
        *rows((*head, "deals won of the decided", f"goal {GOAL:.0%}", "of the way to clairvoyance"), body),
    ]


def combine_answers(said: Sequence[str]) -> str:
    """Say whether each is better than the one below."""
    if all(each == SAID[BETTER] for each in said):
        return SAID[BETTER]
    return SAID[WORSE] if SAID[WORSE] in said else SAID[OPEN]


def section(known: Findings) -> list[str]:
    """Return what is known about a game."""
    lines = ["", f"## {known.title}", ""]
    if not any(map(deal_count, known.rows.values())):
        return [*lines, "Not measured yet."]
    head = ("better?", "points ahead per deal", "deals won of the decided", "deals", "seats", "answer")
    lines += rows(head, ([question.name, *row] for question, row in known.rows.items()))
    if known.way:
        lines += ["", f"From `casual` to clairvoyance `expert` goes {known.way} of the way."]
    return lines


def expert_progress(questions: Sequence[Question], duels: dict[str, dict[int, Duel]]) -> Estimate | None:
    """Return how much of the way from casual to clairvoyance the expert goes."""
    gains = []
    for bound in BOUNDS:
        names = [question.name for question in questions if (question.one, question.other) == bound]
        if not names:
            return None
        gains.append(dict(enumerate(in_order(duels[names[0]]))))
    return ratio_of_means(*gains)


def points(found: Answer) -> str:
    """Return points with their interval."""
    if found.points is None:
        return ""
    known = found.points
    if known.low is None or known.high is None:
        return f"{known.value:+.2f}"
    return f"{known.value:+.2f} ({known.low:+.2f} to {known.high:+.2f})"


def share(found: Answer) -> str:
    """Return a share of decided deals."""
    return "" if found.won is None else f"{percent(found.won)} of {found.decided}"


def goal(found: Answer) -> str:
    """Say whether the expert wins as many of the decided deals as it should."""
    if found.won is None or found.won.low is None or found.won.high is None:
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
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *body)]
