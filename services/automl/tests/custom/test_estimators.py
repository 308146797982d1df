"""A chosen estimator with its parameters, instead of a portfolio."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import onnx
import pytest

from rowcast_automl.bundle.archive import read_bundle
from rowcast_automl.estimators.custom_estimator import FAMILIES, CustomEstimator, estimator_named, family_of
from rowcast_automl.estimators.learning_steps import LearningSettings
from rowcast_automl.platform.errors import RowcastError
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import KEY, config, train_file


@pytest.mark.parametrize("name", sorted(FAMILIES))
def test_every_estimator_is_trained_scored_and_published(tmp_path: Path, name: str) -> None:
    task = "regression" if name in ("svm", "kernel_ridge", "xgboost", "extra_trees") else "multiclass"
    source = write_csv(tmp_path / "t.csv", mixed_rows(150, 1, task))
    chosen: dict[str, Any] = {"name": name}
    if name in ("extra_trees", "random_forest"):
        chosen["nEstimators"] = 30
    settings = config(modelType="custom", estimator=chosen, timeBudgetSeconds=120, learningRate=0.1)
    report = train_file(source, tmp_path / "m.rowcast", settings).report
    tried = [each for each in report.leaderboard if each.estimator != "baseline"]
    assert [(each.estimator, each.status, each.weight) for each in tried] == [(name, "done", 1)]
    assert report.parity.max_delta < 1e-5
    assert report.score.value < report.baseline.value
    assert report.cost is not None and report.cost.pace is not None and report.cost.memory_bytes > 50e6


def test_parameters_reach_the_library(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "t.csv", mixed_rows(120, 1, "binary"))
    chosen = {"name": "random_forest", "nEstimators": 7}
    settings = config(modelType="custom", estimator=chosen, timeBudgetSeconds=60)
    train_file(source, tmp_path / "m.rowcast", settings)
    files = read_bundle(tmp_path / "m.rowcast", KEY.public_key())[1]
    nodes = onnx.load_from_string(files["model.onnx"]).graph.node
    trees = [
        set(attribute.ints)
        for node in nodes
        if "TreeEnsemble" in node.op_type
        for attribute in node.attribute
        if attribute.name == "nodes_treeids"
    ]
    assert sum(map(len, trees)) == 7 * 5


def test_steps_are_the_trainings_own_once_somebody_changed_them() -> None:
    untouched = LearningSettings.of(config(), 1_000)
    assert family_of(estimator_named("lightgbm", {}), untouched)[2]["rounds"] == 5_000
    changed = LearningSettings.of(config(epochs=30, learningRate=0.3), 1_000)
    params = family_of(estimator_named("lightgbm", {"numLeaves": 8}), changed)[2]
    assert (params["rounds"], params["learning_rate"], params["num_leaves"]) == (30, 0.3, 8)
    assert family_of(estimator_named("mlp", {"hiddenUnits": 16}), changed)[2]["hidden"] == (16, 16)


@pytest.mark.parametrize(
    ("name", "parameters", "field", "word"),
    [
        ("random_forest", {"nEstimators": 0}, "estimator.nEstimators", "from 1 to 1000"),
        ("random_forest", {"nEstimators": 2.5}, "estimator.nEstimators", "whole number"),
        ("mlp", {"dropout": 0.9}, "estimator.dropout", "from 0 to 0.8"),
        ("knn", {"depth": 3}, "estimator.depth", "nNeighbors"),
    ],
)
def test_a_parameter_out_of_range_is_named(
    name: str, parameters: dict[str, Any], field: str, word: str
) -> None:
    with pytest.raises(RowcastError) as refused:
        estimator_named(name, parameters)
    assert refused.value.code == "VALIDATION_FAILED"
    assert [each.field for each in refused.value.fields] == [field] and word in refused.value.message


def test_an_estimator_that_keeps_its_rows_refuses_too_many() -> None:
    with pytest.raises(RowcastError) as refused:
        family_of(estimator_named("svm", {}), LearningSettings(30_000))
    assert "20,000" in refused.value.message


def test_every_estimator_of_the_contract_is_there() -> None:
    names = {get_args(each.model_fields["name"].annotation)[0] for each in get_args(CustomEstimator)}
    assert names == set(FAMILIES)
