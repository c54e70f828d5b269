"""Records: written down, read back and replayed, a match is the same match; every way to end has one."""

import random
from pathlib import Path

from atout import Match, record
from atout.kernel.rng import Rng
from tests.conformance.checks import check_choices, check_clones, check_view, snapshot
from tests.conformance.play import observers


def check_record(match: Match) -> None:
    """A record of the match, finished or not, reads back as itself and replays to the same position."""
    written = record.make_record(match)
    text = record.dumps(written)
    read = record.loads(text)
    assert read == written, "a record reads back as another record"
    assert record.dumps(read) == text, "a record is written in two ways"
    replayed = record.replay(read)
    assert snapshot(replayed.state) == snapshot(match.state), "a record replays to another position"
    if match.over:
        assert written.end is not None
        assert written.end.scores == tuple(match.scores())
        assert written.end.places == tuple(match.places())


def check_stored(file: Path, name: str) -> Match:
    """A stored record is in its normal form, is about this game and replays to its results; return the match."""
    read = record.load(file)
    assert read.game == name, f"{file.name} is a record of {read.game}"
    assert record.dumps(read) == file.read_text(encoding="utf-8"), f"{file.name} is not written as `dumps` writes it"
    assert record.loads(record.dumps(read)) == read, f"{file.name} reads back as another record"
    match = record.replay(read)
    if match.over:
        results = [deal.result for deal in read.deals if deal.play]
        assert None not in results, f"{file.name} has a deal without a result"
        assert read.end is not None, f"{file.name} has no [end]"
        assert read.end.scores is not None, f"{file.name} does not say the final scores"
        assert read.end.places is not None, f"{file.name} does not say the final places"
    return match


def check_stored_positions(file: Path) -> None:
    """Positions of a stored record, which may begin in the middle of a match, are as good as any other."""
    rng = random.Random(file.name)
    begun = record.begin(record.load(file))
    states = [begun.state, *(moment.after for moment in record.replay_steps(record.load(file)))]
    for state in [states[0], *rng.sample(states, min(3, len(states)))]:
        check_choices(begun.game, state)
        check_clones(state, rng, 2 * begun.game.max_decisions)
        for observer in observers(state.seats):
            check_view(begun.game, state, observer)
            view = state.view(observer)
            assert begun.game.sampler(view).draw(Rng(1)).view(observer) == view, f"{file.name}: a world does not fit"
