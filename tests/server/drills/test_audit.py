"""The comparison behind the drills notices what it is there to notice."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from atout.server.core import events
from atout.server.stores.base import Event, Remark
from atout.server.stores.opening import open_store
from tools.drills import scenes
from tools.drills.audit import Findings, compare
from tools.drills.client import Position, Request
from tools.drills.node import Node


class Heard:
    """One match: its log, what was said, and what its players sent and were shown."""

    def __init__(
        self, log: list[Event], talk: list[Remark], requests: list[Request], positions: list[Position]
    ) -> None:
        self.log = log
        self.talk = talk
        self.requests = requests
        self.positions = positions

    def copy(self) -> "Heard":
        return Heard(
            list(self.log),
            list(self.talk),
            [replace(one, accepted=list(one.accepted)) for one in self.requests],
            [*self.positions],
        )

    def compared(self) -> Findings:
        found = Findings()
        compare(self.log, self.talk, self.requests, self.positions, found)
        return found

    def played(self) -> int:
        """Return where in the log the last decision of a player is."""
        return max(k for k, event in enumerate(self.log) if event.kind == "played" and events.read(event).request)


async def session(folder: Path) -> Heard:
    plan = scenes.Plan(1, tables=1, games=("luz",))
    company, node, url = scenes.Company(plan), Node(scenes.sqlite_url(folder)), scenes.sqlite_url(folder)
    async with scenes.running(node):
        try:
            await company.gather(node.addresses)
            await company.until(lambda: all(player.moves > 2 for player in company.players), "some moves are made")
            await company.end()
        finally:
            await company.leave()
    store = open_store(url)
    await store.open()
    try:
        log, talk = await store.read(company.players[0].match), await store.talk(company.players[0].match)
    finally:
        await store.close()
    requests = [request for player in company.players for request in player.requests]
    return Heard(log, talk, requests, [position for player in company.players for position in player.positions])


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Heard:
    return asyncio.run(session(tmp_path_factory.mktemp("audit")))


@pytest.fixture
def heard(original: Heard) -> Heard:
    return original.copy()


def test_what_was_kept_is_found_good(heard: Heard) -> None:
    found = heard.compared()
    assert found.good
    assert found.moves > 4
    assert found.positions > found.moves
    assert found.events == len(heard.log)


def test_a_log_that_lacks_its_end_has_lost_moves_and_positions(heard: Heard) -> None:
    del heard.log[heard.played() :]
    lost = heard.compared().lost
    assert any(text.startswith("play ") for text in lost)
    assert any(text.startswith("position ") for text in lost)


def test_a_log_that_is_gone_is_lost(heard: Heard) -> None:
    heard.log.clear()
    assert len(heard.compared().lost) == 1


def test_a_request_carried_out_twice_is_doubled(heard: Heard) -> None:
    again = heard.log[heard.played()]
    heard.log.append(Event(again.match, len(heard.log) + 1, again.at, again.kind, again.body))
    assert len(heard.compared().doubled) == 1


def said(heard: Heard) -> None:
    """Let somebody have said something."""
    match, who = heard.log[0].match, heard.requests[0].who
    heard.talk.append(Remark(match, 10_000, 0, who, "hello", "", "spoken"))
    heard.requests.append(Request(match, who, "spoken", "say", {}, accepted=[10_000]))


def test_what_was_said_is_compared_too(heard: Heard) -> None:
    said(heard)
    assert heard.compared().good
    line = heard.talk.pop()
    assert len(heard.compared().lost) == 1
    heard.talk += [line, msgspec.structs.replace(line, number=10_001)]
    assert len(heard.compared().doubled) == 1
    del heard.talk[-1], heard.requests[-1]
    assert len(heard.compared().wrong) == 1


def refused_after_all(heard: Heard) -> None:
    request = next(request for request in heard.requests if request.type == "play" and request.accepted)
    request.accepted, request.refused = [], "stale table-has-changed"


def sent_by_nobody(heard: Heard) -> None:
    heard.requests.remove(next(request for request in heard.requests if request.type == "play" and request.accepted))


def acknowledged_too_early(heard: Heard) -> None:
    next(request for request in heard.requests if request.type == "play" and request.accepted).accepted.append(1)


def another_action(heard: Heard) -> None:
    place = heard.played()
    event = heard.log[place]
    entry = events.read(event)
    assert isinstance(entry.did, events.Played)
    other = msgspec.structs.replace(entry.did, actions=tuple(action ^ 1 for action in entry.did.actions))
    changed = msgspec.structs.replace(entry, did=other)
    heard.log[place] = events.written(event.match, event.seq, event.at, changed)


def asked_by_no_request(heard: Heard) -> None:
    place = heard.played()
    event = heard.log[place]
    changed = msgspec.structs.replace(events.read(event), request="")
    heard.log[place] = events.written(event.match, event.seq, event.at, changed)


def a_gap(heard: Heard) -> None:
    del heard.log[5]


def another_position(heard: Heard) -> None:
    heard.positions[0] = replace(heard.positions[0], digest=b"?")


@pytest.mark.parametrize(
    "spoil",
    [refused_after_all, sent_by_nobody, acknowledged_too_early, another_action, a_gap, another_position],
)
def test_what_does_not_fit_is_wrong(heard: Heard, spoil: Callable[[Heard], None]) -> None:
    spoil(heard)
    assert heard.compared().wrong


def test_a_decision_that_nobody_asked_for_is_wrong(heard: Heard) -> None:
    asked_by_no_request(heard)
    found = heard.compared()
    assert any("nobody sent" in text for text in found.wrong)
    assert found.lost
