"""Bundles that many tests use, and how the tests are run."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

# Read once by libgomp: fits in tests share two cores with everything else that runs, and a process that has
# started threads can't fork those of `own_processes`.
os.environ.setdefault("OMP_THREAD_LIMIT", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import tests.examples  # noqa: F401  registers the profiles of hypothesis
from tests.bundles.__main__ import build
from tests.bundles.cache import cached
from tests.bundles.mixed import Trained, read_mixed

# The files that take longest, which begin first, so that none is left to one process at the end.
SLOWEST = (
    "rebuild/test_rebuild",
    "lint/test_lint",
    "fit/test_refit_on_more_rows",
    "worker/test_train_jobs",
    "csv/test_csv_files",
    "processes/test_scaling",
    "processes/test_server_process",
    "cli/test_cli",
    "ingest/test_cleaning_steps",
    "profile/test_total_rows",
    "ingest/test_random_files",
    "ingest/test_decompression",
    "session/test_training",
    "session/test_many_classes",
    "compute/test_cluster_fits",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The slowest files first, and the others as they were."""
    places = {file: place for place, file in enumerate(SLOWEST)}
    items.sort(key=lambda each: places.get(f"{each.path.parent.name}/{each.path.stem}", len(places)))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Lists beside the JUnit report, which has no word for it, the tests that passed on a retry."""
    report = config.getoption("xmlpath")
    if not report:
        return
    failed = {each.nodeid for each in terminalreporter.stats.get("failed", [])}
    retried = {each.nodeid for each in terminalreporter.stats.get("rerun", [])} - failed
    lines = [f"{nodeid.replace('.py::', ' ').replace('/', '.')}\n" for nodeid in sorted(retried)]
    Path(report).with_suffix(".retried").write_text("".join(lines))


@pytest.fixture(scope="session")
def bundles() -> Path:
    """The folder of the bundles that tests share."""
    return cached(build)


@pytest.fixture(scope="session")
def binary_model(bundles: Path) -> Trained:
    return read_mixed(bundles, "binary")


@pytest.fixture(scope="session")
def multiclass_model(bundles: Path) -> Trained:
    return read_mixed(bundles, "multiclass")


@pytest.fixture(scope="session")
def regression_model(bundles: Path) -> Trained:
    return read_mixed(bundles, "regression")
