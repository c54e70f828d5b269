"""Appends to many matches at once and says what was acknowledged, until it is killed: python appending.py URL."""

import asyncio
import sys

from atout.server.stores.base import Event, Store
from atout.server.stores.opening import open_store


async def go_on(store: Store, match: str) -> None:
    for seq in range(1, 1_000_000):
        await store.append([Event(match, seq, seq, "played", b"x" * 100)])
        print(match, seq, flush=True)


async def main(url: str) -> None:
    store = open_store(url)
    await store.open()
    await asyncio.gather(*(go_on(store, f"m{k}") for k in range(8)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
