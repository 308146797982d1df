"""Units a second on two Ray nodes against one, and a node killed on the way: `python -m scale.nodes`."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import numpy as np
from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.candidates.fitted_candidate import FoldResult
from rowcast_automl.contracts.generated import Reason, TrainingConfig
from rowcast_automl.entrypoints.cli.train_command import read_file
from rowcast_automl.estimators.learning_steps import LearningSettings
from rowcast_automl.fit.compute.connect import connect
from rowcast_automl.fit.compute.interface import Compute
from rowcast_automl.plan.default_configurations import xgboost_models
from rowcast_automl.plan.plan_inputs import PlanInputs
from rowcast_automl.platform.reasons import english_text
from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.prepare.table_preparation import prepare_table
from rowcast_automl.prepare.training_data import TrainingData

from scale.generator import TARGET, write_rows
from scale.ray_nodes import RayNodes

ROWS, FAR = 30_000, 600.0

Fits = dict[tuple[str, int], FoldResult]


def main() -> int:
    """Exit code 1 when a cluster gives other fits than this machine."""
    with tempfile.TemporaryDirectory() as name:
        training_data = prepared(Path(name))
    shape = PlanInputs("binary", ROWS, 0, FAR, len(training_data.splits), skewed=False)
    candidates = [
        Candidate(each.name, each.estimator, {**each.params, "rounds": 150})
        for each in xgboost_models(shape, LearningSettings(ROWS))
    ]
    last = time.monotonic() + FAR
    with closing(connect(None, 1, last)) as here:
        fits(here, training_data, candidates[:1])
        wanted, seconds = fits(here, training_data, candidates)
    print(f"this machine, one process: {len(wanted) / seconds:.2f} units a second")
    speeds = []
    same = True
    for count in (1, 2):
        nodes = RayNodes()
        try:
            if count == 2:
                nodes.add()
            with closing(connected(nodes, last)) as there:
                nodes.wait_for(count)
                fits(there, training_data, candidates[:1])
                found, seconds = fits(there, training_data, candidates)
                speeds.append(len(found) / seconds)
                same &= equal(wanted, found)
                print(f"{count} Ray node(s): {speeds[-1]:.2f} units a second, load {os.getloadavg()[0]:.1f}")
                if count == 2:
                    found, seconds = fits(there, training_data, candidates, nodes.kill_last)
                    lost = equal(wanted, found)
                    print(f"a node killed after the first unit: {len(found)} units in {seconds:.1f} s")
        finally:
            nodes.close()
    ratio = speeds[1] / speeds[0]
    print(f"two nodes do {ratio:.2f} times the units of one; other programs on the same cores lower it")
    for what, kept in (("the fits are those of this machine", same), ("also with a node killed", lost)):
        print(f"{'kept  ' if kept else 'MISSED'}  {what}")
    return 0 if same and lost else 1


def prepared(folder: Path) -> TrainingData:
    """The table of the bench as a training has it."""
    table = folder / "rows.csv"
    write_rows(table, ROWS, 2)
    read = read_file(table, Storage(folder.as_uri()), folder, 1)
    settings = {
        "targetColumn": TARGET,
        "task": "regression",
        "modelType": "auto",
        "metric": "auto",
        "testSize": 0.2,
        "epochs": 100,
        "learningRate": 0.01,
        "timeBudgetSeconds": 60,
        "seed": 0,
        "excludedColumns": [],
    }
    return prepare_table(
        folder / "table.parquet", read.profile, TrainingConfig.model_validate(settings)
    ).training_data


def connected(nodes: RayNodes, last: float) -> Compute:
    """A client, as soon as the head node takes it."""
    for _ in range(30):
        with suppress(Exception):
            return connect(nodes.url, 1, last)
        time.sleep(1)
    return connect(nodes.url, 1, last)


def fits(
    compute: Compute,
    training_data: TrainingData,
    candidates: list[Candidate],
    after_first: Callable[[], None] | None = None,
) -> tuple[Fits, float]:
    """All units of the candidates, and the seconds that they took."""
    begun = time.monotonic()
    running = {
        id(unit): (each.name, unit)
        for each in candidates
        for unit in (
            compute.start(each, training_data, split, begun + FAR) for split in range(training_data.folds)
        )
    }
    found: Fits = {}
    while running:
        for unit in compute.wait([unit for _, unit in running.values()], 0.5):
            name, _ = running.pop(id(unit))
            result = unit.result()
            if isinstance(result, Reason):
                raise RuntimeError(english_text(result))
            found[name, unit.split] = result
            if after_first:
                after_first()
                after_first = None
    return found, time.monotonic() - begun


def equal(ours: Fits, theirs: Fits) -> bool:
    """Whether both gave the same answers."""
    return ours.keys() == theirs.keys() and all(
        np.array_equal(ours[key].fit.valid, theirs[key].fit.valid) for key in ours
    )


if __name__ == "__main__":
    sys.exit(main())
