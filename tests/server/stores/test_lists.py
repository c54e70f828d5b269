"""Summaries and lists of matches."""

from atout.server.stores.base import Identity, Snapshot
from tests.server.stores.places import Place, event, ids, run, summary, welcome


async def test_a_summary_is_written_with_its_events(place: Place) -> None:
    async with place.opened() as store:
        assert await store.summary("m") is None
        first = summary("m", members=("bo", "ada", "é"), public=False)
        await store.append(run("m", 1, 1), first)
        kept = await store.summary("m")
        assert kept == first
        assert kept.public is False
        later = summary("m", 7, game="mu", status="over", public=True, created=2, host="bo", members=(), body=b"\0[]")
        await store.append(run("m", 2, 2), later)
        kept = await store.summary("m")
        assert kept == later
        assert kept.public is True
        await store.append(run("m", 3, 3))
        assert await store.summary("m") == later


async def test_the_lobby_lists_public_matches_the_latest_changed_first(place: Place) -> None:
    async with place.opened() as store:
        for k, status in enumerate(["open", "playing", "over", "open", "open"]):
            await store.append([], summary(f"m{k}", updated=10 * k, status=status, public=k != 3))
        assert ids(await store.public(["open"], 10)) == ["m4", "m0"]
        assert ids(await store.public(["open", "playing"], 10)) == ["m4", "m1", "m0"]
        assert ids(await store.public(["open", "playing"], 2)) == ["m4", "m1"]
        assert await store.public([], 10) == []
        await store.append([], summary("m0", updated=50))
        assert ids(await store.public(["open"], 10)) == ["m0", "m4"]


async def test_people_see_the_matches_they_sit_or_sat_in(place: Place) -> None:
    async with place.opened() as store:
        await welcome(store, "ada", "bo", "cem")
        await store.append([], summary("m1", 1, members=("ada", "bo")))
        await store.append([], summary("m2", 2, members=("bo",)))
        await store.append([], summary("m3", 3, members=("cem", "ada", "ada")))
        assert ids(await store.of_identity("ada", 10)) == ["m3", "m1"]
        assert ids(await store.of_identity("bo", 10)) == ["m2", "m1"]
        assert await store.of_identity("dora", 10) == []
        await store.append([], summary("m2", 4, members=("cem",)))
        assert ids(await store.of_identity("bo", 10)) == ["m1"]
        assert ids(await store.of_identity("cem", 10)) == ["m2", "m3"]


async def test_paging_misses_no_match_even_if_many_changed_at_once(place: Place) -> None:
    async with place.opened() as store:
        await welcome(store, "ada")
        times = [9, 8, 8, 8, 7, 7, 6]
        for k, updated in enumerate(times):
            await store.append([], summary(f"m{k}", updated, members=("ada",)))
        pages = []
        before = None
        while page := await store.of_identity("ada", 2, before):
            pages.append(ids(page))
            before = page[-1].updated
        assert pages == [["m0", "m1", "m2", "m3"], ["m4", "m5"], ["m6"]]


async def test_matches_are_found_by_status(place: Place) -> None:
    async with place.opened() as store:
        for k, status in enumerate(["playing", "over", "paused", "playing"]):
            await store.append([], summary(f"m{k}", status=status, public=False))
        assert await store.with_status(["playing"]) == ["m0", "m3"]
        assert await store.with_status(["playing", "paused"]) == ["m0", "m2", "m3"]
        assert await store.with_status(["open"]) == []


async def test_every_match_is_walked_through_in_one_order(place: Place) -> None:
    """By bytes, on every database; a match without a summary is there too."""
    names = ["Zoe", "a-b", "aB", "aa", "ab", "b_", "é", "~"]
    async with place.opened() as store:
        for name in reversed(names):
            await store.append(run(name, 1, 3), summary(name) if name > "b" else None)
        assert await store.every_match() == ["Zoe", "a-b", "aB", "aa", "ab", "b_", "~", "é"]
        walked: list[str] = []
        while some := await store.every_match(walked[-1] if walked else "", 3):
            assert len(some) <= 3
            walked += some
        assert sorted(walked) == sorted(names)
        assert len(walked) == len(names)


async def test_old_matches_are_purged_with_everything_about_them(place: Place) -> None:
    async with place.opened() as store:
        await welcome(store, "ada")
        for k in range(130):
            await store.append(run(f"m{k}", 1, 2), summary(f"m{k}", updated=k, status="over", members=("ada",)))
        await store.append(run("open", 1, 2), summary("open", updated=0, status="open", members=("ada",)))
        await store.snapshot(Snapshot.of(run("m5", 1, 2)))
        await store.snapshot(Snapshot.of(run("m125", 1, 2)))
        assert await store.purge(["over", "abandoned"], 120) == 120
        assert await store.purge(["over", "abandoned"], 120) == 0
        left = ["open", *(f"m{k}" for k in range(120, 130))]
        assert sorted(await store.every_match()) == sorted(left)
        assert sorted(ids(await store.of_identity("ada", 1000))) == sorted(left)
        assert await store.summary("m5") is None
        assert await store.read("m5") == []
        assert await store.read("m125") == run("m125", 1, 2)
        assert await store.identity("ada") == Identity("ada", "Ada", 1, 1)
        await store.append([event("m5", 1)])
        assert await store.read("m5") == [event("m5", 1)]


async def test_purging_sweeps_leases_and_transfers_that_have_ended(place: Place) -> None:
    async with place.opened() as store:
        await welcome(store, "ada")
        for until in (10, 30):
            await store.add_transfer(b"%d" % until, "ada", until)
        assert await store.lease("ended", "node", 0)
        assert await store.lease("running", "node", 50_000)
        await store.purge(["over"], 20)
        assert await store.lease("ended", "other", 0)
        assert not await store.lease("running", "other", 0)
        assert await store.take_transfer(b"10", 5) is None
        assert await store.take_transfer(b"30", 5) == "ada"


async def test_unfinished_matches_of_somebody_are_counted(place: Place) -> None:
    async with place.opened() as store:
        await welcome(store, "ada", "bo")
        for number, status in enumerate(("open", "playing", "paused", "over", "abandoned")):
            who = ("ada", "bo") if number % 2 else ("ada",)
            await store.append([event(f"m{number}", 1)], summary(f"m{number}", status=status, members=who))
        assert await store.unfinished("ada", ("open", "playing", "paused")) == 3
        assert await store.unfinished("bo", ("open", "playing", "paused")) == 1
        assert await store.unfinished("nobody", ("open",)) == 0
