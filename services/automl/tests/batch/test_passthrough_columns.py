"""Columns of the rows that are copied beside their answers."""

from __future__ import annotations

import csv
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rowcast_automl.entrypoints.batch.passthrough_columns import fitting
from rowcast_automl.entrypoints.batch.run import predict_file
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from tests.bundles.mixed import Trained
from tests.engine.tables import write_csv
from tests.engine.training import KEY


def kept(trained: Trained, source: Path, out: Path, *names: str, keep_going: bool = False) -> Path:
    model = LoadedModel(trained.bundle, KEY.public_key())
    predict_file(model, source, out, keep_going=keep_going, kept=names)
    return out


def test_keys_stand_before_the_responses_as_they_were_written(tmp_path: Path, binary_model: Trained) -> None:
    rows = [{"key": f"00{row}", **cells} for row, cells in enumerate(binary_model.rows[:30])]
    rows[3]["key"] = ""
    source = write_csv(tmp_path / "t.csv", rows)
    out = kept(binary_model, source, tmp_path / "a.csv", "key", "city")
    with out.open(newline="", encoding="utf-8") as stream:
        found = list(csv.DictReader(stream))
    assert list(found[0]) == ["key", "city", "prediction", "probability_low", "probability_mid"]
    assert [each["key"] for each in found] == [each["key"] for each in rows]
    assert [each["city"] for each in found] == [each["city"] for each in rows]


def test_a_parquet_key_keeps_its_type(tmp_path: Path, binary_model: Trained) -> None:
    source = tmp_path / "t.parquet"
    cells = [{"key": 2**53 + row, "day": None, "city": "Pune"} for row in range(12)]
    pq.write_table(pa.Table.from_pylist(cells), source)
    table = pq.read_table(kept(binary_model, source, tmp_path / "a.parquet", "key", "city"))
    assert table.schema.names[:3] == ["key", "city", "prediction"]
    assert table.schema.field("key").type == pa.int64()
    assert table.column("key").to_pylist() == [each["key"] for each in cells]


def test_a_number_that_is_a_category_keeps_its_type() -> None:
    assert fitting("1.5", pa.float64()) == fitting(1.5, pa.float64()) == 1.5
    assert (fitting(1.5, pa.string()), fitting(None, pa.string())) == ("1.5", None)


def test_a_rejected_row_keeps_its_key(tmp_path: Path, binary_model: Trained) -> None:
    source = tmp_path / "t.csv"
    source.write_text("key,age\na,30\nb,old\nc,30,7\nd,31\n")
    out = kept(binary_model, source, tmp_path / "a.csv", "key", keep_going=True)
    with out.open(newline="", encoding="utf-8") as stream:
        found = list(csv.DictReader(stream))
    assert [each["key"] for each in found] == ["a", "b", "", "d"]
    assert [bool(each["problem"]) for each in found] == [False, True, True, False]


@pytest.mark.parametrize(
    ("name", "code", "says"),
    [
        ("Key", "COLUMN_NOT_FOUND", 'Did you mean "key"?'),
        ("prediction", "VALIDATION_FAILED", 'a column "prediction" of their own'),
    ],
)
def test_a_column_that_cannot_be_kept_is_named(
    tmp_path: Path, binary_model: Trained, name: str, code: str, says: str
) -> None:
    source, out = tmp_path / "t.csv", tmp_path / "a.csv"
    source.write_text("key,prediction,age\na,1,30\n")
    with pytest.raises(RowcastError) as rejected:
        kept(binary_model, source, out, name)
    assert rejected.value.code == code and says in rejected.value.message
    assert rejected.value.fields[0].field == "keep"
    assert not out.exists()
