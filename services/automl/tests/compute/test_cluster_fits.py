"""Fits are the same on this machine and on a cluster, and survive the loss of a node."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.candidates.fitted_candidate import FoldResult
from rowcast_automl.contracts.generated import Reason
from rowcast_automl.estimators.learning_steps import LearningSettings
from rowcast_automl.fit.compute.connect import connect
from rowcast_automl.fit.compute.interface import Compute, RunningFit
from rowcast_automl.fit.compute.node import Task, pack, run_unit
from rowcast_automl.plan.default_configurations import linear_models, xgboost_models
from rowcast_automl.plan.plan_inputs import PlanInputs
from rowcast_automl.platform.code_version import code_version
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.reasons import reason
from rowcast_automl.prepare.table_preparation import never, prepare_table
from rowcast_automl.prepare.training_data import TrainingData
from tests.compute.conftest import RayCluster, SharedCluster
from tests.compute.endless_estimator import ENDLESS
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.text_tables import review_rows
from tests.engine.training import config, train_file, typed_table

FAR = 120.0


def new_bench(folder: Path) -> TrainingData:
    rows = mixed_rows(240, 3, "binary")
    for row, worded in zip(rows, review_rows(240, 3, "binary", mixed=False), strict=True):
        row["review"] = worded["review"]
    table, profile = typed_table(write_csv(folder / "t.csv", rows), folder)
    return prepare_table(table, profile, config(), may_search_interactions=never).training_data


@pytest.fixture(scope="module")
def training_data(tmp_path_factory: pytest.TempPathFactory) -> TrainingData:
    return new_bench(tmp_path_factory.mktemp("bench"))


def fits(
    compute: Compute, training_data: TrainingData, candidates: list[Candidate], after_first: object = None
) -> dict[tuple[str, int], FoldResult]:
    """All units of the candidates, by candidate and split."""
    deadline = time.monotonic() + FAR
    running = {
        id(unit): (each.name, unit)
        for each in candidates
        for unit in (
            compute.start(each, training_data, split, deadline) for split in range(training_data.folds)
        )
    }
    found: dict[tuple[str, int], FoldResult] = {}
    while running and time.monotonic() < deadline:
        for unit in compute.wait([unit for _, unit in running.values()], 0.2):
            name, _ = running.pop(id(unit))
            result = unit.result()
            assert isinstance(result, FoldResult), result
            found[name, unit.split] = result
            if callable(after_first):
                after_first()
                after_first = None
    assert not running
    return found


def same(ours: dict[tuple[str, int], FoldResult], theirs: dict[tuple[str, int], FoldResult]) -> bool:
    return ours.keys() == theirs.keys() and all(
        np.array_equal(ours[key].fit.valid, theirs[key].fit.valid) for key in ours
    )


def connect_briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets clients give up a cluster at once that does not respond."""
    pytest.importorskip("ray.util.client.worker")
    monkeypatch.setattr("ray.util.client.worker.INITIAL_TIMEOUT_SEC", 0.2)
    monkeypatch.setattr("ray.util.client.worker.MAX_TIMEOUT_SEC", 0.2)


@pytest.mark.filterwarnings("ignore:Ray Client connection timed out")
@pytest.mark.parametrize(
    ("url", "advice"),
    [
        ("ray://127.0.0.1:1", "cannot be reached"),
        ("dask://127.0.0.1:8786", "set ray://host:10001"),
        ("ftp://127.0.0.1:1", "such as ray://host:10001"),
    ],
)
def test_an_unusable_cluster_url_is_reported(url: str, advice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    connect_briefly(monkeypatch)
    with pytest.raises(RowcastError, match=advice) as caught:
        connect(url, 1, time.monotonic())
    assert caught.value.code == "COMPUTE_UNAVAILABLE"


@pytest.fixture(scope="module")
def connected(shared: SharedCluster) -> Iterator[Compute]:
    """A client that several tests share, since a connection starts a process that takes seconds."""
    with closing(connect(shared.get().url, 1, time.monotonic() + 10 * FAR)) as there:
        yield there


def test_a_training_runs_on_a_cluster(
    tmp_path: Path, cluster: RayCluster, connected: Compute, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rowcast_automl.fit.candidate_fitting.connect", lambda *_: connected)
    monkeypatch.setattr(connected, "close", lambda: None)
    source = write_csv(tmp_path / "t.csv", mixed_rows(200, 5, "regression"))
    forest = {"name": "random_forest", "nEstimators": 10}
    settings = config(timeBudgetSeconds=300, modelType="custom", estimator=forest)
    out = tmp_path / "m.rowcast"
    result = train_file(source, out, settings, compute_url=cluster.url)
    assert result.report.score.value < result.report.baseline.value


def test_a_cluster_gives_the_fits_of_this_machine_though_units_are_killed(
    training_data: TrainingData, cluster: RayCluster, connected: Compute
) -> None:
    shape = PlanInputs("binary", 240, 4, 60.0, 5, skewed=False)
    candidates = [*linear_models()[:2], *xgboost_models(shape, LearningSettings(240, epochs=20))[:1]]
    with closing(connect(None, 2, time.monotonic() + FAR)) as here:
        wanted = fits(here, training_data, candidates)
    endless = connected.start(ENDLESS, training_data, 0, time.monotonic() + FAR)
    assert connected.slots == 1
    assert connected.wait([endless], 2.0) == []
    # Else the others would wait for the only core.
    endless.end()
    found = fits(connected, training_data, candidates, cluster.kill_units)
    assert same(wanted, found)


def test_a_lost_cluster_takes_only_its_units_with_it(
    training_data: TrainingData, cluster: RayCluster, connected: Compute, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect_briefly(monkeypatch)
    deadline = time.monotonic() + FAR
    running = connected.start(ENDLESS, training_data, 0, deadline)
    cluster.close()
    waiting = [running, connected.start(ENDLESS, training_data, 1, deadline)]
    ended: list[RunningFit] = []
    while waiting and time.monotonic() < deadline:
        ended += connected.wait(waiting, 0.5)
        waiting = [unit for unit in waiting if unit not in ended]
    assert [isinstance(unit.result(), Reason) for unit in ended] == [True, True]
    assert connected.slots == 1
    running.end()


def test_a_node_kills_a_unit_when_its_time_is_over(training_data: TrainingData) -> None:
    name, content = pack(training_data)
    task = Task(ENDLESS, 0, name, code_version(), FAR, 1.0)
    begun = time.monotonic()
    assert run_unit(task, content) == reason("OUT_OF_TIME")
    assert time.monotonic() - begun < FAR


def test_equal_tables_have_equal_names(tmp_path: Path) -> None:
    training_data = new_bench(tmp_path)
    name, content = pack(training_data)
    training_data.prepare(0, "boost")
    assert pack(training_data) == (name, content)
