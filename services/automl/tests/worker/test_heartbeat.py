"""A worker is known by the key that it sets, and its end by the key's."""

import asyncio
import json

from redis import Redis

from rowcast_automl.contracts.generated import ALIVE_SECONDS, SLOTS_KEY, WORKER_ALIVE_KEY
from rowcast_automl.platform.queue.heartbeat import send_heartbeats


async def test_the_key_is_there_while_a_worker_runs_and_comes_back_after_a_flush(valkey):
    client = Redis.from_url(valkey.url)
    client.delete(WORKER_ALIVE_KEY, SLOTS_KEY)

    async def reported() -> bool:
        for _ in range(100):
            if client.exists(WORKER_ALIVE_KEY):
                return True
            await asyncio.sleep(0.1)
        return False

    telling = asyncio.create_task(send_heartbeats(valkey.url, {"train": 2}))
    try:
        assert await reported()
        assert 0 < client.ttl(WORKER_ALIVE_KEY) <= ALIVE_SECONDS
        (process,) = client.zrange(SLOTS_KEY, 0, -1)
        assert json.loads(process)["slots"] == {"train": 2}
        assert 0 < client.zscore(SLOTS_KEY, process) - client.time()[0] <= ALIVE_SECONDS
        client.delete(WORKER_ALIVE_KEY)
        assert await reported()
    finally:
        telling.cancel()
        await asyncio.wait([telling])
    assert client.zcard(SLOTS_KEY) == 0
