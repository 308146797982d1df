"""The worker: takes ingest, lint and train jobs and runs each in a child process."""

import asyncio
import os
import signal
import sys

import structlog

from rowcast_automl.contracts.generated import IngestPayload, LintPayload, StopMessage, TrainPayload
from rowcast_automl.entrypoints.ingest_jobs import IngestJobs
from rowcast_automl.entrypoints.lint_jobs import LintJobs
from rowcast_automl.entrypoints.train_jobs import TrainJobs
from rowcast_automl.platform.config import Settings, settings_or_exit
from rowcast_automl.platform.log import configure_log
from rowcast_automl.platform.queue.consumer import Consumer
from rowcast_automl.platform.queue.heartbeat import send_heartbeats
from rowcast_automl.platform.queue.stop_messages import listen_for_stops
from rowcast_automl.platform.storage.temporary_directory import delete_abandoned, temporary_root

log = structlog.get_logger()


async def work(config: Settings) -> None:
    """Run jobs until SIGTERM or SIGINT; then finish ingests and hand back trainings."""
    redis_url = config.redis_url.get_secret_value()
    await asyncio.to_thread(lambda: delete_abandoned(temporary_root()))
    ingest, lint, train = IngestJobs(config), LintJobs(config), TrainJobs(config)
    slots = {"ingest": config.worker_concurrency, "lint": 1, "train": config.worker_concurrency}
    consumers = (
        Consumer("ingest", IngestPayload, ingest.handle, redis_url=redis_url, concurrency=slots["ingest"]),
        Consumer("lint", LintPayload, lint.handle, redis_url=redis_url, concurrency=slots["lint"]),
        Consumer("train", TrainPayload, train.handle, redis_url=redis_url, concurrency=slots["train"]),
    )
    finished = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, finished.set)
    await asyncio.gather(ingest.prepare(), train.prepare())

    def on_stop(message: StopMessage) -> None:
        for jobs in (ingest, lint, train):
            jobs.running.on_stop(message)

    running = [
        asyncio.create_task(listen_for_stops(redis_url, on_stop)),
        asyncio.create_task(send_heartbeats(redis_url, slots)),
        *(asyncio.create_task(consumer.run()) for consumer in consumers),
    ]
    log.info("worker_ready", concurrency=config.worker_concurrency)
    stop_requested = asyncio.create_task(finished.wait())
    ended, _ = await asyncio.wait([stop_requested, *running], return_when=asyncio.FIRST_COMPLETED)
    broken = ended - {stop_requested}
    for task in broken:
        log.error("worker_task_ended", exc_info=task.exception())
    log.info("worker_stopping")
    closing = [asyncio.create_task(consumer.close()) for consumer in consumers]
    await asyncio.gather(ingest.close(), lint.close(), train.close())
    await asyncio.wait(closing, timeout=5)
    for task in running:
        task.cancel()
    await asyncio.wait(running, timeout=3)
    log.info("worker_stopped")
    # All jobs are finished or handed back, but BullMQ's tasks may still wait for Redis.
    os._exit(1 if broken else 0)


def main() -> None:
    """Run the worker; exit with code 2 and the name of the variable if a setting is missing."""
    config = settings_or_exit()
    if config.bundle_signing_key is None:
        sys.stderr.write("BUNDLE_SIGNING_KEY is not set: the worker signs what it makes. See .env.example.\n")
        raise SystemExit(2)
    configure_log(config.log_level, pretty=config.log_pretty, service="worker")
    asyncio.run(work(config))


if __name__ == "__main__":
    main()
