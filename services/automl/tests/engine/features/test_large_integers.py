"""Integers that float64 cannot represent, such as timestamps in nanoseconds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.engine.tables import write_csv
from tests.engine.training import config, train_file

FIRST = 1_700_000_000_123_456_789


@pytest.mark.parametrize("target", ["paid", "timestamp"])
def test_they_are_learned_from_and_learned(tmp_path: Path, target: str) -> None:
    random = np.random.default_rng(0)
    rows = [
        {"timestamp": FIRST + 3_600_000_000_007 * row, "paid": round(row + random.normal(), 2)}
        for row in range(120)
    ]
    settings = config(target, task="regression", modelType="custom", estimator={"name": "linear"})
    report = train_file(write_csv(tmp_path / "t.csv", rows), tmp_path / "m.rowcast", settings).report
    assert report.score.value < report.baseline.value / 2
