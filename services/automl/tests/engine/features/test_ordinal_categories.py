"""Ordinal categories: encoded by their rank, also for values that training lacks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rowcast_automl.features.encoding.category_codes import FIRST, MISSING, UNKNOWN
from rowcast_automl.features.encoding.encoder import fit_dictionary, linear_table, tree_table
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from tests.engine.export.test_parity import EACH_VIEW, parity_of
from tests.engine.tables import write_csv
from tests.engine.training import KEY, config, stopping_after, train_file

LEVELS = ("very low", "low", "medium", "high", "very high")


def graded_rows(rows: int, seed: int, task: str, gaps: float = 0.1) -> list[dict[str, Any]]:
    """Rows whose target rises with `grade`, more steeply at the upper end, and with `size`."""
    random = np.random.default_rng(seed)
    places, size = random.integers(0, len(LEVELS), rows), random.normal(size=rows).round(3)
    signal = places**1.5 / 4 + 0.5 * size + random.normal(0, 0.3, rows)
    missing = random.random(rows) < gaps
    return [
        {
            "grade": "" if missing[row] else LEVELS[places[row]],
            "size": float(size[row]),
            "target": f"{signal[row]:.3f}" if task == "regression" else "yes" if signal[row] > 0.7 else "no",
        }
        for row in range(rows)
    ]


def test_places_of_seen_unseen_unknown_and_missing_values() -> None:
    texts = np.array(["low"] * 3 + ["high"] * 5 + ["very low", ""], dtype=object)
    found = fit_dictionary(texts, LEVELS)
    places = dict(zip(found.values, tree_table(found)[FIRST:, 0].tolist(), strict=True))
    assert places == {level: float(place) for place, level in enumerate(LEVELS)}
    codes = found.codes(np.array(["medium", "never heard of", ""], dtype=object))
    assert tree_table(found)[codes, 0].tolist() == [2.0, 3.0, -1.0]
    assert codes.tolist()[1:] == [UNKNOWN, MISSING]
    table = linear_table(found)
    assert table[found.codes(np.array(LEVELS, dtype=object)), -1].tolist() == [-1.0, -0.5, 0.0, 0.5, 1.0]
    # One column for each seen value, one for missing, one for the place.
    assert table.shape[1] == 3 + 1 + 1


def test_without_an_order_nothing_changes() -> None:
    texts = np.array(["b", "a", "a"], dtype=object)
    found = fit_dictionary(texts)
    assert (found.values, found.ranks) == (("a", "b"), None)
    assert tree_table(found).tolist() == [[0, 0], [0, 0], [1, 0], [0, 1]]


def test_where_no_value_is_kept_a_missing_one_is_unknown() -> None:
    found = fit_dictionary(np.array([f"only once {number}" for number in range(40)], dtype=object))
    assert found.values == ()
    assert found.codes(np.array(["", "only once 3"], dtype=object)).tolist() == [UNKNOWN, UNKNOWN]
    tables = (tree_table(found), linear_table(found))
    assert all(table.shape[0] == FIRST for table in tables)


@pytest.mark.parametrize(("task", "metric"), [("binary", "log_loss"), ("regression", "rmse")])
def test_models_of_every_view_answer_as_trained(tmp_path: Path, task: str, metric: str) -> None:
    source = write_csv(tmp_path / "t.csv", graded_rows(120, 4, task))
    assert parity_of(source, metric, kinds=EACH_VIEW) < 1e-5


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> LoadedModel:
    folder = tmp_path_factory.mktemp("ordered")
    source = write_csv(folder / "t.csv", graded_rows(400, 5, "regression"))
    settings = config(testSize=0, timeBudgetSeconds=300)
    train_file(source, folder / "m.rowcast", settings, *stopping_after(2))
    return LoadedModel(folder / "m.rowcast", KEY.public_key())


def test_a_higher_level_gets_a_higher_answer(model: LoadedModel) -> None:
    for size in (-1.0, 0.0, 1.0):
        found = model.predict([{"grade": level, "size": size} for level in LEVELS])
        answers = [each["prediction"] for each in found.predictions]
        assert answers == sorted(answers)
        assert answers[-1] - answers[0] > 1.0
        assert found.warnings == []


def test_the_field_is_shown_in_its_order(model: LoadedModel) -> None:
    shown = {each["name"]: each for each in model.report["fields"]}["grade"]
    assert (shown["categories"], shown["ordered"]) == (list(LEVELS), True)
    curve = {each["column"]: each for each in model.report["partialDependence"]}["grade"]
    named = [step["category"] for step in curve["steps"] if not step["missing"]]
    assert named == list(LEVELS)


def test_the_nearest_other_answer_is_a_small_step_up(model: LoadedModel) -> None:
    row = {"grade": "low", "size": 0.0}
    before = model.predict([row]).predictions[0]["prediction"]
    goal = {"counterfactual": {"atLeast": before + 0.3, "fixed": ["size"]}}
    (found,) = model.predict([row], options=goal).predictions
    assert found["counterfactual"]["changes"] == [{"field": "grade", "from": "low", "to": "medium"}]
