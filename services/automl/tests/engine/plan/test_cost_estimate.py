"""The cost estimate before training follows size and settings, and is reported beside the actual cost."""

from __future__ import annotations

from pathlib import Path

import pytest

from rowcast_automl.contracts.generated import PlannedFits, TableProfile, Workload
from rowcast_automl.features.target.target import find_profile
from rowcast_automl.plan.cost_estimate import default_config, expected_fits, planned_seconds, workload_of
from rowcast_automl.plan.table_size import table_size_of
from tests.bundles.mixed import Trained
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import typed_table


@pytest.fixture
def profile(tmp_path: Path) -> TableProfile:
    return typed_table(write_csv(tmp_path / "t.csv", mixed_rows(300, 1, "binary")), tmp_path)[1]


def fits_of(work: Workload, model_type: str, estimator: str | None = None) -> PlannedFits:
    return next(each for each in work.fits if (each.model_type, each.estimator) == (model_type, estimator))


def planned(work: Workload, model_type: str, estimator: str | None = None) -> float:
    return fits_of(work, model_type, estimator).seconds


@pytest.fixture
def work(profile: TableProfile) -> Workload:
    return workload_of(profile, find_profile(profile, "target"), "binary", 2)


def test_every_way_to_train_has_its_seconds(work: Workload) -> None:
    kinds = {each.model_type for each in work.fits}
    assert kinds == {"auto", "xgboost", "random_forest", "neural_network", "custom"}
    assert all(0 < each.seconds < 3_600 for each in work.fits)
    assert min(planned(work, each) for each in ("auto", "random_forest")) > planned(
        work, "custom", "random_forest"
    )


def test_more_rows_take_longer_and_hold_more(profile: TableProfile, work: Workload) -> None:
    long = profile.model_copy(update={"rows": 200_000})
    larger = workload_of(long, find_profile(long, "target"), "binary", 2)
    assert planned(larger, "auto") > 20 * planned(work, "auto")
    assert fits_of(larger, "auto").memory_bytes > 1.2 * fits_of(work, "auto").memory_bytes
    assert {each.estimator for each in larger.fits}.isdisjoint({"svm", "kernel_ridge", "knn"})


def test_what_compares_all_rows_with_each_other_holds_their_pairs(profile: TableProfile) -> None:
    rows = profile.model_copy(update={"rows": 9_000})
    larger = workload_of(rows, find_profile(rows, "target"), "binary", 2)
    pairs, line = (fits_of(larger, "custom", name).memory_bytes for name in ("kernel_ridge", "linear"))
    assert pairs - line > 2 * 8 * 5_000**2


def test_pairs_and_a_slow_report_are_what_trees_take_besides(work: Workload) -> None:
    trees, line = (fits_of(work, "custom", name).fixed_seconds for name in ("xgboost", "linear"))
    assert trees > 1 > line == 0


def test_the_machine_is_tried_as_long_as_no_training_has_told(work: Workload) -> None:
    assert 0.05 < work.pace < 20


@pytest.mark.parametrize("epochs", [30, 60, 400])
def test_chosen_epochs_make_all_networks_longer_or_shorter_together(
    profile: TableProfile, work: Workload, epochs: int
) -> None:
    (scaled,) = fits_of(work, "neural_network").scaled_by
    asked = default_config("target").model_copy(update={"model_type": "neural_network", "epochs": epochs})
    table_size = table_size_of(profile, asked, find_profile(profile, "target"), "binary")
    told = planned(work, "neural_network") * epochs / scaled.usual
    assert told == pytest.approx(
        planned_seconds(expected_fits(table_size, asked), table_size, asked, 2), rel=0.3
    )


def test_more_cores_take_less(profile: TableProfile, work: Workload) -> None:
    halved = workload_of(profile, find_profile(profile, "target"), "binary", 4)
    assert planned(halved, "auto") == pytest.approx(planned(work, "auto") / 2, rel=0.01)


def test_the_report_holds_estimate_and_truth_and_the_bundle_neither(binary_model: Trained) -> None:
    cost = binary_model.result.report.cost
    assert cost is not None and cost.pace is not None and cost.pace > 0
    assert 0 < cost.estimated_seconds <= 60 and cost.seconds > 0
    assert cost.memory_bytes > 50e6 and 100e6 < cost.estimated_memory_bytes < 10e9
