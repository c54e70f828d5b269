"""How often somebody may ask, and how much may come from somewhere."""

import time
from collections import OrderedDict
from ipaddress import IPv6Address, ip_address
from typing import Final

MOST_BUCKETS: Final = 50_000
UNLIMITED: Final = 1e9
HOUR: Final = 3600
DAY: Final = 24 * HOUR


class Limit:
    """A burst at once and a number per second, for each key."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst = burst
        self.rate = rate
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, now: float | None = None) -> float:
        """Count one; return 0, or how many seconds too early it comes."""
        at = time.monotonic() if now is None else now
        left, before = self._buckets.pop(key, (self.burst, at))
        left = min(self.burst, left + (at - before) * self.rate)
        wait = 0.0 if left >= 1 else (1 - left) / self.rate
        self._buckets[key] = (left if wait else left - 1, at)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return wait

    def use(self, key: str, amount: float, now: float | None = None) -> float:
        """Count an amount that has already arrived; return 0, or the seconds for which no more should come."""
        at = time.monotonic() if now is None else now
        left, before = self._buckets.pop(key, (self.burst, at))
        left = min(self.burst, left + (at - before) * self.rate) - amount
        self._buckets[key] = (left, at)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return 0.0 if left >= 0 else -left / self.rate

    def wait(self, key: str) -> float:
        """Return the seconds for which no more should come, because of what has arrived."""
        left, before = self._buckets.get(key, (self.burst, 0.0))
        return 0.0 if left >= 0 else max(0.0, before - left / self.rate - time.monotonic())

    def forget(self, key: str) -> None:
        """Count from the beginning."""
        self._buckets.pop(key, None)


class Limits:
    """How often somebody may ask; a club behind one address still comes in on one evening."""

    def __init__(self, on: bool = True, tables_per_address: int = 400) -> None:
        scale = 1 if on else UNLIMITED
        self.addresses = Limit(300 * scale, 100 * scale)  # HTTP requests and new connections, by address
        self.identities = Limit(60 * scale, 20 * scale)  # the same, by identity
        self.entering = Limit(40 * scale, 0.2 * scale)  # new identities and transfers, by address
        self.tables = Limit(20 * scale, 0.05 * scale)  # new tables, by identity
        self.houses = Limit(tables_per_address * scale, tables_per_address * scale / HOUR)  # the same, by address
        self.messages = Limit(60 * scale, 20 * scale)  # WebSocket messages, by identity
        self.replays = Limit(60 * scale, 3 * scale)  # records and replays, by address
        self.lessons = Limit(120 * scale, 5 * scale)  # steps of lessons, by address
        self.reviews = Limit(20 * scale, 20 * scale / DAY)  # new reviews, by identity, or by address without one
        self.reviews_from = Limit(200 * scale, 200 * scale / DAY)  # the same, by address
        self.friends = Limit(20 * scale, 0.5 * scale)  # looks at who is here, by identity
        self.presence = Limit(20 * scale, 0.5 * scale)  # the same, of saying so
        self.traffic_of_socket = Limit(200 * scale, 50 * scale)  # frames of any kind, and KiB: by socket,
        self.traffic = Limit(300 * scale, 80 * scale)  # and by identity;
        self.traffic_from = Limit(3000 * scale, 1000 * scale)  # frames by address
        self.sockets = int(20 * scale)  # connections at once, by identity

    def open_table(self, identity: str, address: str) -> float:
        """Count a new table; return 0, or how many seconds too early it comes."""
        return self.tables.take(identity) or self.houses.take(address)

    def ask_for_review(self, who: str, address: str) -> float:
        """Count a new review; return 0, or how many seconds too early it comes."""
        return self.reviews.take(who) or self.reviews_from.take(address)


def rate_limit_key(host: str) -> str:
    """Return what an address counts as: IPv4 in IPv6 is IPv4, and an IPv6 network is one user."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
    return str(address)
