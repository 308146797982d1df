"""With a time, what is published has learned the latest rows, too."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rowcast_automl.estimators.fitting import FoldFit
from rowcast_automl.explain.metrics import score
from rowcast_automl.export.parity import check_parity, units_of
from rowcast_automl.platform.forked import Forked
from rowcast_automl.search.blending import Blended, blend_tried
from rowcast_automl.search.clock import Clock, StopSignal
from rowcast_automl.search.preparation import Prepared, prepare_table
from rowcast_automl.search.refit import refit, refits_in
from rowcast_automl.search.served import export, fold_predictor, open_graph
from tests.engine.tables import write_csv
from tests.engine.test_parity import EVERY_KIND
from tests.engine.test_stopping import FITS, guessed
from tests.engine.training import config, train_file, trials_on, typed_table

ROWS = 600
BY_DAY: dict[str, Any] = {"timeColumn": "day", "excludedColumns": ["day"]}


def turning_rows(rows: int = ROWS) -> list[dict[str, Any]]:
    """Rows whose target goes over from one number to another, so that the latest tell most."""
    random = np.random.default_rng(5)
    made = []
    for day in range(rows):
        first, second = random.normal(size=2)
        turn = 2.2 * day / rows
        target = 3 * np.cos(turn) * first + 3 * np.sin(turn) * second + random.normal(0, 0.3)
        shop = f"shop {random.integers(9)}"
        row = {"day": day, "first": first, "second": second, "shop": shop, "target": target}
        made.append({name: round(each, 4) if isinstance(each, float) else each for name, each in row.items()})
    return made


def searched(folder: Path, *, stopped: bool = False, **settings: Any) -> tuple[Prepared, Blended, Blended]:
    """The blend of a model of every kind, before and after it is to learn the latest rows."""
    table, profile = typed_table(write_csv(folder / "t.csv", turning_rows()), folder)
    prepared = prepare_table(table, profile, config(testSize=0.2, **settings))
    bench, stop = prepared.bench, StopSignal()
    trials, board = trials_on(bench, "rmse", Clock(600, time.monotonic(), stop))
    trials.first_round(EVERY_KIND)
    before = blend_tried(trials.finished, bench)
    if stopped:
        stop.finish()
    refit(trials, bench, board)
    return prepared, before, blend_tried(trials.finished, bench)


@pytest.mark.parametrize("classes", [0, 2, 4])
@pytest.mark.parametrize("kind", FITS)
def test_what_ends_where_told_is_what_ended_there_by_itself(kind: str, classes: int) -> None:
    fit, params = FITS[kind]
    data = guessed(3, classes)
    found = Forked(partial(fit, data, params)).result()
    assert isinstance(found, FoldFit) and found.ended
    again = Forked(partial(fit, replace(data, ends_at=found.ended), params)).result()
    assert isinstance(again, FoldFit) and again.ended == found.ended
    np.testing.assert_allclose(again.extra, found.extra, atol=1e-6)
    longer = Forked(partial(fit, replace(data, ends_at=found.ended + 5), params)).result()
    assert isinstance(longer, FoldFit) and longer.ended == found.ended + 5


def test_the_latest_rows_are_learned_and_served(tmp_path: Path) -> None:
    prepared, before, after = searched(tmp_path, **BY_DAY)
    bench, held_out = prepared.bench, len(prepared.test)
    assert bench.rounds == 1
    learned = np.concatenate([bench.splits[number].train for number in bench.refit_splits])
    np.testing.assert_array_equal(np.bincount(learned), bench.folds - 1)
    assert {each.folds for each in after.blend.models} == {tuple(bench.refit_splits)}
    assert {each.folds for each in before.blend.models} == {tuple(range(bench.folds))}
    assert refits_in(after.blend, bench) and not refits_in(before.blend, bench)
    # What chose and judges stays as it was.
    assert after.blend.weights == before.blend.weights
    np.testing.assert_array_equal(after.oof, before.oof)
    errors = [score("rmse", prepared.test_truth, each.extra[:held_out], 0.5) for each in (before, after)]
    assert errors[1] < 0.95 * errors[0]
    predict = open_graph(export(after.blend, prepared), prepared.schema)
    unit = units_of(after.extra, bench.scale)
    check_parity(predict, prepared.extra, after.extra, unit, np.arange(50))


def test_rows_that_validated_are_asked_of_models_that_had_not_learned_them(tmp_path: Path) -> None:
    prepared, before, after = searched(tmp_path, **BY_DAY)
    chosen = after.rows[::7]
    rows = prepared.bench.rows.take(chosen)
    asked = [fold_predictor(each, prepared, chosen) for each in (before.blend, after.folded, after.blend)]
    assert asked[0] and asked[1] and asked[2] is None
    np.testing.assert_array_equal(asked[0](rows), asked[1](rows))


@pytest.mark.parametrize("settings", [{}, {**BY_DAY, "stopped": True}], ids=["without a time", "stopped"])
def test_nothing_is_learned_anew_without_a_time_or_after_a_stop(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    prepared, before, after = searched(tmp_path, **settings)
    assert [each.folds for each in after.blend.models] == [each.folds for each in before.blend.models]
    assert not refits_in(after.blend, prepared.bench)


def test_the_report_tells_of_it(tmp_path: Path) -> None:
    settings = config(testSize=0.2, timeBudgetSeconds=20, reproducible=True, modelType="xgboost", **BY_DAY)
    source = write_csv(tmp_path / "t.csv", turning_rows(200))
    report = train_file(source, tmp_path / "m.rowcast", settings).report
    assert "LATEST_LEARNED" in [each.code for each in report.task_why or []]
