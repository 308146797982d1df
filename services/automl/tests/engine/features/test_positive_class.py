"""The positive class: chosen, recognised by its word, the rarer one, or the second in order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rowcast_automl.features.target.target import Target, read_target
from rowcast_automl.lint.run import lint_table
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from tests.engine.tables import write_csv
from tests.engine.training import KEY, config, train_file, typed_table

FOREST: dict[str, Any] = {"modelType": "custom", "estimator": {"name": "random_forest", "nEstimators": 30}}


def rows_of(one: str, other: str, ones: int, others: int) -> list[dict[str, Any]]:
    """Rows whose `x` is high where the target is `one`; `y` says nothing."""
    rows = [{"x": 10 + row % 7 / 3, "y": row % 5, "target": one} for row in range(ones)]
    return [*rows, *({"x": row % 7 / 3, "y": row % 5, "target": other} for row in range(others))]


def target_of(folder: Path, *classes: Any, **settings: Any) -> Target:
    table, profile = typed_table(write_csv(folder / "t.csv", rows_of(*classes)), folder)
    return read_target(table, profile, config(**settings))


@pytest.mark.parametrize(
    ("one", "other", "ones", "others", "positive", "why"),
    [
        ("yes", "no", 30, 10, "yes", "WORD"),
        ("Ja", "Nein", 30, 10, "Ja", "WORD"),
        ("oui", "non", 30, 10, "oui", "WORD"),
        ("Sí", "No", 30, 10, "Sí", "WORD"),
        ("si", "no", 10, 30, "si", "WORD"),
        ("J", "N", 30, 10, "J", "WORD"),
        ("O", "N", 30, 10, "O", "WORD"),
        ("y", "n", 30, 10, "y", "WORD"),
        ("positiv", "negativ", 30, 10, "positiv", "WORD"),
        ("True", "False", 30, 10, "True", "WORD"),
        ("T", "F", 30, 10, "T", "WORD"),
        ("1", "0", 30, 10, "1", "WORD"),
        ("-1", "1", 10, 30, "1", "WORD"),
        ("1", "2", 10, 30, "1", "RARER"),
        ("active", "churned", 10, 30, "active", "RARER"),
        ("active", "churned", 30, 10, "churned", "RARER"),
        ("bad", "good", 12, 28, "bad", "RARER"),
        ("bad", "good", 17, 23, "good", "SECOND"),
        ("fail", "pass", 10, 30, "fail", "RARER"),
        ("yes", "perhaps", 20, 20, "yes", "SECOND"),
        ("m", "f", 20, 20, "m", "SECOND"),
    ],
)
def test_the_class_that_matters_comes_second(
    tmp_path: Path, one: str, other: str, ones: int, others: int, positive: str, why: str
) -> None:
    found = target_of(tmp_path, one, other, ones, others)
    negative = other if positive == one else one
    assert found.labels == (negative, positive)
    assert found.positive is not None and found.positive.code == f"POSITIVE_{why}"
    assert found.values.sum() == (ones if positive == one else others)


@pytest.mark.parametrize(
    ("classes", "asked", "positive"),
    [
        (("yes", "no", 20, 20), "no", "no"),
        (("True", "False", 20, 20), "false", "False"),
        (("1", "0", 20, 20), "0", "0"),
        (("1.5", "2.5", 20, 20), "1.50", "1.5"),
        (("bad", "good", 20, 20), "bad", "bad"),
    ],
)
def test_a_chosen_class_goes_before_everything(
    tmp_path: Path, classes: tuple[str, str, int, int], asked: str, positive: str
) -> None:
    found = target_of(tmp_path, *classes, task="binary", positiveLabel=asked)
    assert found.labels[1] == positive
    assert found.positive is not None and found.positive.code == "POSITIVE_CHOSEN"


@pytest.mark.parametrize(
    ("values", "settings", "says"),
    [
        (["ja", "nein"] * 20, {"positiveLabel": "yes"}, '"ja", "nein". Choose one of them, or none.'),
        (["ja", "nein"] * 20, {"positiveLabel": "Ja"}, '"ja", "nein"'),
        (["a", "b", "c", "d"] * 10, {"positiveLabel": "a"}, "it is for two classes"),
        ([1, 2] * 20, {"positiveLabel": "1", "task": "regression"}, "one of two classes"),
    ],
)
def test_a_class_that_is_none_is_named(
    tmp_path: Path, values: list[Any], settings: dict[str, Any], says: str
) -> None:
    rows = [{"x": row % 7, "target": value} for row, value in enumerate(values)]
    table, profile = typed_table(write_csv(tmp_path / "t.csv", rows), tmp_path)
    with pytest.raises(RowcastError) as refused:
        read_target(table, profile, config(**settings))
    assert refused.value.code == "POSITIVE_LABEL_NOT_FOUND"
    assert refused.value.fields[0].field == "positiveLabel"
    assert says in refused.value.message


@pytest.mark.parametrize("asked", [None, "nein"])
def test_scores_curves_and_answers_are_of_the_positive_class(tmp_path: Path, asked: str | None) -> None:
    rows = rows_of("ja", "nein", 40, 120)
    settings = config(metric="f1", **FOREST, **({"positiveLabel": asked} if asked else {}))
    bundle = tmp_path / "m"
    report = train_file(write_csv(tmp_path / "t.csv", rows), bundle, settings).report
    positive = asked or "ja"
    assert report.labels[1] == positive
    assert report.positive is not None and report.positive.label == positive
    assert report.rebuild is not None and report.rebuild.config.get("positiveLabel") == asked
    assert (report.score.metric, report.score.label, report.baseline.label) == ("f1", positive, positive)
    assert all(each.label is None for each in report.other_scores)
    found = report.classification
    assert found is not None and found.thresholds is not None and found.curves is not None
    assert found.thresholds.positive == found.curves[0].label == positive
    assert found.labels == report.labels
    model = LoadedModel(bundle, KEY.public_key())
    high, low = model.predict([{"x": 11.0, "y": 1}, {"x": 0.5, "y": 1}]).predictions
    assert (high["prediction"], low["prediction"]) == ("ja", "nein")
    assert high["probabilities"]["ja"] > 0.8 > 0.2 > low["probabilities"]["ja"]
    assert list(high["probabilities"]) == report.labels
    (strict,) = model.predict([{"x": 11.0, "y": 1}], options={"threshold": 1.0}).predictions
    assert strict["prediction"] == ("nein" if positive == "ja" and high["probabilities"]["ja"] < 1 else "ja")


@pytest.mark.parametrize(
    ("classes", "positive"),
    [(("ja", "nein", 30, 10), "ja"), (("True", "False", 10, 30), "True"), (("bad", "good", 10, 30), "bad")],
)
def test_what_would_be_taken_is_known_before(
    tmp_path: Path, classes: tuple[str, str, int, int], positive: str
) -> None:
    table, profile = typed_table(write_csv(tmp_path / "t.csv", rows_of(*classes)), tmp_path)
    report = lint_table(table, profile, "target", 1, tmp_path)
    assert report.positive == positive
    assert json.loads(report.model_dump_json())["positive"] == positive
    assert lint_table(table, profile, "x", 1, tmp_path).positive is None
