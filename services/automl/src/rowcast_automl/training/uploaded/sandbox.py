"""Starts the sandbox process that inspects an uploaded graph, and exchanges messages with it."""

from __future__ import annotations

import resource
import select
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import orjson

from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.platform.process.landlock import confine
from rowcast_automl.platform.process.memory_limits import die_with_parent
from rowcast_automl.platform.process.seccomp import refuse_system_calls
from rowcast_automl.run.clock import Clock
from rowcast_automl.training.uploaded.errors import refused
from rowcast_automl.training.uploaded.inspection_process import ANSWERS, GRAPH, MODEL, NUMBERS, TEXTS

MODULE = "rowcast_automl.training.uploaded.inspection_process"
MEMORY_BYTES, FILE_BYTES, CPU_SECONDS = 3 << 30, 512 << 20, 60
OPEN_FILES = 128
# The interpreter, its libraries and this package; neither stored objects nor secrets.
READABLE = [
    *(Path(sys.prefix), Path(sys.base_prefix), Path(__file__).parents[3]),
    *([Path(sys.pycache_prefix)] if sys.pycache_prefix else []),
    *map(Path, ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/proc", "/sys", "/dev/urandom")),
]
MAX_ANSWER = 64 << 20
LOOK_SECONDS = 0.5
TOO_HEAVY = "Checking the model took more than the memory or the time that it may take."


class Sandbox:
    """A connection to the sandboxed process. Each request raises the error for which the graph is rejected.

    Parameters
    ----------
    folder : Path
        Folder through which files are exchanged.
    clock : Clock
        The process is killed when the budget ends or a stop is requested, since there is no model yet.
    """

    def __init__(self, content: bytes, folder: Path, clock: Clock) -> None:
        self._folder, self._clock = folder, clock
        (folder / MODEL).write_bytes(content)
        # Nothing of our environment: it holds the key that signs bundles.
        self._process = subprocess.Popen(
            [sys.executable, "-I", *compiled_code(), "-m", MODULE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env={"PATH": "/usr/bin:/bin", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
            preexec_fn=partial(limit, folder),
            start_new_session=True,
        )

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *raised: object) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()

    def ask(self, question: str, rows: Tensors | None = None, **content: Any) -> dict[str, Any]:
        """Return the response to a request about the rows.

        Raises
        ------
        RowcastError
            What the graph is refused for, ONNX_TOO_HEAVY, or TRAINING_CANCELLED.
        """
        if rows is not None:
            np.save(self._folder / NUMBERS, rows.numbers, allow_pickle=False)
            (self._folder / TEXTS).write_bytes(orjson.dumps(rows.texts.tolist()))
        stdin = self._process.stdin
        if stdin is None:
            raise RuntimeError("the process was started without pipes")
        try:
            stdin.write(orjson.dumps({"do": question, "folder": str(self._folder), **content}) + b"\n")
            stdin.flush()
        except BrokenPipeError:
            raise self._ended() from None
        answer: dict[str, Any] = orjson.loads(self._line())
        if "error" in answer:
            code, message = answer["error"]["code"], answer["error"]["message"] or TOO_HEAVY
            raise RowcastError(code, message, [field_problem("file", message)])
        return answer

    @property
    def graph(self) -> bytes:
        """Return the adapted graph."""
        return (self._folder / GRAPH).read_bytes()

    @property
    def predictions(self) -> Array:
        """Return the predictions of the original graph."""
        found: Array = np.load(self._folder / ANSWERS, allow_pickle=False)
        return found

    def _line(self) -> bytes:
        stdout = self._process.stdout
        if stdout is None:
            raise RuntimeError("the process was started without pipes")
        while not select.select([stdout], [], [], LOOK_SECONDS)[0]:
            if self._clock.stop.requested:
                raise RowcastError("TRAINING_CANCELLED")
            if time.monotonic() > self._clock.end:
                raise refused("ONNX_TOO_HEAVY", TOO_HEAVY)
        line = stdout.readline(MAX_ANSWER)
        if not line.endswith(b"\n"):
            raise self._ended()
        return line

    def _ended(self) -> RowcastError:
        self._process.wait()
        return refused("ONNX_TOO_HEAVY", TOO_HEAVY)


def compiled_code() -> list[str]:
    """Return the option for the folder of compiled code, which `-I` would ignore."""
    return ["-X", f"pycache_prefix={sys.pycache_prefix}"] if sys.pycache_prefix else []


def limit(folder: Path) -> None:
    """Limit the new process before its program starts.

    The process ends with its parent. It has its own session, so nothing else would end it.
    """
    die_with_parent()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_BYTES, FILE_BYTES))
    resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN_FILES, OPEN_FILES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    confine(READABLE, folder)
    refuse_system_calls()
