"""In a regression, models that extrapolate deviate from the others only as far as they usually do."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from rowcast_automl.calibrate.calibrated_ensemble import calibrate_ensemble
from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.ensemble.ensemble_weights import select_ensemble, with_reference
from rowcast_automl.estimators.registry import LEAFWISE, SPLINE
from rowcast_automl.export.served_model import export, open_graph
from rowcast_automl.features.rows.row_reader import RowReader
from rowcast_automl.models.deviation_limit import fit_max_deviations, limit_deviations
from rowcast_automl.models.serving_cost import Cost
from rowcast_automl.prepare.table_preparation import prepare_table
from rowcast_automl.run.clock import Clock, StopSignal
from tests.engine.tables import write_csv
from tests.engine.training import config, scheduler_on, typed_table

KINDS = [
    Candidate("spline", SPLINE, {"shrinkage": 5.0}),
    Candidate("trees", LEAFWISE, {"learning_rate": 0.1, "num_leaves": 15, "rounds": 60}),
]


def test_a_saturating_target_is_not_extrapolated(tmp_path: Path) -> None:
    random = np.random.default_rng(0)

    def rows_between(low: float, high: float, count: int) -> list[dict[str, float]]:
        # Two sizes that grow together: beyond the training range, a sum of both is twice wrong.
        size = random.uniform(low, high, count)
        area = size * random.uniform(0.8, 1.2, count)
        target = np.minimum(size, 8) + np.minimum(area, 8) + random.normal(0, 0.3, count)
        names = ("size", "area", "target")
        return [dict(zip(names, cells, strict=True)) for cells in np.stack([size, area, target], 1).tolist()]

    source = write_csv(tmp_path / "t.csv", rows_between(0, 8, 300))
    prepared = prepare_table(*typed_table(source, tmp_path), config(task="regression"))
    scheduler, _ = scheduler_on(prepared.training_data, "rmse", Clock(600, time.monotonic(), StopSignal()))
    scheduler.fit_first_repeat(KINDS)
    fitted = {each.model.name: each for each in scheduler.finished}
    beyond = rows_between(10, 30, 100)
    truth = np.array([row.pop("target") for row in beyond])
    tensors = RowReader(prepared.schema).read(beyond).tensors

    def error_of(*names: str) -> float:
        models = [fitted[name] for name in names]
        selected = select_ensemble(models, prepared.training_data)
        ensemble = calibrate_ensemble(selected, models, prepared.training_data)
        predict = open_graph(export(ensemble.blend, prepared), prepared.schema)
        return float(np.sqrt(np.mean((predict(tensors) - truth) ** 2)))

    trees = error_of("trees")
    assert error_of("spline") > 2 * trees
    assert error_of("spline", "trees") < 1.1 * trees


def test_predictions_within_the_usual_deviation_are_unchanged() -> None:
    random = np.random.default_rng(1)
    trees = random.normal(size=1_000)
    line = trees + random.normal(0, 0.1, 1_000)
    limits = fit_max_deviations([line, trees], (0.7, 0.3), [True, False])
    assert limits[0] == pytest.approx(0.233, abs=0.03) and limits[1] == np.inf
    limited, same = limit_deviations([line, trees], (0.7, 0.3), limits)
    assert np.isclose(limited, line).mean() == pytest.approx(0.98)
    assert (same == trees).all()
    far, _ = limit_deviations([np.array([9.0]), np.array([1.0])], (0.7, 0.3), limits)
    assert far[0] == pytest.approx(1 + limits[0])


def test_without_a_reference_nothing_is_limited() -> None:
    oof = [np.zeros(3), np.ones(3)]
    assert fit_max_deviations(oof, (0.5, 0.5), [True, True]) == ()
    assert fit_max_deviations(oof, (0.5, 0.5), [False, False]) == ()


def test_an_ensemble_that_only_extrapolates_gets_the_best_affordable_reference() -> None:
    losses, extrapolates = [1.0, 1.1, 3.0, 2.0], [True, True, False, False]
    costs = [Cost(0.1, 1.0)] * 4

    def weighed(weights: list[float], cheaper: list[float], limit: Cost) -> list[float]:
        chosen = with_reference(
            lambda _: np.array(cheaper), np.array(weights), losses, extrapolates, costs, limit
        )
        assert chosen.sum() == pytest.approx(1)
        return np.round(chosen, 3).tolist()

    both, first, roomy = [0.6, 0.4, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], Cost(1.0, 10.0)
    assert weighed(both, first, roomy) == [0.588, 0.392, 0, 0.02]
    # Both and the reference do not fit: the models beside it are chosen again.
    assert weighed(both, first, Cost(0.2, 10.0)) == [0.98, 0, 0, 0.02]
    assert weighed(both, [0.0, 0.0, 0.0, 1.0], Cost(0.2, 10.0)) == [0, 0, 0, 1]
    # Nothing fits beside any model, or a reference is there already.
    assert weighed(first, first, Cost(0.1, 10.0)) == first
    assert weighed([0.6, 0.0, 0.4, 0.0], first, roomy) == [0.6, 0, 0.4, 0]
