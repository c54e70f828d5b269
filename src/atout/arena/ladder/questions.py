"""What the ladder asks, and when an answer is one."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt

from atout.arena.figures import Z95, Estimate, mean, wilson
from atout.kernel.game import Game

USUAL_SECONDS, LONG_SECONDS = 0.05, 1.0
PEER_ITERATIONS = 200  # several for each of the 22 bets of Luz
SPOT_SEATS = 4

# A question is looked at after this many deals, then after half as many again, and so on. With this many standard
# errors between the mean and zero at any of up to twenty looks, fewer than one answer in twenty is wrong.
FIRST_LOOK, GROWTH = 16, 1.5
SURE = 2.8

BETTER, WORSE, OPEN = "better", "worse", "open"


@dataclass(frozen=True)
class Question:
    """Is one better than another? `weight` is its part of the time, `least` how many deals it takes at any rate."""

    one: str
    other: str
    seconds: float | None = USUAL_SECONDS
    iterations: int | None = None
    seats: int | None = None  # every number the game allows, in turn
    weight: float = 1.0
    least: int = FIRST_LOOK
    most: int | None = None

    @property
    def name(self) -> str:
        """What it is called in the files."""
        limit = f"{self.iterations} iterations" if self.iterations else f"{self.seconds:g} s"
        return f"{self.one} over {self.other}, {limit}"

    def seats_of(self, game: Game, deal: int) -> int:
        """Return how many play a deal."""
        if self.seats is None:
            return game.seat_counts[deal % len(game.seat_counts)]
        return self.seats if self.seats in game.seat_counts else game.seat_counts[0]

    def to_dict(self) -> dict[str, object]:
        """Return it as plain data."""
        return asdict(self)


QUESTIONS = (
    Question("novice", "random", weight=0.5),
    Question("casual", "novice", weight=0.5),
    Question("club", "casual"),
    Question("expert", "club"),
    Question("expert", "textbook", weight=2.0),
    Question("expert", "openspiel", seconds=None, iterations=PEER_ITERATIONS),
    Question("expert", "casual", least=36),
    Question("clairvoyant", "casual", least=36),
    Question("expert", "textbook", seconds=LONG_SECONDS, seats=SPOT_SEATS, weight=1.5, least=8, most=36),
)


@dataclass(frozen=True)
class Answer:
    """What is known about a question: points ahead per deal, decided deals won, and whether that settles it."""

    deals: int
    points: Estimate | None
    decided: int
    won: Estimate | None
    verdict: str
    plain: bool  # whether nothing more is to be asked


def checkpoints(question: Question, deals: int) -> list[int]:
    """Return after which numbers of deals a question has been looked at, up to the number played."""
    found: list[int] = []
    look = question.least
    while look <= deals:
        found.append(look)
        look = max(look + 1, int(look * GROWTH))
    return [*found, deals] if deals == question.most and deals not in found else found


def answer(question: Question, ahead: Sequence[float]) -> Answer:
    """Return what the deals so far say: how far one was ahead in each, in their order."""
    verdict = OPEN
    for look in checkpoints(question, len(ahead)):
        if verdict == OPEN and look > 1:
            verdict = judge(ahead[:look])
    decided = sum(gain != 0 for gain in ahead)
    won = sum(gain > 0 for gain in ahead)
    return Answer(
        deals=len(ahead),
        points=mean(ahead) if ahead else None,
        decided=decided,
        won=wilson(won, decided) if decided else None,
        verdict=verdict,
        plain=verdict != OPEN or (question.most is not None and len(ahead) >= question.most),
    )


def judge(ahead: Sequence[float]) -> str:
    """Say whether the mean is off zero by so much that it can hardly be luck."""
    n = len(ahead)
    centre = sum(ahead) / n
    if abs(centre) <= SURE * sqrt(_variance_of_mean(ahead)):
        return OPEN
    return BETTER if centre > 0 else WORSE


def ratio_of_means(part: dict[int, float], whole: dict[int, float]) -> Estimate | None:
    """Return a mean as a share of another, with its 95 % interval; gains are by deal, some of them common to both.

    None if the other is not surely above zero: then a share of it says nothing.
    """
    common = sorted(part.keys() & whole.keys())
    if len(common) < 2 or judge(list(whole.values())) != BETTER:
        return None
    own, all_of_it = (sum(gains.values()) / len(gains) for gains in (part, whole))
    own_variance, all_variance = (_variance_of_mean(list(gains.values())) for gains in (part, whole))
    products = sum((part[deal] - own) * (whole[deal] - all_of_it) for deal in common)
    both = products / (len(common) - 1) * len(common) / (len(part) * len(whole))
    share = own / all_of_it
    reach = Z95 * sqrt(max(0.0, own_variance + share * share * all_variance - 2 * share * both)) / all_of_it
    return Estimate(share, share - reach, share + reach)


def _variance_of_mean(values: Sequence[float]) -> float:
    n = len(values)
    centre = sum(values) / n
    return sum((value - centre) ** 2 for value in values) / (n - 1) / n
