"""Reviews: kept judgement by judgement, once each, made in the order of asking, deleted with their match."""

import asyncio

from atout.server.stores.base import KeptReview, Store
from tests.server.stores.databases import Database, PostgresDatabase, make_events, make_summary


async def furnish(store: Store, *matches: str) -> None:
    for match in matches or ("m",):
        await store.append(make_events(match, 1, 3), make_summary(match, status="over"))


async def unfinished(store: Store) -> list[tuple[str, int]]:
    return [(one.match, one.seat) for one in await store.unfinished_reviews()]


async def test_a_review_grows_and_is_found_again(place: Database) -> None:
    async with place.open_store() as store:
        await furnish(store)
        assert await store.review("m", 0) is None
        assert await store.ask_for_review("m", 0, 1, 50)
        assert await store.review("m", 0) == KeptReview("m", 0, 1, 50, "waiting", 0, 0, b"")
        await store.mark_review("m", 0, "running", 3)
        assert [await store.add_judgement("m", 0, number, b"%d" % number) for number in (1, 2)] == [True, True]
    async with place.open_store() as store:
        assert await store.review("m", 0) == KeptReview("m", 0, 1, 50, "running", 2, 3, b"")
        assert await store.add_judgement("m", 0, 3, b"3")
        assert await store.read_judgements("m", 0) == [b"1", b"2", b"3"]
        assert await store.read_judgements("m", 0, 2) == [b"3"]
        assert await store.read_judgements("m", 0, 7) == []
        await store.mark_review("m", 0, "done", 3, b"end")
        assert await store.review("m", 0) == KeptReview("m", 0, 1, 50, "done", 3, 3, b"end")


async def test_a_judgement_is_kept_once_and_only_as_the_next(place: Database) -> None:
    async with place.open_store() as store:
        await furnish(store)
        assert not await store.add_judgement("m", 0, 1, b"nobody asked")
        await store.ask_for_review("m", 0, 1, 1)
        await store.ask_for_review("m", 1, 1, 1)
        assert [await store.add_judgement("m", 0, number, b"a") for number in (2, 1, 1, 3, 2)] == [
            *(False, True, False, False, True)
        ]
        assert await store.read_judgements("m", 0) == [b"a", b"a"]
        assert await store.read_judgements("m", 1) == []
        await store.mark_review("m", 0, "done", 2, b"end")
        assert not await store.add_judgement("m", 0, 3, b"too late")
        await store.mark_review("m", 0, "failed", 0)
        assert await store.review("m", 0) == KeptReview("m", 0, 1, 1, "done", 2, 2, b"end")


async def test_whoever_asked_first_is_first(place: Database) -> None:
    async with place.open_store() as store:
        await furnish(store, "m", "n", "o")
        for match, seat, asked in (("n", 1, 7), ("m", 2, 7), ("o", 0, 5), ("m", 0, 7)):
            await store.ask_for_review(match, seat, 1, asked)
        assert await unfinished(store) == [("o", 0), ("m", 0), ("m", 2), ("n", 1)]
        await store.mark_review("o", 0, "done", 0)
        await store.mark_review("m", 0, "running", 9)
        await store.mark_review("m", 2, "failed", 9)
        assert await unfinished(store) == [("m", 0), ("n", 1)]


async def test_asking_again_changes_nothing_but_what_failed_or_is_older_is_made_anew(place: Database) -> None:
    async with place.open_store() as store:
        await furnish(store)
        assert await store.ask_for_review("m", 0, 2, 1)
        await store.add_judgement("m", 0, 1, b"a")
        for version in (1, 2):
            assert not await store.ask_for_review("m", 0, version, 9)
        await store.mark_review("m", 0, "done", 1, b"end")
        assert not await store.ask_for_review("m", 0, 2, 9)
        assert await store.read_judgements("m", 0) == [b"a"]
        assert await store.ask_for_review("m", 0, 3, 9)
        assert await store.review("m", 0) == KeptReview("m", 0, 3, 9, "waiting", 0, 0, b"")
        assert await store.read_judgements("m", 0) == []
        await store.mark_review("m", 0, "failed", 1)
        assert await store.ask_for_review("m", 0, 3, 10)
        assert await unfinished(store) == [("m", 0)]


async def test_nothing_is_reviewed_of_no_match_and_it_goes_with_its_match(place: Database) -> None:
    async with place.open_store() as store:
        await furnish(store, "m", "n")
        assert not await store.ask_for_review("o", 0, 1, 1)
        for match in ("m", "n"):
            assert await store.ask_for_review(match, 0, 1, 1)
            await store.add_judgement(match, 0, 1, b"a")
        await store.append([], make_summary("n", updated=9, status="over"))
        assert await store.purge(("over",), 5) == 1
        assert await store.review("m", 0) is None
        assert await store.read_judgements("m", 0) == []
        assert not await store.add_judgement("m", 0, 2, b"too late")
        await store.mark_review("m", 0, "done", 1)
        assert await store.read_judgements("n", 0) == [b"a"]


async def test_two_nodes_keep_each_judgement_once(postgres: PostgresDatabase) -> None:
    async with postgres.open_store() as one, postgres.open_store() as two:
        await furnish(one)
        asked = await asyncio.gather(*(store.ask_for_review("m", 0, 1, 1) for store in (one, two) for _ in range(5)))
        assert sum(asked) == 1
        for number in range(1, 6):
            kept = await asyncio.gather(
                *(store.add_judgement("m", 0, number, b"%d" % k) for k in range(4) for store in (one, two))
            )
            assert sum(kept) == 1
        assert len(await two.read_judgements("m", 0)) == 5


async def test_a_database_of_the_version_before_gets_its_place_for_reviews(place: Database) -> None:
    async with place.open_old_store(2) as store:
        await furnish(store)
    async with place.open_store() as store:
        assert await store.ask_for_review("m", 0, 1, 1)
        assert await store.read_events("m") == make_events("m", 1, 3)
