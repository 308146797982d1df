"""What every peer's program shares: the job in, the answers out, and how one row is timed."""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

WARM_UP, CALLS, LONGEST_SECONDS = 3, 200, 12.0
# A shared core is half as fast for tenths of a second now and then, so the calls are spread over several.
TOGETHER, PAUSE_SECONDS = 40, 0.5


def read_job() -> SimpleNamespace:
    """The job named on the command line."""
    return SimpleNamespace(**json.loads(Path(sys.argv[1]).read_text()))


def read_frames(job: SimpleNamespace) -> tuple[Any, Any]:
    """Training and test rows as pandas reads the whole table."""
    import pandas as pd

    table = pd.read_csv(job.file)
    return table.iloc[job.train], table.iloc[job.test]


def one_row_ms(n_rows: int, call: Callable[[int], object]) -> float:
    """Median milliseconds of calls with one row each, in turn; fewer than 200 where they take very long."""
    for turn in range(WARM_UP):
        call(turn % n_rows)
    times: list[float] = []
    while len(times) < CALLS and (sum(times) < LONGEST_SECONDS or len(times) < 3):
        if times and len(times) % TOGETHER == 0:
            time.sleep(PAUSE_SECONDS)
        begun = time.perf_counter()
        call(len(times) % n_rows)
        times.append(time.perf_counter() - begun)
    return 1_000 * statistics.median(times)


def class_positions(truth: list[Any], labels: list[Any]) -> np.ndarray:
    """Truth as positions among the labels, compared as text."""
    places = {str(label): place for place, label in enumerate(labels)}
    return np.array([places[str(value)] for value in truth])


def size_of(path: Path) -> int:
    """Bytes of a file, or of all files of a folder."""
    files = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
    return sum(each.stat().st_size for each in files)


def answer(
    job: SimpleNamespace,
    truth: np.ndarray,
    answers: np.ndarray,
    *,
    seconds: float,
    row_ms: float,
    saved: Path,
    packages: tuple[str, ...] = (),
    **details: object,
) -> None:
    """Leaves answers and figures where the bench looks for them."""
    folder = Path(job.folder)
    np.savez(folder / "answers.npz", truth=truth, answers=np.asarray(answers, dtype=np.float64))
    content = {
        "fitSeconds": seconds,
        "oneRowMs": row_ms,
        "bytes": size_of(saved),
        "details": {"versions": {name: version(name) for name in packages}, **details},
    }
    (folder / "answer.json").write_text(json.dumps(content))
