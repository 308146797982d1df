"""Heartbeat of the worker: a Redis key that expires soon after the last worker has ended."""

import asyncio

import redis.asyncio as redis
import structlog
from redis.exceptions import RedisError

from rowcast_automl.contracts.generated import ALIVE_SECONDS, WORKER_ALIVE_KEY

# The key survives two missed heartbeats.
INTERVAL_SECONDS = ALIVE_SECONDS / 3
log = structlog.get_logger()


async def send_heartbeats(redis_url: str) -> None:
    """Refresh the key until cancelled."""
    async with redis.from_url(redis_url) as client:
        while True:
            try:
                await client.set(WORKER_ALIVE_KEY, "1", ex=ALIVE_SECONDS)
            except (RedisError, OSError) as error:
                log.warning("redis_away", key=WORKER_ALIVE_KEY, error=type(error).__name__)
            await asyncio.sleep(INTERVAL_SECONDS)
