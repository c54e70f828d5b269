"""Appends to many matches at once and says what was acknowledged, until it is killed: python append_for_ever.py URL."""

import asyncio
import sys

from atout.server.stores.base import Event, Store
from atout.server.stores.from_url import store_from_url


async def append_for_ever(store: Store, match: str) -> None:
    for seq in range(1, 1_000_000):
        await store.append([Event(match, seq, seq, "played", b"x" * 100)])
        print(match, seq, flush=True)


async def main(url: str) -> None:
    store = store_from_url(url)
    await store.open()
    await asyncio.gather(*(append_for_ever(store, f"m{k}") for k in range(8)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
