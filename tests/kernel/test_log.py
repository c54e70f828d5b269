"""The log: entries keep their parts, and an observer sees a value only where it is in the audience."""

import gc
import random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from atout.kernel.log import (
    ACTION,
    DEALT,
    EVERYBODY,
    HIDDEN,
    NOBODY,
    SPECTATOR,
    TABLE,
    WATCHERS,
    Segment,
    append_entry,
    audience_of,
    chain,
    chapters,
    entry,
    is_same_part,
    is_same_past,
    kind_of,
    mask,
    observer,
    open_of,
    seat_of,
    to_lists,
    value_of,
    with_value,
)

EYES = [*range(7), SPECTATOR]


def parts(item: int) -> tuple[int, ...]:
    return (kind_of(item), seat_of(item), open_of(item), value_of(item), audience_of(item))


def test_entries_keep_their_parts() -> None:
    rng = random.Random(1)
    for _ in range(500):
        wanted = (
            rng.choice([1, 2, 15, 16, 255, 4095]),
            rng.choice([0, 1, 7, TABLE]),
            rng.choice([-32768, -1, 0, 1, 32767, rng.randrange(-32768, 32768)]),
            rng.choice([0, 1, 65534, rng.randrange(65535)]),
            rng.choice([NOBODY, EVERYBODY, WATCHERS, rng.randrange(256)]),
        )
        item = entry(*wanted)
        assert parts(item) == wanted
        assert 0 <= item < 2**62


def test_a_hidden_value_is_kept_as_hidden() -> None:
    item = entry(ACTION, 3, 5, HIDDEN, NOBODY)
    assert parts(item) == (ACTION, 3, 5, HIDDEN, NOBODY)


@pytest.mark.parametrize("value", [0, 7, 65534, HIDDEN])
def test_only_the_value_is_replaced(value: int) -> None:
    item = entry(DEALT, 6, -300, 4711, 0b1010101)
    assert parts(with_value(item, value)) == (DEALT, 6, -300, value, 0b1010101)


def test_observers_are_different_audiences() -> None:
    eyes = [observer(seat) for seat in EYES]
    assert sum(eyes) == EVERYBODY
    assert observer(SPECTATOR) == WATCHERS


@pytest.mark.parametrize("eye", EYES)
def test_a_value_is_seen_by_its_audience_only(eye: int) -> None:
    log = vec[i64]([entry(DEALT, 1, -4, 100 + audience, audience) for audience in range(256)])
    seen = mask(log, eye)
    for audience in range(256):
        included = bool(audience & (2**eye if eye >= 0 else 128))
        assert parts(seen[audience]) == (DEALT, 1, -4, 100 + audience if included else HIDDEN, audience)
    assert value_of(log[0]) == 100, "the log itself has changed"


def test_masking_twice_is_masking_once() -> None:
    log = vec[i64]([entry(DEALT, 1, 0, audience, audience) for audience in range(256)])
    assert is_same_part(mask(mask(log, 2), 2), mask(log, 2))


def segments() -> Segment:
    first = Segment(None, vec[i64]([entry(DEALT, 0, 0, 11, observer(0))]))
    second = Segment(first, vec[i64]([entry(DEALT, 1, 0, 22, observer(1)), entry(ACTION, 1, 0, 22, EVERYBODY)]))
    return Segment(second, vec[i64]([entry(DEALT, 0, 0, 33, observer(0) | WATCHERS)]))


def values(past: Segment | None) -> list[list[int]]:
    return [[value_of(item) for item in part] for part in chapters(past, vec[i64]())][:-1]


def test_closed_parts_are_seen_by_their_audience_only() -> None:
    past = segments()
    assert values(past) == [[11], [22, 22], [33]]
    assert values(past.mask_for(0)) == [[11], [HIDDEN, 22], [33]]
    assert values(past.mask_for(1)) == [[HIDDEN], [22, 22], [HIDDEN]]
    assert values(past.mask_for(SPECTATOR)) == [[HIDDEN], [HIDDEN, 22], [33]]


def test_closed_parts_are_masked_once() -> None:
    past = segments()
    seen = past.mask_for(1)
    assert past.mask_for(1) is seen
    assert seen.mask_for(1) is seen
    longer = Segment(past, vec[i64]([entry(ACTION, 0, 0, 44, NOBODY)]))
    assert longer.mask_for(1).before is seen
    assert values(longer.mask_for(1))[-1] == [HIDDEN]
    assert past.mask_for(0) is not seen


def test_what_was_seen_is_freed_at_once() -> None:
    gc.collect()
    gc.disable()
    try:
        for seat in (0, 1, SPECTATOR):
            assert values(segments().mask_for(seat).mask_for(seat))
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_chapters_are_oldest_first() -> None:
    log = vec[i64]([1, 2])
    assert [list(part) for part in chapters(None, log)] == [[1, 2]]
    assert [len(part) for part in chapters(segments(), log)] == [1, 2, 1, 2]


def test_parts_become_lists_and_lists_parts() -> None:
    parts = [[1, 2], [], [3]]
    last = chain(parts)
    assert list(last.entries) == [3]
    assert to_lists(last.before, last.entries) == parts
    assert to_lists(None, vec[i64]()) == [[]]
    assert last.mask_for(0) is last.mask_for(0)
    with pytest.raises(AssertionError, match="has a part"):
        chain([])


def test_same_parts() -> None:
    assert is_same_part(vec[i64]([1, 2]), vec[i64]([1, 2]))
    assert not is_same_part(vec[i64]([1, 2]), vec[i64]([1, 3]))
    assert not is_same_part(vec[i64]([1, 2]), vec[i64]([1, 2, 3]))
    assert is_same_part(vec[i64](), vec[i64]())


def test_same_past() -> None:
    one, other = segments(), segments()
    assert is_same_past(one, other)
    assert is_same_past(None, None)
    assert not is_same_past(one, None)
    assert not is_same_past(one, one.before)
    assert not is_same_past(one, Segment(one.before, vec[i64]([5])))
    assert is_same_past(Segment(one, vec[i64]([5])), Segment(one, vec[i64]([5])))


def test_noted_adds_at_the_end() -> None:
    log = vec[i64]()
    for k in range(100):
        log = append_entry(log, k)
    assert list(log) == list(range(100))
