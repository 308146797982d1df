"""The children that work on jobs, and those of them whose jobs nobody wants any more."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from rowcast_automl.contracts.generated import StopMessage
from rowcast_automl.platform.child import Child


class RunningChildren:
    """Children by the job that they work on."""

    def __init__(self) -> None:
        self._children = dict[str, Child]()
        self._discarded = set[str]()
        self._stopping = set[asyncio.Task[None]]()

    def __len__(self) -> int:
        return len(self._children)

    @contextmanager
    def working(self, job_id: str, child: Child) -> Iterator[None]:
        """The time in which `child` can be told to stop."""
        self._children[job_id] = child
        try:
            yield
        finally:
            del self._children[job_id]
            self._discarded.discard(job_id)

    def on_stop(self, message: StopMessage) -> None:
        """Stops the job if it runs here: with its best so far, or at once."""
        child = self._children.get(message.job_id)
        if child is None:
            return
        if message.mode == "keep_best":
            child.keep_best()
            return
        self._discarded.add(message.job_id)
        task = asyncio.create_task(child.stop())
        self._stopping.add(task)
        task.add_done_callback(self._stopping.discard)

    def is_discarded(self, job_id: str) -> bool:
        """Whether the job that is being worked on was ended for good."""
        return job_id in self._discarded

    async def stop(self) -> None:
        """Ends all children."""
        await asyncio.gather(*(child.stop() for child in tuple(self._children.values())))
