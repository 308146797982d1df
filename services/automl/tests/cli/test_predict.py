"""Predictions for a file, as a person or a script asks for them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import duckdb
import pytest

from tests.bundles.mixed import Trained
from tests.cli.program import call
from tests.engine.tables import write_csv
from tests.serve.conftest import PUBLIC


def test_a_regression_gives_one_column(tmp_path: Path, regression_model: Trained) -> None:
    out = tmp_path / "p.csv"
    done = call(
        "predict",
        regression_model.bundle,
        regression_model.source,
        "--out",
        out,
        data=tmp_path,
        public=PUBLIC,
    )
    assert done.returncode == 0, done.stderr
    lines = out.read_text().splitlines()
    assert lines[0] == "prediction" and len(lines) == 1 + len(regression_model.rows)
    float(lines[1])


def test_predictions_keep_the_order_over_many_chunks(tmp_path: Path, regression_model: Trained) -> None:
    rows = regression_model.rows[:50] * 100
    source, out = write_csv(tmp_path / "many.csv", rows), tmp_path / "p.csv"
    done = call("predict", regression_model.bundle, source, "--out", out, data=tmp_path, public=PUBLIC)
    assert done.returncode == 0, done.stderr
    values = [float(line) for line in out.read_text().splitlines()[1:]]
    assert len(values) == 5_000
    assert values == pytest.approx(values[:50] * 100)


def test_a_file_is_read_as_the_training_table_was(tmp_path: Path) -> None:
    lines = ["Datum;Preis;Aktiv;Klasse"]
    for row in range(120):
        day = f"{row % 28 + 1:02}/{row % 11 + 1:02}/2020" if row > 20 else f"{row % 12 + 1:02}/02/2020"
        price = f"{1_000 + row * 37:,}".replace(",", ".") + ",50 €"
        lines.append(f"{day};{price};{'NA' if row % 9 == 0 else 'TRUE'};{'JN'[row * 37 % 1000 > 480]}")
    source, bundle, out = tmp_path / "t.csv", tmp_path / "m", tmp_path / "p.csv"
    source.write_text("\n".join(lines) + "\n", encoding="cp1252")
    options = ("--time-budget", "60", "--estimator", "random_forest", "--param", "nEstimators=10")
    trained = call("train", source, "--target", "Klasse", *options, "--out", bundle, "--json", data=tmp_path)
    assert trained.returncode == 0, trained.stderr
    kinds = {field["name"]: field["kind"] for field in json.loads(trained.stdout)["report"]["fields"]}
    assert kinds["Datum"] == "datetime" and kinds["Preis"] == "number"
    predicted = call("predict", bundle, source, "--out", out, "--json", data=tmp_path)
    assert predicted.returncode == 0, predicted.stderr
    assert json.loads(predicted.stdout) == {"rows": 120, "out": str(out), "warnings": {}}


@pytest.mark.parametrize(
    ("content", "code", "says"),
    [
        ("age,city\n30,Pune\nold,Pune\n", "ROW_INVALID", "age line 3"),
        ("age,city\n30,Pune,7\n", "ROW_INVALID", "Line 2: The row has too many cells"),
        ("", "FILE_EMPTY", "empty"),
    ],
)
def test_bad_rows_are_named_and_nothing_is_written(
    tmp_path: Path, binary_model: Trained, content: str, code: str, says: str
) -> None:
    source, out = tmp_path / "bad.csv", tmp_path / "p.csv"
    source.write_text(content)
    done = call("predict", binary_model.bundle, source, "--out", out, "--json", data=tmp_path, public=PUBLIC)
    assert done.returncode == 6
    assert code in done.stderr and says in done.stderr and "Traceback" not in done.stderr
    assert json.loads(done.stdout)["error"]["code"] == code
    assert not out.exists()


def predicted(tmp_path: Path, model: Trained, *options: str) -> list[dict[str, str]]:
    out, source = tmp_path / "p.csv", write_csv(tmp_path / "few.csv", model.rows[:20])
    done = call("predict", model.bundle, source, "--out", out, *options, data=tmp_path, public=PUBLIC)
    assert done.returncode == 0, done.stderr
    with out.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_predictions_with_intervals_and_contributions(tmp_path: Path, regression_model: Trained) -> None:
    rows = predicted(tmp_path, regression_model, "--interval", "0.9", "--explain")
    assert len(rows) == 20
    for row in rows:
        values = {name: float(cell) for name, cell in row.items()}
        assert values["low"] < values["prediction"] < values["high"]
        parts = sum(value for name, value in values.items() if name.startswith("c_"))
        assert values["base"] + parts == pytest.approx(values["prediction"], abs=1e-6)


def test_predictions_by_costs(tmp_path: Path, binary_model: Trained) -> None:
    first, second = binary_model.result.report.labels
    costs = tmp_path / "costs.json"
    costs.write_text(json.dumps({second: {first: 9}}))
    rows = predicted(tmp_path, binary_model, "--costs", str(costs), "--interval", "0.8")
    for row in rows:
        assert (row["prediction"] == second) == (float(row[f"probability_{second}"]) > 0.1)
        assert row["prediction"] in (first, second) and json.loads(row["set"])


def test_options_that_do_not_fit_write_nothing(tmp_path: Path, regression_model: Trained) -> None:
    out = tmp_path / "p.csv"
    arguments = ("predict", regression_model.bundle, regression_model.source, "--out", out)
    done = call(*arguments, "--threshold", "0.5", data=tmp_path, public=PUBLIC)
    assert done.returncode == 6 and "OPTIONS_INVALID" in done.stderr and not out.exists()
    assert done.stderr.endswith("\n  - --threshold\n")


def test_misspelled_columns_and_values_come_with_a_suggestion(tmp_path: Path, binary_model: Trained) -> None:
    rows = [
        {"Agee" if name == "age" else name: value for name, value in row.items()}
        for row in binary_model.rows[:30]
    ]
    known = rows[4]["city"] = next(row["city"] for row in binary_model.rows if row["city"])
    rows[3]["city"] = known.upper()
    source, out = write_csv(tmp_path / "few.csv", rows), tmp_path / "p.csv"
    arguments = ("predict", binary_model.bundle, source, "--out", out)
    done = call(*arguments, data=tmp_path, public=PUBLIC)
    assert done.returncode == 0, done.stderr
    assert 'UNKNOWN_FIELD Agee (30 rows)\n  "Agee": Did you mean "age"?\n' in done.stderr
    assert f'UNSEEN_CATEGORY city (1 rows)\n  "{known.upper()}": Did you mean "{known}"?\n' in done.stderr
    reported = json.loads(call(*arguments, "--json", data=tmp_path, public=PUBLIC).stdout)
    assert reported["meant"] == {
        "UNKNOWN_FIELD Agee": {"Agee": "age"},
        "UNSEEN_CATEGORY city": {known.upper(): known},
    }


def test_a_bad_row_of_a_parquet_file_is_counted_from_0(tmp_path: Path, binary_model: Trained) -> None:
    rows = [*binary_model.rows[:2], binary_model.rows[2] | {"age": "old"}]
    source, table = tmp_path / "rows.parquet", write_csv(tmp_path / "rows.csv", rows)
    duckdb.sql(f"copy (from read_csv('{table}', all_varchar = true)) to '{source}'")
    arguments = ("predict", binary_model.bundle, source, "--out", tmp_path / "p.csv", "--json")
    done = call(*arguments, data=tmp_path, public=PUBLIC)
    assert json.loads(done.stdout)["message"].startswith("Row 2 (counted from 0): age must be a number")


def test_the_class_that_matters_is_chosen_and_keys_are_kept(tmp_path: Path) -> None:
    cells = [
        {"key": f"k{row}", "x": row % 20, "target": "ja" if row % 20 > 12 else "nein"} for row in range(160)
    ]
    source, bundle, out = write_csv(tmp_path / "t.csv", cells), tmp_path / "m", tmp_path / "p.csv"
    options = ("--target", "target", "--metric", "f1", "--estimator", "linear", "--time-budget", "60")
    wrong = call("train", source, *options, "--positive", "yes", "--out", bundle, data=tmp_path)
    assert wrong.returncode == 6 and not bundle.exists()
    assert "POSITIVE_LABEL_NOT_FOUND" in wrong.stderr and '"ja", "nein"' in wrong.stderr
    assert "--positive" in wrong.stderr and "Warning" not in wrong.stderr
    trained = call("train", source, *options, "--positive", "nein", "--out", bundle, data=tmp_path)
    assert trained.returncode == 0, trained.stderr
    assert 'The positive class is "nein": Chosen by you.' in trained.stderr
    assert "F1 of nein:" in trained.stderr and "Warning" not in trained.stderr
    requested = ("predict", bundle, source, "--out", out, "--keep", "key")
    assert call(*requested, data=tmp_path).returncode == 0
    with out.open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert list(lines[0]) == ["key", "prediction", "probability_ja", "probability_nein"]
    assert [line["key"] for line in lines] == [each["key"] for each in cells]
    missing = call(*requested, "--keep", "kee", data=tmp_path)
    assert missing.returncode == 6 and 'Did you mean "key"?' in missing.stderr and "--keep" in missing.stderr


def test_rows_that_are_rejected_for_the_same_are_reported_once(
    tmp_path: Path, regression_model: Trained
) -> None:
    def rejected(text: str) -> list[str]:
        source = tmp_path / "rows.csv"
        source.write_text(text)
        rows = (source, "--out", tmp_path / "p.csv")
        done = call("predict", regression_model.bundle, *rows, data=tmp_path, public=PUBLIC)
        assert done.returncode == 6
        return done.stderr.splitlines()

    foreign = rejected("other,column\n" + "1,2\n" * 7)
    assert len(foreign) == 2 and foreign[1].startswith("  - line 2, line 3, line 4, line 5, line 6, …: ")
    short = rejected("other,column\n1,2\n1\n")
    assert "line 3" in short[0].lower() and short[1:] == []
