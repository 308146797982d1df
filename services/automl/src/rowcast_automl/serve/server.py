"""uvicorn with the short way for predictions in front of the app."""

from __future__ import annotations

import uvicorn

from rowcast_automl.serve.app import create_app
from rowcast_automl.serve.desk import PredictDesk
from rowcast_automl.serve.pool import ModelPool
from rowcast_automl.serve.protocol import PredictProtocol

DRAIN_SECONDS = 10
KEEP_ALIVE_SECONDS = 75


def create_server(pool: ModelPool, host: str, port: int, idle_seconds: float = 0) -> uvicorn.Server:
    """A server that is not started yet.

    Parameters
    ----------
    idle_seconds : float
        See `create_app`.
    """
    desk = PredictDesk(pool)
    protocol = type("DeskProtocol", (PredictProtocol,), {"desk": desk})
    config = uvicorn.Config(
        create_app(pool, desk, idle_seconds),
        host=host,
        port=port,
        loop="uvloop",
        http=protocol,
        ws="none",
        access_log=False,
        log_level="warning",
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=DRAIN_SECONDS,
    )
    return uvicorn.Server(config)
