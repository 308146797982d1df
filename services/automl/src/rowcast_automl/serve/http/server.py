"""uvicorn server with the fast path for predictions."""

from __future__ import annotations

import asyncio
import signal
import socket

import uvicorn

from rowcast_automl.serve.http.app import create_app
from rowcast_automl.serve.http.protocol import PredictProtocol
from rowcast_automl.serve.pool.model_pool import ModelPool
from rowcast_automl.serve.processes.peers import PeerProcesses
from rowcast_automl.serve.scheduling.dispatcher import RequestDispatcher

DRAIN_SECONDS = 10
KEEP_ALIVE_SECONDS = 75
BACKLOG = 2_048


class ModelServer(uvicorn.Server):
    """A server that moves its connections to other processes on SIGUSR1."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening."""
        await super().startup(sockets)
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self.drain_connections)

    def drain_connections(self) -> None:
        """Close each connection after its next response."""
        for each in self.server_state.connections:
            if isinstance(each, PredictProtocol):
                each.drain()


def create_server(
    pool: ModelPool, idle_seconds: float = 0, peers: PeerProcesses | None = None
) -> ModelServer:
    """Create a server without starting it.

    Parameters
    ----------
    idle_seconds : float
        See `create_app`.
    peers : PeerProcesses or None
        Other processes on the same port.
    """
    dispatcher = RequestDispatcher(pool)
    protocol = type("DispatchingProtocol", (PredictProtocol,), {"dispatcher": dispatcher})
    config = uvicorn.Config(
        create_app(pool, dispatcher, peers or PeerProcesses(), idle_seconds),
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
    """Return a listening socket. Raises OSError if the port is in use."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG)
