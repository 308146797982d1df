"""ID-like numeric columns are target-encoded; amounts are not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rowcast_automl.features.encoding.category_codes import FIRST, MISSING, UNKNOWN
from rowcast_automl.features.encoding.id_columns import MAX_VALUES, MIN_ROWS, keys_of
from rowcast_automl.features.tensors import Array
from rowcast_automl.prepare import training_data
from rowcast_automl.prepare.table_preparation import prepare_table
from tests.engine.export.test_parity import EACH_VIEW, parity_of
from tests.engine.tables import write_csv
from tests.engine.training import config, train_file, typed_table

ROWS = 3_000
RANDOM = np.random.default_rng(3)
NAMES = RANDOM.choice(100_000, 150, replace=False) + 1_000


def of_shops(rows: int, seed: int) -> list[dict[str, object]]:
    """Rows whose target hangs on which of 150 shops, named by a number, they are of."""
    random = np.random.default_rng(seed)
    shops, sizes = random.choice(NAMES, rows), random.normal(size=rows).round(3)
    likes = dict(zip(NAMES.tolist(), np.random.default_rng(9).normal(size=len(NAMES)), strict=True))
    return [
        {"shop": shop, "size": size, "target": "ny"[int(likes[shop] + 0.5 * size > 0)]}
        for shop, size in zip(shops.tolist(), sizes.tolist(), strict=True)
    ]


@pytest.mark.parametrize(
    ("column", "are_names"),
    [
        (RANDOM.choice(NAMES, ROWS), True),
        (RANDOM.choice(NAMES[:20], ROWS), False),
        (RANDOM.choice(NAMES, MIN_ROWS - 1), False),
        (RANDOM.integers(0, 200, ROWS), False),
        (RANDOM.lognormal(5, 1, 5 * ROWS).round(), False),
        (RANDOM.choice(np.arange(150) * 250, ROWS), False),
        (RANDOM.choice(NAMES * 1_000, ROWS), False),
        (RANDOM.permutation(ROWS * 10)[:ROWS], False),
    ],
    ids=["names", "few names", "few rows", "counts", "amounts", "round amounts", "too large", "all apart"],
)
def test_names_are_told_from_amounts(column: Array, are_names: bool) -> None:
    assert (keys_of(column.astype(np.float32), 0) is not None) == are_names


def test_each_name_has_a_code_and_what_is_rare_or_new_is_unknown() -> None:
    column = np.append(RANDOM.choice(NAMES, ROWS), 77).astype(np.float32)
    keys = keys_of(column, 0)
    assert keys is not None and keys.size == FIRST + len(np.unique(column)) - 1
    known, *others = keys.codes(np.array([NAMES[0], 77, 5, -1, np.inf, np.nan], np.float32)).tolist()
    assert known >= FIRST and others[:4] == [UNKNOWN] * 4
    # None was missing in training, so that a gap counts as the commonest.
    values, counts = np.unique(column, return_counts=True)
    assert keys.values[others[4] - FIRST] == values[counts.argmax()]
    with_gaps = keys_of(np.append(column, np.float32(np.nan)), 0)
    assert with_gaps is not None and with_gaps.codes(np.array([np.nan])).tolist() == [MISSING]


def test_of_very_many_names_the_commonest_are_kept() -> None:
    names = RANDOM.choice(2**24, MAX_VALUES + 500, replace=False)
    column = np.concatenate([np.repeat(names, 4), np.repeat(names[:MAX_VALUES], 2)])
    keys = keys_of(column.astype(np.float32), 0)
    assert keys is not None
    assert np.array_equal(keys.values, np.sort(names[:MAX_VALUES]))


def test_models_of_every_view_answer_as_trained(tmp_path: Path) -> None:
    rows = of_shops(MIN_ROWS + 60, 1)
    for place in (3, 700):
        rows[place]["shop"] = ""
    source = write_csv(tmp_path / "t.csv", rows)
    table, profile = typed_table(source, tmp_path)
    assert len(prepare_table(table, profile, config(testSize=0)).training_data.encoder.keys) == 1
    assert parity_of(source, "log_loss", 0.0, kinds=EACH_VIEW) < 1e-5


def test_what_a_name_stands_for_is_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = write_csv(tmp_path / "t.csv", of_shops(2_500, 2))
    steps = {"epochs": 20, "learningRate": 0.3, "timeBudgetSeconds": 60}
    settings = config(modelType="custom", estimator={"name": "xgboost"}, metric="roc_auc", **steps)

    def score(name: str) -> float:
        report = train_file(source, tmp_path / name, settings).report
        assert report.named_numbers == (["shop"] if name == "known.rowcast" else None)
        return report.score.value or 0.0

    lost = 1 - score("known.rowcast")
    monkeypatch.setattr(training_data, "fit_id_columns", lambda *_: ())
    assert lost < 0.6 * (1 - score("cut.rowcast"))
