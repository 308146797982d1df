"""Targets with more than ten classes use text and high-cardinality categories, and serve them equally."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rowcast_automl.candidates.candidate import Candidate
from rowcast_automl.features.encoding.category_codes import UNKNOWN
from rowcast_automl.features.encoding.encoder import Encoder, fit_encoder
from rowcast_automl.features.encoding.target_encoding import fit_target_tables, score_columns, scored_codes
from rowcast_automl.features.schema import InputField
from rowcast_automl.features.splits.splitters import Order
from rowcast_automl.features.tensors import Array, Tensors
from rowcast_automl.prepare.table_preparation import prepare_table
from tests.engine.export.test_parity import EACH_VIEW, EVERY_KIND, parity_of
from tests.engine.tables import write_csv
from tests.engine.training import config, fewer_fits, train_file, typed_table

CLASSES = 14


def classed_rows(rows: int, seed: int, gaps: float = 0.0) -> list[dict[str, Any]]:
    """Half of the texts hold a word of their class, and half of the codes are of their class."""
    random = np.random.default_rng(seed)
    made = []
    for row in range(rows):
        own = row % CLASSES
        words = [f"usual{number}" for number in random.integers(0, 60, 6)]
        if random.random() < 0.5:
            words.insert(int(random.integers(0, 6)), f"mark{own}x{random.integers(0, 3)}")
        code = own * 5 + random.integers(0, 5) if random.random() < 0.5 else random.integers(0, CLASSES * 5)
        cells = {"note": " ".join(words), "code": f"K{code:03}", "amount": round(float(random.normal()), 3)}
        made.append({name: "" if random.random() < gaps else cell for name, cell in cells.items()})
        made[-1]["target"] = f"class {own:02}"
    return made


@pytest.mark.parametrize(
    ("without", "kinds"),
    [((), EVERY_KIND), (("note",), EACH_VIEW), (("code",), EACH_VIEW)],
    ids=["both", "codes", "words"],
)
def test_every_model_answers_as_trained(
    tmp_path: Path, without: tuple[str, ...], kinds: list[Candidate]
) -> None:
    rows = [
        {name: cell for name, cell in row.items() if name not in without}
        for row in classed_rows(20 * CLASSES, 3, gaps=0.1)
    ]
    assert parity_of(write_csv(tmp_path / "t.csv", rows), "log_loss", kinds=kinds) < 1e-5


@pytest.mark.parametrize("name", ["note", "code"])
def test_classes_are_told_by_words_and_by_codes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    fewer_fits(monkeypatch, models=1)
    rows = [{name: row[name], "target": row["target"]} for row in classed_rows(80 * CLASSES, 4)]
    trees = {"modelType": "custom", "estimator": {"name": "lightgbm"}, "epochs": 30, "learningRate": 0.2}
    settings = config(task="multiclass", metric="accuracy", timeBudgetSeconds=300, **trees)
    report = train_file(write_csv(tmp_path / "t.csv", rows), tmp_path / "m.rowcast", settings).report
    # Half of the rows tell their class.
    assert report.score.value is not None and report.score.value > 0.35


@pytest.fixture(scope="module")
def rows() -> Tensors:
    texts = np.empty((600, 2), object)
    made = classed_rows(600, 1)
    texts[:, 0], texts[:, 1] = [row["code"] for row in made], [row["note"] for row in made]
    return Tensors(np.zeros((600, 0), np.float32), texts)


def encoder_of(rows: Tensors, columns: int = CLASSES) -> Encoder:
    encoder = fit_encoder(rows, (InputField("code", "category", 0), InputField("note", "text", 1)), columns)
    return replace(encoder, scored=scored_codes(encoder.dictionaries, CLASSES, columns))


def test_a_row_sees_no_class_of_its_group(rows: Tensors) -> None:
    encoder, groups = encoder_of(rows), np.random.default_rng(5).integers(0, 30, 600)
    classes = np.arange(600) % CLASSES

    def reported(classes: Array) -> Array:
        outputs = np.eye(CLASSES)[classes]
        return fit_target_tables(encoder.coded(rows), outputs, encoder, CLASSES, 3, Order(groups)).train

    own = groups == 7
    seen = (reported(classes) != reported(np.where(own, (classes + 3) % CLASSES, classes))).any(axis=1)
    assert not seen[own].any()
    assert seen[~own].mean() > 0.7


def test_what_many_splits_of_many_classes_weigh_is_bounded(tmp_path: Path, rows: Tensors) -> None:
    assert encoder_of(rows, columns=60_000).level_weights(60_000) <= 600_000
    few = encoder_of(rows, columns=20_000)
    assert few.scored == (30, 0)[: len(few.scored)]
    coded, outputs = few.coded(rows), np.eye(CLASSES)[np.arange(600) % CLASSES]
    found = fit_target_tables(coded, outputs, few, CLASSES, 3, Order()).scores
    assert found is not None
    # Codes that are not read say nothing; those of rare values, which are alike, may.
    table = found.learned.levels[0]
    assert len(table) == 31 and not table[-1].any() and UNKNOWN < 30
    table_of_rows, profile = typed_table(write_csv(tmp_path / "t.csv", classed_rows(560, 2)), tmp_path)
    training_data = prepare_table(
        table_of_rows, profile, config(testSize=0, timeBudgetSeconds=300)
    ).training_data
    assert score_columns(training_data.classes) * len(training_data.splits) <= 200
    assert training_data.text_cost.within(training_data.limit * 0.5)
