"""Targets that cannot be learned are refused by name; the others get the right task."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rowcast_automl.features.target.target import Target, read_target
from rowcast_automl.platform.errors import RowcastError
from tests.engine.tables import write_csv
from tests.engine.training import config, train_file, typed_table

ROWS = 40


def target_of(folder: Path, values: list[Any], **settings: Any) -> Target:
    rows = [{"x": index % 7 + 0.5, "target": value} for index, value in enumerate(values)]
    table, profile = typed_table(write_csv(folder / "t.csv", rows), folder)
    return read_target(table, profile, config(**settings))


@pytest.mark.parametrize(
    ("values", "settings", "code"),
    [
        ([1, 2] * 20, {"target": "nope"}, "TARGET_NOT_FOUND"),
        ([""] * ROWS, {}, "TARGET_ALL_MISSING"),
        (["same"] * ROWS, {}, "TARGET_ONE_CLASS"),
        ([f"row {index}" for index in range(ROWS)], {}, "TARGET_UNIQUE"),
        (["a", "b"] * 4 + [""] * 32, {}, "TOO_FEW_LABELLED_ROWS"),
        (["a"] * (ROWS - 1) + ["b"], {}, "TOO_FEW_LABELLED_ROWS"),
        (["a", "b"] * 20, {"task": "regression"}, "TARGET_NOT_NUMERIC"),
        ([f"c{index}" for index in range(150)] * 2, {}, "TARGET_TOO_MANY_CLASSES"),
        (["a", "b", "c", "d"] * 10, {"task": "binary"}, "TARGET_TOO_MANY_CLASSES"),
    ],
)
def test_refused_by_name(tmp_path: Path, values: list[Any], settings: dict[str, Any], code: str) -> None:
    with pytest.raises(RowcastError) as refused:
        target_of(tmp_path, values, **settings)
    assert refused.value.code == code
    assert refused.value.fields[0].field == "targetColumn"


@pytest.mark.parametrize(
    ("rest", "code", "reported"),
    [
        (
            [],
            "TOO_FEW_LABELLED_ROWS",
            "0 numbers that can be learned from; 40 others are too large",
        ),
        ([0.5, 1.5, 2.5], "TOO_FEW_LABELLED_ROWS", "3 numbers that can be learned from; 40 others"),
        ([0.5] * 30, "TARGET_ONE_CLASS", 'only the value "0.5"; 40 others are too large'),
    ],
)
def test_numbers_too_large_leave_enough_or_are_named(
    tmp_path: Path, rest: list[float], code: str, reported: str
) -> None:
    huge = [f"{'-' * (row % 2)}{row + 1}.5e39" for row in range(ROWS)]
    with pytest.raises(RowcastError) as refused:
        target_of(tmp_path, [*huge, *rest])
    assert refused.value.code == code and reported in refused.value.message
    assert refused.value.fields[0].field == "targetColumn"


def test_numbers_too_large_count_as_missing(tmp_path: Path) -> None:
    target = target_of(tmp_path, ["1e39", "-2.5e300", *(0.5 + row for row in range(12))])
    assert (len(target.values), target.missing) == (12, 2)


@pytest.mark.parametrize(
    ("values", "task", "labels", "why"),
    [
        ([0, 1] * 20, "binary", ("0", "1"), "TWO_VALUES"),
        (["True", "False"] * 20, "binary", ("False", "True"), "TWO_VALUES"),
        ([10, 9, 2] * 20, "multiclass", ("2", "9", "10"), "WHOLE_NUMBERS"),
        (["b", "a", "c"] * 20, "multiclass", ("a", "b", "c"), "TEXT_VALUES"),
        (list(range(ROWS)), "regression", (), "NUMBERS"),
        ([0.5, 1.25, 3.75, 8.5] * 10, "regression", (), "RECURRING_NUMBERS"),
    ],
)
def test_the_task_is_inferred(
    tmp_path: Path, values: list[Any], task: str, labels: tuple[str, ...], why: str
) -> None:
    target = target_of(tmp_path, values)
    assert (target.task, target.labels) == (task, labels)
    assert [each.code for each in target.why] == [why]


@pytest.mark.parametrize(
    ("values", "task", "labels"),
    [
        (["0.0", "1.0", "2.0", ""], "multiclass", ("0.0", "1.0", "2.0")),
        (["0.0", "1.0", "2.0", "2.5"], "regression", ()),
        (["1.0", "0.0"], "binary", ("0.0", "1.0")),
        ([*map(float, range(11))], "regression", ()),
    ],
)
def test_whole_numbers_with_a_decimal_point_are_classes_too(
    tmp_path: Path, values: list[Any], task: str, labels: tuple[str, ...]
) -> None:
    target = target_of(tmp_path, values * 10)
    assert (target.task, target.labels) == (task, labels)


def test_rows_without_a_target_are_counted(tmp_path: Path) -> None:
    target = target_of(tmp_path, ["a", "b", "", "a"] * 10)
    assert target.missing == 10 and len(target.values) == 30


@pytest.mark.parametrize(
    ("values", "task"),
    [([3, 5, 9], "multiclass"), ([0, 1], "binary"), ([0.5 + row for row in range(20)], "regression")],
)
def test_rows_with_an_infinite_target_are_left_out(tmp_path: Path, values: list[Any], task: str) -> None:
    target = target_of(tmp_path, [*values * 10, "inf", "-inf", "∞"])
    assert (target.task, target.missing) == (task, 3)
    assert target.labels == (tuple(map(str, values)) if task != "regression" else ())


def test_nothing_to_learn_from(tmp_path: Path) -> None:
    rows = [{"id": f"id-{index}", "same": "x", "blank": "", "target": "ab"[index % 2]} for index in range(60)]
    source = write_csv(tmp_path / "t.csv", rows)
    with pytest.raises(RowcastError) as refused:
        train_file(source, tmp_path / "m.rowcast", config())
    assert refused.value.code == "NO_FEATURES"
    message = refused.value.message
    assert "id: It is an identifier" in message and "same: It has the same value in every row." in message
    assert "blank: All values are missing." in message and "Choose another target" in message


@pytest.mark.parametrize(
    ("settings", "field"), [({"modelType": "custom"}, "modelType"), ({"metric": "rmse"}, "metric")]
)
def test_settings_that_do_not_fit(tmp_path: Path, settings: dict[str, Any], field: str) -> None:
    rows = [{"x": index % 7 + 0.5, "target": "ab"[index % 2]} for index in range(ROWS)]
    source = write_csv(tmp_path / "t.csv", rows)
    with pytest.raises(RowcastError) as refused:
        train_file(source, tmp_path / "m.rowcast", config(**settings))
    assert (refused.value.code, refused.value.fields[0].field) == ("VALIDATION_FAILED", field)


@pytest.mark.parametrize(
    ("values", "labels", "kind"),
    [
        (["0.0", "1.0", "2.0", ""], ("0.0", "1.0", "2.0"), "text"),
        (["0.5", "1.5", "0.5", ""], ("0.5", "1.5"), "number"),
        (["0.0", "0.0", "-0.0", "1.0", "2.0"], ("0.0", "1.0", "2.0"), "text"),
        (["2024-03-01", "2024-01-31", "", "2024-12-24"], ("2024-01-31", "2024-03-01", "2024-12-24"), "text"),
        (
            ["2024-03-01 09:30:00", "2024-03-01 00:00:00", "2024-03-01 09:30:00.5", ""],
            ("2024-03-01 00:00:00", "2024-03-01 09:30:00", "2024-03-01 09:30:00.5"),
            "text",
        ),
    ],
)
def test_classes_are_answered_as_they_are_named(
    tmp_path: Path, values: list[str], labels: tuple[str, ...], kind: str
) -> None:
    found = target_of(tmp_path, values * 10, task="auto" if len(labels) > 2 else "binary")
    assert (found.labels, found.label_kind) == (labels, kind)
