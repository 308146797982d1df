"""A child process that is started before its job arrives, since its libraries take seconds to load."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import structlog

from rowcast_automl.platform.process.child import Child

log = structlog.get_logger()


class PrestartedChild:
    """Keep one child process of a module ready for the next job.

    Parameters
    ----------
    niceness : int
        Niceness of the child.
    """

    def __init__(self, module: str, environment: Mapping[str, str], niceness: int = 0) -> None:
        self._module, self._environment, self._niceness = module, environment, niceness
        self._waiting: Child | None = None
        self._lock, self._closed = asyncio.Lock(), False

    async def prepare(self) -> None:
        """Start the child for the next job, unless one is ready.

        If starting fails, for example on a full disk, the next job starts its own child.
        """
        # Without the lock, two jobs that end together would each start a child, and one would leak.
        async with self._lock:
            if not self._closed and (self._waiting is None or not self._waiting.is_alive):
                try:
                    self._waiting = await self.take()
                except OSError as error:
                    log.warning("child_not_prepared", error=type(error).__name__)

    async def take(self) -> Child:
        """Return the prestarted child, or start a new one."""
        child, self._waiting = self._waiting, None
        if child and child.is_alive:
            return child
        if child:
            # Deletes its temporary directory.
            await child.kill()
        return await Child.start(self._module, self._environment, self._niceness)

    async def close(self) -> None:
        """End the prestarted child and start no other."""
        self._closed = True
        if self._waiting:
            await self._waiting.stop()
