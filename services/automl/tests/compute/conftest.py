"""A real Ray cluster on this machine: one node with one core, whose processes can be killed."""

from __future__ import annotations

import os
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress

import psutil
import pytest

# Read when Ray is imported: on a busy machine its client server takes long to start.
os.environ["RAY_CLIENT_INITIAL_CONNECTION_TIMEOUT_S"] = "120"
os.environ["RAY_CLIENT_MAX_CONNECTION_TIMEOUT_S"] = "120"

STORE_BYTES = 100_000_000


class RayCluster:
    """A head node; `url` is where clients connect."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        # Ray's sockets lie in it, and their paths must be short.
        self._folder = tempfile.mkdtemp(prefix="ray-")
        port = free_port()
        self.url = f"ray://127.0.0.1:{port}"
        self._cluster = Cluster(
            initialize_head=True,
            head_node_args={
                "num_cpus": 1,
                "object_store_memory": STORE_BYTES,
                "ray_client_server_port": port,
                "include_dashboard": False,
                "include_log_monitor": False,
                "no_monitor": True,
                "temp_dir": self._folder,
            },
        )

    @property
    def is_alive(self) -> bool:
        """Whether the head node has not been killed."""
        return self._cluster.head_node is not None

    def kill_units(self) -> None:
        """Kills the processes that run units now."""
        for process in psutil.Process().children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                if process.name().startswith("ray::run_unit"):
                    process.kill()

    def close(self) -> None:
        """Kills the head node."""
        if self.is_alive:
            self._cluster.head_node.kill_all_processes(check_alive=False, allow_graceful=False)
            self._cluster.head_node = None
        shutil.rmtree(self._folder, ignore_errors=True)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as opened:
        return int(opened.getsockname()[1])


class SharedCluster:
    """Starts a cluster on first use, and another one once a test has killed it."""

    def __init__(self) -> None:
        self._running: RayCluster | None = None

    def get(self) -> RayCluster:
        """The running cluster."""
        if self._running is None or not self._running.is_alive:
            self._running = RayCluster()
        return self._running

    def close(self) -> None:
        """Kills the cluster, if there is one."""
        if self._running:
            self._running.close()


@pytest.fixture(scope="module")
def shared() -> Iterator[SharedCluster]:
    """The clusters of a module."""
    pytest.importorskip("ray")
    # Nodes import the code of these tests.
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        patch.setenv("OMP_NUM_THREADS", "1")
        # Seconds for which a client tries to reconnect to a head node.
        patch.setenv("RAY_CLIENT_RECONNECT_GRACE_PERIOD", "1")
        # Seconds in which the process of a connection has to start, on a busy machine too.
        patch.setenv("RAY_CLIENT_SERVER_CHECK_CHANNEL_TIMEOUT_S", "120")
        patch.setenv("RAY_enable_metrics_collection", "0")
        # With it, a client server that forks may poll a closed descriptor, and hang.
        patch.setenv("GRPC_ENABLE_FORK_SUPPORT", "0")
        clusters = SharedCluster()
        yield clusters
        clusters.close()


@pytest.fixture
def cluster(shared: SharedCluster) -> RayCluster:
    """A cluster of one node."""
    return shared.get()
