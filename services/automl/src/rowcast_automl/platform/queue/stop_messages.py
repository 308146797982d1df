"""Messages over Redis pub/sub that ask to stop a running job."""

import asyncio
from collections.abc import Callable

import redis.asyncio as redis
import structlog
from pydantic import ValidationError
from redis.exceptions import RedisError

from rowcast_automl.contracts.generated import STOP_CHANNEL, StopMessage

RECONNECT_SECONDS = 1.0
log = structlog.get_logger()


async def listen_for_stops(redis_url: str, on_stop: Callable[[StopMessage], None]) -> None:
    """Call `on_stop` for each valid message until cancelled; resubscribe when Redis returns."""
    while True:
        try:
            async with (
                redis.from_url(redis_url, socket_timeout=None, health_check_interval=10) as client,
                client.pubsub() as channel,
            ):
                await channel.subscribe(STOP_CHANNEL)
                async for message in channel.listen():
                    if message["type"] == "message":
                        deliver(message["data"], on_stop)
        except (RedisError, OSError) as error:
            log.warning("redis_away", channel=STOP_CHANNEL, error=type(error).__name__)
        await asyncio.sleep(RECONNECT_SECONDS)


def deliver(data: bytes, on_stop: Callable[[StopMessage], None]) -> None:
    """Pass a valid message to `on_stop`; log any other."""
    try:
        on_stop(StopMessage.model_validate_json(data, by_alias=True, by_name=False))
    except ValidationError:
        log.warning("stop_message_invalid")
