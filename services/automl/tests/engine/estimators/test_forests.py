"""Noisy classes need larger leaves, clean ones small leaves."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from rowcast_automl.candidates.fitted_candidate import FoldResult, assemble
from rowcast_automl.metrics.scores import score
from rowcast_automl.plan.default_configurations import forests
from rowcast_automl.plan.plan_inputs import PlanInputs
from rowcast_automl.prepare.table_preparation import never, prepare_table
from tests.engine.tables import write_csv
from tests.engine.training import config, typed_table

ROWS = 500


@pytest.mark.parametrize(("noise", "best"), [(1.5, "Extra trees, larger leaves"), (0.0, "Extra trees")])
def test_the_noise_says_which_leaves_are_better(tmp_path: Path, noise: float, best: str) -> None:
    random = np.random.default_rng(2)
    a, b = random.normal(size=(2, ROWS))
    yes = np.sin(2 * a) + b + noise * random.normal(size=ROWS) > 0
    rows = [{"a": x, "b": y, "target": z} for x, y, z in zip(a, b, np.where(yes, "yes", "no"), strict=True)]
    table, profile = typed_table(write_csv(tmp_path / "t.csv", rows), tmp_path)
    training_data = prepare_table(
        table, profile, config(task="binary"), may_search_interactions=never
    ).training_data
    losses = {}
    for each in forests(PlanInputs("binary", ROWS, 2, 60.0, training_data.folds, skewed=False)):
        if not each.name.startswith("Extra trees") or "many" in each.name:
            continue
        fits = {}
        for number in range(training_data.folds):
            training_data.prepare(number, "forest")
            data = training_data.fold(number, "forest", log=False, deadline=math.inf)
            fits[number] = FoldResult(each.estimator.fit(data, each.params), 0.1)
        oof = assemble(each, training_data, fits, "log_loss").oof
        losses[each.name] = score("log_loss", training_data.truth, oof, 0.5)
    assert len(losses) == 2 and min(losses, key=lambda name: losses[name]) == best
