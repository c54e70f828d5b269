"""Summaries and lists of matches."""

from atout.server.stores.base import Filter, Identity, Snapshot
from tests.server.stores.databases import Database, add_identities, make_event, make_events, make_summary, match_ids


async def test_a_summary_is_written_with_its_events(place: Database) -> None:
    async with place.open_store() as store:
        assert await store.summary("m") is None
        first = make_summary("m", members=("bo", "ada", "é"), public=False)
        await store.append(make_events("m", 1, 1), first)
        kept = await store.summary("m")
        assert kept == first
        assert kept.public is False
        later = make_summary(
            "m", 7, game="mu", status="over", public=True, created=2, host="bo", members=(), body=b"\0[]"
        )
        await store.append(make_events("m", 2, 2), later)
        kept = await store.summary("m")
        assert kept == later
        assert kept.public is True
        await store.append(make_events("m", 3, 3))
        assert await store.summary("m") == later


async def test_the_lobby_lists_public_matches_the_latest_changed_first(place: Database) -> None:
    async with place.open_store() as store:
        for k, status in enumerate(["open", "playing", "over", "open", "open"]):
            await store.append([], make_summary(f"m{k}", updated=10 * k, status=status, public=k != 3))
        assert match_ids(await store.public_matches(["open"], 10)) == ["m4", "m0"]
        assert match_ids(await store.public_matches(["open", "playing"], 10)) == ["m4", "m1", "m0"]
        assert match_ids(await store.public_matches(["open", "playing"], 2)) == ["m4", "m1"]
        assert await store.public_matches([], 10) == []
        await store.append([], make_summary("m0", updated=50))
        assert match_ids(await store.public_matches(["open"], 10)) == ["m0", "m4"]


async def test_people_see_the_matches_they_sit_or_sat_in(place: Database) -> None:
    async with place.open_store() as store:
        await add_identities(store, "ada", "bo", "cem")
        await store.append([], make_summary("m1", 1, members=("ada", "bo")))
        await store.append([], make_summary("m2", 2, members=("bo",)))
        await store.append([], make_summary("m3", 3, members=("cem", "ada", "ada")))
        assert match_ids(await store.matches_of("ada", 10)) == ["m3", "m1"]
        assert match_ids(await store.matches_of("bo", 10)) == ["m2", "m1"]
        assert await store.matches_of("dora", 10) == []
        await store.append([], make_summary("m2", 4, members=("cem",)))
        assert match_ids(await store.matches_of("bo", 10)) == ["m1"]
        assert match_ids(await store.matches_of("cem", 10)) == ["m2", "m3"]


async def test_paging_misses_no_match_even_if_many_changed_at_once(place: Database) -> None:
    async with place.open_store() as store:
        await add_identities(store, "ada")
        times = [9, 8, 8, 8, 7, 7, 6]
        for k, updated in enumerate(times):
            await store.append([], make_summary(f"m{k}", updated, members=("ada",)))
        pages = []
        before = None
        while page := await store.matches_of("ada", 2, before):
            pages.append(match_ids(page))
            before = page[-1].updated
        assert pages == [["m0", "m1", "m2", "m3"], ["m4", "m5"], ["m6"]]


async def test_matches_are_found_by_status(place: Database) -> None:
    async with place.open_store() as store:
        for k, status in enumerate(["playing", "over", "paused", "playing"]):
            await store.append([], make_summary(f"m{k}", status=status, public=False))
        assert await store.ids_with_status(["playing"]) == ["m0", "m3"]
        assert await store.ids_with_status(["playing", "paused"]) == ["m0", "m2", "m3"]
        assert await store.ids_with_status(["open"]) == []


async def test_every_match_is_walked_through_in_one_order(place: Database) -> None:
    """By bytes, on every database; a match without a summary is there too."""
    names = ["Zoe", "a-b", "aB", "aa", "ab", "b_", "é", "~"]
    async with place.open_store() as store:
        for name in reversed(names):
            await store.append(make_events(name, 1, 3), make_summary(name) if name > "b" else None)
        assert await store.match_ids() == ["Zoe", "a-b", "aB", "aa", "ab", "b_", "~", "é"]
        walked: list[str] = []
        while some := await store.match_ids(walked[-1] if walked else "", 3):
            assert len(some) <= 3
            walked += some
        assert sorted(walked) == sorted(names)
        assert len(walked) == len(names)


async def test_old_matches_are_purged_with_everything_about_them(place: Database) -> None:
    async with place.open_store() as store:
        await add_identities(store, "ada")
        for k in range(130):
            await store.append(
                make_events(f"m{k}", 1, 2), make_summary(f"m{k}", updated=k, status="over", members=("ada",))
            )
        await store.append(make_events("open", 1, 2), make_summary("open", updated=0, status="open", members=("ada",)))
        await store.save_snapshot(Snapshot.from_events(make_events("m5", 1, 2)))
        await store.save_snapshot(Snapshot.from_events(make_events("m125", 1, 2)))
        assert await store.purge(["over", "abandoned"], 120) == 120
        assert await store.purge(["over", "abandoned"], 120) == 0
        left = ["open", *(f"m{k}" for k in range(120, 130))]
        assert sorted(await store.match_ids()) == sorted(left)
        assert sorted(match_ids(await store.matches_of("ada", 1000))) == sorted(left)
        assert await store.summary("m5") is None
        assert await store.read_events("m5") == []
        assert await store.read_events("m125") == make_events("m125", 1, 2)
        assert await store.identity("ada") == Identity("ada", "Ada", 1, 1)
        await store.append([make_event("m5", 1)])
        assert await store.read_events("m5") == [make_event("m5", 1)]


async def test_purging_sweeps_leases_and_transfers_that_have_ended(place: Database) -> None:
    async with place.open_store() as store:
        await add_identities(store, "ada")
        for until in (10, 30):
            await store.add_transfer(b"%d" % until, "ada", until)
        assert await store.lease("ended", "node", 0)
        assert await store.lease("running", "node", 50_000)
        await store.purge(["over"], 20)
        assert await store.lease("ended", "other", 0)
        assert not await store.lease("running", "other", 0)
        assert await store.take_transfer(b"10", 5) is None
        assert await store.take_transfer(b"30", 5) == "ada"


async def test_unfinished_matches_of_somebody_are_counted(place: Database) -> None:
    async with place.open_store() as store:
        await add_identities(store, "ada", "bo")
        for number, status in enumerate(("open", "playing", "paused", "over", "abandoned")):
            who = ("ada", "bo") if number % 2 else ("ada",)
            await store.append([make_event(f"m{number}", 1)], make_summary(f"m{number}", status=status, members=who))
        assert await store.count_unfinished("ada", ("open", "playing", "paused")) == 3
        assert await store.count_unfinished("bo", ("open", "playing", "paused")) == 1
        assert await store.count_unfinished("nobody", ("open",)) == 0


async def test_matches_are_found_by_status_game_and_who_was_there(place: Database) -> None:
    async with place.open_store() as store:
        await add_identities(store, "ada", "bo", "cem")
        await store.append([], make_summary("m1", 1, game="luz", status="over", members=("ada", "bo")))
        await store.append([], make_summary("m2", 2, game="mu", status="over", members=("ada", "cem")))
        await store.append([], make_summary("m3", 3, game="luz", status="closed", members=("ada",)))
        await store.append([], make_summary("m4", 4, game="luz", status="playing", members=("ada", "bo", "cem")))
        (bo,) = (await store.names(["bo"])).values()

        async def found(only: Filter, before: int | None = None, limit: int = 10) -> list[str]:
            return match_ids(await store.matches_of("ada", limit, before, only))

        assert await found(Filter()) == ["m4", "m3", "m2", "m1"]
        assert await found(Filter(("over", "playing"))) == ["m4", "m2", "m1"]
        assert await found(Filter(game="luz")) == ["m4", "m3", "m1"]
        assert await found(Filter(name=bo)) == ["m4", "m1"]
        assert await found(Filter(("over",), "luz", bo)) == ["m1"]
        assert await found(Filter(name=(await store.names(["ada"]))["ada"])) == []
        assert await found(Filter(name=bo), limit=1) == ["m4"]
        assert await found(Filter(name=bo), before=4) == ["m1"]
        await store.rename("bo", "Bea")
        assert await found(Filter(name=bo)) == []
        assert await found(Filter(name="Bea")) == ["m4", "m1"]


async def test_companions_are_those_of_the_same_matches(place: Database) -> None:
    async with place.open_store() as store:
        await add_identities(store, "ada", "bo", "cem", "dora")
        await store.append([], make_summary("m1", 1, status="over", members=("ada", "bo")))
        await store.append([], make_summary("m2", 5, status="playing", members=("ada", "bo", "cem")))
        await store.append([], make_summary("m3", 9, status="open", members=("ada", "dora")))
        await store.append([], make_summary("m4", 9, status="over", members=("bo", "dora")))
        await store.touch("cem", 77)
        found = await store.companions("ada", ["over", "playing"], 10)
        assert [(one.id, one.played) for one in found] == [("bo", 5), ("cem", 5)]
        assert found[1].seen == 77
        assert len(await store.companions("ada", ["over", "playing"], 1)) == 1
        assert [one.id for one in await store.companions("bo", ["over", "playing"], 10)] == ["dora", "ada", "cem"]
        assert await store.companions("nobody", ["over"], 10) == []
        await store.forget("bo")
        assert [one.id for one in await store.companions("ada", ["over", "playing"], 10)] == ["cem"]
