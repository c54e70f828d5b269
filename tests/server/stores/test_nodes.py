"""Several nodes on one PostgreSQL: hearing each other, racing, losing the connection."""

import asyncio
import os
import signal
import sys

import pytest

from atout.server.stores import postgres_link
from atout.server.stores.base import ConflictError, Event, Snapshot, Store, StoreError
from atout.server.stores.postgres_link import CHANNEL
from tests.server.stores.places import DEADLINE, Place, PostgresPlace, event, run, summary, until, welcome


class Heard:
    """Collects what a store hears."""

    def __init__(self, store: Store) -> None:
        self._queue: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self.talk: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        store.listen(lambda *told: self._queue.put_nowait(told), lambda *told: self.talk.put_nowait(told))

    async def next(self) -> tuple[str, int]:
        return await asyncio.wait_for(self._queue.get(), DEADLINE)

    async def until(self, match: str, seq: int) -> list[tuple[str, int]]:
        """Return what was heard before this."""
        before = []
        while (heard := await self.next()) != (match, seq):
            before.append(heard)
        return before


async def works(store: Store, match: str) -> bool:
    """Append to the end of a match."""
    try:
        await store.append([event(match, len(await store.read(match)) + 1)])
    except StoreError:
        return False
    return True


async def test_nodes_hear_of_each_other_but_not_of_themselves(postgres: PostgresPlace) -> None:
    async with postgres.opened() as one, postgres.opened() as two:
        first, second = Heard(one), Heard(two)
        await one.append(run("m:1", 1, 3))
        assert await second.next() == ("m:1", 3)
        await one.append(run("m:1", 4, 4), summary("m:1"))
        assert await second.next() == ("m:1", 4)
        await two.append(run("m:1", 5, 6))
        assert await first.next() == ("m:1", 6)
        await one.append([], summary("m:1"))
        await one.append(run("end", 1, 1))
        assert await second.until("end", 1) == []
        await two.append(run("end", 2, 2))
        assert await first.until("end", 2) == []


async def test_nodes_hear_who_was_renamed_or_deleted(postgres: PostgresPlace) -> None:
    async with postgres.opened() as one, postgres.opened() as two:
        first, second = Heard(one), Heard(two)
        await welcome(one, "ada", "bo")
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


async def test_what_is_heard_can_be_read(postgres: PostgresPlace) -> None:
    async with postgres.opened() as one, postgres.opened() as two:
        heard = Heard(two)
        for seq in range(1, 21):
            await one.append([event("m", seq)])
            assert await heard.next() == ("m", seq)
            assert [event.seq for event in await two.read("m", seq - 1)] == [seq]


async def test_appends_that_share_a_commit_are_told_once_for_every_match(postgres: PostgresPlace) -> None:
    async with postgres.opened() as one, postgres.opened() as two:
        heard = Heard(two)
        appends = [one.append([event(f"m{k}", seq)]) for seq in range(1, 11) for k in range(5)]
        await asyncio.gather(*appends)
        await one.append([event("end", 1)])
        told = await heard.until("end", 1)
        assert {match: seq for match, seq in told} == {f"m{k}": 10 for k in range(5)}
        assert len(told) <= 15


async def test_notifications_of_strangers_are_passed_over(postgres: PostgresPlace) -> None:
    async with postgres.opened() as one, postgres.opened() as two:
        heard = Heard(two)
        for payload in ("", "hello", "a:b", "a:b:c", ":::"):
            await postgres.execute(f"SELECT pg_notify('{CHANNEL}', '{payload}')")
        await one.append([event("m", 1)])
        assert await heard.next() == ("m", 1)


async def test_two_nodes_cannot_take_the_same_number(postgres: PostgresPlace) -> None:
    """Both write many matches in one commit, in opposite orders; whoever loses one match keeps the others."""
    async with postgres.opened() as one, postgres.opened() as two:
        await welcome(one, "ada", "bo")
        names = [f"m{k}" for k in range(20)]

        async def attempt(store: Store, name: str, body: bytes) -> bool:
            try:
                await store.append([event(name, 1, body), event(name, 2, body)], summary(name, body=body))
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
            assert [event.body for event in await one.read(name)] == [winner, winner]
            kept = await two.summary(name)
            assert kept is not None
            assert kept.body == winner


async def test_a_number_taken_at_the_same_moment_is_a_conflict(postgres: PostgresPlace) -> None:
    """The other node's event is not to be seen when the append begins, and is there when it would be written."""
    async with postgres.opened() as store:
        await store.append([event("m", 1)])
        taken = "INSERT INTO atout.events VALUES ('m', 2, 0, 'played', 'theirs')"

        async def both() -> tuple[BaseException | None, BaseException | None]:
            appends = (store.append([event("m", 2)]), store.append([event("n", 1)]))
            return await asyncio.gather(*appends, return_exceptions=True)

        first, second = await postgres.overtake(taken, both())
        assert isinstance(first, ConflictError)
        assert second is None
        assert [event.body for event in await store.read("m", 1)] == [b"theirs"]
        assert await store.read("n") == [event("n", 1)]
        with pytest.raises(ConflictError):
            await postgres.overtake(taken.replace("2", "3"), store.append([event("m", 3)]))


async def test_somebody_forgotten_at_the_same_moment_is_not_linked(postgres: PostgresPlace) -> None:
    async with postgres.opened() as store:
        await welcome(store, "ada", "bo")
        forget = "DELETE FROM atout.identities WHERE id = 'ada'"
        await postgres.overtake(forget, store.append([event("m", 1)], summary("m")))
        assert await store.read("m") == [event("m", 1)]
        assert [row[0] for row in await postgres.execute("SELECT identity FROM atout.members")] == ["bo"]


async def test_forgetting_somebody_while_matches_go_on_leaves_no_link(postgres: PostgresPlace) -> None:
    async with postgres.opened() as one, postgres.opened() as two:
        for k in range(20):
            await welcome(one, f"p{k}")
        everybody = tuple(f"p{k}" for k in range(20))
        results = await asyncio.gather(
            *(one.append(run(f"m{k}", 1, 1), summary(f"m{k}", members=everybody)) for k in range(20)),
            *(two.forget(f"p{k}") for k in range(20)),
            return_exceptions=True,
        )
        assert results == [None] * 40
        assert await postgres.execute("SELECT * FROM atout.members") == []


async def test_a_connection_that_was_cut_comes_back(postgres: PostgresPlace) -> None:
    async with postgres.opened() as one, postgres.opened() as two:
        heard = Heard(two)
        await one.append([event("m", 1)])
        assert await heard.next() == ("m", 1)
        await postgres.hang_up()
        await until(lambda: works(one, "m"))
        await until(lambda: works(two, "n"))
        assert ("", 0) not in await heard.until("", 0)
        await one.append([event("after", 1)])
        await heard.until("after", 1)
        assert await one.healthy()
        assert await two.healthy()


async def test_appends_cut_off_are_told_so_and_the_kept_ones_stay(postgres: PostgresPlace) -> None:
    """Connections are cut while matches go on; after that a match goes on where its log says it is."""
    acknowledged: dict[str, int] = {}
    cut = 0
    calm = asyncio.Event()

    async def go_on(store: Store, match: str) -> None:
        nonlocal cut
        seq = 1
        while not calm.is_set() or acknowledged.get(match, 0) < 20:
            try:
                await store.append([event(match, seq)])
                acknowledged[match] = seq
                seq += 1
            except StoreError as error:
                cut += not isinstance(error, ConflictError)

                async def reread() -> bool:
                    nonlocal seq
                    try:
                        seq = len(await store.read(match)) + 1
                    except StoreError:
                        return False
                    return True

                await until(reread)

    async with postgres.opened() as store:
        tasks = [asyncio.create_task(go_on(store, f"m{k}")) for k in range(8)]
        for _ in range(5):
            before = sum(acknowledged.values())

            async def further(before: int = before) -> bool:
                return sum(acknowledged.values()) > before

            await until(further)
            await postgres.hang_up()
        calm.set()
        await asyncio.gather(*tasks)
        assert cut > 0
        for match, seq in acknowledged.items():
            kept = [event.seq for event in await store.read(match)]
            assert kept == list(range(1, len(kept) + 1))
            assert len(kept) >= seq


@pytest.mark.skipif(sys.platform == "win32", reason="needs a process that stands still")
async def test_connections_that_have_gone_silent_are_replaced(
    postgres: PostgresPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a cable is pulled: nothing is closed, nothing is answered."""
    monkeypatch.setattr(postgres_link, "PING_SECONDS", 0.2)
    monkeypatch.setattr(postgres_link, "ANSWER_SECONDS", 0.5)
    async with postgres.opened() as one, postgres.opened() as two:
        heard = Heard(two)
        await one.append([event("m", 1)])
        assert await heard.next() == ("m", 1)
        stopped = await postgres.execute("SELECT pid FROM pg_stat_activity WHERE application_name = 'atout'")
        assert len(stopped) >= 6  # a pool, an appender and an ear for each
        for (pid,) in stopped:
            os.kill(pid, signal.SIGSTOP)
        try:
            with pytest.raises(StoreError):
                await one.append([event("n", 1)])
            await until(lambda: works(one, "m"))
            await heard.until("", 0)
            await until(two.healthy)
            await one.append([event("end", 1)])
            await heard.until("end", 1)
        finally:
            for (pid,) in stopped:
                os.kill(pid, signal.SIGCONT)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
async def test_a_server_that_restarts_is_found_again(postgres: PostgresPlace, how: signal.Signals) -> None:
    async with postgres.opened() as one, postgres.opened() as two:
        heard = Heard(two)
        await one.append(run("m", 1, 50), summary("m"))
        await one.snapshot(Snapshot.of(run("m", 1, 40)))
        secret = await one.secret()
        await asyncio.to_thread(postgres.cluster.stop, how)
        try:
            results = await asyncio.gather(
                *(one.append([event("m", 51)]) for _ in range(3)),
                *(one.append([event(f"n{k}", 1)]) for k in range(3)),
                one.read("m"),
                one.lease("m", "node", 1),
                return_exceptions=True,
            )
            assert [isinstance(result, StoreError) for result in results] == [True] * 8
            assert not await one.healthy()
        finally:
            await asyncio.to_thread(postgres.cluster.start)
        await until(lambda: works(one, "n"))
        await until(two.healthy)
        await heard.until("", 0)
        await one.append([event("end", 1)])
        await heard.until("end", 1)
        assert await two.read("m") == run("m", 1, 50)
        assert await two.secret() == secret


async def test_a_store_closes_without_its_server(postgres: PostgresPlace) -> None:
    store = postgres.store()
    await store.open()
    await asyncio.to_thread(postgres.cluster.stop)
    try:
        with pytest.raises(StoreError):
            await store.append([event("m", 1)])
        await store.close()
    finally:
        await asyncio.to_thread(postgres.cluster.start)


async def test_listening_to_a_database_of_one_node_is_allowed(place: Place) -> None:
    async with place.opened() as store:
        heard: list[Event] = []
        store.listen(lambda match, seq: heard.append(event(match, seq)), lambda match, number: None)
        await store.append([event("m", 1)])
        assert await store.read("m") == [event("m", 1)]
        assert heard == []
