"""Files of rows to files of answers."""

from __future__ import annotations

import csv
import gzip
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rowcast_automl.entrypoints.batch.input_file import read_chunks
from rowcast_automl.entrypoints.batch.parquet_rows import parquet_rows
from rowcast_automl.entrypoints.batch.run import Summary, predict_file
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from tests.bundles.mixed import Trained
from tests.engine.tables import write_csv
from tests.engine.training import KEY, config, train_file


def predicted(trained: Trained, source: Path, out: Path, keep_going: bool = False) -> Summary:
    return predict_file(LoadedModel(trained.bundle, KEY.public_key()), source, out, keep_going=keep_going)


def read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def write_parquet(path: Path, rows: list[dict[str, Any]], **options: Any) -> Path:
    """The rows with the types that a program would give them."""
    typed = [
        {
            **{name: cell or None for name, cell in row.items()},
            "age": int(row["age"]) if row["age"] else None,
            "income": float(row["income"]) if row["income"] else float("nan"),
            "member": row["member"] == "true" if row["member"] else None,
            "joined": date.fromisoformat(row["joined"]) if row["joined"] else None,
        }
        for row in rows
    ]
    pq.write_table(pa.Table.from_pylist(typed), path, **options)
    return path


@pytest.mark.parametrize("group", [700, 1_000_000])
def test_parquet_and_csv_give_the_same_responses_in_the_same_order(
    tmp_path: Path, binary_model: Trained, group: int
) -> None:
    rows = binary_model.rows * 17
    text, typed = tmp_path / "a.csv", tmp_path / "a.parquet"
    predicted(binary_model, write_csv(tmp_path / "t.csv", rows), text)
    summary = predicted(
        binary_model, write_parquet(tmp_path / "t.parquet", rows, row_group_size=group), typed
    )
    assert summary.rows == len(rows) == 5_100
    table = pq.read_table(typed)
    assert table.schema.names == ["prediction", "probability_low", "probability_mid"]
    for wanted, found in zip(read(text), table.to_pylist(), strict=True):
        assert found["prediction"] == wanted["prediction"]
        assert found["probability_low"] == pytest.approx(float(wanted["probability_low"]), abs=1e-6)


def test_a_regression_writes_numbers(tmp_path: Path, regression_model: Trained) -> None:
    out = tmp_path / "a.parquet"
    predicted(regression_model, regression_model.source, out)
    table = pq.read_table(out)
    assert table.schema.names == ["prediction"] and table.schema.field(0).type == pa.float64()
    assert table.num_rows == len(regression_model.rows)


def test_gzip_is_asked_for_by_the_name(tmp_path: Path, binary_model: Trained) -> None:
    plain, packed = tmp_path / "a.csv", tmp_path / "a.csv.gz"
    predicted(binary_model, binary_model.source, plain)
    predicted(binary_model, binary_model.source, packed)
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()


def test_kept_going_each_bad_row_has_its_place_and_its_reason(tmp_path: Path, binary_model: Trained) -> None:
    lines = binary_model.source.read_text(encoding="utf-8").splitlines()
    bad = [*lines[:6], "old,1,true,Pune,x,2020-01-01,n,low", *lines[6:9], "only,two", *lines[9:]]
    source, whole, out = tmp_path / "t.csv", tmp_path / "whole.csv", tmp_path / "a.csv"
    source.write_text("\n".join(bad) + "\n", encoding="utf-8")
    predicted(binary_model, binary_model.source, whole)
    summary = predicted(binary_model, source, out, keep_going=True)
    assert (summary.rows, summary.refused) == (len(lines) + 1, 2)
    answers = read(out)
    assert answers[5]["prediction"] == "" and "age must be a number" in answers[5]["problem"]
    assert answers[9]["prediction"] == "" and "Line 11: The row has too few cells" in answers[9]["problem"]
    kept = [{k: v for k, v in row.items() if k != "problem"} for row in answers if not row["problem"]]
    assert kept == read(whole)


def test_more_bad_rows_than_are_listed_at_once_are_all_named(tmp_path: Path, binary_model: Trained) -> None:
    rows = [{**row, "age": "old", "income": "much"} for row in binary_model.rows] * 7
    out = tmp_path / "a.parquet"
    summary = predicted(binary_model, write_csv(tmp_path / "t.csv", rows), out, keep_going=True)
    assert summary.refused == summary.rows == 2_100
    table = pq.read_table(out)
    assert table["prediction"].null_count == 2_100 and table["problem"].null_count == 0


def rejected(trained: Trained, source: Path, out: Path) -> RowcastError:
    with pytest.raises(RowcastError) as caught:
        predicted(trained, source, out)
    assert list(out.parent.glob(f"*{out.name}*")) == []
    return caught.value


def test_a_bad_row_far_down_is_named_and_no_file_is_left(tmp_path: Path, binary_model: Trained) -> None:
    rows = binary_model.rows * 10
    text = write_csv(tmp_path / "t.csv", [*rows, {**rows[0], "age": "old"}])
    error = rejected(binary_model, text, tmp_path / "a.csv")
    assert (error.code, error.fields[0].field, error.fields[0].line) == ("ROW_INVALID", "age", 3_002)
    table = pa.Table.from_pylist([*({"age": "30"} for _ in rows), {"age": "old"}])
    pq.write_table(table, tmp_path / "t.parquet")
    error = rejected(binary_model, tmp_path / "t.parquet", tmp_path / "a.parquet")
    assert (error.fields[0].row, error.fields[0].line) == (3_000, None)


def test_a_cell_without_an_end_is_rejected_before_it_fills_the_memory(
    tmp_path: Path, binary_model: Trained
) -> None:
    source = tmp_path / "t.csv"
    header = ",".join(binary_model.rows[0])
    source.write_text(header + '\n"' + "x,y\n" * 1_500_000)
    assert rejected(binary_model, source, tmp_path / "a.csv").code in ("ROW_INVALID", "QUOTE_UNCLOSED")


def test_a_file_that_can_be_uploaded_can_be_predicted(tmp_path: Path, binary_model: Trained) -> None:
    plain, odd = tmp_path / "plain.csv", tmp_path / "odd.csv"
    source = tmp_path / "t.csv"
    rows = [{**row, "city": row["city"] or "Pune"} for row in binary_model.rows]
    text = write_csv(source, rows).read_text(encoding="utf-8")
    predicted(binary_model, source, plain)
    source.write_text("Members of the club\n\n" + text, encoding="utf-8")
    predicted(binary_model, source, odd)
    assert read(odd) == read(plain)
    with source.open("w", newline="", encoding="utf-8") as stream:
        stream.write(", ".join(rows[0]) + "\n")
        for row in rows:
            quoted = ['"{}"'.format(str(cell).replace('"', '""')) for cell in row.values()]
            stream.write(", ".join(quoted) + "\n")
    predicted(binary_model, source, odd)
    assert read(odd) == read(plain)


@pytest.mark.parametrize("damage", ["cut", "changed", "only_magic"])
def test_damaged_parquet_is_rejected(tmp_path: Path, binary_model: Trained, damage: str) -> None:
    source = write_parquet(tmp_path / "t.parquet", binary_model.rows)
    content = source.read_bytes()
    source.write_bytes(
        {"cut": content[:-100], "changed": content[:40] + bytes(400) + content[440:], "only_magic": b"PAR1"}[
            damage
        ]
    )
    assert rejected(binary_model, source, tmp_path / "a.csv").code == "FILE_NOT_A_TABLE"


def test_cells_of_parquet_come_as_json_has_them(tmp_path: Path) -> None:
    table = pa.table(
        {
            "a.b": pa.array([Decimal("1.50"), None], pa.decimal128(5, 2)),
            "at": pa.array([1_500_000_000_123_456_789, None], pa.timestamp("ns", "UTC")),
            "share": pa.array([float("nan"), 0.25], pa.float32()),
            "kind": pa.array(["x", None]).dictionary_encode(),
            "big": pa.array([2**63, 1], pa.uint64()),
            "home": pa.array([{"city": "Graz", "rooms": [1, 2]}, None]),
            "tags": pa.array([[("k", Decimal("1.5"))], None], pa.map_(pa.string(), pa.decimal128(3, 1))),
        }
    )
    pq.write_table(table, tmp_path / "t.parquet")
    assert list(parquet_rows(tmp_path / "t.parquet", lambda _: 1)) == [
        {
            "a.b": 1.5,
            "at": "2017-07-14T02:40:00.123456+00:00",
            "share": None,
            "kind": "x",
            "big": 2**63,
            "home.city": "Graz",
            "home.rooms": "[1,2]",
            "tags": '{"k":1.5}',
        },
        {"a.b": None, "at": None, "share": 0.25, "kind": None, "big": 1}
        | {"home.city": None, "home.rooms": None, "tags": None},
    ]


def test_a_model_trained_on_parquet_knows_every_cell_of_it(tmp_path: Path) -> None:
    random = np.random.default_rng(5)
    rows = 240
    code = random.integers(1, 5, rows).astype(float)
    table = pa.table(
        {
            "code": pa.array([None if each == 4 else each for each in code], pa.float64()),
            "grade": pa.array(random.choice(["a", "b", "NA", None], rows), pa.string()),
            "price": pa.array([Decimal(int(each)) / 100 for each in random.integers(1, 9_999, rows)]),
            "flag": pa.array(random.random(rows) < 0.5),
            "kind": pa.array(random.choice([b"ab", b"\xff\xfe"], rows), pa.binary(2)),
            "at": pa.array(1_600_000_000_000_000 + random.integers(0, 10**13, rows), pa.timestamp("us")),
            "count": pa.array(random.integers(0, 50, rows), pa.int32()),
            "target": pa.array(np.where(code + random.normal(0, 0.5, rows) > 2.5, "yes", "no")),
        }
    )
    source, bundle = tmp_path / "t.parquet", tmp_path / "m.rowcast"
    pq.write_table(table, source)
    train_file(
        source, bundle, config(timeBudgetSeconds=300, modelType="custom", estimator={"name": "linear"})
    )
    model = LoadedModel(bundle, KEY.public_key())
    summary = predict_file(model, source, tmp_path / "a.parquet", keep_going=False)
    assert summary.rows == rows and not summary.warnings


def test_a_quote_that_takes_in_rows_below_is_reported_and_not_served(
    tmp_path: Path, binary_model: Trained
) -> None:
    source, out = tmp_path / "t.csv", tmp_path / "a.csv"
    source.write_text('age,city\n30,Pune\n31,"Delhi\n32,Pune\n33,Pune\n')
    error = rejected(binary_model, source, out)
    assert error.code == "QUOTE_UNCLOSED" and error.fields[0].line == 3
    source.write_text('age,city\n30,Pune\n31,"Delhi\n32,"Pune"\n33,Pune\n')
    assert "Line 4: Unexpected text after a closing quote" in rejected(binary_model, source, out).message
    summary = predicted(binary_model, source, out, keep_going=True)
    assert (summary.rows, summary.refused) == (3, 1)
    assert [bool(each["problem"]) for each in read(out)] == [False, True, False]


def test_parquet_of_other_programs_is_read_as_it_is_when_uploaded(tmp_path: Path) -> None:
    table = pa.table(
        {
            " age ": pa.array([1], pa.int64()),
            "": pa.array([b"Graz"], pa.binary()),
            "key": pa.array([Decimal(2**70 + 1)], pa.decimal128(38, 0)),
            "lasted": pa.array([90_000_000], pa.duration("us")),
        }
    )
    pq.write_table(table, tmp_path / "t.parquet")
    (row,) = parquet_rows(tmp_path / "t.parquet", lambda _: 10)
    assert row == {"age": 1, "column_2": "Graz", "key": 2**70 + 1, "lasted": 90_000_000}


def test_times_that_no_calendar_has_are_reported(tmp_path: Path) -> None:
    table = pa.table({"at": pa.array([2**62], pa.timestamp("us")), "age": pa.array([1])})
    pq.write_table(table, tmp_path / "t.parquet")
    with pytest.raises(RowcastError) as caught:
        list(parquet_rows(tmp_path / "t.parquet", lambda _: 10))
    assert caught.value.code == "ROW_INVALID" and "year 9999" in caught.value.message


def test_rows_of_long_texts_are_read_a_few_at_a_time(tmp_path: Path) -> None:
    source = tmp_path / "t.csv"
    source.write_text("a,b\n" + f"1,{'x' * (3 << 20)}\n" * 20)
    assert max(len(chunk.rows) for chunk in read_chunks(source, tmp_path)) < 10
