"""uvicorn with the short way for predictions in front of the app."""

from __future__ import annotations

import asyncio
import signal
import socket

import uvicorn

from rowcast_automl.serve.http.app import create_app
from rowcast_automl.serve.http.protocol import PredictProtocol
from rowcast_automl.serve.pool.model_pool import ModelPool
from rowcast_automl.serve.processes.peers import Siblings
from rowcast_automl.serve.scheduling.dispatcher import PredictDesk

DRAIN_SECONDS = 10
KEEP_ALIVE_SECONDS = 75
BACKLOG = 2_048


class ModelServer(uvicorn.Server):
    """A server whose connections can be asked to move to other processes (SIGUSR1)."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts to listen."""
        await super().startup(sockets)
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self.move_on)

    def move_on(self) -> None:
        """Ends each connection after its next answer."""
        for each in self.server_state.connections:
            if isinstance(each, PredictProtocol):
                each.move_on()


def create_server(pool: ModelPool, idle_seconds: float = 0, siblings: Siblings | None = None) -> ModelServer:
    """A server that is not started yet.

    Parameters
    ----------
    idle_seconds : float
        See `create_app`.
    siblings : Siblings or None
        Other processes behind the same address.
    """
    desk = PredictDesk(pool)
    protocol = type("DeskProtocol", (PredictProtocol,), {"desk": desk})
    config = uvicorn.Config(
        create_app(pool, desk, siblings or Siblings(), idle_seconds),
        loop="uvloop",
        http=protocol,
        ws="none",
        access_log=False,
        log_config=None,
        log_level="warning",
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=DRAIN_SECONDS,
    )
    return ModelServer(config)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; OSError when the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG)
