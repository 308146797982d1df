"""With a time column, the published models are refitted with the most recent rows."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rowcast_automl.calibrate.calibrated_ensemble import CalibratedEnsemble, calibrate_ensemble
from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.ensemble.ensemble_weights import select_ensemble
from rowcast_automl.estimators.base import FoldFit
from rowcast_automl.export.parity import check_parity, units_of
from rowcast_automl.export.served_model import export, fold_predictor, open_graph
from rowcast_automl.features.splits.splitters import Order, recent_splits
from rowcast_automl.fit.refit_on_recent_rows import has_recent_refits, refit_on_recent_rows
from rowcast_automl.metrics.scores import score
from rowcast_automl.platform.process.forked_task import ForkedTask
from rowcast_automl.prepare.table_preparation import PreparedTable, prepare_table
from rowcast_automl.run.clock import Clock, StopSignal
from rowcast_automl.run.leaderboard import Leaderboard
from tests.engine.export.test_parity import EACH_VIEW, EVERY_KIND, in_both_forms
from tests.engine.fit.test_early_stopping import FITS, guessed
from tests.engine.tables import write_csv
from tests.engine.training import config, scheduler_on, train_file, typed_table

ROWS = 300
BY_DAY: dict[str, Any] = {"timeColumn": "day", "excludedColumns": ["day"]}
TARGETS: dict[str, Callable[[float], Any]] = {
    "numbers": lambda value: round(value, 4),
    "amounts": lambda value: round(float(np.exp(0.4 * value)), 4),
    "two classes": lambda value: "no" if value < 0 else "yes",
    "classes": lambda value: "low" if value < -1 else "high" if value > 1 else "mean",
}
METRICS = {"numbers": "rmse", "amounts": "rmse"}


def turning_rows(rows: int = ROWS, kind: str = "numbers") -> list[dict[str, Any]]:
    """Rows whose target goes over from one number to another, so that the latest tell most."""
    random = np.random.default_rng(5)
    made = []
    for day in range(rows):
        first, second = (round(float(each), 4) for each in random.normal(size=2))
        turn = 2.2 * day / rows
        value = 3 * np.cos(turn) * first + 3 * np.sin(turn) * second + random.normal(0, 0.3)
        shop = f"shop {random.integers(9)}"
        made.append(
            {"day": day, "first": first, "second": second, "shop": shop, "target": TARGETS[kind](value)}
        )
    return made


@dataclass(frozen=True, slots=True)
class Searched:
    """The blend of a model of each kind, before and after it is to learn the latest rows."""

    prepared: PreparedTable
    before: CalibratedEnsemble
    after: CalibratedEnsemble
    leaderboard: Leaderboard


def searched(
    folder: Path, target: str, kinds: list[Candidate], *, stopped: bool = False, **settings: Any
) -> Searched:
    table, profile = typed_table(write_csv(folder / "t.csv", turning_rows(kind=target)), folder)
    prepared = prepare_table(table, profile, config(testSize=0.2, **settings))
    training_data, stop = prepared.training_data, StopSignal()
    scheduler, leaderboard = scheduler_on(
        training_data, METRICS.get(target, "log_loss"), Clock(600, time.monotonic(), stop)
    )
    scheduler.fit_first_repeat(in_both_forms(kinds) if training_data.log else kinds)
    before = calibrate_ensemble(
        select_ensemble(scheduler.finished, training_data), scheduler.finished, training_data
    )
    if stopped:
        stop.finish()
    refit_on_recent_rows(scheduler, training_data, leaderboard)
    return Searched(
        prepared,
        before,
        calibrate_ensemble(
            select_ensemble(scheduler.finished, training_data), scheduler.finished, training_data
        ),
        leaderboard,
    )


@pytest.fixture(scope="module")
def of_every_kind(tmp_path_factory: pytest.TempPathFactory) -> Searched:
    return searched(tmp_path_factory.mktemp("latest"), "numbers", EVERY_KIND, **BY_DAY)


@pytest.mark.parametrize("classes", [0, 2, 4])
@pytest.mark.parametrize("kind", FITS)
def test_what_ends_where_told_is_what_ended_there_by_itself(kind: str, classes: int) -> None:
    fit, params = FITS[kind]
    data = guessed(3, classes)
    found = ForkedTask(partial(fit, data, params)).result()
    assert isinstance(found, FoldFit) and found.ended
    again = ForkedTask(partial(fit, replace(data, ends_at=found.ended), params)).result()
    assert isinstance(again, FoldFit) and again.ended == found.ended
    np.testing.assert_allclose(again.extra, found.extra, atol=1e-6)
    longer = ForkedTask(partial(fit, replace(data, ends_at=found.ended + 5), params)).result()
    assert isinstance(longer, FoldFit) and longer.ended == found.ended + 5


@pytest.mark.parametrize("kind", TARGETS)
def test_the_latest_rows_are_learned_and_served(tmp_path: Path, of_every_kind: Searched, kind: str) -> None:
    found = of_every_kind if kind == "numbers" else searched(tmp_path, kind, EACH_VIEW, **BY_DAY)
    prepared, before, after = found.prepared, found.before, found.after
    training_data, held_out = prepared.training_data, len(prepared.test)
    assert training_data.rounds == 1 and bool(training_data.log) == (kind == "amounts")
    learned = np.concatenate([training_data.splits[number].train for number in training_data.recent_splits])
    np.testing.assert_array_equal(np.bincount(learned), training_data.folds - 1)
    assert {each.folds for each in after.blend.models} == {tuple(training_data.recent_splits)}
    assert {each.folds for each in before.blend.models} == {tuple(range(training_data.folds))}
    assert has_recent_refits(after.blend, training_data) and not has_recent_refits(
        before.blend, training_data
    )
    assert {each.status for each in found.leaderboard.entries.values()} == {"done"}
    # What chose and judges stays as it was.
    assert after.blend.weights == before.blend.weights
    np.testing.assert_array_equal(after.oof, before.oof)
    metric = METRICS.get(kind, "log_loss")
    errors = [score(metric, prepared.test_truth, each.extra[:held_out], 0.5) for each in (before, after)]
    assert errors[1] < 0.95 * errors[0]
    predict = open_graph(export(after.blend, prepared), prepared.schema)
    unit = units_of(after.extra, None if training_data.classes else training_data.scale)
    check_parity(predict, prepared.extra, after.extra, unit, np.arange(50))


def test_rows_that_validated_are_asked_of_models_that_had_not_learned_them(
    of_every_kind: Searched,
) -> None:
    found = of_every_kind
    training_data = found.prepared.training_data
    # On a cluster only its nodes have learned them.
    training_data.tables.clear()
    chosen = found.after.rows[::7]
    blends = (found.before.blend, found.after.validating_blend, found.after.blend)
    asked = [fold_predictor(each, found.prepared, chosen) for each in blends]
    assert asked[0] and asked[1] and asked[2] is None
    rows = training_data.rows.take(chosen)
    np.testing.assert_array_equal(asked[0](rows), asked[1](rows))


@pytest.mark.parametrize("settings", [{}, {**BY_DAY, "stopped": True}], ids=["without a time", "stopped"])
def test_nothing_is_learned_anew_without_a_time_or_after_a_stop(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    found = searched(tmp_path, "numbers", EVERY_KIND[:2], **settings)
    before, after = (
        [each.folds for each in ensemble.blend.models] for ensemble in (found.before, found.after)
    )
    assert before == after
    assert not has_recent_refits(found.after.blend, found.prepared.training_data)


@pytest.mark.parametrize(("folds", "share"), [(5, 0.8), (2, 0.8), (1, 1.0)])
def test_few_members_learn_from_most_rows(folds: int, share: float) -> None:
    times = np.arange(1_000)
    made = recent_splits(times % 3, 3, folds, 1, Order(times=times))
    assert [len(each.train) / 1_000 for each in made] == pytest.approx([share] * folds, abs=0.01)
    assert not recent_splits(times % 3, 3, folds, 1, Order(times=np.zeros(1_000)))
    assert not recent_splits(times % 3, 3, folds, 1, Order(groups=times // 10))


def test_the_same_training_tells_of_it_and_gives_the_same_bundle(tmp_path: Path) -> None:
    chosen = {"modelType": "custom", "estimator": {"name": "lightgbm"}, "timeBudgetSeconds": 20}
    settings = config(testSize=0.2, reproducible=True, **chosen, **BY_DAY)
    source = write_csv(tmp_path / "t.csv", turning_rows(200))
    first, second = (train_file(source, tmp_path / name, settings) for name in ("first", "second"))
    assert first.bundle_hash == second.bundle_hash
    assert "LATEST_LEARNED" in [each.code for each in first.report.task_why or []]
