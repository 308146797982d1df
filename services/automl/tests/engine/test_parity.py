"""The served form answers as the trained one did: any table, any row, alone or in a batch."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sklearn import datasets

from rowcast_automl.estimators.boosting import BOOSTING
from rowcast_automl.estimators.forest import FOREST
from rowcast_automl.estimators.linear import LINEAR
from rowcast_automl.estimators.network import NETWORK
from rowcast_automl.export.blend import export_blend
from rowcast_automl.export.parity import check_parity
from rowcast_automl.features.tensors import Tensors
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.search.blending import blend_tried
from rowcast_automl.search.board import Board
from rowcast_automl.search.clock import Clock, StopSignal
from rowcast_automl.search.portfolio import Candidate
from rowcast_automl.search.preparation import prepare_table
from rowcast_automl.search.publication import check_reading, open_graph
from rowcast_automl.search.trials import try_candidates
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import config, typed_table

EVERY_KIND = [
    Candidate("linear", LINEAR, {"shrinkage": 1.0}),
    Candidate("boosting", BOOSTING, {"learning_rate": 0.3, "max_depth": 4, "rounds": 15}),
    Candidate("extra", FOREST, {"extra": True, "features": 0.75, "leaf": 1, "trees": 6}),
    Candidate("forest", FOREST, {"extra": False, "features": "sqrt", "leaf": 2, "trees": 6}),
    Candidate("network", NETWORK, {"hidden": (8, 4), "decay": 1e-3, "epochs": 3, "rate": 0.02}),
]


def parity_of(source: Path, metric: str) -> float:
    """Trains one model of every kind and returns the largest difference of each alone and of the blend."""
    with tempfile.TemporaryDirectory() as name:
        table, profile = typed_table(source, Path(name))
        prepared = prepare_table(table, profile, config(), threads=2)
    clock = Clock(600, time.monotonic(), StopSignal())
    board = Board(clock, lambda _: None)
    board.metric = metric
    bench, schema = prepared.bench, prepared.schema
    tried = try_candidates(EVERY_KIND, bench, clock, board, metric)
    assert len(tried) == len(EVERY_KIND), [entry.reason for entry in board.entries.values()]
    check_reading(prepared)
    unit = bench.scale if schema.task == "regression" else 1.0
    every_row, no_row = np.arange(len(prepared.extra)), np.arange(0)
    worst = 0.0
    for models in [*([each] for each in tried), tried]:
        blended = blend_tried(models, bench, board, metric)
        widths = (schema.number_width, schema.text_width)
        graph = export_blend(blended.blend, bench.encoder, *widths, bench.table_pairs())
        predict = open_graph(graph, schema.task)
        singles = every_row if models is tried else no_row
        worst = max(worst, check_parity(predict, prepared.extra, blended.extra, unit, singles)[1])
    return worst


@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 10_000),
    task=st.sampled_from(["binary", "multiclass", "regression"]),
    gaps=st.sampled_from([0.0, 0.1, 0.5]),
    rows=st.integers(60, 200),
)
def test_generated_tables(seed: int, task: str, gaps: float, rows: int) -> None:
    metric = "rmse" if task == "regression" else "log_loss"
    with tempfile.TemporaryDirectory() as name:
        source = write_csv(Path(name, "t.csv"), mixed_rows(rows, seed, task, gaps))
        assert parity_of(source, metric) < 1e-5


@pytest.mark.parametrize(
    ("name", "metric"), [("iris", "log_loss"), ("breast_cancer", "roc_auc"), ("diabetes", "rmse")]
)
def test_known_tables(tmp_path: Path, name: str, metric: str) -> None:
    frame = getattr(datasets, f"load_{name}")()
    rows = [
        {**{f"f{index}": value for index, value in enumerate(cells)}, "target": truth}
        for cells, truth in zip(frame.data[::2].tolist(), frame.target[::2].tolist(), strict=True)
    ]
    assert parity_of(write_csv(tmp_path / "t.csv", rows), metric) < 1e-5


def test_a_difference_stops_the_publication() -> None:
    tensors = Tensors(np.zeros((3, 1), np.float32), np.empty((3, 0), object))
    expected = np.array([0.5, 0.5, 0.5])
    with pytest.raises(RowcastError) as refused:
        check_parity(lambda rows: np.full(len(rows), 0.50002), tensors, expected, 1.0, np.arange(3))
    assert refused.value.code == "PARITY_FAILED"
    single = np.arange(3)
    with pytest.raises(RowcastError):
        check_parity(
            lambda rows: np.full(len(rows), 0.5 if len(rows) > 1 else np.nan), tensors, expected, 1.0, single
        )
