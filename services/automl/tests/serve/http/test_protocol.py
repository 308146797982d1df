"""The short way speaks HTTP as the rest of the server does, whatever comes over the connection."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from rowcast_automl.serve.pool.model_pool import ModelPool
from tests.bundles.mixed import Trained
from tests.serve.conftest import running
from tests.serve.http.test_predictions import ROW, path

Answer = tuple[int, dict[str, str], bytes]


@asynccontextmanager
async def connected(
    client: httpx.AsyncClient,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", client.base_url.port)
    try:
        yield reader, writer
    finally:
        writer.close()


def request(model: Trained, body: bytes, *lines: str, suffix: str = "") -> bytes:
    head = [f"POST {path(model)}{suffix} HTTP/1.1", "Host: x", f"Content-Length: {len(body)}", *lines]
    return ("\r\n".join(head) + "\r\n\r\n").encode() + body


async def answer_of(reader: asyncio.StreamReader) -> Answer:
    head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)).decode()
    status, *lines = head.strip().split("\r\n")
    headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
    body = await asyncio.wait_for(reader.readexactly(int(headers.get("content-length", 0))), 10)
    return int(status.split()[1]), headers, body


BODY = json.dumps(ROW).encode()


async def test_one_connection_carries_many_kinds_of_requests(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    async with connected(client) as (reader, writer):
        for _ in range(3):
            writer.write(request(binary_model, BODY))
            assert (await answer_of(reader))[0] == 200
            writer.write(b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n")
            assert (await answer_of(reader))[0] == 200
            writer.write(request(binary_model, b"{"))
            assert (await answer_of(reader))[0] == 400


async def test_a_request_in_pieces_is_one_request(client: httpx.AsyncClient, binary_model: Trained) -> None:
    async with connected(client) as (reader, writer):
        whole = request(binary_model, BODY, "X-Request-Id: pieces")
        for at in range(0, len(whole), 37):
            writer.write(whole[at : at + 37])
            await writer.drain()
            await asyncio.sleep(0.001)
        assert (await answer_of(reader))[0] == 200
        chunked = (
            f"POST {path(binary_model)} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
        )
        writer.write(chunked + b"%x\r\n%b\r\n0\r\n\r\n" % (len(BODY), BODY))
        assert (await answer_of(reader))[0] == 200


async def test_pipelined_requests_are_never_served_out_of_turn(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    async with connected(client) as (reader, writer):
        other = json.dumps({"instances": [ROW, ROW]}).encode()
        writer.write(request(binary_model, BODY) + request(binary_model, other))
        status, headers, body = await answer_of(reader)
        assert status == 200 and len(json.loads(body)["predictions"]) == 1
        if headers.get("connection") == "close":
            assert await asyncio.wait_for(reader.read(), 10) == b""
        else:
            assert len(json.loads((await answer_of(reader))[2])["predictions"]) == 2


async def test_the_connection_closes_when_the_client_asks(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    async with connected(client) as (reader, writer):
        writer.write(request(binary_model, BODY, "Connection: close"))
        status, headers, _ = await answer_of(reader)
        assert (status, headers["connection"]) == (200, "close")
        assert await asyncio.wait_for(reader.read(), 10) == b""


async def test_a_client_that_waits_for_leave_gets_it(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    async with connected(client) as (reader, writer):
        head, _ = request(binary_model, BODY, "Expect: 100-continue").split(b"\r\n\r\n")
        writer.write(head + b"\r\n\r\n")
        assert (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)).startswith(b"HTTP/1.1 100")
        writer.write(BODY)
        assert (await answer_of(reader))[0] == 200


async def test_nonsense_is_rejected_and_harms_nobody(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    for nonsense in (b"\x16\x03\x01\x02\x00", b"POST \r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x00" * 100):
        async with connected(client) as (reader, writer):
            writer.write(nonsense)
            writer.write_eof()
            assert (await asyncio.wait_for(reader.read(), 10))[:12] in (b"HTTP/1.1 400", b"")
    assert (await client.post(path(binary_model), json=ROW)).status_code == 200


async def test_clients_that_leave_are_forgotten(client: httpx.AsyncClient, binary_model: Trained) -> None:
    big = json.dumps({"instances": [ROW] * 9_000}).encode()
    for body, sent in ((big, len(big)), (big, 5_000), (BODY, 10), (BODY, len(BODY))):
        async with connected(client) as (_, writer):
            writer.write(request(binary_model, body)[: -len(body)] + body[:sent])
            await writer.drain()
    answer = await client.post(path(binary_model), json=ROW)
    assert answer.status_code == 200 and len(answer.json()["predictions"]) == 1


async def test_large_responses_arrive_whole(client: httpx.AsyncClient, binary_model: Trained) -> None:
    rows = [ROW | {"age": 20 + index % 60} for index in range(10_000)]
    whole = (await client.post(path(binary_model), json={"instances": rows})).json()["predictions"]
    few = (await client.post(path(binary_model), json={"instances": rows[:60]})).json()["predictions"]
    assert len(whole) == 10_000
    for index, prediction in enumerate(few):
        again = whole[index + 60 * 100]["probabilities"]
        assert again == pytest.approx(prediction["probabilities"], abs=1e-5)


async def test_an_idle_connection_is_closed_and_a_used_one_is_kept(
    pool: ModelPool, binary_model: Trained, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rowcast_automl.serve.http.server.KEEP_ALIVE_SECONDS", 1)
    async with running(pool) as address:
        reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(address).port)
        for _ in range(4):
            writer.write(request(binary_model, BODY))
            assert (await answer_of(reader))[0] == 200
            await asyncio.sleep(0.4)
        assert await asyncio.wait_for(reader.read(), 5) == b""
        writer.close()


@pytest.mark.parametrize("lines", [("Accept: text/csv",), ("Accept: application/x-ndjson",)])
async def test_other_forms_of_a_response(
    client: httpx.AsyncClient, binary_model: Trained, lines: tuple[str, ...]
) -> None:
    async with connected(client) as (reader, writer):
        body = json.dumps({"instances": [ROW, {"age": 200, "planet": "Mars"}]}).encode()
        writer.write(request(binary_model, body, *lines))
        status, headers, content = await answer_of(reader)
        records = content.decode().splitlines()
        assert status == 200 and headers["x-rowcast-rows"] == "2"
        if "csv" in lines[0]:
            assert records[0].startswith("prediction,probability_") and len(records) == 3
            assert headers["x-rowcast-warnings"] == "7;missing_field=5;out_of_range=1;unknown_field=1"
        else:
            parsed: list[Any] = [json.loads(record) for record in records]
            assert [each["row"] for each in parsed] == [0, 1] and "warnings" in parsed[1]
