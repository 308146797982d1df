"""Lint jobs, each in a child process."""

import structlog
from pydantic import TypeAdapter

from rowcast_automl.contracts.generated import ErrorCode, LintError, LintPayload, LintReady
from rowcast_automl.platform.config import Settings
from rowcast_automl.platform.errors import RowcastError, failure
from rowcast_automl.platform.process.child import Child, ChildEnded, ExitReason
from rowcast_automl.platform.process.running_children import JobDiscarded, RunningChildren
from rowcast_automl.platform.queue.consumer import ReportProgress

MODULE = "rowcast_automl.entrypoints.lint"
MAX_SECONDS = 120.0
RESULT: TypeAdapter[LintReady | LintError] = TypeAdapter(LintReady | LintError)
CODES: dict[ExitReason, ErrorCode] = {
    "memory": "LINT_OUT_OF_MEMORY",
    "space": "SCRATCH_FULL",
    "time": "LINT_TIMED_OUT",
    "crash": "LINT_FAILED",
}
log = structlog.get_logger()


class LintJobs:
    """Handles lint payloads."""

    def __init__(self, config: Settings) -> None:
        self._environment = config.child_environment() | {"OPENBLAS_NUM_THREADS": "1"}
        self.running = RunningChildren(config)

    async def handle(self, payload: LintPayload, report: ReportProgress) -> LintReady | LintError:
        """Lint a table. Errors are returned as results."""
        child = await Child.start(MODULE, self._environment)
        try:
            result = await self.running.run(child, payload, report, MAX_SECONDS)
        except JobDiscarded:
            return lint_error("DATASET_GONE")
        except ChildEnded as ended:
            log.error("lint_child_ended", why=str(ended))
            return lint_error(CODES[ended.reason])
        return RESULT.validate_python(result)

    async def close(self) -> None:
        """End all children. Their jobs return to the queue."""
        await self.running.stop()


def lint_error(code: ErrorCode) -> LintError:
    """Return the result for an error code."""
    return LintError(outcome="error", error=failure(RowcastError(code)))
