"""Limits of use: a bucket of tokens each, and connections by address."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Final

WIRES: Final = "wires"
"""Where the state of an application has the ``Connections`` that count those not yet sockets."""


class Bucket:
    """A bucket that fills with ``rate`` tokens a second up to ``burst``, and is full at first."""

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate, self.burst = rate, burst
        self._clock = clock
        self._tokens, self._at = burst, clock()

    def take(self) -> bool:
        """Take a token; False if there is none."""
        now = self._clock()
        self._tokens = min(self.burst, self._tokens + (now - self._at) * self.rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """A bucket for each address; of the ``most`` addresses the one seen least lately is dropped."""

    def __init__(
        self, rate: float, burst: float, most: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._made = rate, burst, clock
        self._most = most
        self._by_address: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take a token of an address; False if it has none."""
        bucket = self._by_address.pop(address, None) or Bucket(*self._made)
        self._by_address[address] = bucket
        if len(self._by_address) > self._most:
            self._by_address.popitem(last=False)
        return bucket.take()


class Connections:
    """Counts connections by address, up to ``each`` of one and ``everyone`` in all."""

    def __init__(self, each: int, everyone: int) -> None:
        self.each, self.everyone = each, everyone
        self._counts: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count a connection; False if there are too many."""
        if self._counts[address] >= self.each or self._counts.total() >= self.everyone:
            return False
        self._counts[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count a connection no longer."""
        self._counts[address] -= 1
        if self._counts[address] <= 0:
            del self._counts[address]
