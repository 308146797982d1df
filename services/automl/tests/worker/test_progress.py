"""Progress that is on its way when its job ends."""

import asyncio

from pydantic import BaseModel

from rowcast_automl.platform.queue.consumer import Consumer


class Payload(BaseModel):
    ticks: int


class Result(BaseModel):
    outcome: str


async def test_a_job_ends_whenever_its_last_progress_is_sent(valkey, jobs):
    async def handle(payload, report):
        report({"ticks": payload.ticks})
        for _ in range(payload.ticks):
            await asyncio.sleep(0)
        return Result(outcome="done")

    consumer = Consumer("progress", Payload, handle, redis_url=valkey.url, concurrency=1)
    running = asyncio.create_task(consumer.run())
    try:
        for ticks in range(60):
            job = await jobs.add("progress", {"ticks": ticks})
            finished = await jobs.finished("progress", job.id, 10)
            assert finished.returnvalue == {"outcome": "done"}
            assert finished.progress == {"ticks": ticks}
    finally:
        await asyncio.wait([asyncio.create_task(consumer.close()), running], timeout=10)
