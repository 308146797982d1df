"""The children that work on jobs, and those of them whose jobs nobody wants any more."""

import asyncio
from typing import Any

from rowcast_automl.contracts.generated import IngestPayload, LintPayload, StopMessage, TrainPayload
from rowcast_automl.platform.config import Settings
from rowcast_automl.platform.process.child import Child, ChildEnded
from rowcast_automl.platform.queue.consumer import HandBack, ReportProgress


class Discarded(Exception):
    """The job that was being worked on was ended for good."""


class RunningChildren:
    """Children by the job that they work on."""

    def __init__(self, config: Settings) -> None:
        self._memory_bytes, self._scratch_bytes = config.worker_memory_mb << 20, config.scratch_mb << 20
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
        """What the child makes of the payload, within the memory, the disk and the seconds that a job has.

        Raises
        ------
        Discarded
            Nobody wants the result any more.
        HandBack
            The worker is to end.
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
                scratch_bytes=self._scratch_bytes,
                seconds=seconds,
            )
        except ChildEnded as ended:
            if job_id in self._discarded:
                raise Discarded from None
            if ended.ending == "stopped":
                raise HandBack from None
            raise
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

    async def stop(self) -> None:
        """Ends all children."""
        await asyncio.gather(*(child.stop() for child in tuple(self._children.values())))
