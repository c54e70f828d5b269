"""What is said at tables: kept apart from logs, numbered, bounded, deleted with matches and with people."""

import asyncio

import msgspec
import pytest

from atout.server.stores.base import ConflictError, Remark, Snapshot, Store
from tests.kit.deadline import DEADLINE
from tests.server.stores.databases import Database, PostgresDatabase, add_identities, make_events, make_summary
from tests.server.stores.test_nodes import Listener


def remark(number: int = 1, who: str = "ada", text: str = "hi", request: str = "", match: str = "m") -> Remark:
    return Remark(match, number, 1000 + number, who, "", text, request)


async def furnish(store: Store) -> None:
    await add_identities(store, "ada", "bo")
    await store.append(make_events("m", 1, 3), make_summary("m"))


async def numbers(store: Store, after: int = 0) -> list[int]:
    return [line.number for line in await store.read_talk("m", after)]


async def test_lines_are_kept_in_order_and_found_again(place: Database) -> None:
    async with place.open_store() as store:
        await furnish(store)
        assert [await store.add_remark(remark(1, text=f"{k}"), 100) for k in range(3)] == [1, 2, 3]
        assert await store.add_remark(remark(50), 100) == 50  # after what an older log holds
        assert await store.add_remark(remark(1, "bo"), 100) == 51
    async with place.open_store() as store:
        assert await numbers(store) == [1, 2, 3, 50, 51]
        assert await numbers(store, 3) == [50, 51]
        assert (await store.read_talk("m"))[1] == msgspec.structs.replace(remark(1, text="1"), number=2)
        assert await store.read_events("m") == make_events("m", 1, 3)  # the log has nothing of it


async def test_only_the_last_lines_stay(place: Database) -> None:
    async with place.open_store() as store:
        await furnish(store)
        for _ in range(12):
            await store.add_remark(remark(), 5)
        assert await numbers(store) == [8, 9, 10, 11, 12]


async def test_a_request_is_carried_out_once(place: Database) -> None:
    async with place.open_store() as store:
        await furnish(store)
        said = [
            await store.add_remark(remark(request="r"), 9),
            await store.add_remark(remark(who="bo", request="r"), 9),
        ]
        assert said == [1, 2]
        assert await store.add_remark(remark(request="r"), 9) == 1
        assert [await store.add_remark(remark(), 9) for _ in range(2)] == [
            3,
            4,
        ]  # without a name for the request it is another


async def test_nobody_speaks_at_no_table_or_as_nobody(place: Database) -> None:
    async with place.open_store() as store:
        await furnish(store)
        for strange in (remark(match="n"), remark(who="cem")):
            with pytest.raises(ConflictError):
                await store.add_remark(strange, 9)
        assert await store.read_talk("n") == []


async def test_who_is_deleted_has_said_nothing(place: Database) -> None:
    async with place.open_store() as store:
        await furnish(store)
        for who in ("ada", "bo", "ada"):
            await store.add_remark(remark(who=who, request=f"{who}"), 9)
        await store.forget("ada")
        left = await store.read_talk("m")
        assert [(line.identity, line.text) for line in left] == [("", ""), ("bo", "hi")]
        assert await store.add_remark(remark(who="bo"), 9) == 3  # numbers are never used again


async def test_talk_is_deleted_with_its_match(place: Database) -> None:
    async with place.open_store() as store:
        await furnish(store)
        await store.append(make_events("n", 1, 3), msgspec.structs.replace(make_summary("n"), status="playing"))
        await store.append([], msgspec.structs.replace(make_summary("m"), status="over", updated=5))
        await store.add_remark(remark(), 9)
        await store.add_remark(remark(match="n"), 9)
        assert await store.purge(("over",), 6) == 1
        assert await store.read_talk("m") == []
        assert len(await store.read_talk("n")) == 1


async def test_lines_said_at_once_at_two_nodes_are_all_kept_and_heard_of(postgres: PostgresDatabase) -> None:
    async with postgres.open_store() as one, postgres.open_store() as two:
        await furnish(one)
        heard = Listener(two)
        said = await asyncio.gather(
            *(store.add_remark(remark(text=f"{k}"), 99) for k in range(10) for store in (one, two))
        )
        assert sorted(said) == await numbers(one) == list(range(1, 21))
        told = {await asyncio.wait_for(heard.talk.get(), DEADLINE) for _ in range(10)}
        assert {number for _, number in told} == {number for k, number in enumerate(said) if k % 2 == 0}


async def test_a_database_of_the_version_before_gets_its_place_for_talk(place: Database) -> None:
    async with place.open_old_store(1) as store:
        await furnish(store)
    async with place.open_store() as store:
        assert await store.read_talk("m") == []
        assert await store.add_remark(remark(), 9) == 1
        assert await store.read_events("m") == make_events("m", 1, 3)


async def test_a_snapshot_is_taken_piece_by_piece(place: Database) -> None:
    async with place.open_store() as store:
        assert await Snapshot.take(store, "m") is None
        await store.append(make_events("m", 1, 699))
        snapshot = await Snapshot.take(store, "m")
        assert snapshot is not None
        assert (snapshot.seq, snapshot.events()) == (699, make_events("m", 1, 699))
        assert [len(await store.read_log("m", 0, limit)) for limit in (1, 256, 1000, None)] == [1, 256, 699, 699]
