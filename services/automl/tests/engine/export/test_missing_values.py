"""Exported trees check for missing values only where a column has some."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest

from rowcast_automl.bundle.archive import read_bundle
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import KEY, config, train_file


@pytest.mark.parametrize("gaps", [0.0, 0.3])
def test_trees_ask_for_missing_values_only_where_there_are_some(tmp_path: Path, gaps: float) -> None:
    names = ("age", "income", "city", "target")
    rows = [{name: row[name] for name in names} for row in mixed_rows(300, 4, "regression", gaps)]
    source = write_csv(tmp_path / "t.csv", rows)
    boosted = {"modelType": "custom", "estimator": {"name": "xgboost"}, "epochs": 30, "learningRate": 0.3}
    settings = config(metric="rmse", timeBudgetSeconds=300, **boosted)
    train_file(source, tmp_path / "t.rowcast", settings)
    _, files = read_bundle(tmp_path / "t.rowcast", KEY.public_key())
    graph = onnx.load_from_string(files["model.onnx"]).graph
    trees = [node for node in graph.node if node.op_type == "TreeEnsembleRegressor"]
    tracks = [
        any(attribute.ints)
        for node in trees
        for attribute in node.attribute
        if attribute.name == "nodes_missing_value_tracks_true"
    ]
    assert tracks
    assert any(tracks) == (gaps > 0)
