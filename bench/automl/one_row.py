"""What one row of one model takes: networks in either precision, trees as learned and as written.

`services/automl/.venv/bin/python bench/automl/time_one_row.py`; a generated regression of 20,000 rows, the
quickest of several medians in turns, in milliseconds, beside the estimate by which blends are chosen.
"""

from __future__ import annotations

import csv
import math
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.entrypoints.cli.train_command import read_file
from rowcast_automl.estimators.base import Member, NetworkMember
from rowcast_automl.estimators.learning_steps import LearningSettings
from rowcast_automl.estimators.trees.flat_trees import FlatTrees
from rowcast_automl.export.served_model import Predict, export, open_graph, time_one_row
from rowcast_automl.models.blend import BaggedModel, Blend
from rowcast_automl.models.serving_cost import cost_of
from rowcast_automl.plan.cost_estimate import default_config
from rowcast_automl.plan.default_configurations import forests, lightgbm_models, networks, xgboost_models
from rowcast_automl.plan.plan_inputs import PlanInputs
from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.prepare.table_preparation import PreparedTable, never, prepare_table

ROWS, COLUMNS, FOLDS, TURNS = 20_000, 12, 4, 60


def prepared_table(folder: Path) -> PreparedTable:
    """Numbers with long tails, of which a sum of bends and products is learned."""
    random = np.random.default_rng(0)
    X = random.lognormal(0, 1, (ROWS, COLUMNS)).round(3)
    y = np.log(X[:, 0] + X[:, 1]) + np.sqrt(X[:, 2]) * X[:, 3] + np.sin(3 * X[:, 4])
    y += random.normal(0, 0.3, ROWS)
    source = folder / "table.csv"
    with source.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([[*(f"x{at}" for at in range(COLUMNS)), "target"]])
        csv.writer(file).writerows([*row, truth] for row, truth in zip(X, y.round(4), strict=True))
    read = read_file(source, Storage(folder.as_uri()), folder, 2, [])
    return prepare_table(
        folder / "table.parquet", read.profile, default_config("target"), may_search_interactions=never
    )


def fitted(prepared: PreparedTable, candidate: Candidate) -> BaggedModel:
    """The model of the first folds."""
    training_data, view = prepared.training_data, candidate.estimator.view
    kept = []
    for number in range(FOLDS):
        training_data.prepare(number, view)
        data = training_data.fold(number, view, log=False, deadline=math.inf)
        kept.append(candidate.estimator.fit(data, candidate.params).member)
    return BaggedModel(candidate.name, view, "value", tuple(range(FOLDS)), tuple(kept))


def opened(prepared: PreparedTable, model: BaggedModel) -> Predict:
    """Its graph."""
    training_data = prepared.training_data
    blend = Blend("regression", 0, (model,), (1.0,), training_data.center, training_data.scale)
    return open_graph(export(blend, prepared), prepared.schema)


def plain(member: Member) -> Member:
    """The same as it would be written without regard to the memory that it is read from."""
    if isinstance(member, NetworkMember):
        return member.astype(np.float64)
    # Where no child has more rows than the other, no comparison is turned.
    return replace(member, cover=np.zeros_like(member.cover)) if isinstance(member, FlatTrees) else member


def main() -> None:
    """Prints a line for each model."""
    with tempfile.TemporaryDirectory() as name:
        prepared = prepared_table(Path(name))
    shape = PlanInputs("regression", ROWS, COLUMNS, 600.0, 8, skewed=False, folds=FOLDS)
    steps = LearningSettings(ROWS)
    chosen = [
        lightgbm_models(shape)[0],
        lightgbm_models(shape)[2],
        *xgboost_models(shape, steps)[:2],
        *forests(shape)[:2],
    ]
    print(f"{'model':<26}{'before':>9}{'now':>9}{'times':>8}{'estimate':>10}{'difference':>12}")
    for candidate in [*chosen, *networks(shape, steps)[:2]]:
        model = fitted(prepared, candidate)
        without = replace(model, members=tuple(map(plain, model.members)))
        forms = [opened(prepared, each) for each in (without, model)]
        turns = [[time_one_row(each, prepared.extra) for each in forms] for _ in range(TURNS)]
        before, now = np.min(turns, axis=0)
        predictions = [each(prepared.extra) for each in forms]
        difference = np.abs(predictions[0] - predictions[1]).max() / prepared.training_data.scale
        estimate = 1_000 * cost_of(model).seconds
        line = f"{candidate.name[:25]:<26}{before:>9.3f}{now:>9.3f}{before / now:>8.2f}"
        print(f"{line}{estimate:>10.3f}{difference:>12.1e}", flush=True)


if __name__ == "__main__":
    main()
