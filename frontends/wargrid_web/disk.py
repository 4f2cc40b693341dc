"""One wait for the disk for all matches that moved: journals are synced in groups, by threads."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from wargrid.match import Journal

THREADS: Final = 4
"""How many waits for the disk run at once; the file system joins them."""


class Disk:
    """Syncs journals; while one group waits for the disk, the next one gathers."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(THREADS, "journals")
        self._waiting: dict[Journal, asyncio.Future[None]] = {}
        self._flushing: asyncio.Task[None] | None = None
        self.groups = self.synced = 0
        """The numbers of groups so far, and of journals in them."""

    async def keep(self, journal: Journal) -> None:
        """Return when every line that the journal has now is on the disk, or failed to get there.

        Its ``failure`` says whether it failed.
        """
        while journal.unsynced and journal.failure is None:
            future = self._waiting.get(journal)
            if future is None:
                future = self._waiting[journal] = asyncio.get_running_loop().create_future()
            if self._flushing is None:
                self._flushing = asyncio.create_task(self._flush())
            await asyncio.shield(future)

    async def _flush(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                group, self._waiting = self._waiting, {}
                journals = list(group)
                self.groups, self.synced = self.groups + 1, self.synced + len(journals)
                shares = [share for at in range(THREADS) if (share := journals[at::THREADS])]
                try:
                    await asyncio.gather(
                        *(loop.run_in_executor(self._pool, _sync, share) for share in shares)
                    )
                finally:
                    for future in group.values():
                        if not future.done():
                            future.set_result(None)
        finally:
            self._flushing = None

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown()


def _sync(journals: Sequence[Journal]) -> None:
    for journal in journals:
        journal.sync()
