"""Reading lines costs what the lines cost that are read, whatever comes behind them."""

from __future__ import annotations

import tracemalloc

import pytest

from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.serve.requests.ndjson_rows import read_ndjson
from rowcast_automl.serve.requests.row_errors import UnreadableRows

SCHEMA = ServingSchema(
    task="binary",
    target="target",
    labels=("no", "yes"),
    label_kind="text",
    fields=(InputField("age", "number", 0),),
)


def rejected(body: bytes) -> UnreadableRows:
    with pytest.raises(UnreadableRows) as caught:
        read_ndjson(body, SCHEMA)
    return caught.value


def test_nothing_is_done_with_what_stands_behind_the_last_line_that_is_read() -> None:
    body = b'{"age": 4}\n{\n' * 100 + b"\n" * 2_000_000
    tracemalloc.start()
    try:
        reported = rejected(body).fields
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [each.line for each in reported] == [*range(2, 202, 2)]
    assert peak < 1_000_000


def test_blank_lines_of_every_kind_count_as_lines() -> None:
    reported = rejected(b'\n \t\r\n\x0b\n  {"age": 4}\r\n\r\n  {\n\x0c7\n\n[]').fields
    assert [(each.row, each.line) for each in reported] == [(1, 6), (2, 7), (3, 9)]
