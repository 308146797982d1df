"""Ingest jobs, each in a prestarted child process."""

import asyncio

import structlog
from pydantic import TypeAdapter

from rowcast_automl.contracts.generated import ErrorCode, IngestError, IngestPayload, IngestReady
from rowcast_automl.platform.config import Settings
from rowcast_automl.platform.errors import RowcastError, failure
from rowcast_automl.platform.process.child import ChildEnded, ExitReason
from rowcast_automl.platform.process.prestarted_child import PrestartedChild
from rowcast_automl.platform.process.running_children import JobDiscarded, RunningChildren
from rowcast_automl.platform.queue.consumer import ReportProgress

MODULE = "rowcast_automl.entrypoints.ingest"
MAX_SECONDS = 900.0
FINISH_SECONDS = 10.0
RESULT: TypeAdapter[IngestReady | IngestError] = TypeAdapter(IngestReady | IngestError)
CODES: dict[ExitReason, ErrorCode] = {
    "memory": "INGEST_OUT_OF_MEMORY",
    "space": "SCRATCH_FULL",
    "time": "INGEST_TIMED_OUT",
    "crash": "INGEST_CRASHED",
}
log = structlog.get_logger()


class IngestJobs:
    """Handles ingest payloads with a prestarted child process, since starting one takes longer than most
    tables.
    """

    def __init__(self, config: Settings) -> None:
        self._ready = PrestartedChild(MODULE, config.child_environment())
        self.running = RunningChildren(config)

    async def prepare(self) -> None:
        """Start the child for the next job."""
        await self._ready.prepare()

    async def handle(self, payload: IngestPayload, report: ReportProgress) -> IngestReady | IngestError:
        """Ingest a table. Errors of the table are returned as results."""
        child = await self._ready.take()
        try:
            result = await self.running.run(child, payload, report, MAX_SECONDS)
        except JobDiscarded:
            return ingest_error("DATASET_GONE")
        except ChildEnded as ended:
            log.error("ingest_child_ended", why=str(ended))
            # Held to so much memory, as no other child is, the readers of C++ and Rust give up beyond it.
            return ingest_error(CODES["memory" if ended.is_abort else ended.reason])
        finally:
            await self.prepare()
        return RESULT.validate_python(result)

    async def close(self) -> None:
        """Give running jobs a few seconds to finish, then end all children."""
        for _ in range(int(FINISH_SECONDS * 10)):
            if not self.running:
                break
            await asyncio.sleep(0.1)
        await asyncio.gather(self._ready.close(), self.running.stop())


def ingest_error(code: ErrorCode) -> IngestError:
    """Return the result for an error code."""
    return IngestError(outcome="error", error=failure(RowcastError(code)))
