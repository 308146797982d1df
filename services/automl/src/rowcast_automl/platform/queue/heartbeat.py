"""Heartbeat of the worker: Redis keys that expire soon after it has ended."""

import asyncio
import contextlib
import uuid
from collections.abc import Mapping
from typing import Any

import orjson
import redis.asyncio as redis
import structlog
from redis.exceptions import RedisError

from rowcast_automl.contracts.generated import ALIVE_SECONDS, SLOTS_KEY, WORKER_ALIVE_KEY

# The key survives two missed heartbeats.
INTERVAL_SECONDS = ALIVE_SECONDS / 3
log = structlog.get_logger()


async def send_heartbeats(redis_url: str, slots: Mapping[str, int]) -> None:
    """Refresh the keys until cancelled.

    Parameters
    ----------
    redis_url : str
        Address of Redis.
    slots : mapping
        Number of jobs that run at the same time, by queue. The dispatcher hands out no more jobs than the
        slots of all workers.
    """
    process = orjson.dumps({"process": uuid.uuid4().hex, "slots": dict(slots)}).decode()
    async with redis.from_url(redis_url) as client:
        try:
            while True:
                try:
                    await send_heartbeat(client, process)
                except (RedisError, OSError) as error:
                    log.warning("redis_away", key=WORKER_ALIVE_KEY, error=type(error).__name__)
                await asyncio.sleep(INTERVAL_SECONDS)
        finally:
            # A worker that takes over starts with free slots.
            with contextlib.suppress(RedisError, OSError):
                await client.zrem(SLOTS_KEY, process)


async def send_heartbeat(client: Any, process: str) -> None:
    """Renew both keys, by the clock of Redis."""
    now, _ = await client.time()
    async with client.pipeline() as batch:
        batch.set(WORKER_ALIVE_KEY, "1", ex=ALIVE_SECONDS)
        batch.zadd(SLOTS_KEY, {process: now + ALIVE_SECONDS})
        await batch.execute()
