"""Bodies with nothing in them, or with rows that cannot be read among others that can."""

from __future__ import annotations

import json

import httpx
import pytest

from tests.bundles.mixed import Trained
from tests.serve.http.test_predictions import AGE_OLD, ROW, path

NO_OBJECT = 'The row is not an object. Send each row as {"age": …, "income": …}.'


@pytest.fixture
def client(shared_client: httpx.AsyncClient) -> httpx.AsyncClient:
    return shared_client


@pytest.mark.parametrize(
    ("lines", "status", "code", "message", "problems"),
    [
        (
            ['{"age": 4}', "", '{"age": }', '{"age": "old"}', "7", '{"age": 1e400}'],
            *(400, "BODY_NOT_JSON", "Line 3 is not valid JSON: column 9. (3 more under fields)"),
            [
                (1, 3, "", "Line 3 is not valid JSON: column 9."),
                (2, 4, "age", AGE_OLD),
                (3, 5, "instances", NO_OBJECT),
                (4, 6, "", "Line 6 holds a number beyond 1.8e+308: column 9."),
            ],
        ),
        (
            ["", '{"age": "old"}', "\t", "{", '{"age": "old"}'],
            *(400, "BODY_NOT_JSON", f"Line 2: {AGE_OLD} (2 more under fields)"),
            [
                (0, 2, "age", AGE_OLD),
                (1, 4, "", "Line 4 is not valid JSON: column 2."),
                (2, 5, "age", AGE_OLD),
            ],
        ),
        (
            ['{"age": "old"}', "[]"],
            *(422, "INSTANCES_INVALID", f"Line 1: {AGE_OLD} (1 more under fields)"),
            [(0, 1, "age", AGE_OLD), (1, 2, "instances", NO_OBJECT)],
        ),
    ],
)
async def test_all_that_is_wrong_with_lines_is_named_at_once_in_their_order(
    client: httpx.AsyncClient,
    binary_model: Trained,
    lines: list[str],
    status: int,
    code: str,
    message: str,
    problems: list[tuple[int, int, str, str]],
) -> None:
    headers = {"content-type": "application/x-ndjson"}
    # Past the size that is read at once, it is read in a thread.
    for sent in ("\n".join(lines), "\n".join(lines) + " " * 60_000):
        rejected = await client.post(path(binary_model), content=sent, headers=headers)
        answer = rejected.json()
        assert (rejected.status_code, answer["error"]["code"], answer["message"]) == (status, code, message)
        reported = [(each["row"], each["line"], each["field"], each["message"]) for each in answer["fields"]]
        assert reported == problems


async def test_the_policy_of_a_request_holds_for_the_rows_beside_a_bad_line(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    headers = {"content-type": "application/x-ndjson", "x-rowcast-policy": "strict"}
    lines = json.dumps(ROW | {"city": "Atlantis"}) + "\n{"
    rejected = await client.post(path(binary_model), content=lines, headers=headers)
    assert [each.get("code") for each in rejected.json()["fields"]] == ["UNSEEN_CATEGORY", None]


async def test_a_hundred_unreadable_lines_are_named(client: httpx.AsyncClient, binary_model: Trained) -> None:
    headers = {"content-type": "application/x-ndjson"}
    many = await client.post(path(binary_model), content="{\n" * 200, headers=headers)
    assert len(many.json()["fields"]) == 100


OTHER = f"{NO_OBJECT} (2 more under fields)"


@pytest.mark.parametrize(
    ("instances", "message", "problems"),
    [
        (
            [ROW, 7, {"age": "old"}, ROW, [ROW]],
            f"Row 1 (counted from 0): {OTHER}",
            [(1, "instances", NO_OBJECT), (2, "age", AGE_OLD), (4, "instances", NO_OBJECT)],
        ),
        (
            [{"age": "old"}, None],
            f"Row 0: {AGE_OLD} (1 more under fields)",
            [(0, "age", AGE_OLD), (1, "instances", NO_OBJECT)],
        ),
    ],
)
async def test_a_row_that_is_no_object_hides_nothing_of_the_others(
    client: httpx.AsyncClient,
    binary_model: Trained,
    instances: list[object],
    message: str,
    problems: list[tuple[int, str, str]],
) -> None:
    body = json.dumps({"instances": instances})
    # Past the size that is read at once, it is read in a thread.
    for sent in (body, body + " " * 60_000):
        rejected = await client.post(path(binary_model), content=sent)
        answer = rejected.json()
        assert (rejected.status_code, answer["error"]["code"]) == (422, "INSTANCES_INVALID")
        assert answer["message"] == message
        reported = [(each["row"], each["field"], each["message"]) for each in answer["fields"]]
        assert reported == problems
        assert not any("line" in each for each in answer["fields"])


async def test_rows_behind_a_hundred_that_are_no_objects_keep_their_places(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    rejected = await client.post(path(binary_model), json={"instances": [*[1] * 150, ROW, {"age": "old"}]})
    reported = [(each["row"], each["field"]) for each in rejected.json()["fields"]]
    assert reported == [*((row, "instances") for row in range(100)), (151, "age")]


async def test_a_line_with_a_cell_missing_hides_nothing_of_the_others(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    headers = {"content-type": "text/csv"}
    lines = ["age,city", "1", "", "old,Pune", "4,Pune", "4,Pune,5"]
    body = "\n".join(lines)
    for sent in (body, body + "\n" * 60_000):
        rejected = await client.post(path(binary_model), content=sent, headers=headers)
        answer = rejected.json()
        assert (rejected.status_code, answer["error"]["code"]) == (422, "ROW_INVALID")
        few = "The row has too few cells: 1 instead of 2."
        assert answer["message"] == f"Line 2: {few} (2 more under fields)"
        assert [(each["row"], each["line"], each["message"]) for each in answer["fields"]] == [
            (0, 2, few),
            (1, 4, AGE_OLD),
            (3, 6, "The row has too many cells: 3 instead of 2."),
        ]
        assert [(each["code"], each["parts"]) for each in answer["fields"] if each["line"] != 4] == [
            ("ROW_NARROW", {"cells": 1, "width": 2}),
            ("ROW_WIDE", {"cells": 3, "width": 2}),
        ]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            b'{"age": NaN}',
            "The request body is not valid JSON, which has no NaN (send null): line 1, column 9.",
        ),
        (
            b'[{"age":\n-Infinity}]',
            "The request body is not valid JSON, which has no -Infinity (send null): line 2, column 2.",
        ),
        (b'{"age": never}', "The request body is not valid JSON: line 1, column 9."),
        (
            b"[" * 2000,
            "The request body is nested deeper than the 1024 levels that are read: line 1, column 1026.",
        ),
        (b'{"age": "\xff"}', "The request body is not encoded as UTF-8, as JSON is."),
    ],
    ids=["NaN", "infinity", "a word", "deep", "no UTF-8"],
)
async def test_why_a_body_is_no_json_is_reported(
    client: httpx.AsyncClient, binary_model: Trained, body: bytes, message: str
) -> None:
    rejected = await client.post(path(binary_model), content=body)
    assert (rejected.status_code, rejected.json()["message"]) == (400, message)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("age,city\n", "The CSV body has no row below its header."),
        ("age, age\n1,2\n", 'Two columns of the CSV body have the same name: "age".'),
    ],
)
async def test_csv_without_rows_or_with_two_columns_of_a_name_is_rejected_in_a_stream_too(
    client: httpx.AsyncClient, binary_model: Trained, body: str, message: str
) -> None:
    headers = {"content-type": "text/csv"}
    rejected = await client.post(path(binary_model), content=body, headers=headers)
    assert (rejected.status_code, rejected.json()["message"]) == (422, message)
    streamed = await client.post(path(binary_model, "stream"), content=body, headers=headers)
    last = json.loads(streamed.text.splitlines()[-1])
    assert (last["error"]["code"], last["message"]) == ("INSTANCES_INVALID", message)


@pytest.mark.parametrize("route", ["predict", "stream"])
async def test_blank_lines_above_the_header_are_passed_over(
    client: httpx.AsyncClient, binary_model: Trained, route: str
) -> None:
    headers = {"content-type": "text/csv", "accept": "text/csv"}
    plain, padded = [
        await client.post(path(binary_model, route), content=above + "age;city\n30;Pune\n", headers=headers)
        for above in ("", "\r\n\n")
    ]
    assert (padded.status_code, padded.text) == (200, plain.text)


async def test_what_stands_above_an_open_quote_is_named_with_it(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    headers = {"content-type": "text/csv"}
    body = 'age,city\nold,Pune\n4,"Pune\n'
    rejected = await client.post(path(binary_model), content=body, headers=headers)
    answer = rejected.json()
    assert answer["error"]["code"] == "INSTANCES_INVALID"
    assert [(each["row"], each["line"], each["field"]) for each in answer["fields"]] == [
        (0, 2, "age"),
        (1, 3, ""),
    ]


EMPTY = "The request body is empty. Send "


@pytest.mark.parametrize("body", ["", " \r\n\t", "\ufeff", "\ufeff\n"])
@pytest.mark.parametrize(
    ("content_type", "form"),
    [
        ("application/json", '{"instances": [{"age": …, "income": …}]}.'),
        ("text/csv", "a header line with the names of the fields (age, income …) and a line for each row."),
        ("application/x-ndjson", 'one JSON object a line, such as {"age": …, "income": …}.'),
    ],
)
async def test_an_empty_body_is_called_empty(
    client: httpx.AsyncClient, binary_model: Trained, body: str, content_type: str, form: str
) -> None:
    headers = {"content-type": content_type}
    rejected = await client.post(path(binary_model), content=body.encode(), headers=headers)
    answer = rejected.json()
    assert (rejected.status_code, answer["error"]["code"]) == (400, "BODY_EMPTY")
    assert answer["message"] == EMPTY + form


async def test_an_empty_body_of_tensors_is_called_empty(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    url = f"/v2/models/{binary_model.result.bundle_hash}/infer"
    rejected = await client.post(url, content=b"")
    answer = rejected.json()
    assert (rejected.status_code, answer["code"]) == (400, "BODY_EMPTY")
    assert answer["error"].startswith(EMPTY + '{"inputs": [{"name": …, "shape": [1], "datatype": …')


@pytest.mark.parametrize(
    ("body", "code", "line"),
    [
        ('age,city\n1,Pune\n\n2,"Pune\n3,Delhi\n', "QUOTE_OPENS", 4),
        ('age,city\n1,Pune\n2,"Pune"x\n', "ROW_AFTER_QUOTE", 3),
    ],
)
async def test_what_is_the_matter_with_quotes_is_reported(
    client: httpx.AsyncClient, binary_model: Trained, body: str, code: str, line: int
) -> None:
    headers = {"content-type": "text/csv"}
    rejected = await client.post(path(binary_model), content=body, headers=headers)
    (problem,) = rejected.json()["fields"]
    assert (rejected.status_code, problem["code"], problem["line"]) == (422, code, line)
    streamed = await client.post(path(binary_model, "stream"), content=body, headers=headers)
    assert [each["code"] for each in json.loads(streamed.text.splitlines()[-1])["fields"]] == [code]


async def test_csv_without_a_header_is_reported_to_begin_with_one(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    headers = {"content-type": "text/csv"}
    rejected = await client.post(path(binary_model), content="44,Pune\n45,Delhi\n", headers=headers)
    assert rejected.status_code == 422
    assert "names none of the model's fields: 44 … Begin with a header line" in rejected.json()["message"]
