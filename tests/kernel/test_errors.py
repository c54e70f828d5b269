"""Clauses and refusals."""

import pytest

from atout import IllegalActionError, MatchOverError, NotationError, NotYourTurnError, PlayError, SetupError
from atout.kernel.clause import Clause

FOLLOW = Clause("TOY-06", "must-follow")


def test_clauses_are_equal_by_id_and_reason() -> None:
    assert Clause("TOY-06", "must-follow") == FOLLOW
    assert hash(Clause("TOY-06", "must-follow")) == hash(FOLLOW)
    assert Clause("TOY-07", "must-follow") != FOLLOW
    assert Clause("TOY-06", "other") != FOLLOW
    assert FOLLOW != "TOY-06"
    assert repr(FOLLOW) == "Clause('TOY-06', 'must-follow')"


@pytest.mark.parametrize("error", [PlayError, NotYourTurnError, IllegalActionError, MatchOverError, SetupError])
def test_refusals_cite_their_clause(error: type[PlayError]) -> None:
    refusal = error("a2: follow.", FOLLOW)
    assert str(refusal) == "a2: follow. [TOY-06]"
    assert refusal.clause == FOLLOW
    assert str(error("no seat 9")) == "no seat 9"
    assert error("no seat 9").clause is None
    assert isinstance(refusal, ValueError)


def test_kinds_of_refusals() -> None:
    for error in (NotYourTurnError, IllegalActionError, MatchOverError):
        assert issubclass(error, PlayError)
    for other in (NotationError, SetupError):
        assert issubclass(other, ValueError)
        assert not issubclass(other, PlayError)
