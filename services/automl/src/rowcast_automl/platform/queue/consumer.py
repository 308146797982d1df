"""The one way to take jobs from a BullMQ queue: validate, handle, report progress and result."""

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

# A job whose worker was killed starts again within lock + check, 30 s.
LOCK_MS = 20_000
STALLED_CHECK_MS = 10_000
# What a job takes too much of ends its child process; a worker is killed by what is around it.
STARTS_AFTER_A_KILL = 10
PROGRESS_SECONDS = 0.25
RECONNECT_SECONDS = 1.0
HAND_BACK_MS = 1_000
# BullMQ waits up to 10 s for a job; the client's own limit of 5 s would end each wait and then pause.
SOCKET_SECONDS = 30

Payload = TypeVar("Payload", bound=BaseModel)
ReportProgress = Callable[[dict[str, Any]], None]
log = structlog.get_logger()


def patient(redis_url: str) -> str:
    """`redis_url` for a client that gives a blocking command its time."""
    return f"{redis_url}{'&' if '?' in redis_url else '?'}socket_timeout={SOCKET_SECONDS}"


class HandBack(Exception):
    """Raised by a handler that was interrupted: the job goes back to the queue as if never started."""


class BrokeOff(Exception):
    """A handler ended with an exception of the kind that it names."""


class Consumer(Generic[Payload]):
    """Takes the jobs of one queue.

    `handle` gets the validated payload and a function for progress, and returns the result. An exception
    other than HandBack is infrastructure trouble: the job fails, and BullMQ retries it as its options say.
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
            "connection": patient(redis_url),
            "prefix": QUEUE_PREFIX,
            "concurrency": concurrency,
            "lockDuration": LOCK_MS,
            "stalledInterval": STALLED_CHECK_MS,
            "maxStalledCount": STARTS_AFTER_A_KILL,
            "runRetryDelay": int(RECONNECT_SECONDS * 1000),
        }
        self._worker: Any = None
        self._closing = False

    async def run(self) -> None:
        """Takes jobs until `close`; waits for Redis where it is away."""
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
        """Takes no further job and waits for those that run."""
        self._closing = True
        if self._worker is not None:
            await self._worker.close()

    async def _process(self, job: Job, token: str) -> dict[str, Any]:
        try:
            # By the contract's names alone: Python's own are nobody else's business.
            payload = self._model.model_validate(job.data, by_alias=True, by_name=False)
        except ValidationError as error:
            fields = sorted({".".join(map(str, problem["loc"])) for problem in error.errors()})
            raise UnrecoverableError(f"the payload does not fit: {', '.join(fields)}") from None
        structlog.contextvars.bind_contextvars(
            queue=self.name, job=job.id, requestId=getattr(payload, "request_id", None)
        )
        started = time.monotonic()
        log.info("job_started")
        async with reported(job) as report:
            try:
                result = await self._handle(payload, report)
            except HandBack:
                await job.moveToDelayed(round(time.time() * 1000) + HAND_BACK_MS, token)
                log.info("job_handed_back")
                raise DelayedError() from None
            except Exception as error:
                log.exception("job_broke_off")
                # BullMQ keeps the words of an exception with the job, and they may quote the table.
                raise BrokeOff(type(error).__name__) from None
        outcome = getattr(result, "outcome", "done")
        log.info("job_finished", outcome=outcome, seconds=round(time.monotonic() - started, 3))
        return json_value(result)

    def _log_error(self, error: Exception, job: Any = None) -> None:
        log.warning("queue_error", queue=self.name, error=in_short(error))


def in_short(error: Exception) -> str:
    """Its kind, and what Redis or the system says of it."""
    words = str(error) if isinstance(error, RedisError) else getattr(error, "strerror", None)
    return f"{type(error).__name__}: {words}"[:300] if words else type(error).__name__


@contextlib.asynccontextmanager
async def reported(job: Job) -> Any:
    """A function that takes progress; the latest goes out at most four times a second, the last always."""
    latest: list[dict[str, Any]] = []
    news, ended = asyncio.Event(), asyncio.Event()

    def report(progress: dict[str, Any]) -> None:
        latest[:] = [progress]
        news.set()

    async def send() -> None:
        if latest:
            progress = latest.pop()
            try:
                await job.updateProgress(progress)
            except (RedisError, OSError) as error:
                log.warning("progress_lost", error=type(error).__name__)

    async def pump() -> None:
        while not ended.is_set():
            await news.wait()
            news.clear()
            await send()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), PROGRESS_SECONDS)

    task = asyncio.create_task(pump())
    try:
        yield report
    finally:
        # Not cancelled: redis-py swallows that in the middle of a command, and the job would never end.
        ended.set()
        news.set()
        await task
        await send()
