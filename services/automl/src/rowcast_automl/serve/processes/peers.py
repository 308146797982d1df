"""Peer processes: requests between processes on one address, each of which also has its own local port."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterable
from http.client import HTTPConnection, HTTPException
from pathlib import Path

LOOPBACK = "127.0.0.1"
LOCAL_QUERY = "own=1"
PEER_TIMEOUT_SECONDS, CHECK_TIMEOUT_SECONDS = 25, 2


def port_file(folder: Path, pid: int) -> Path:
    """File with the port of a process."""
    return folder / str(pid)


class PeerProcesses:
    """The other processes on the same address.

    Parameters
    ----------
    folder : Path or None
        Folder with the port files; None for a single process.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def announce(self, port: int) -> None:
        """Publish the port of this process."""
        if self._folder:
            own = port_file(self._folder, os.getpid())
            own.with_suffix(".new").write_text(str(port))
            own.with_suffix(".new").rename(own)

    def withdraw(self) -> None:
        """Remove the published port."""
        if self._folder:
            port_file(self._folder, os.getpid()).unlink(missing_ok=True)

    async def request_all(self, method: str, path: str) -> list[str]:
        """Send a request to all peers and return their responses, without those that fail."""
        requests = (
            asyncio.to_thread(request_peer, port, method, f"{path}?{LOCAL_QUERY}") for port in self._ports()
        )
        return [response for response in await asyncio.gather(*requests) if response is not None]

    def _ports(self) -> Iterable[int]:
        if not self._folder:
            return
        for each in self._folder.iterdir():
            if each.name.isdigit() and int(each.name) != os.getpid():
                port = read_port(each)
                if port:
                    yield port


def read_port(file: Path) -> int | None:
    """Read a port file. Return None for a process that has ended or does not listen yet."""
    try:
        return int(file.read_text())
    except FileNotFoundError:
        return None


def request_process(folder: Path, pid: int, path: str) -> str | None:
    """Send a request to one process. Return None if it fails or the process does not listen yet."""
    port = read_port(port_file(folder, pid))
    return request_peer(port, "GET", path, CHECK_TIMEOUT_SECONDS) if port else None


def request_peer(port: int, method: str, path: str, seconds: float = PEER_TIMEOUT_SECONDS) -> str | None:
    """Send a request and return the body of the response. Return None if it fails."""
    connection = HTTPConnection(LOOPBACK, port, timeout=seconds)
    try:
        connection.request(method, path)
        response = connection.getresponse()
        return response.read().decode() if response.status == 200 else None
    except (OSError, HTTPException):
        return None
    finally:
        connection.close()


def merge_metrics(texts: list[str]) -> str:
    """Merge the Prometheus metrics of several processes; samples are summed, except for times and infos."""
    sums: dict[str, float] = {}
    lines: list[str] = []
    for number, text in enumerate(texts):
        for line in text.splitlines():
            name, _, value = line.rpartition(" ")
            if line.startswith("#"):
                lines += [line] if number == 0 else []
            elif name in sums:
                sums[name] = merge_sample(name, sums[name], float(value))
            elif name:
                sums[name] = float(value)
                lines.append(name)
    return "".join(f"{line} {sums[line]}\n" if line in sums else f"{line}\n" for line in lines)


def merge_sample(name: str, one: float, other: float) -> float:
    """Merge a sample of two processes: the earlier time, the first info, the sum of others."""
    metric = name.partition("{")[0]
    if metric.endswith("_created") or metric == "process_start_time_seconds":
        return min(one, other)
    return one if metric.endswith("_info") else one + other


def call_when_orphaned(withdraw: Callable[[], None], descriptor: int = 0) -> None:
    """Call `on_orphaned` when the parent process has ended, which closes standard input."""

    def wait() -> None:
        while os.read(descriptor, 1):
            pass
        withdraw()

    threading.Thread(target=wait, daemon=True).start()
