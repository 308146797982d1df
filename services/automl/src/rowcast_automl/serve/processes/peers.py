"""What processes behind one address tell each other: each has a port of its own on this machine."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterable
from http.client import HTTPConnection, HTTPException
from pathlib import Path

LOOPBACK = "127.0.0.1"
ALONE = "own=1"
PATIENCE_SECONDS, LOOK_SECONDS = 25, 2


def port_file(folder: Path, pid: int) -> Path:
    """Where a process leaves the number of its port."""
    return folder / str(pid)


class Siblings:
    """The other processes.

    Parameters
    ----------
    folder : Path or None
        Where their ports are; None for a process that is alone.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def announce(self, port: int) -> None:
        """Tells the others where this process is."""
        if self._folder:
            own = port_file(self._folder, os.getpid())
            own.with_suffix(".new").write_text(str(port))
            own.with_suffix(".new").rename(own)

    def leave(self) -> None:
        """Takes the announcement back."""
        if self._folder:
            port_file(self._folder, os.getpid()).unlink(missing_ok=True)

    async def ask(self, method: str, path: str) -> list[str]:
        """What the others answer; those that do not are passed over."""
        asked = (asyncio.to_thread(ask_one, port, method, f"{path}?{ALONE}") for port in self._ports())
        return [answer for answer in await asyncio.gather(*asked) if answer is not None]

    def _ports(self) -> Iterable[int]:
        if not self._folder:
            return
        for each in self._folder.iterdir():
            if each.name.isdigit() and int(each.name) != os.getpid():
                port = port_in(each)
                if port:
                    yield port


def port_in(file: Path) -> int | None:
    """The port left there; None for a process that has ended, or does not listen yet."""
    try:
        return int(file.read_text())
    except FileNotFoundError:
        return None


def ask_process(folder: Path, pid: int, path: str) -> str | None:
    """What one process answers; None when it does not, or does not listen yet."""
    port = port_in(port_file(folder, pid))
    return ask_one(port, "GET", path, LOOK_SECONDS) if port else None


def ask_one(port: int, method: str, path: str, seconds: float = PATIENCE_SECONDS) -> str | None:
    """One answer's body; None when there is none."""
    connection = HTTPConnection(LOOPBACK, port, timeout=seconds)
    try:
        connection.request(method, path)
        answer = connection.getresponse()
        return answer.read().decode() if answer.status == 200 else None
    except (OSError, HTTPException):
        return None
    finally:
        connection.close()


def added(texts: list[str]) -> str:
    """Prometheus texts of several processes as one: equal samples are added up, but for times and facts."""
    sums: dict[str, float] = {}
    lines: list[str] = []
    for number, text in enumerate(texts):
        for line in text.splitlines():
            name, _, value = line.rpartition(" ")
            if line.startswith("#"):
                lines += [line] if number == 0 else []
            elif name in sums:
                sums[name] = together(name, sums[name], float(value))
            elif name:
                sums[name] = float(value)
                lines.append(name)
    return "".join(f"{line} {sums[line]}\n" if line in sums else f"{line}\n" for line in lines)


def together(name: str, one: float, other: float) -> float:
    """A sample of two processes: the earlier time, a fact as it is, and the sum of all else."""
    metric = name.partition("{")[0]
    if metric.endswith("_created") or metric == "process_start_time_seconds":
        return min(one, other)
    return one if metric.endswith("_info") else one + other


def when_orphaned(leave: Callable[[], None], descriptor: int = 0) -> None:
    """Calls `leave` when the other end of standard input has gone."""

    def wait() -> None:
        while os.read(descriptor, 1):
            pass
        leave()

    threading.Thread(target=wait, daemon=True).start()
