"""Several nodes on one PostgreSQL: hearing each other, racing, losing the connection."""

import asyncio
import os
import signal
import sys

import pytest

from atout.server.stores import postgres_connection
from atout.server.stores.base import ConflictError, Event, Snapshot, Store, StoreError
from atout.server.stores.postgres_connection import CHANNEL
from tests.kit.deadline import DEADLINE
from tests.server.stores.databases import (
    Database,
    PostgresDatabase,
    add_identities,
    make_event,
    make_events,
    make_summary,
    wait_until,
)


class Listener:
    """Collects what a store hears."""

    def __init__(self, store: Store) -> None:
        self._queue: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self.talk: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        store.listen(lambda *told: self._queue.put_nowait(told), lambda *told: self.talk.put_nowait(told))

    async def next(self) -> tuple[str, int]:
        return await asyncio.wait_for(self._queue.get(), DEADLINE)

    async def wait_until(self, match: str, seq: int) -> list[tuple[str, int]]:
        """Return what was heard before this."""
        before = []
        while (heard := await self.next()) != (match, seq):
            before.append(heard)
        return before


async def can_append(store: Store, match: str) -> bool:
    """Append to the end of a match."""
    try:
        await store.append([make_event(match, len(await store.read_events(match)) + 1)])
    except StoreError:
        return False
    return True


async def test_nodes_hear_of_each_other_but_not_of_themselves(postgres: PostgresDatabase) -> None:
    async with postgres.open_store() as one, postgres.open_store() as two:
        first, second = Listener(one), Listener(two)
        await one.append(make_events("m:1", 1, 3))
        assert await second.next() == ("m:1", 3)
        await one.append(make_events("m:1", 4, 4), make_summary("m:1"))
        assert await second.next() == ("m:1", 4)
        await two.append(make_events("m:1", 5, 6))
        assert await first.next() == ("m:1", 6)
        await one.append([], make_summary("m:1"))
        await one.append(make_events("end", 1, 1))
        assert await second.wait_until("end", 1) == []
        await two.append(make_events("end", 2, 2))
        assert await first.wait_until("end", 2) == []


async def test_nodes_hear_who_was_renamed_or_deleted(postgres: PostgresDatabase) -> None:
    async with postgres.open_store() as one, postgres.open_store() as two:
        first, second = Listener(one), Listener(two)
        await add_identities(one, "ada", "bo")
        await one.rename("ada", "Ida")
        assert await second.next() == ("ada", 0)
        assert await two.names(["ada"]) == {"ada": "Ida"}
        await one.rename("nobody", "Ida")
        await one.forget("nobody")
        await one.forget("ada")
        assert await second.next() == ("ada", 0)
        assert await two.identity("ada") is None
        await two.rename("bo", "Bob")
        assert await first.next() == ("bo", 0)


async def test_what_is_heard_can_be_read(postgres: PostgresDatabase) -> None:
    async with postgres.open_store() as one, postgres.open_store() as two:
        heard = Listener(two)
        for seq in range(1, 21):
            await one.append([make_event("m", seq)])
            assert await heard.next() == ("m", seq)
            assert [event.seq for event in await two.read_events("m", seq - 1)] == [seq]


async def test_appends_that_share_a_commit_are_told_once_for_every_match(postgres: PostgresDatabase) -> None:
    async with postgres.open_store() as one, postgres.open_store() as two:
        heard = Listener(two)
        appends = [one.append([make_event(f"m{k}", seq)]) for seq in range(1, 11) for k in range(5)]
        await asyncio.gather(*appends)
        await one.append([make_event("end", 1)])
        told = await heard.wait_until("end", 1)
        assert {match: seq for match, seq in told} == {f"m{k}": 10 for k in range(5)}
        assert len(told) <= 15


async def test_notifications_of_strangers_are_passed_over(postgres: PostgresDatabase) -> None:
    async with postgres.open_store() as one, postgres.open_store() as two:
        heard = Listener(two)
        for payload in ("", "hello", "a:b", "a:b:c", ":::"):
            await postgres.execute(f"SELECT pg_notify('{CHANNEL}', '{payload}')")
        await one.append([make_event("m", 1)])
        assert await heard.next() == ("m", 1)


async def test_two_nodes_cannot_take_the_same_number(postgres: PostgresDatabase) -> None:
    """Both write many matches in one commit, in opposite orders; whoever loses one match keeps the others."""
    async with postgres.open_store() as one, postgres.open_store() as two:
        await add_identities(one, "ada", "bo")
        names = [f"m{k}" for k in range(20)]

        async def attempt(store: Store, name: str, body: bytes) -> bool:
            try:
                await store.append(
                    [make_event(name, 1, body), make_event(name, 2, body)], make_summary(name, body=body)
                )
            except ConflictError:
                return False
            return True

        results = await asyncio.gather(
            *(attempt(one, name, b"one") for name in names),
            *(attempt(two, name, b"two") for name in reversed(names)),
        )
        first, second = results[:20], results[:19:-1]
        for name, won, lost in zip(names, first, second, strict=True):
            assert won is not lost
            winner = b"one" if won else b"two"
            assert [event.body for event in await one.read_events(name)] == [winner, winner]
            kept = await two.summary(name)
            assert kept is not None
            assert kept.body == winner


async def test_a_number_taken_at_the_same_moment_is_a_conflict(postgres: PostgresDatabase) -> None:
    """The other node's event is not to be seen when the append begins, and is there when it would be written."""
    async with postgres.open_store() as store:
        await store.append([make_event("m", 1)])
        taken = "INSERT INTO atout.events VALUES ('m', 2, 0, 'played', 'theirs')"

        async def both() -> tuple[BaseException | None, BaseException | None]:
            appends = (store.append([make_event("m", 2)]), store.append([make_event("n", 1)]))
            return await asyncio.gather(*appends, return_exceptions=True)

        first, second = await postgres.overtake(taken, both())
        assert isinstance(first, ConflictError)
        assert second is None
        assert [event.body for event in await store.read_events("m", 1)] == [b"theirs"]
        assert await store.read_events("n") == [make_event("n", 1)]
        with pytest.raises(ConflictError):
            await postgres.overtake(taken.replace("2", "3"), store.append([make_event("m", 3)]))


async def test_somebody_forgotten_at_the_same_moment_is_not_linked(postgres: PostgresDatabase) -> None:
    async with postgres.open_store() as store:
        await add_identities(store, "ada", "bo")
        forget = "DELETE FROM atout.identities WHERE id = 'ada'"
        await postgres.overtake(forget, store.append([make_event("m", 1)], make_summary("m")))
        assert await store.read_events("m") == [make_event("m", 1)]
        assert [row[0] for row in await postgres.execute("SELECT identity FROM atout.members")] == ["bo"]


async def test_forgetting_somebody_while_matches_go_on_leaves_no_link(postgres: PostgresDatabase) -> None:
    async with postgres.open_store() as one, postgres.open_store() as two:
        for k in range(20):
            await add_identities(one, f"p{k}")
        everybody = tuple(f"p{k}" for k in range(20))
        results = await asyncio.gather(
            *(one.append(make_events(f"m{k}", 1, 1), make_summary(f"m{k}", members=everybody)) for k in range(20)),
            *(two.forget(f"p{k}") for k in range(20)),
            return_exceptions=True,
        )
        assert results == [None] * 40
        assert await postgres.execute("SELECT * FROM atout.members") == []


async def test_a_connection_that_was_cut_comes_back(postgres: PostgresDatabase) -> None:
    async with postgres.open_store() as one, postgres.open_store() as two:
        heard = Listener(two)
        await one.append([make_event("m", 1)])
        assert await heard.next() == ("m", 1)
        await postgres.hang_up()
        await wait_until(lambda: can_append(one, "m"))
        await wait_until(lambda: can_append(two, "n"))
        assert ("", 0) not in await heard.wait_until("", 0)
        await one.append([make_event("after", 1)])
        await heard.wait_until("after", 1)
        assert await one.is_healthy()
        assert await two.is_healthy()


async def test_appends_cut_off_are_told_so_and_the_kept_ones_stay(postgres: PostgresDatabase) -> None:
    """Connections are cut while matches go on; after that a match goes on where its log says it is."""
    acknowledged: dict[str, int] = {}
    cut = 0
    calm = asyncio.Event()

    async def go_on(store: Store, match: str) -> None:
        nonlocal cut
        seq = 1
        while not calm.is_set() or acknowledged.get(match, 0) < 20:
            try:
                await store.append([make_event(match, seq)])
                acknowledged[match] = seq
                seq += 1
            except StoreError as error:
                cut += not isinstance(error, ConflictError)

                async def reread() -> bool:
                    nonlocal seq
                    try:
                        seq = len(await store.read_events(match)) + 1
                    except StoreError:
                        return False
                    return True

                await wait_until(reread)

    async with postgres.open_store() as store:
        tasks = [asyncio.create_task(go_on(store, f"m{k}")) for k in range(8)]
        for _ in range(5):
            before = sum(acknowledged.values())

            async def further(before: int = before) -> bool:
                return sum(acknowledged.values()) > before

            await wait_until(further)
            await postgres.hang_up()
        calm.set()
        await asyncio.gather(*tasks)
        assert cut > 0
        for match, seq in acknowledged.items():
            kept = [event.seq for event in await store.read_events(match)]
            assert kept == list(range(1, len(kept) + 1))
            assert len(kept) >= seq


@pytest.mark.skipif(sys.platform == "win32", reason="needs a process that stands still")
async def test_connections_that_have_gone_silent_are_replaced(
    postgres: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a cable is pulled: nothing is closed, nothing is answered."""
    monkeypatch.setattr(postgres_connection, "PING_SECONDS", 0.2)
    monkeypatch.setattr(postgres_connection, "ANSWER_SECONDS", 0.5)
    async with postgres.open_store() as one, postgres.open_store() as two:
        heard = Listener(two)
        await one.append([make_event("m", 1)])
        assert await heard.next() == ("m", 1)
        stopped = await postgres.execute("SELECT pid FROM pg_stat_activity WHERE application_name = 'atout'")
        assert len(stopped) >= 6  # a pool, an appender and an ear for each
        for (pid,) in stopped:
            os.kill(pid, signal.SIGSTOP)
        try:
            with pytest.raises(StoreError):
                await one.append([make_event("n", 1)])
            await wait_until(lambda: can_append(one, "m"))
            await heard.wait_until("", 0)
            await wait_until(two.is_healthy)
            await one.append([make_event("end", 1)])
            await heard.wait_until("end", 1)
        finally:
            for (pid,) in stopped:
                os.kill(pid, signal.SIGCONT)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
async def test_a_server_that_restarts_is_found_again(postgres: PostgresDatabase, how: signal.Signals) -> None:
    async with postgres.open_store() as one, postgres.open_store() as two:
        heard = Listener(two)
        await one.append(make_events("m", 1, 50), make_summary("m"))
        await one.save_snapshot(Snapshot.from_events(make_events("m", 1, 40)))
        secret = await one.secret()
        await asyncio.to_thread(postgres.cluster.stop, how)
        try:
            results = await asyncio.gather(
                *(one.append([make_event("m", 51)]) for _ in range(3)),
                *(one.append([make_event(f"n{k}", 1)]) for k in range(3)),
                one.read_events("m"),
                one.lease("m", "node", 1),
                return_exceptions=True,
            )
            assert [isinstance(result, StoreError) for result in results] == [True] * 8
            assert not await one.is_healthy()
        finally:
            await asyncio.to_thread(postgres.cluster.start)
        await wait_until(lambda: can_append(one, "n"))
        await wait_until(two.is_healthy)
        await heard.wait_until("", 0)
        await one.append([make_event("end", 1)])
        await heard.wait_until("end", 1)
        assert await two.read_events("m") == make_events("m", 1, 50)
        assert await two.secret() == secret


async def test_a_store_closes_without_its_server(postgres: PostgresDatabase) -> None:
    store = postgres.store()
    await store.open()
    await asyncio.to_thread(postgres.cluster.stop)
    try:
        with pytest.raises(StoreError):
            await store.append([make_event("m", 1)])
        await store.close()
    finally:
        await asyncio.to_thread(postgres.cluster.start)


async def test_listening_to_a_database_of_one_node_is_allowed(place: Database) -> None:
    async with place.open_store() as store:
        heard: list[Event] = []
        store.listen(lambda match, seq: heard.append(make_event(match, seq)), lambda match, number: None)
        await store.append([make_event("m", 1)])
        assert await store.read_events("m") == [make_event("m", 1)]
        assert heard == []
