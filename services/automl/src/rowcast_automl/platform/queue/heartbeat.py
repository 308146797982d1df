"""Tells the others that there is a worker."""

import asyncio

import redis.asyncio as redis
import structlog
from redis.exceptions import RedisError

from rowcast_automl.contracts.generated import ALIVE_SECONDS, WORKER_ALIVE_KEY

# The key outlives two tellings that are missed.
EVERY_SECONDS = ALIVE_SECONDS / 3
log = structlog.get_logger()


async def tell_alive(redis_url: str) -> None:
    """Sets the key again and again, for ever; it expires soon after the last worker is gone."""
    async with redis.from_url(redis_url) as client:
        while True:
            try:
                await client.set(WORKER_ALIVE_KEY, "1", ex=ALIVE_SECONDS)
            except (RedisError, OSError) as error:
                log.warning("redis_away", key=WORKER_ALIVE_KEY, error=type(error).__name__)
            await asyncio.sleep(EVERY_SECONDS)
