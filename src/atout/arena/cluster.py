"""The same matches on a Ray cluster: every worker of it watches a process that plays, as one machine alone does."""

import socket
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import islice
from typing import Protocol, cast

from atout.arena.bout import Contest
from atout.arena.workers import LONGEST_LOOK_AWAY, Finished, Worker
from atout.kernel.errors import SetupError

LOCAL = "local"
PATIENCE = 5.0  # seconds until somebody must listen at an address
EXTRA = "pip install 'atout[cluster]'"


class _Ref(Protocol):
    """A result that is on its way."""


class _Method(Protocol):
    def remote(self, number: int) -> _Ref: ...


class _Actor(Protocol):
    play: _Method


class _ActorClass(Protocol):
    def remote(self, contest: Contest) -> _Actor: ...


class _Ray(Protocol):
    """What is used of Ray, which has too few types of its own."""

    def init(self, **settings: object) -> object: ...

    def remote(self, **resources: object) -> "_Decorator": ...

    def wait(self, refs: list[_Ref], *, num_returns: int) -> tuple[list[_Ref], list[_Ref]]: ...

    def get(self, ref: _Ref) -> Finished: ...

    def shutdown(self) -> None: ...


class _Decorator(Protocol):
    def __call__(self, kind: type["Host"]) -> _ActorClass: ...


class Host:
    """Plays matches somewhere in the cluster."""

    def __init__(self, contest: Contest) -> None:
        self.worker = Worker(contest)

    def play(self, number: int) -> Finished:
        """Play one match."""
        self.worker.begin(number)
        while True:
            self.worker.pipe.poll(min(LONGEST_LOOK_AWAY, self.worker.contest.patience / 4))
            found = self.worker.take_result()
            if found is not None:
                return found


def play_on_ray(contest: Contest, numbers: Iterable[int], jobs: int, address: str) -> Iterator[Finished]:
    """Play the matches with these numbers on the workers of a cluster; yield them as they finish."""
    ray = _connect(address, jobs)
    try:
        hosts = ray.remote(num_cpus=1)(Host)
        left = iter(numbers)
        busy: dict[_Ref, _Actor] = {}
        for number in islice(left, jobs):
            host = hosts.remote(contest)
            busy[host.play.remote(number)] = host
        while busy:
            ready, _ = ray.wait(list(busy), num_returns=1)
            for ref in ready:
                host = busy.pop(ref)
                number = next(left, -1)
                if number >= 0:
                    busy[host.play.remote(number)] = host
                yield ray.get(ref)
    finally:
        ray.shutdown()


def _connect(address: str, jobs: int) -> _Ray:
    try:
        ray = cast(_Ray, import_module("ray"))
    except ImportError as error:
        raise SetupError(f"--ray needs Ray ({EXTRA}): {error}") from error
    usual: dict[str, object] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address == LOCAL:
        usual |= {"num_cpus": jobs, "include_dashboard": False}
    else:
        _require_listener(address)
        usual["address"] = address
    try:
        ray.init(**usual)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise SetupError(f"no Ray cluster at {address}: {error}") from error
    return ray


def _require_listener(address: str) -> None:
    """Refuse at once an address where nothing listens, which Ray would try for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not host or not port.isdecimal():
        return  # `auto`, and whatever else Ray understands
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise SetupError(f"no Ray cluster at {address}: {error}") from error
