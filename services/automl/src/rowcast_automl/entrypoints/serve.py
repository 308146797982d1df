"""The model server: `python -m rowcast_automl.entrypoints.serve`."""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import signal
import socket
import sys
from pathlib import Path

from rowcast_automl.bundle.keys import public_key
from rowcast_automl.platform.config import Settings, settings_or_exit
from rowcast_automl.platform.log import configure_log
from rowcast_automl.platform.process.memory_limits import limit_memory
from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.serve.http.server import ModelServer, create_server, listen
from rowcast_automl.serve.pool.model_pool import ModelPool
from rowcast_automl.serve.processes.peers import LOOPBACK, PeerProcesses, call_when_orphaned
from rowcast_automl.serve.processes.scaling import Autoscaler
from rowcast_automl.serve.processes.supervisor import Supervisor
from rowcast_automl.serve.scheduling.worker_threads import MAX_THREADS


def main() -> int:
    """Serve until a signal; exit with code 2 and the name of the variable if a setting is invalid."""
    parser = argparse.ArgumentParser(description="The model server; its settings come from the environment.")
    parser.add_argument("--listener", type=int, help="number of a listening socket that is shared")
    parser.add_argument("--siblings", type=Path, help="folder of the processes that share it")
    options = parser.parse_args()
    config = settings_or_exit()
    configure_log(config.log_level, pretty=config.log_pretty, service="model-server")
    if config.bundle_public_key is None:
        sys.stderr.write("Set BUNDLE_PUBLIC_KEY to the public key that belongs to BUNDLE_SIGNING_KEY.\n")
        return 2
    if options.listener is not None:
        serve_as_peer(
            config, config.bundle_public_key, socket.socket(fileno=options.listener), options.siblings
        )
        return 0
    listener = listen(config.model_server_host, config.model_server_port)
    if config.model_server_processes == 1:
        build_server(config, config.bundle_public_key).run([listener])
        return 0
    command = [sys.executable, "-m", "rowcast_automl.entrypoints.serve"]
    scale = Autoscaler(config.model_server_processes, config.model_server_quiet_seconds)
    asyncio.run(Supervisor(command, listener, scale).run())
    return 0


def serve_as_peer(config: Settings, key: str, listener: socket.socket, folder: Path) -> None:
    """Serve as one of several processes, until a signal or the end of the supervisor."""
    local_listener = listen(LOOPBACK, 0)
    peers = PeerProcesses(folder)
    server = build_server(config, key, peers)
    call_when_orphaned(lambda: os.kill(os.getpid(), signal.SIGTERM))
    peers.announce(local_listener.getsockname()[1])
    try:
        server.run([listener, local_listener])
    finally:
        peers.withdraw()


def build_server(config: Settings, key: str, peers: PeerProcesses | None = None) -> ModelServer:
    """Create a server with an empty model pool."""
    models, process = config.model_memory_mb << 20, config.server_memory_bytes
    pool = ModelPool(Storage(config.storage_url), public_key(key), models, process)
    # Requests to one model fail rather than the process being killed by the kernel.
    limit_memory(process, MAX_THREADS)
    # Imported modules are permanent, so exclude them from garbage collection.
    gc.freeze()
    return create_server(pool, config.model_idle_seconds, peers)


if __name__ == "__main__":
    sys.exit(main())
