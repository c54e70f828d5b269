"""From counts to figures: distributions, shares and means with 95 % intervals."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt

from atout.arena.run import Tally

Z95 = 1.959963984540054  # the normal quantile of a two-sided 95 % interval
# Student's for 1 to 30 degrees of freedom; beyond that it is the normal one and a correction.
T95 = (
    *(12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281),
    *(2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860),
    *(2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423),
)
MOST_BINS = 14


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval; one match alone has none for a mean."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Scores:
    """A distribution of final scores; quantiles are scores that occurred."""

    mean: float
    sd: float
    min: int
    q05: int
    q25: int
    median: int
    q75: int
    q95: int
    max: int


@dataclass(frozen=True)
class Seat:
    """How one seat fared: its scores, its share of wins, and its points above the mean of its table."""

    seat: int
    scores: Scores
    wins: Estimate
    advantage: Estimate


@dataclass(frozen=True)
class Bin:
    """How many final scores lie between two numbers, both included."""

    low: int
    high: int
    count: int


@dataclass(frozen=True)
class Figures:
    """What a run of matches shows."""

    matches: int
    decisions: int
    decisions_per_match: float
    seats: list[Seat]
    histogram: list[Bin]

    def to_dict(self) -> dict[str, object]:
        """Return the figures as plain data."""
        return asdict(self)


def figures(tally: Tally) -> Figures:
    """Return the figures of a run of at least one match."""
    everybody: Counter[int] = Counter()
    for scores in tally.scores:
        everybody += scores
    seats = [
        Seat(seat, distribution(tally.scores[seat]), win_share(tally, seat), advantage(tally, seat))
        for seat in range(len(tally.scores))
    ]
    per_match = tally.decisions / tally.matches
    return Figures(tally.matches, tally.decisions, per_match, seats, histogram(everybody))


def distribution(scores: Counter[int]) -> Scores:
    """Return mean, standard deviation and quantiles of counted scores."""
    n = scores.total()
    total = sum(score * times for score, times in scores.items())
    squares = sum(score * score * times for score, times in scores.items())
    sd = sqrt((n * squares - total * total) / (n * (n - 1))) if n > 1 else 0.0
    low, high = min(scores), max(scores)
    q05, q25, median, q75, q95 = (quantile(scores, percent) for percent in (5, 25, 50, 75, 95))
    return Scores(total / n, sd, low, q05, q25, median, q75, q95, high)


def quantile(scores: Counter[int], percent: int) -> int:
    """Return the smallest score that at least this percentage do not exceed."""
    n = scores.total()
    seen = 0
    for score in sorted(scores):
        seen += scores[score]
        if 100 * seen >= percent * n:
            return score
    raise ValueError("no scores")


def win_share(tally: Tally, seat: int) -> Estimate:
    """Return the share of matches the seat won; a shared first place is split among its holders."""
    wins = sum(times / sharing for sharing, times in sorted(tally.wins[seat].items()))
    return wilson(wins, tally.matches)


def wilson(successes: float, n: int) -> Estimate:
    """Return a share with Wilson's interval, which stays between 0 and 1 and is sound for few matches too."""
    share = successes / n
    centre = share + Z95 * Z95 / (2 * n)
    reach = Z95 * sqrt(share * (1 - share) / n + Z95 * Z95 / (4 * n * n))
    scale = 1 + Z95 * Z95 / n
    return Estimate(share, max(0.0, (centre - reach) / scale), min(1.0, (centre + reach) / scale))


def advantage(tally: Tally, seat: int) -> Estimate:
    """Return the mean of the seat's points above the mean of its table."""
    n, seats = tally.matches, len(tally.scores)
    total, squares = tally.leads[seat], tally.squares[seat]
    mean = total / n / seats
    if n == 1:
        return Estimate(mean, None, None)
    error = sqrt((n * squares - total * total) / (n * n * (n - 1))) / seats
    return Estimate(mean, mean - Z95 * error, mean + Z95 * error)


def mean(values: Sequence[float]) -> Estimate:
    """Return the mean of at least one value, with Student's interval, which is sound for few values too."""
    n = len(values)
    centre = sum(values) / n
    if n == 1:
        return Estimate(centre, None, None)
    error = sqrt(sum((value - centre) ** 2 for value in values) / (n - 1) / n)
    reach = t95(n - 1) * error
    return Estimate(centre, centre - reach, centre + reach)


def t95(freedom: int) -> float:
    """Return Student's quantile of a two-sided 95 % interval."""
    return T95[freedom - 1] if freedom <= len(T95) else Z95 + (Z95**3 + Z95) / (4 * freedom)


def histogram(scores: Counter[int]) -> list[Bin]:
    """Return how the scores are spread, in bins of a round width."""
    low, high = min(scores), max(scores)
    width = bin_width(low, high)
    first = low // width * width
    counts: Counter[int] = Counter()
    for score, times in scores.items():
        counts[(score - first) // width] += times
    return [Bin(first + k * width, first + (k + 1) * width - 1, counts[k]) for k in range((high - first) // width + 1)]


def bin_width(low: int, high: int) -> int:
    """Return the smallest round width that needs no more bins than fit on a screen."""
    scale = 1
    while True:
        for width in (scale, 2 * scale, 5 * scale):
            if high // width - low // width < MOST_BINS:
                return width
        scale *= 10
