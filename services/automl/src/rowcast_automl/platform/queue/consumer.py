"""Consumer of a BullMQ queue: validates payloads, runs the handler, reports progress and results."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar

import structlog
from bullmq import Job, Worker
from bullmq.custom_errors import DelayedError, UnrecoverableError
from pydantic import BaseModel, ValidationError
from redis.exceptions import RedisError

from rowcast_automl.contracts.generated import QUEUE_PREFIX
from rowcast_automl.platform.contract_json import json_value

# A job whose worker was killed restarts within LOCK_MS + STALLED_CHECK_MS, 30 s.
LOCK_MS = 20_000
STALLED_CHECK_MS = 10_000
# Jobs run in child processes with limits, so a killed worker is rarely the fault of its job.
MAX_STALLED_COUNT = 10
PROGRESS_SECONDS = 0.25
RECONNECT_SECONDS = 1.0
HAND_BACK_MS = 1_000
# BullMQ blocks up to 10 s for a job; the client's default timeout of 5 s would interrupt each wait.
SOCKET_TIMEOUT_SECONDS = 30

Payload = TypeVar("Payload", bound=BaseModel)
ReportProgress = Callable[[dict[str, Any]], None]
log = structlog.get_logger()


def with_socket_timeout(redis_url: str) -> str:
    """`redis_url` with a socket timeout long enough for blocking commands."""
    return f"{redis_url}{'&' if '?' in redis_url else '?'}socket_timeout={SOCKET_TIMEOUT_SECONDS}"


class HandBack(Exception):
    """Raised by an interrupted handler. The job returns to the queue as if it had not started."""


class HandlerFailed(Exception):
    """A handler raised an exception of the named class."""


class Consumer(Generic[Payload]):
    """Run the jobs of one queue.

    Parameters
    ----------
    name : str
        Name of the queue.
    model : type
        Pydantic model of the payload.
    handle : callable
        Takes the validated payload and a function that reports progress; returns the result. Any exception
        other than `HandBack` fails the job, and BullMQ retries it according to its options.
    concurrency : int
        Number of jobs that run at the same time.
    """

    def __init__(
        self,
        name: str,
        model: type[Payload],
        handle: Callable[[Payload, ReportProgress], Awaitable[BaseModel]],
        *,
        redis_url: str,
        concurrency: int,
    ) -> None:
        self.name = name
        self._model = model
        self._handle = handle
        self._options: dict[str, Any] = {
            "autorun": False,
            "connection": with_socket_timeout(redis_url),
            "prefix": QUEUE_PREFIX,
            "concurrency": concurrency,
            "lockDuration": LOCK_MS,
            "stalledInterval": STALLED_CHECK_MS,
            "maxStalledCount": MAX_STALLED_COUNT,
            "runRetryDelay": int(RECONNECT_SECONDS * 1000),
        }
        self._worker: Any = None
        self._closing = False

    async def run(self) -> None:
        """Run jobs until `close` is called; reconnect while Redis is unavailable."""
        while not self._closing:
            self._worker = Worker(self.name, self._process, self._options)
            self._worker.on("error", self._log_error)
            self._worker.on("stalled", lambda job_id: log.warning("job_stalled", queue=self.name, job=job_id))
            try:
                await self._worker.run()
            except (RedisError, OSError) as error:
                log.warning("redis_away", queue=self.name, error=type(error).__name__)
                await asyncio.sleep(RECONNECT_SECONDS)

    async def close(self) -> None:
        """Start no further job and wait for the running ones."""
        self._closing = True
        if self._worker is not None:
            await self._worker.close()

    async def _process(self, job: Job, token: str) -> dict[str, Any]:
        try:
            # The payload uses the names of the contract, not those of the Python attributes.
            payload = self._model.model_validate(job.data, by_alias=True, by_name=False)
        except ValidationError as error:
            fields = sorted({".".join(map(str, problem["loc"])) for problem in error.errors()})
            raise UnrecoverableError(f"the payload does not fit: {', '.join(fields)}") from None
        structlog.contextvars.bind_contextvars(
            queue=self.name, job=job.id, requestId=getattr(payload, "request_id", None)
        )
        started = time.monotonic()
        log.info("job_started")
        async with throttled_progress(job) as report:
            try:
                result = await self._handle(payload, report)
            except HandBack:
                await job.moveToDelayed(round(time.time() * 1000) + HAND_BACK_MS, token)
                log.info("job_handed_back")
                raise DelayedError() from None
            except Exception as error:
                log.exception("job_broke_off")
                # BullMQ stores the message of an exception with the job; it may contain cells of the table.
                raise HandlerFailed(type(error).__name__) from None
        outcome = getattr(result, "outcome", "done")
        log.info("job_finished", outcome=outcome, seconds=round(time.monotonic() - started, 3))
        return json_value(result)

    def _log_error(self, error: Exception, job: Any = None) -> None:
        log.warning("queue_error", queue=self.name, error=summary_of(error))


def summary_of(error: Exception) -> str:
    """Return the class of the error, with the message of Redis or the system."""
    words = str(error) if isinstance(error, RedisError) else getattr(error, "strerror", None)
    return f"{type(error).__name__}: {words}"[:300] if words else type(error).__name__


@contextlib.asynccontextmanager
async def throttled_progress(job: Job) -> Any:
    """Yield a function that reports progress to the job.

    At most four updates per second are sent; the last one is always sent.
    """
    latest: list[dict[str, Any]] = []
    has_news, has_ended = asyncio.Event(), asyncio.Event()

    def report(progress: dict[str, Any]) -> None:
        latest[:] = [progress]
        has_news.set()

    async def send() -> None:
        if latest:
            progress = latest.pop()
            try:
                await job.updateProgress(progress)
            except (RedisError, OSError) as error:
                log.warning("progress_lost", error=type(error).__name__)

    async def pump() -> None:
        while not has_ended.is_set():
            await has_news.wait()
            has_news.clear()
            await send()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(has_ended.wait(), PROGRESS_SECONDS)

    task = asyncio.create_task(pump())
    try:
        yield report
    finally:
        # Not cancelled: redis-py ignores a cancellation within a command, and the job would never end.
        has_ended.set()
        has_news.set()
        await task
        await send()
