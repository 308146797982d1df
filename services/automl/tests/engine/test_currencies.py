"""Amounts with their currency in letters are served as they were learned from."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from rowcast_automl.bundle.archive import read_bundle
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.serve.body import read_csv
from rowcast_automl.serve.model import LoadedModel
from tests.engine.tables import write_csv
from tests.engine.training import KEY, config, train_file


def test_a_csv_is_read_as_the_table_was(tmp_path: Path) -> None:
    amounts = [1_000 + 2_500 * place for place in range(60)]
    rows = [
        {"price": f"{('Rs. ', 'INR ')[place % 2]}{amount:,}", "target": "yn"[amount > 70_000]}
        for place, amount in enumerate(amounts)
    ]
    settings = config(timeBudgetSeconds=300, modelType="xgboost", epochs=5, learningRate=0.3)
    train_file(write_csv(tmp_path / "t.csv", rows), tmp_path / "m.rowcast", settings)
    _, files = read_bundle(tmp_path / "m.rowcast", KEY.public_key())
    [field] = ServingSchema.from_json(json.loads(files["schema.json"])).fields
    assert (field.kind, field.noise[:2]) == ("number", ("INR", "Rs."))

    model = LoadedModel(tmp_path / "m.rowcast", KEY.public_key())
    text, *_ = read_csv(b'price\n"Rs. 1,000"\n"INR 1,21,000"\n121000\n', model.schema)
    asked = model.pack(text, from_text=True).tensors.numbers[:, 0]
    assert asked.tolist() == [1_000.0, 121_000.0, 121_000.0]
    sent = model.pack([{"price": 1_000}, {"price": 121_000}, {"price": 121_000}]).tensors
    assert np.array_equal(model.run(model.pack(text, from_text=True).tensors), model.run(sent))
