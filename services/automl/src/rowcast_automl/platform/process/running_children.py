"""The child processes of running jobs, and requests to stop them."""

import asyncio
from typing import Any

from rowcast_automl.contracts.generated import IngestPayload, LintPayload, StopMessage, TrainPayload
from rowcast_automl.platform.config import Settings
from rowcast_automl.platform.process.child import Child, ChildEnded
from rowcast_automl.platform.queue.consumer import HandBack, ReportProgress


class JobDiscarded(Exception):
    """The running job was discarded."""


class RunningChildren:
    """Child processes by job id."""

    def __init__(self, config: Settings) -> None:
        self._memory_bytes, self._disk_bytes = config.worker_memory_mb << 20, config.scratch_mb << 20
        self._children = dict[str, Child]()
        self._discarded = set[str]()
        self._stopping = set[asyncio.Task[None]]()

    def __len__(self) -> int:
        return len(self._children)

    async def run(
        self,
        child: Child,
        payload: IngestPayload | LintPayload | TrainPayload,
        report: ReportProgress,
        seconds: float,
    ) -> dict[str, Any]:
        """Run the job in `child` within its limits of memory, disk and time, and return the result.

        Raises
        ------
        Discarded
            The job was stopped and its result is not needed.
        HandBack
            The worker is shutting down.
        ChildEnded
            The child ended without a result for any other reason.
        """
        job_id = payload.job_id
        self._children[job_id] = child
        try:
            return await child.run(
                payload,
                report,
                memory_bytes=self._memory_bytes,
                disk_bytes=self._disk_bytes,
                seconds=seconds,
            )
        except ChildEnded as error:
            if job_id in self._discarded:
                raise JobDiscarded from None
            if error.reason == "stopped":
                raise HandBack from None
            raise
        finally:
            del self._children[job_id]
            self._discarded.discard(job_id)

    def on_stop(self, message: StopMessage) -> None:
        """Stop the job if it runs here: with its best result so far, or at once."""
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

    async def stop(self) -> None:
        """End all children."""
        await asyncio.gather(*(child.stop() for child in tuple(self._children.values())))
