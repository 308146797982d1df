"""Lint jobs, each in a child process."""

import asyncio

import structlog
from pydantic import TypeAdapter

from rowcast_automl.contracts.generated import ErrorCode, LintError, LintPayload, LintReady
from rowcast_automl.platform.child import Child, ChildEnded, Ending
from rowcast_automl.platform.config import Settings
from rowcast_automl.platform.errors import RowcastError, failure
from rowcast_automl.platform.queue import HandBack, ReportProgress

MODULE = "rowcast_automl.entrypoints.lint"
LONGEST_SECONDS = 120.0
RESULT: TypeAdapter[LintReady | LintError] = TypeAdapter(LintReady | LintError)
CODES: dict[Ending, ErrorCode] = {
    "memory": "LINT_OUT_OF_MEMORY",
    "space": "SCRATCH_FULL",
    "time": "LINT_TIMED_OUT",
    "crash": "LINT_FAILED",
}
log = structlog.get_logger()


class LintJobs:
    """Handles lint payloads."""

    def __init__(self, config: Settings) -> None:
        self._memory_bytes, self._scratch_bytes = config.worker_memory_mb << 20, config.scratch_mb << 20
        self._environment = config.of_child() | {"OPENBLAS_NUM_THREADS": "1"}
        self._running = set[Child]()

    async def handle(self, payload: LintPayload, report: ReportProgress) -> LintReady | LintError:
        """The findings, or why there are none."""
        child = await Child.start(MODULE, self._environment)
        self._running.add(child)
        try:
            result = await child.run(
                payload,
                report,
                memory_bytes=self._memory_bytes,
                scratch_bytes=self._scratch_bytes,
                seconds=LONGEST_SECONDS,
            )
        except ChildEnded as ended:
            if ended.ending == "stopped":
                raise HandBack from None
            log.error("lint_child_ended", why=str(ended))
            return LintError(outcome="error", error=failure(RowcastError(CODES[ended.ending])))
        finally:
            self._running.discard(child)
        return RESULT.validate_python(result)

    async def close(self) -> None:
        """Ends all children; their jobs go back to the queue."""
        await asyncio.gather(*(child.stop() for child in tuple(self._running)))
