"""Classes are predicted as the file writes them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rowcast_automl.features.target.target import Target, read_target
from tests.engine.training import config, typed_table

TIMES = 12


def target_of(source: Path, **settings: Any) -> Target:
    table, profile = typed_table(source, source.parent)
    return read_target(table, profile, config(**settings))


def write_labels(folder: Path, labels: Sequence[str], separator: str = ",") -> Path:
    rows = [
        f"{place / 7:.3f}".replace(".", ",") + separator + label
        if separator == ";"
        else f"{place}{separator}{label}"
        for place, label in enumerate([*labels] * TIMES)
    ]
    source = folder / "labels.csv"
    source.write_text("\n".join([f"x{separator}target", *rows]) + "\n", encoding="utf-8")
    return source


@pytest.mark.parametrize(
    ("labels", "kind"),
    [
        (["1", "2", "3"], "integer"),
        (["1.5", "2.5", "3.5"], "number"),
        (["1.0", "2.0", "3.0"], "text"),
        (["1.1", "1.10", "1.9", "2.0"], "text"),
        (["1E3", "1000", "2E5"], "text"),
        (["1", "1.0", "2.50", "2.5"], "text"),
        (["1.10", "1.9", "2.0"], "text"),
        (["7", "007", "1e3"], "text"),
        (["1e3", "2e3", "3.5"], "text"),
        (["+1", "+2", "+3"], "text"),
        ([".5", "1.5", "2."], "text"),
        (["$5", "$10", "$20"], "text"),
        (["10%", "20%", "50%"], "text"),
        (["1,000", "2,000", "30,000"], "text"),
        (["1:30", "2:30", "3:30"], "text"),
        (["TRUE", "FALSE"], "text"),
        (["True", "False"], "text"),
        (["true", "false"], "boolean"),
        (["01/31/2024", "02/29/2024", "12/24/2024"], "text"),
        (["2024-01-31", "2024-02-29", "2024-12-24"], "text"),
        ([" yes", "no", "maybe "], "text"),
        (["Yes", "no", "?!"], "text"),
    ],
)
def test_labels_of_a_csv_file_keep_their_spelling(tmp_path: Path, labels: list[str], kind: str) -> None:
    quoted = [f'"{label}"' if "," in label else label for label in labels]
    target = target_of(write_labels(tmp_path, quoted), task="multiclass")
    assert sorted(target.labels) == sorted(labels)
    assert target.label_kind == kind


def test_labels_with_a_decimal_comma_keep_it(tmp_path: Path) -> None:
    target = target_of(write_labels(tmp_path, ["1,5", "2,50", "3,0"], ";"), task="multiclass")
    assert (target.labels, target.label_kind) == (("1,5", "2,50", "3,0"), "text")


def test_a_value_with_two_spellings_has_the_most_frequent_one(tmp_path: Path) -> None:
    target = target_of(write_labels(tmp_path, ["TRUE", "true", "TRUE", "False"]))
    assert target.labels == ("False", "TRUE")


def test_the_positive_class_is_chosen_as_it_is_written(tmp_path: Path) -> None:
    table, profile = typed_table(write_labels(tmp_path, ["1.0", "2.0"]), tmp_path)
    for chosen in ("1.0", "1"):
        target = read_target(table, profile, config(positiveLabel=chosen))
        assert target.labels == ("2.0", "1.0")


def test_the_rows_of_a_large_file_beyond_the_sample_keep_their_spelling(tmp_path: Path) -> None:
    rows = [f"{place},{'x' * 60},{'2.0' if place % 3 else '1.0'}" for place in range(90_000)]
    for place in range(40_010, 40_014):
        rows[place] = f"{place},{'x' * 60},3.0"
    source = tmp_path / "large.csv"
    source.write_text("\n".join(["x,note,target", *rows]) + "\n")
    assert source.stat().st_size > 4 << 20
    assert target_of(source).labels == ("1.0", "2.0", "3.0")


def test_typed_files_keep_the_type_of_labels(tmp_path: Path) -> None:
    source = tmp_path / "labels.parquet"
    labels = pa.array([1.0, 2.0, 3.0, None] * TIMES)
    pq.write_table(pa.table({"x": range(4 * TIMES), "target": labels}), source)
    target = target_of(source)
    assert (target.labels, target.label_kind) == (("1", "2", "3"), "integer")
    records = tmp_path / "records" / "labels.json"
    records.parent.mkdir()
    records.write_text(json.dumps([{"x": place, "target": place % 2 == 0} for place in range(40)]))
    target = target_of(records)
    assert (target.labels, target.label_kind) == (("false", "true"), "boolean")
