"""On a machine whose processors are busy with other programs, a short training still publishes a model."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rowcast_automl.metrics.significance import clearly_better
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import config, train_file

pytestmark = pytest.mark.own_processes

BUDGET, BUSY_SECONDS = 8.0, 16.0


def keep_busy(end: float) -> None:
    """Use one processor until `time.monotonic()` reaches `end`."""
    while time.monotonic() < end:
        pass


@pytest.fixture
def two_busy_processes() -> Iterator[None]:
    end = time.monotonic() + BUSY_SECONDS
    context = multiprocessing.get_context("fork")
    busy = [context.Process(target=keep_busy, args=(end,), daemon=True) for _ in range(2)]
    for each in busy:
        each.start()
    yield
    for each in busy:
        each.kill()
        each.join()


@pytest.mark.usefixtures("two_busy_processes")
def test_a_training_beats_the_baseline_and_reports_every_check(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "t.csv", mixed_rows(600, 3, "binary"))
    settings = config(timeBudgetSeconds=BUDGET, testSize=0)
    begun = time.monotonic()
    report = train_file(source, tmp_path / "m.rowcast", settings).report
    assert time.monotonic() - begun < 2 * BUDGET
    assert clearly_better(report.score, report.baseline)
    assert report.linear_baseline is not None and not clearly_better(report.linear_baseline, report.score)
    first = [each.finished_seconds for each in report.leaderboard if each.name == "Linear"]
    assert first[0] is not None and first[0] < BUDGET / 2
    skipped = {each.part for each in report.omitted or []}
    assert "target_leakage" not in skipped and "importance" not in skipped
    assert {each.column for each in report.importance} == {each.name for each in report.fields}
