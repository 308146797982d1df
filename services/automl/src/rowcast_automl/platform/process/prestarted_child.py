"""A child that was started before its job came, since its libraries take seconds to load."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import structlog

from rowcast_automl.platform.process.child import Child

log = structlog.get_logger()


class ReadyChild:
    """Keeps one child of a module waiting.

    Parameters
    ----------
    niceness : int
        Of the child.
    """

    def __init__(self, module: str, environment: Mapping[str, str], niceness: int = 0) -> None:
        self._module, self._environment, self._niceness = module, environment, niceness
        self._waiting: Child | None = None
        self._preparing, self._closed = asyncio.Lock(), False

    async def prepare(self) -> None:
        """Starts the child for the next job, unless one waits already.

        Where that fails, as with a full disk, the next job starts its own, and the one just done stands.
        """
        # Two jobs that end together would each start one, and nobody would know of the first.
        async with self._preparing:
            if not self._closed and (self._waiting is None or not self._waiting.alive):
                try:
                    self._waiting = await self.take()
                except OSError as error:
                    log.warning("child_not_prepared", error=type(error).__name__)

    async def take(self) -> Child:
        """The waiting child, or a new one."""
        child, self._waiting = self._waiting, None
        if child and child.alive:
            return child
        if child:
            # Nobody else clears up after it.
            await child.kill()
        return await Child.start(self._module, self._environment, self._niceness)

    async def close(self) -> None:
        """Ends the waiting child, and starts no other."""
        self._closed = True
        if self._waiting:
            await self._waiting.stop()
