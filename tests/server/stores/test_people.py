"""Identities, transfers, leases and the secret."""

import asyncio

import pytest

from atout.server import clock
from atout.server.stores.base import ConflictError, Identity, StoreError
from tests.server.stores.databases import (
    Database,
    PostgresDatabase,
    SqliteDatabase,
    add_identities,
    make_events,
    make_summary,
    match_ids,
    wait_until,
)


async def test_identities_are_kept_renamed_and_touched(place: Database) -> None:
    async with place.open_store() as store:
        assert await store.identity("ada") is None
        await store.add_identity(Identity("ada", "Ada é 🂡", 5, 6))
        assert await store.identity("ada") == Identity("ada", "Ada é 🂡", 5, 6)
        await store.rename("ada", "Countess")
        await store.touch("ada", 9)
        assert await store.identity("ada") == Identity("ada", "Countess", 5, 9)
        await store.rename("bo", "Bo")
        await store.touch("bo", 9)
        assert await store.identity("bo") is None


async def test_an_identity_is_added_once(place: Database) -> None:
    async with place.open_store() as store:
        await add_identities(store, "ada")
        with pytest.raises(ConflictError, match="ada already exists"):
            await store.add_identity(Identity("ada", "Eve", 2, 2))
        assert await store.names(["ada"]) == {"ada": "Ada"}


async def test_names_of_those_who_exist(place: Database) -> None:
    async with place.open_store() as store:
        await add_identities(store, "ada", "bo", "cem")
        assert await store.names(["bo", "ada", "dora", "bo"]) == {"ada": "Ada", "bo": "Bo"}
        assert await store.names([]) == {}


async def test_forgetting_somebody_deletes_name_links_and_transfers(place: Database) -> None:
    async with place.open_store() as store:
        await add_identities(store, "ada", "bo")
        await store.append(make_events("m", 1, 2), make_summary("m"))
        await store.add_transfer(b"digest", "ada", 100)
        await store.forget("ada")
        assert await store.identity("ada") is None
        assert await store.names(["ada", "bo"]) == {"bo": "Bo"}
        assert await store.matches_of("ada", 10) == []
        assert match_ids(await store.matches_of("bo", 10)) == ["m"]
        assert await store.take_transfer(b"digest", 1) is None
        assert await store.read_events("m") == make_events("m", 1, 2)


@pytest.mark.parametrize("members", [("ada", "bo"), ("ada", "bo", "cem")])
async def test_a_match_that_goes_on_links_nobody_who_was_forgotten(place: Database, members: tuple[str, ...]) -> None:
    async with place.open_store() as store:
        await add_identities(store, "ada", "bo", "cem")
        await store.append(make_events("m", 1, 2), make_summary("m"))
        await store.forget("ada")
        await store.append(make_events("m", 3, 3), make_summary("m", 2, members=members))
        assert await store.matches_of("ada", 10) == []
        assert match_ids(await store.matches_of("bo", 10)) == ["m"]
        assert match_ids(await store.matches_of("cem", 10)) == (["m"] if "cem" in members else [])


async def test_a_transfer_works_once_and_until_its_end(place: Database) -> None:
    async with place.open_store() as store:
        await add_identities(store, "ada", "bo")
        await store.add_transfer(b"\0one", "ada", 100)
        await store.add_transfer(b"\0two", "bo", 100)
        assert await store.take_transfer(b"\0three", 50) is None
        taken = await asyncio.gather(*(store.take_transfer(b"\0one", 99) for _ in range(10)))
        assert sorted(taken, key=str) == [None] * 9 + ["ada"]
        assert await store.take_transfer(b"\0two", 100) is None
        assert await store.take_transfer(b"\0two", 50) is None


async def test_a_transfer_needs_somebody(place: Database) -> None:
    async with place.open_store() as store:
        with pytest.raises(StoreError):
            await store.add_transfer(b"digest", "nobody", 100)


LONG = 50_000  # milliseconds


async def test_a_lease_belongs_to_one_node_until_it_ends(place: Database) -> None:
    async with place.open_store() as store:
        assert await store.lease("m", "one", LONG)
        assert not await store.lease("m", "two", LONG)
        assert await store.lease("m", "one", LONG)
        assert not await store.lease("m", "two", 0)
        assert await store.lease("n", "two", LONG)
        assert await store.lease("m", "one", 0)  # given back
        assert await store.lease("m", "two", LONG)
        assert not await store.lease("m", "one", LONG)
        assert await store.lease("short", "one", 1)

        async def ended() -> bool:
            return await store.lease("short", "two", 1)

        await wait_until(ended)


async def test_a_node_gives_back_all_its_leases_and_no_others(place: Database) -> None:
    async with place.open_store() as store:
        assert await store.lease("m", "one", LONG)
        assert await store.lease("n", "one", LONG)
        assert await store.lease("o", "two", LONG)
        await store.release("one")
        assert await store.lease("m", "three", LONG)
        assert await store.lease("n", "three", LONG)
        assert not await store.lease("o", "three", LONG)


async def test_one_of_many_gets_a_lease(place: Database) -> None:
    async with place.open_store() as store:
        got = await asyncio.gather(*(store.lease("m", f"node {k}", LONG) for k in range(20)))
        assert got.count(True) == 1


async def test_a_lease_of_a_clock_that_was_set_back_has_ended(postgres: PostgresDatabase) -> None:
    async with postgres.open_store() as store:
        assert await store.lease("m", "one", LONG)
        await postgres.execute("UPDATE atout.leases SET until = until + 3600000")
        assert await store.lease("m", "two", LONG)
        assert not await store.lease("m", "one", LONG)


async def test_a_server_that_starts_again_finds_no_lease_in_its_way(
    sqlite: SqliteDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sqlite.open_store() as store:
        assert await store.lease("m", "one", LONG)
    before = clock.elapsed
    monkeypatch.setattr(clock, "elapsed", lambda: before() - 3_600_000)
    async with sqlite.open_store() as store:
        assert await store.lease("m", "two", LONG)


async def test_nodes_have_the_time_from_the_database(place: Database) -> None:
    async with place.open_store() as store:
        assert abs(await store.time() - clock.wall_time()) < 60_000  # on one machine


async def test_the_secret_is_made_once(place: Database) -> None:
    async with place.open_store() as store:
        secrets = await asyncio.gather(*(store.secret() for _ in range(10)))
        assert len(set(secrets)) == 1
        assert len(secrets[0]) == 32
    async with place.open_store() as store:
        assert await store.secret() == secrets[0]
