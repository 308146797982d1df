"""Train jobs, each in a child process that can be stopped."""

import asyncio

import structlog
from pydantic import TypeAdapter

from rowcast_automl.contracts.generated import (
    MAX_BUDGETS,
    ErrorCode,
    TrainCancelled,
    TrainError,
    TrainPayload,
    TrainReady,
)
from rowcast_automl.platform.config import Settings
from rowcast_automl.platform.errors import RowcastError, failure
from rowcast_automl.platform.process.child import ChildEnded, ExitReason
from rowcast_automl.platform.process.prestarted_child import PrestartedChild
from rowcast_automl.platform.process.running_children import JobDiscarded, RunningChildren
from rowcast_automl.platform.queue.consumer import ReportProgress
from rowcast_automl.platform.storage.object_store import Storage

MODULE = "rowcast_automl.entrypoints.train"
GRACE_SECONDS = 60.0
GRACE_SHARE = 0.25
# A training takes all cores for minutes; predictions and uploads go first.
NICENESS = 3
TrainResult = TrainReady | TrainError | TrainCancelled
RESULT: TypeAdapter[TrainResult] = TypeAdapter(TrainResult)
CODES: dict[ExitReason, ErrorCode] = {
    "memory": "TRAINING_OUT_OF_MEMORY",
    "space": "SCRATCH_FULL",
    "time": "TRAINING_TIMED_OUT",
    "crash": "TRAINING_CRASHED",
}
log = structlog.get_logger()


class TrainJobs:
    """Handles train payloads."""

    def __init__(self, config: Settings) -> None:
        self._storage = Storage(config.storage_url)
        signing_key = config.bundle_signing_key
        environment = config.child_environment() | {
            "BUNDLE_SIGNING_KEY": signing_key.get_secret_value() if signing_key else "",
            "OMP_NUM_THREADS": str(config.train_threads),
        }
        if config.compute_url:
            environment["COMPUTE_URL"] = config.compute_url
        self._concurrency = config.worker_concurrency
        self._ready = PrestartedChild(MODULE, environment, NICENESS)
        self.running = RunningChildren(config)

    async def prepare(self) -> None:
        """Start the child for the next job."""
        await self._ready.prepare()

    async def handle(self, payload: TrainPayload, report: ReportProgress) -> TrainResult:
        """Train a model and return bundle and report. Errors are returned as results."""
        if not await self._table_exists(payload):
            return train_error("DATASET_GONE")
        child = await self._ready.take()
        if self._concurrency > 1:
            # The next job may arrive before this one ends.
            await self.prepare()
        budget = payload.config.time_budget_seconds
        is_reproducible = bool(payload.config.reproducible)
        max_seconds = MAX_BUDGETS * budget if is_reproducible else budget
        seconds = max_seconds * (1 + GRACE_SHARE) + GRACE_SECONDS
        finish = (
            asyncio.get_running_loop().call_later(max_seconds, child.keep_best) if is_reproducible else None
        )
        try:
            result = await self.running.run(child, payload, report, seconds)
        except JobDiscarded:
            error = failure(RowcastError("TRAINING_CANCELLED"))
            return TrainCancelled(outcome="cancelled", error=error)
        except ChildEnded as ended:
            log.error("train_child_ended", why=str(ended))
            if not await self._table_exists(payload):
                return train_error("DATASET_GONE")
            return train_error(CODES[ended.reason])
        finally:
            if finish:
                finish.cancel()
            await self.prepare()
        return RESULT.validate_python(result)

    async def close(self) -> None:
        """End running trainings. Their jobs return to the queue."""
        await asyncio.gather(self._ready.close(), self.running.stop())

    async def _table_exists(self, payload: TrainPayload) -> bool:
        return await asyncio.to_thread(self._storage.exists, payload.table_key)


def train_error(code: ErrorCode) -> TrainError:
    """Return the result for an error code."""
    return TrainError(outcome="error", error=failure(RowcastError(code)))
