"""The comparison behind the drills notices what it is there to notice."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from atout.server.core import events
from atout.server.stores.base import Event, Remark
from atout.server.stores.from_url import store_from_url
from tools.drills import scenarios
from tools.drills.audit import Findings, compare
from tools.drills.client import Position, Request
from tools.drills.node import Node


class RecordedMatch:
    """One match: its log, what was said, and what its players sent and were shown."""

    def __init__(
        self, log: list[Event], talk: list[Remark], requests: list[Request], positions: list[Position]
    ) -> None:
        self.log = log
        self.talk = talk
        self.requests = requests
        self.positions = positions

    def copy(self) -> "RecordedMatch":
        return RecordedMatch(
            list(self.log),
            list(self.talk),
            [replace(one, accepted=list(one.accepted)) for one in self.requests],
            [*self.positions],
        )

    def compare(self) -> Findings:
        found = Findings()
        compare(self.log, self.talk, self.requests, self.positions, found)
        return found

    def last_decision(self) -> int:
        """Return where in the log the last decision of a player is."""
        return max(
            k for k, event in enumerate(self.log) if event.kind == "played" and events.decode_event(event).request
        )


async def record_match(folder: Path) -> RecordedMatch:
    plan = scenarios.Plan(1, tables=1, games=("luz",))
    company, node, url = scenarios.PlayerGroup(plan), Node(scenarios.sqlite_url(folder)), scenarios.sqlite_url(folder)
    async with scenarios.run_nodes(node):
        try:
            await company.open_tables(node.addresses)
            await company.wait_until(lambda: all(player.moves > 2 for player in company.players), "some moves are made")
            await company.end()
        finally:
            await company.leave()
    store = store_from_url(url)
    await store.open()
    try:
        log, talk = await store.read_events(company.players[0].match), await store.read_talk(company.players[0].match)
    finally:
        await store.close()
    requests = [request for player in company.players for request in player.requests]
    return RecordedMatch(log, talk, requests, [position for player in company.players for position in player.positions])


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> RecordedMatch:
    return asyncio.run(record_match(tmp_path_factory.mktemp("audit")))


@pytest.fixture
def heard(original: RecordedMatch) -> RecordedMatch:
    return original.copy()


def test_what_was_kept_is_found_good(heard: RecordedMatch) -> None:
    found = heard.compare()
    assert found.is_clean
    assert found.moves > 4
    assert found.positions > found.moves
    assert found.events == len(heard.log)


def test_a_log_that_lacks_its_end_has_lost_moves_and_positions(heard: RecordedMatch) -> None:
    del heard.log[heard.last_decision() :]
    lost = heard.compare().lost
    assert any(text.startswith("play ") for text in lost)
    assert any(text.startswith("position ") for text in lost)


def test_a_log_that_is_gone_is_lost(heard: RecordedMatch) -> None:
    heard.log.clear()
    assert len(heard.compare().lost) == 1


def test_a_request_carried_out_twice_is_doubled(heard: RecordedMatch) -> None:
    again = heard.log[heard.last_decision()]
    heard.log.append(Event(again.match, len(heard.log) + 1, again.at, again.kind, again.body))
    assert len(heard.compare().doubled) == 1


def add_remark(heard: RecordedMatch) -> None:
    """Let somebody have said something."""
    match, who = heard.log[0].match, heard.requests[0].who
    heard.talk.append(Remark(match, 10_000, 0, who, "hello", "", "spoken"))
    heard.requests.append(Request(match, who, "spoken", "say", {}, accepted=[10_000]))


def test_what_was_said_is_compared_too(heard: RecordedMatch) -> None:
    add_remark(heard)
    assert heard.compare().is_clean
    line = heard.talk.pop()
    assert len(heard.compare().lost) == 1
    heard.talk += [line, msgspec.structs.replace(line, number=10_001)]
    assert len(heard.compare().doubled) == 1
    del heard.talk[-1], heard.requests[-1]
    assert len(heard.compare().wrong) == 1


def make_refused(heard: RecordedMatch) -> None:
    request = next(request for request in heard.requests if request.type == "play" and request.accepted)
    request.accepted, request.refused = [], "stale table-has-changed"


def make_unsent(heard: RecordedMatch) -> None:
    heard.requests.remove(next(request for request in heard.requests if request.type == "play" and request.accepted))


def acknowledge_too_early(heard: RecordedMatch) -> None:
    next(request for request in heard.requests if request.type == "play" and request.accepted).accepted.append(1)


def change_action(heard: RecordedMatch) -> None:
    place = heard.last_decision()
    event = heard.log[place]
    entry = events.decode_event(event)
    assert isinstance(entry.did, events.Played)
    other = msgspec.structs.replace(entry.did, actions=tuple(action ^ 1 for action in entry.did.actions))
    changed = msgspec.structs.replace(entry, did=other)
    heard.log[place] = events.encode_event(event.match, event.seq, event.at, changed)


def drop_request(heard: RecordedMatch) -> None:
    place = heard.last_decision()
    event = heard.log[place]
    changed = msgspec.structs.replace(events.decode_event(event), request="")
    heard.log[place] = events.encode_event(event.match, event.seq, event.at, changed)


def make_gap(heard: RecordedMatch) -> None:
    del heard.log[5]


def change_position(heard: RecordedMatch) -> None:
    heard.positions[0] = replace(heard.positions[0], digest=b"?")


@pytest.mark.parametrize(
    "spoil",
    [make_refused, make_unsent, acknowledge_too_early, change_action, make_gap, change_position],
)
def test_what_does_not_fit_is_wrong(heard: RecordedMatch, spoil: Callable[[RecordedMatch], None]) -> None:
    spoil(heard)
    assert heard.compare().wrong


def test_a_decision_that_nobody_asked_for_is_wrong(heard: RecordedMatch) -> None:
    drop_request(heard)
    found = heard.compare()
    assert any("nobody sent" in text for text in found.wrong)
    assert found.lost
