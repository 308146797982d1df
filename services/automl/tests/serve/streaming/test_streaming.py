"""Batches of any length, answered while they arrive."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import socket
import subprocess
import sys
import time
import tracemalloc
from codecs import BOM_UTF8
from collections.abc import AsyncIterator
from typing import Any

import httpx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowcast_automl.serve.streaming.line_splitter import CsvRecordSplitter, LineSplitter
from tests.bundles.mixed import Trained
from tests.serve.http.test_predictions import ROW, as_csv, numbers, path

NDJSON = {"content-type": "application/x-ndjson"}
ROWS: list[dict[str, Any]] = [ROW | {"age": 18 + index % 70} for index in range(1_000)]


def lines_of(rows: list[Any]) -> bytes:
    return b"\n".join(json.dumps(row).encode() for row in rows)


async def in_pieces(content: bytes, size: int) -> AsyncIterator[bytes]:
    for at in range(0, len(content), size):
        yield content[at : at + size]


async def wanted(client: httpx.AsyncClient, model: Trained, rows: list[Any]) -> np.ndarray[Any, Any]:
    return numbers((await client.post(path(model), json={"instances": rows})).json()["predictions"])


def cut(lines: LineSplitter, content: bytes, size: int) -> list[bytes]:
    pieces = [content[at : at + size] for at in range(0, len(content), size)]
    return [line for piece in [*pieces, b""] for line in lines.feed(piece, last=not piece)]


@given(st.lists(st.text('ab,"\n\r', max_size=12)), st.booleans(), st.integers(1, 9))
def test_lines_are_the_same_however_they_arrive(texts: list[str], marked: bool, size: int) -> None:
    content = "\n".join(texts).encode()
    *whole, rest = content.split(b"\n")
    plain = [*whole, rest] if rest else whole
    sent = BOM_UTF8 + content if marked else content
    assert cut(LineSplitter(), sent, size) == [line.removesuffix(b"\r") for line in plain]
    records = cut(CsvRecordSplitter(), sent, size)
    assert records == cut(CsvRecordSplitter(), content, 1 << 20)
    rows = csv.reader(io.StringIO(content.decode(), newline=""))
    assert [row for record in records for row in csv.reader([record.decode()]) if row] == [
        *filter(None, rows)
    ]


@given(st.text('a;, "\n', max_size=30), st.booleans(), st.integers(1, 9))
def test_cells_are_quoted_as_their_separator_says(text: str, padded: bool, size: int) -> None:
    lines = CsvRecordSplitter()
    lines.set_separators(";", padded=padded)
    dialect = {"delimiter": ";", "skipinitialspace": padded}
    rows = csv.reader(io.StringIO(text, newline=""), **dialect)  # type: ignore[arg-type]
    found = [
        row
        for record in cut(lines, text.encode(), size)
        for row in csv.reader([record.decode()], **dialect)  # type: ignore[arg-type]
    ]
    assert [*filter(None, found)] == [*filter(None, rows)]


@pytest.mark.parametrize(
    "content", [b'age\n"' + b"\n" * (200 << 10), b"age\n" + b'x,y\n"\n",z\n' * (40 << 10)]
)
async def test_others_are_served_while_a_stream_is_hard_to_read(
    client: httpx.AsyncClient, binary_model: Trained, content: bytes
) -> None:
    def send() -> None:
        with socket.create_connection(("127.0.0.1", client.base_url.port or 0), 30) as connection:
            head = f"POST {path(binary_model, 'stream')} HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\n"
            connection.sendall(f"{head}Connection: close\r\n".encode())
            connection.sendall(f"Content-Length: {len(content)}\r\n\r\n".encode() + content)
            while connection.recv(1 << 16):
                pass

    assert (await client.post(path(binary_model), json=ROW)).status_code == 200
    sent = asyncio.create_task(asyncio.to_thread(send))
    started, longest = time.monotonic(), 0.0
    while not sent.done():
        requested = time.monotonic()
        assert (await asyncio.wait_for(client.get("/health/live"), 10)).status_code == 200
        longest = max(longest, time.monotonic() - requested)
        await asyncio.sleep(0.02)
    await asyncio.wait_for(sent, 30)
    # Held up until the stream is read, one answer would take nearly all of the time.
    assert longest < 1 + (time.monotonic() - started) / 2


@pytest.mark.parametrize("size", [7, 1_000, 1 << 20])
async def test_one_object_a_line(client: httpx.AsyncClient, binary_model: Trained, size: int) -> None:
    rows = ROWS if size > 7 else ROWS[:100]
    content = in_pieces(lines_of(rows), size)
    answer = await client.post(path(binary_model, "stream"), content=content, headers=NDJSON)
    found = [json.loads(line) for line in answer.text.splitlines()]
    assert answer.status_code == 200 and [each["row"] for each in found] == list(range(len(rows)))
    np.testing.assert_allclose(numbers(found), await wanted(client, binary_model, rows), atol=1e-5)


async def test_csv_in_and_out(client: httpx.AsyncClient, binary_model: Trained) -> None:
    rows = [*ROWS[:300], ROW | {"city": 'Bombay "old"'}, ROW | {"city": "São,\nPaulo"}, ROW | {"age": None}]
    headers = {"content-type": "text/csv", "accept": "text/csv"}
    for verb in ("stream", "predict"):
        content = in_pieces(as_csv(rows), 111)
        answer = await client.post(path(binary_model, verb), content=content, headers=headers)
        assert answer.headers.get("x-rowcast-warnings") == (
            "1;unseen_category=1" if verb == "predict" else None
        )
        header, *records = csv.reader(io.StringIO(answer.text))
        assert header[:3] == ["prediction", "probability_low", "probability_mid"]
        found = np.array([record[1:3] for record in records], float)
        np.testing.assert_allclose(found, await wanted(client, binary_model, rows), atol=1e-5)


async def test_a_bad_row_has_its_error_and_the_others_their_responses(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    rows = [*ROWS[:3], ROW | {"age": "old", "joined": "soon"}, *ROWS[3:400]]
    content = lines_of(rows) + b'\n{"age":\n[1]\n\n' + lines_of(ROWS[:1])
    answer = await client.post(path(binary_model, "stream"), content=content, headers=NDJSON)
    found = [json.loads(line) for line in answer.text.splitlines()]
    assert len(found) == len(rows) + 3
    bad = {each["row"]: each for each in found if "error" in each}
    assert {row: each["error"]["code"] for row, each in bad.items()} == {
        3: "ROW_INVALID",
        401: "BODY_NOT_JSON",
        402: "INSTANCES_INVALID",
    }
    assert {each["field"] for each in bad[3]["fields"]} == {"age", "joined"}
    assert bad[3]["message"].startswith("Row 3 (counted from 0): ")
    text = b"age,city\n30,Pune\n1\nold,Pune\n31,Pune\n"
    headers = {"content-type": "text/csv", "accept": "text/csv"}
    answer = await client.post(path(binary_model, "stream"), content=text, headers=headers)
    _, *records = csv.reader(io.StringIO(answer.text))
    assert [bool(record[0]) for record in records] == [True, False, False, True]
    assert "cells" in records[1][-1] and records[2][-1].startswith("Row 2 (counted from 0): age")


async def test_every_row_has_its_warnings(client: httpx.AsyncClient, binary_model: Trained) -> None:
    unknown = {f"more {index}": index for index in range(6)}
    sent = lines_of([row | unknown for row in ROWS[:400]])
    answer = await client.post(path(binary_model, "stream"), content=sent, headers=NDJSON)
    found = [json.loads(line) for line in answer.content.splitlines()]
    assert [len(each["warnings"]) for each in found] == [len(unknown)] * 400


async def test_responses_come_before_the_last_row_is_sent(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", client.base_url.port, limit=1 << 20)

    def send(content: bytes) -> None:
        writer.write(b"%x\r\n%b\r\n" % (len(content), content))

    head = f"POST {path(binary_model, 'stream')} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
    writer.write(f"{head}Content-Type: {NDJSON['content-type']}\r\n\r\n".encode())
    send(lines_of(ROWS) + b"\n")
    assert await asyncio.wait_for(reader.readuntil(b'"row":199,'), 20)
    assert await asyncio.wait_for(reader.readuntil(b'"row":999,'), 20)
    send(lines_of(ROWS[:1]) + b"\n")
    assert await asyncio.wait_for(reader.readuntil(b'"row":1000,'), 20)
    send(lines_of(ROWS[:1]))
    send(b"")
    assert await asyncio.wait_for(reader.readuntil(b'"row":1001,'), 20)
    writer.close()


async def test_the_memory_of_a_stream_does_not_grow_with_its_rows(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    # Each takes 4 MB once it was read.
    nested = b'{"x":[' + b"[]," * 60_000 + b"[]]}\n"
    content = in_pieces(nested * 20, 1 << 20)
    tracemalloc.start()
    answer = await client.post(path(binary_model, "stream"), content=content, headers=NDJSON)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(answer.text.splitlines()) == 20
    assert most < 60 << 20


async def test_what_cannot_be_a_stream_is_rejected(client: httpx.AsyncClient, binary_model: Trained) -> None:
    url = path(binary_model, "stream")
    plain = await client.post(url, content=b"{}", headers={"content-type": "application/json"})
    assert (plain.status_code, plain.json()["error"]["code"]) == (422, "INSTANCES_INVALID")
    endless = await client.post(url, content=b"x" * (2 << 20), headers=NDJSON)
    assert json.loads(endless.text.splitlines()[-1])["error"]["code"] == "BODY_TOO_LARGE"
    csv_in = {"content-type": "text/csv"}
    for quoted in (b'age\n"' + b"x\n" * (1 << 20), b'age\n"' + b"x" * (2 << 20), b'"' + b"\n" * (2 << 20)):
        endless = await client.post(url, content=in_pieces(quoted, 60_000), headers=csv_in)
        assert json.loads(endless.text.splitlines()[-1])["error"]["code"] == "BODY_TOO_LARGE"


@pytest.mark.parametrize(
    ("content", "code"), [(b"", "BODY_EMPTY"), (b"\n\r\n", "BODY_EMPTY"), (b" , \n", "INSTANCES_INVALID")]
)
async def test_a_stream_without_a_header_says_what_to_send(
    client: httpx.AsyncClient, binary_model: Trained, content: bytes, code: str
) -> None:
    requested = {"content-type": "text/csv", "accept": "application/x-ndjson"}
    answer = await client.post(path(binary_model, "stream"), content=content, headers=requested)
    [reported] = map(json.loads, answer.text.splitlines())
    assert reported["error"]["code"] == code
    assert "header line" in reported["message"]


def test_long_cells_are_read_before_any_other_csv() -> None:
    check = (
        "from rowcast_automl.features.schema import InputField, ServingSchema\n"
        "from rowcast_automl.serve.streaming.streamed_rows import CsvParser\n"
        "schema = ServingSchema('regression', 'y', (), 'number', (InputField('a', 'text', 0),))\n"
        "text = b'a\\n' + b'x' * 200_000 + b'\\n'\n"
        "print([len(row['a']) for row in CsvParser(schema).feed(text)])"
    )
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[200000]"
