"""From finished matches to standings: ratings, means, and differences on the same cards."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations

from openskill.models import PlackettLuce

from atout.arena.bout import Outcome
from atout.arena.figures import Z95, Estimate, mean, wilson


@dataclass(frozen=True)
class Standing:
    """How a bot fared; the rating is openskill's mu, its interval mu plus and minus 1.96 sigma."""

    name: str
    rating: float
    interval: tuple[float, float]
    mean_score: float | None  # no match without a forfeit: none
    mean_place: float
    matches: int
    wins: Estimate  # the share of the first places it took, shared ones split
    forfeits: int


@dataclass(frozen=True)
class Difference:
    """By how many points one bot is ahead of another on the same cards; a deal counts if all of it was played."""

    one: str
    other: str
    deals: int
    points: Estimate | None
    decided: int  # deals in which one of them was ahead
    won: Estimate | None  # the share of those in which `one` was


@dataclass(frozen=True)
class Fault:
    """Why a bot forfeited, in which matches, and the end of the traceback of the first of them."""

    bot: str
    why: str
    what: str
    trace: str
    matches: list[int]


@dataclass(frozen=True)
class Report:
    """What an arena shows."""

    matches: int
    deals: int
    forfeits: int
    bots: list[Standing]  # the best first
    differences: list[Difference]
    faults: list[Fault]

    def to_dict(self) -> dict[str, object]:
        """Return it as plain data."""
        return asdict(self)


def report(outcomes: Iterable[Outcome], bots: Sequence[str]) -> Report:
    """Return the standings; the order in which matches finished does not matter."""
    ordered = sorted(outcomes, key=lambda outcome: outcome.number)
    ratings = rate_bots(ordered, bots)
    standings = [standing(name, ordered, *ratings[name]) for name in bots]
    standings.sort(key=lambda found: -found.rating)
    names = [found.name for found in standings]
    deals = whole_deals(ordered)
    differences = [difference(one, other, deals) for one, other in combinations(names, 2)]
    forfeits = sum(outcome.forfeit is not None for outcome in ordered)
    deal_count = len({outcome.deal for outcome in ordered})
    return Report(len(ordered), deal_count, forfeits, standings, differences, find_faults(ordered))


def find_faults(outcomes: Iterable[Outcome]) -> list[Fault]:
    """Return why bots forfeited; the same reason is told once."""
    found: dict[tuple[str, str, str], Fault] = {}
    for outcome in outcomes:
        fault = outcome.forfeit
        if fault is not None:
            key = (outcome.bots[fault.seat], fault.why, fault.what)
            found.setdefault(key, Fault(*key, fault.trace, [])).matches.append(outcome.number)
    return list(found.values())


def rate_bots(outcomes: Iterable[Outcome], bots: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Return mu and sigma of every bot, match by match; on several chairs its mean place counts."""
    model = PlackettLuce(tau=0.0)  # bots do not change
    players = {name: model.rating(name=name) for name in bots}
    for outcome in outcomes:
        present = [name for name in bots if name in outcome.bots]
        if len(present) > 1:
            ranks = [mean_of(places_of(outcome, name)) for name in present]
            teams = model.rate([[players[name]] for name in present], ranks=ranks)
            players.update(zip(present, (team[0] for team in teams), strict=True))
    return {name: (float(player.mu), float(player.sigma)) for name, player in players.items()}


def standing(name: str, outcomes: list[Outcome], mu: float, sigma: float) -> Standing:
    """Return how a bot fared."""
    own = [outcome for outcome in outcomes if name in outcome.bots]
    scores = [score for outcome in own for score in scores_of(outcome, name)]
    places = [place for outcome in own for place in places_of(outcome, name)]
    firsts = sum(places_of(outcome, name).count(1) / outcome.places.count(1) for outcome in own if 1 in outcome.places)
    return Standing(
        name=name,
        rating=mu,
        interval=(mu - Z95 * sigma, mu + Z95 * sigma),
        mean_score=mean_of(scores) if scores else None,
        mean_place=mean_of(places) if places else 0.0,
        matches=len(own),
        wins=wilson(firsts, len(own)) if own else Estimate(0.0, None, None),
        forfeits=sum(outcome.forfeit is not None and outcome.bots[outcome.forfeit.seat] == name for outcome in own),
    )


def whole_deals(outcomes: Iterable[Outcome]) -> list[list[Outcome]]:
    """Return the deals in which every seating was played to the end."""
    deals: dict[int, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        if outcome.forfeit is None:
            deals[outcome.deal].append(outcome)
    return [matches for _, matches in sorted(deals.items()) if len(matches) == len(matches[0].bots)]


def difference(one: str, other: str, deals: Iterable[list[Outcome]]) -> Difference:
    """Return how far a bot is ahead of another, deal by deal."""
    ahead = []
    for matches in deals:
        mine, theirs = ([s for match in matches for s in scores_of(match, name)] for name in (one, other))
        if mine and theirs:
            ahead.append(mean_of(mine) - mean_of(theirs))
    decided = sum(gain != 0 for gain in ahead)
    won = sum(gain > 0 for gain in ahead)
    points = mean(ahead) if ahead else None
    return Difference(one, other, len(ahead), points, decided, wilson(won, decided) if decided else None)


def scores_of(outcome: Outcome, name: str) -> list[int]:
    """Return the scores of a bot in a match; none after a forfeit."""
    if outcome.scores is None:
        return []
    return [score for seat, score in enumerate(outcome.scores) if outcome.bots[seat] == name]


def places_of(outcome: Outcome, name: str) -> list[int]:
    """Return the places of a bot in a match."""
    return [place for seat, place in enumerate(outcome.places) if outcome.bots[seat] == name]


def mean_of(values: Sequence[float]) -> float:
    """Return the mean."""
    return sum(values) / len(values)
