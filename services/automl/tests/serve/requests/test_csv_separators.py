"""CSV bodies parted by other signs than commas are answered as the same rows are, and in kind."""

from __future__ import annotations

import csv
import io
from typing import Any

import httpx
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rowcast_automl.contracts.generated import CSV_SEPARATORS
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.serve.requests.body import read_body
from rowcast_automl.serve.streaming.streamed_rows import CsvParser
from tests.bundles.mixed import Trained
from tests.serve.http.test_predictions import ROW, numbers, path
from tests.serve.streaming.test_streaming import ROWS, in_pieces

CSV = {"content-type": "text/csv"}
NAMES = ("age", "price; net", "a,b", "pipe|d", "tab\tbed", "break\nline", 'quo"ted')
SCHEMA = ServingSchema(
    "regression", "y", (), "number", tuple(InputField(each, "number", 0) for each in NAMES)
)


@pytest.fixture
def client(shared_client: httpx.AsyncClient) -> httpx.AsyncClient:
    return shared_client


def parted(rows: list[dict[str, Any]], separator: str) -> bytes:
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(rows[0]), delimiter=separator)
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue().encode()


# One name taken apart is the target's.
@example("\t", ["age", "x;y"])
@given(
    st.sampled_from(CSV_SEPARATORS),
    st.lists(st.sampled_from([*NAMES, "other", "x;y", "u,v"]), min_size=2, max_size=9, unique=True),
)
def test_the_header_reports_the_separator(separator: str, names: list[str]) -> None:
    row = {name: f"{index},5" for index, name in enumerate(names)}
    if {*names}.isdisjoint(NAMES):
        return
    rows, *_, found = read_body(parted([row], separator), "text/csv; charset=utf-8", SCHEMA)
    assert [*rows[0]] == names
    assert found == separator


def test_blanks_after_every_separator_belong_to_no_cell() -> None:
    body = b'age, "x; y", tab\n1, "2, 3",  4\n'
    rows, *_ = read_body(body, "text/csv", SCHEMA)
    assert rows == [{"age": "1", "x; y": "2, 3", "tab": "4"}]
    assert [*CsvParser(SCHEMA).feed(body, last=True)] == rows
    rows, *_ = read_body(b"age,a\n 1, x\n", "text/csv", SCHEMA)
    assert rows == [{"age": " 1", "a": " x"}]


@pytest.mark.parametrize("separator", CSV_SEPARATORS)
async def test_every_separator_gives_the_same_responses(
    client: httpx.AsyncClient, binary_model: Trained, separator: str
) -> None:
    rows = ROWS[:250]
    expected = numbers(
        (await client.post(path(binary_model), json={"instances": rows})).json()["predictions"]
    )
    body = parted(rows, separator)
    reported = await client.post(path(binary_model), content=body, headers=CSV)
    assert (numbers(reported.json()["predictions"]) == expected).all()
    for verb, size in (("predict", 1 << 20), ("stream", 111)):
        headers = CSV | {"accept": "text/csv"}
        answer = await client.post(path(binary_model, verb), content=in_pieces(body, size), headers=headers)
        header, *records = csv.reader(io.StringIO(answer.text), delimiter=separator)
        assert header[0] == "prediction"
        assert all(len(each) == len(header) for each in records)
        found = np.array([each[1:3] for each in records], float)
        assert (found == expected).all()


@pytest.mark.parametrize("separator", CSV_SEPARATORS)
async def test_a_decimal_comma_stands_where_it_can_be_nothing_else(
    client: httpx.AsyncClient, binary_model: Trained, separator: str
) -> None:
    plain = numbers((await client.post(path(binary_model), json=ROW)).json()["predictions"])
    for cell, known in {"30000,5": True, " 30000,50 ": True, "30,000": False, "3,0,5": False}.items():
        for verb in ("predict", "stream"):
            answer = await client.post(
                path(binary_model, verb), content=parted([ROW | {"income": cell}], separator), headers=CSV
            )
            first = answer.json()["predictions"][0] if "predictions" in answer.json() else answer.json()
            if known and separator in ";\t":
                assert (numbers([first]) == plain).all()
            else:
                assert [each["field"] for each in answer.json()["fields"]] == ["income"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"age;city\n1\n", "ROW_INVALID"),
        (b"age;city\nold;Pune\n", "ROW_INVALID"),
        (b'age;city\n1;"Pune\n', "INSTANCES_INVALID"),
        (b"age;age\n1;2\n", "INSTANCES_INVALID"),
        (b"age;city\n", "INSTANCES_INVALID"),
        (b";;\n1;2;3\n", "INSTANCES_INVALID"),
    ],
)
async def test_bad_input_keeps_its_errors(
    client: httpx.AsyncClient, binary_model: Trained, body: bytes, code: str
) -> None:
    answer = await client.post(path(binary_model), content=body, headers=CSV)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)
    streamed = await client.post(path(binary_model, "stream"), content=body, headers=CSV)
    assert streamed.status_code == 200
