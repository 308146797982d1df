"""Random tables through the whole engine: a named error, or a bundle that predicts the same in every form."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import math
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import httpx
import numpy as np
from hypothesis import HealthCheck, Phase, given, settings

from rowcast_automl.bundle.archive import read_bundle
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.serve.pool.model_pool import ModelPool
from tests.engine.random_tables import Drawn, drawn_tables
from tests.engine.training import KEY, config, stopping_after, train_file
from tests.examples import PROFILE
from tests.serve.conftest import running

# What a table may be refused for; all others are faults of ours.
REFUSALS = {"VALIDATION_FAILED", "HEADER_MISSING", "HEADER_DUPLICATE", "TITLE_ABOVE_HEADER"}
REFUSALS |= {"TOO_FEW_ROWS", "TOO_FEW_COLUMNS"}
REFUSALS |= {"TARGET_ALL_MISSING", "TARGET_ONE_CLASS", "TARGET_UNIQUE", "TARGET_TOO_MANY_CLASSES"}
REFUSALS |= {"TARGET_NOT_NUMERIC", "NO_FEATURES", "TOO_FEW_LABELLED_ROWS"}
Row = dict[str, Any]


def test_random_tables() -> None:
    ends = list[str]()

    # A smaller table that fails is not worth the minutes that looking for one takes.
    @settings(
        max_examples=25 if PROFILE == "nightly" else 10,
        derandomize=True,
        deadline=None,
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(drawn_tables)
    def ends_well(drawn: Drawn) -> None:
        ends.append(end_of(drawn))

    ends_well()
    assert ends.count("published") > len(ends) / 3, ends


def end_of(drawn: Drawn) -> str:
    """Trains and asks what was published; "published", or the refusal's code."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = folder / "table.csv"
        with source.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, quoting=csv.QUOTE_ALL).writerows([drawn.names, *drawn.rows])
        bundle = folder / "model.rowcast"
        try:
            result = train_file(source, bundle, config(**drawn.settings), *stopping_after(drawn.stop_after))
        except RowcastError as error:
            assert error.code in REFUSALS, (error.code, error.message)
            return error.code
        assert result.report.parity.max_delta < 1e-5
        (folder / "bundles").mkdir()
        shutil.copy(bundle, folder / "bundles" / f"{result.bundle_hash}.rowcast")
        asyncio.run(answers_alike(folder, bundle, result.bundle_hash))
    return "published"


async def answers_alike(store: Path, bundle: Path, name: str) -> None:
    """Asks for each row alone, and for all in a batch and as CSV."""
    _, files = read_bundle(bundle, KEY.public_key())
    schema = ServingSchema.from_json(json.loads(files["schema.json"]))
    golden = json.loads(files["golden.json"])
    known = golden["rows"]
    rows = [
        row for row in [*known, *edges(known[0], schema)] if any(cell is not None for cell in row.values())
    ]
    pool = ModelPool(Storage(store.as_uri()), KEY.public_key(), 1 << 30)
    url = f"/bundles/{name}/predict"
    async with running(pool) as address, httpx.AsyncClient(base_url=address, timeout=60) as client:
        batch = predictions(await client.post(url, json={"instances": rows}))
        alone = [predictions(await client.post(url, json={"instances": [row]}))[0] for row in rows]
        body = as_csv(rows, schema)
        text = predictions(await client.post(url, content=body, headers={"content-type": "text/csv"}))
        blank = await client.post(url, json={"instances": [dict.fromkeys(schema.by_name)]})
        nothing = await client.post(url, json={"instances": [{"no such field": None}]})
    assert "ROW_EMPTY" in {each["code"] for each in blank.json()["warnings"]} and len(predictions(blank)) == 1
    assert nothing.status_code == 422, nothing.text
    values = [numbers(each) for each in (batch, alone, text)]
    answers = np.array(golden["answers"]).reshape(len(known), -1)
    first = values[0][: len(known)]
    np.testing.assert_allclose(first, answers[: len(first)], rtol=0, atol=golden["tolerance"])
    for other in values[1:]:
        unit = np.maximum(np.abs(values[0]) * 1e-5, golden["tolerance"])
        far = np.flatnonzero((np.abs(other - values[0]) > unit).any(axis=1))
        assert not len(far), [(rows[row], values[0][row], other[row]) for row in far[:3]]


def predictions(answer: httpx.Response) -> list[dict[str, Any]]:
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["predictions"]
    return found


def numbers(answers: list[dict[str, Any]]) -> np.ndarray[Any, Any]:
    """Probabilities, or the one number, of each."""
    found = [list(each.get("probabilities", {"": each["prediction"]}).values()) for each in answers]
    assert all(isinstance(value, int | float) and math.isfinite(value) for row in found for value in row)
    return np.array(found, float)


def edges(row: Row, schema: ServingSchema) -> Iterable[Row]:
    """The row with each field missing, alone, unseen, and at and beyond its range."""
    for field in schema.fields:
        yield row | {field.name: None}
        yield dict.fromkeys(schema.by_name) | {field.name: field.example}
        for value in edge_cells(field):
            yield row | {field.name: value}


def edge_cells(field: InputField) -> list[Any]:
    if field.kind == "boolean":
        return [True, False]
    if field.kind == "datetime":
        return [
            "1969-12-31T23:59:59",
            "2024-02-29",
            "0001-01-01",
            "9999-12-31",
            "2016-12-31T23:59:59.999999Z",
        ]
    if field.kind == "category":
        return ["never seen", *field.categories[:2], *field.categories[-2:]]
    if field.kind == "text":
        return ["never heard", "good box", "💥", "word " * 3000]
    low, high = field.minimum or 0.0, field.maximum or 0.0
    return [low, high, 0, -1, 1e-45, 0.1, 16_777_217, math.nextafter(high, 4e38), 3.4e38, -3.4e38]


def as_csv(rows: list[Row], schema: ServingSchema) -> bytes:
    """The rows as the table they were learned from wrote its cells."""
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(schema.by_name)
    writer.writerows([written(row.get(each.name), each) for each in schema.fields] for row in rows)
    return stream.getvalue().encode()


def written(cell: Any, field: InputField) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return str(cell).lower()
    return repr(cell).replace(".", field.decimal) if isinstance(cell, int | float) else str(cell)
