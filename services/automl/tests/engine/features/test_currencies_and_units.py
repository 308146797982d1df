"""Amounts with a currency or a unit are read the same in training and serving."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rowcast_automl.bundle.archive import read_bundle
from rowcast_automl.contracts.generated import CastStep
from rowcast_automl.features.schema import ServingSchema
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from rowcast_automl.serve.requests.body import read_csv
from tests.engine.tables import write_csv
from tests.engine.training import KEY, config, train_file

SETTINGS = config(timeBudgetSeconds=300, modelType="custom", estimator={"name": "linear"})


def test_a_csv_is_read_as_the_table_was(tmp_path: Path) -> None:
    amounts = [1_000 + 2_500 * place for place in range(60)]
    rows = [
        {"price": f"{('Rs. ', 'INR ')[place % 2]}{amount:,}", "target": "yn"[amount > 70_000]}
        for place, amount in enumerate(amounts)
    ]
    train_file(write_csv(tmp_path / "t.csv", rows), tmp_path / "m.rowcast", SETTINGS)
    _, files = read_bundle(tmp_path / "m.rowcast", KEY.public_key())
    [field] = ServingSchema.from_json(json.loads(files["schema.json"])).fields
    assert (field.kind, field.noise[:2]) == ("number", ("INR", "Rs."))

    model = LoadedModel(tmp_path / "m.rowcast", KEY.public_key())
    text, *_ = read_csv(b'price\n"Rs. 1,000"\n"INR 1,21,000"\n121000\n', model.schema)
    asked = model.pack(text, from_text=True).tensors.numbers[:, 0]
    assert asked.tolist() == [1_000.0, 121_000.0, 121_000.0]
    sent = model.pack([{"price": 1_000}, {"price": 121_000}, {"price": 121_000}]).tensors
    assert np.array_equal(model.run(model.pack(text, from_text=True).tensors), model.run(sent))


def test_a_number_with_a_unit_is_the_number(tmp_path: Path) -> None:
    amounts = [place / 10 - 5 for place in range(240)]
    rows = [
        {"weight": f"{amount:.1f} kg".replace("-", "\N{MINUS SIGN}"), "target": "yn"[amount > 9]}
        for amount in amounts
    ]
    train_file(write_csv(tmp_path / "t.csv", rows), tmp_path / "m.rowcast", SETTINGS)
    model = LoadedModel(tmp_path / "m.rowcast", KEY.public_key())
    plain = model.predict([{"weight": amount} for amount in (-4.5, 3.0, 12.5)])
    assert len({each["probabilities"]["y"] for each in plain.predictions}) > 1
    for form in ("{}", "{} kg", "{}kg"):
        written = [form.format(each) for each in ("\N{MINUS SIGN}4.5", "3.0", "12.5")]
        reported = model.predict([{"weight": text} for text in written])
        assert (reported.predictions, reported.warnings) == (plain.predictions, plain.warnings)
        text, *_ = read_csv("\n".join(["weight", *written, ""]).encode(), model.schema)
        assert model.pack(text, from_text=True).tensors.numbers[:, 0].tolist() == [-4.5, 3.0, 12.5]


def german(cents: int) -> str:
    return f"{cents // 100:,}".replace(",", ".") + f",{cents % 100:02}"


def english(cents: int) -> str:
    return f"{cents // 100:,}.{cents % 100:02}"


@pytest.mark.parametrize("odd", [False, True])
@pytest.mark.parametrize(
    ("write", "sign", "parted"), [(german, "{} €", ";"), (english, "${}", "\t"), (english, "{} USD", ";")]
)
def test_a_sign_on_some_amounts_makes_no_difference_to_an_answer(
    tmp_path: Path, write: Callable[[int], str], sign: str, parted: str, odd: bool
) -> None:
    amounts = [35_094 + 1_337 * place for place in range(240)]
    cells = [
        sign.format(write(each)) if place % 3 == 0 else write(each) for place, each in enumerate(amounts)
    ]
    if odd:
        cells[50] = cells[100] = "auf Anfrage"
    rows = [f"{cell}{parted}{'yn'[each > 180_000]}" for cell, each in zip(cells, amounts, strict=True)]
    source = tmp_path / "flats.csv"
    source.write_text("\n".join([f"price{parted}target", *rows, ""]), encoding="utf-8")
    recipe = [CastStep(op="cast", column="price", to="number")] if odd else []
    train_file(source, tmp_path / "m.rowcast", SETTINGS, recipe=recipe)
    model = LoadedModel(tmp_path / "m.rowcast", KEY.public_key())
    asked = amounts[::7]
    plain = model.predict([{"price": each / 100} for each in asked])
    assert len({each["probabilities"]["y"] for each in plain.predictions}) > 1
    for form in ("{}", sign):
        written = [form.format(write(each)) for each in asked]
        as_json = model.predict([{"price": text} for text in written])
        body = "\n".join(["price" + parted + "x", *(f"{text}{parted}1" for text in written), ""])
        text, *_ = read_csv(body.encode(), model.schema)
        as_csv = model.pack(text, from_text=True).tensors.numbers[:, 0]
        assert as_json.predictions == plain.predictions
        assert not [note for note in as_json.warnings if note.code in ("FIELD_INVALID", "MISSING_VALUE")]
        assert as_csv.tolist() == np.float32([each / 100 for each in asked]).tolist()
