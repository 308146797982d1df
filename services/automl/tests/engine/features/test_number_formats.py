"""Times, durations and abbreviated amounts are read the same in JSON, CSV and files."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from rowcast_automl.entrypoints.batch.run import predict_file
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from rowcast_automl.serve.requests.body import read_csv
from tests.engine.tables import write_csv
from tests.engine.training import KEY, config, train_file


def spoken(minutes: int) -> str:
    return f"{minutes // 60}h {minutes % 60}m"


def clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def short(number: int) -> str:
    return f"{number / 1_000_000:.5f}M" if number > 1_000_000 else f"{number / 1_000:.2f}k"


@pytest.mark.parametrize(
    ("name", "write", "numbers"),
    [
        ("runtime", spoken, [35 + 3 * place for place in range(240)]),
        ("start", clock, [5 * place for place in range(240)]),
        ("budget", short, [10_000 + 12_340 * place for place in range(240)]),
    ],
)
def test_a_cell_is_read_in_every_call_as_in_the_table(
    tmp_path: Path, name: str, write: Callable[[int], str], numbers: list[int]
) -> None:
    middle = numbers[120]
    rows = [{name: write(each), "target": "yn"[each > middle]} for each in numbers]
    settings = config(timeBudgetSeconds=300, modelType="custom", estimator={"name": "linear"})
    train_file(write_csv(tmp_path / "t.csv", rows), tmp_path / "m.rowcast", settings)
    model = LoadedModel(tmp_path / "m.rowcast", KEY.public_key())
    asked = numbers[3::17]
    plain = model.predict([{name: each} for each in asked])
    assert len({each["prediction"] for each in plain.predictions}) == 2
    as_json = model.predict([{name: write(each)} for each in asked])
    assert as_json.predictions == plain.predictions
    text, *_ = read_csv("\n".join([name, *map(write, asked), ""]).encode(), model.schema)
    as_csv = model.pack(text, from_text=True).tensors.numbers[:, 0]
    assert as_csv.tolist() == pytest.approx(asked, rel=1e-3)
    source = write_csv(tmp_path / "sent.csv", [{name: write(each), "other": 1} for each in asked])
    predict_file(model, source, tmp_path / "answers.csv", keep_going=False)
    with (tmp_path / "answers.csv").open(newline="") as stream:
        answers = [line["prediction"] for line in csv.DictReader(stream)]
    assert answers == [each["prediction"] for each in plain.predictions]
