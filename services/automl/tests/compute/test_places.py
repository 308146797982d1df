"""Units give the same fits wherever they run, and outlive the node that they ran on."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

import numpy as np
import psutil
import pytest

from rowcast_automl.contracts.generated import Reason
from rowcast_automl.estimators.learning_steps import Steps
from rowcast_automl.fit.compute.connect import connect
from rowcast_automl.fit.compute.interface import Compute
from rowcast_automl.fit.compute.node import pack
from rowcast_automl.fit.fold_process import Fitted
from rowcast_automl.plan.portfolio import Candidate, Shape, boostings, linears
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.reasons import reason
from rowcast_automl.prepare.table_preparation import never, prepare_table
from rowcast_automl.prepare.training_data import Workbench
from tests.compute.conftest import DaskCluster
from tests.compute.endless import ENDLESS
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.text_tables import review_rows
from tests.engine.training import config, train_file, typed_table

FAR = 120.0


def new_bench(folder: Path) -> Workbench:
    rows = mixed_rows(240, 3, "binary")
    for row, worded in zip(rows, review_rows(240, 3, "binary", mixed=False), strict=True):
        row["review"] = worded["review"]
    table, profile = typed_table(write_csv(folder / "t.csv", rows), folder)
    return prepare_table(table, profile, config(), may_derive=never).bench


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return new_bench(tmp_path_factory.mktemp("bench"))


def fits(
    compute: Compute, bench: Workbench, candidates: list[Candidate], after_first: object = None
) -> dict[tuple[str, int], Fitted]:
    """All units of the candidates, by candidate and split."""
    deadline = time.monotonic() + FAR
    running = {
        id(unit): (each.name, unit)
        for each in candidates
        for unit in (compute.start(each, bench, split, deadline) for split in range(bench.folds))
    }
    found: dict[tuple[str, int], Fitted] = {}
    while running and time.monotonic() < deadline:
        for unit in compute.wait([unit for _, unit in running.values()], 0.2):
            name, _ = running.pop(id(unit))
            result = unit.result()
            assert isinstance(result, Fitted), result
            found[name, unit.split] = result
            if callable(after_first):
                after_first()
                after_first = None
    assert not running
    return found


def same(ours: dict[tuple[str, int], Fitted], theirs: dict[tuple[str, int], Fitted]) -> bool:
    return ours.keys() == theirs.keys() and all(
        np.array_equal(ours[key].fit.valid, theirs[key].fit.valid) for key in ours
    )


def test_a_cluster_gives_the_fits_of_this_machine_though_a_node_is_killed(
    bench: Workbench, shared_cluster: DaskCluster
) -> None:
    shape = Shape("binary", 240, 4, 60.0, 5, skewed=False)
    candidates = [*linears()[:2], *boostings(shape, Steps(240, epochs=20))[:1]]
    last = time.monotonic() + FAR
    with closing(connect(None, 2, last)) as here:
        wanted = fits(here, bench, candidates)
    doomed = shared_cluster.node
    with closing(connect(shared_cluster.url, 1, last)) as there:
        assert there.slots == 1

        def lose_the_node() -> None:
            shared_cluster.add_worker()
            doomed.kill()

        found = fits(there, bench, candidates, lose_the_node)
    assert same(wanted, found)


def test_a_training_runs_on_a_cluster(tmp_path: Path, shared_cluster: DaskCluster) -> None:
    source = write_csv(tmp_path / "t.csv", mixed_rows(200, 5, "regression"))
    forest = {"name": "random_forest", "nEstimators": 10}
    settings = config(timeBudgetSeconds=300, modelType="custom", estimator=forest)
    out = tmp_path / "m.rowcast"
    result = train_file(source, out, settings, compute_url=shared_cluster.url)
    assert result.report.score.value < result.report.baseline.value


def test_a_unit_is_killed_on_its_node_when_its_time_is_over(
    bench: Workbench, shared_cluster: DaskCluster
) -> None:
    with closing(connect(shared_cluster.url, 1, time.monotonic() + 5.0)) as there:
        unit = there.start(ENDLESS, bench, 0, time.monotonic() + FAR)
        begun = time.monotonic()
        while not there.wait([unit], 0.2) and time.monotonic() - begun < FAR:
            continue
        assert unit.result() == reason("OUT_OF_TIME")


def test_a_unit_that_is_given_up_leaves_its_node_to_others(
    bench: Workbench, shared_cluster: DaskCluster
) -> None:
    node = psutil.Process(shared_cluster.node.pid)
    with closing(connect(shared_cluster.url, 1, time.monotonic() + 10 * FAR)) as there:
        endless = there.start(ENDLESS, bench, 0, time.monotonic() + FAR)
        while not node.children():
            time.sleep(0.05)
        endless.end()
        assert len(fits(there, bench, linears()[:1])) == bench.folds


def test_a_scheduler_that_goes_takes_only_its_units_with_it(
    bench: Workbench, dask_cluster: DaskCluster
) -> None:
    dask_cluster.add_worker()
    with closing(connect(dask_cluster.url, 1, time.monotonic() + FAR)) as there:
        running = there.start(ENDLESS, bench, 0, time.monotonic() + FAR)
        dask_cluster.lose_scheduler()
        deadline = time.monotonic() + FAR
        # For a while the client tries to find it again; then it is closed.
        lost = there.start(ENDLESS, bench, 1, deadline)
        while len(there.wait([running, lost], 0.5)) < 2 and time.monotonic() < deadline:
            running.end()
            assert there.slots == 1
            lost = there.start(ENDLESS, bench, 1, deadline)
        assert isinstance(lost.result(), Reason) and isinstance(running.result(), Reason)


@pytest.mark.parametrize("url", ["dask://127.0.0.1:1", "ftp://127.0.0.1:1"])
def test_a_cluster_that_is_not_there_is_named(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowcast_automl.fit.compute.on_dask.CONNECT_SECONDS", 1)
    with pytest.raises(RowcastError) as caught:
        connect(url, 1, time.monotonic())
    assert caught.value.code == "COMPUTE_UNAVAILABLE"


def test_equal_tables_have_equal_names(tmp_path: Path) -> None:
    bench = new_bench(tmp_path)
    name, content = pack(bench)
    bench.prepare(0, "boost")
    assert pack(bench) == (name, content)
