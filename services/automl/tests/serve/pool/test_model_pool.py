"""Which models are in memory, and which bundles are refused."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from rowcast_automl.bundle.archive import read_bundle, write_bundle
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.process.memory_limits import private_resident_bytes
from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.serve.pool import model_pool as pools
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from rowcast_automl.serve.pool.model_pool import ModelPool
from tests.bundles.mixed import Trained
from tests.engine.training import KEY
from tests.serve.http.test_predictions import ROW, path
from tests.serve.processes.test_scaling import until


async def test_concurrent_first_requests_load_the_model_once(pool: ModelPool, binary_model: Trained) -> None:
    name = binary_model.result.bundle_hash
    loaded = await asyncio.gather(*(pool.get(name) for _ in range(20)))
    assert len({id(each.model) for each in loaded}) == 1


async def test_the_least_recently_used_model_is_evicted_first(
    store: Path, binary_model: Trained, multiclass_model: Trained, regression_model: Trained
) -> None:
    pool = ModelPool(Storage(store.as_uri()), KEY.public_key(), 1 << 30)
    a, b, c = (each.result.bundle_hash for each in (binary_model, multiclass_model, regression_model))
    sizes = {name: (await pool.get(name)).model.memory_bytes for name in (a, b, c)}
    small = ModelPool(Storage(store.as_uri()), KEY.public_key(), sum(sizes.values()) - 1)
    for name in (a, b, a, c):
        await small.get(name)
    assert b not in small.loaded and c in small.loaded
    assert (await small.get(b)).model.hash == b
    tiny = ModelPool(Storage(store.as_uri()), KEY.public_key(), 1)
    await tiny.get(a)
    assert list(tiny.loaded) == [a]


async def test_a_bundle_that_lies_in_no_folder_is_loaded_without_a_copy_on_disk(
    binary_model: Trained, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage, name = Storage("memory://bundles-of-a-test"), binary_model.result.bundle_hash
    storage.write(f"bundles/{name}.rowcast", binary_model.bundle.read_bytes())
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    pool = ModelPool(storage, KEY.public_key(), 1 << 30)
    assert (await pool.get(name)).model.hash == name
    with pytest.raises(RowcastError) as rejected:
        await pool.get("0" * 64)
    assert rejected.value.code == "NOT_FOUND"


class Lacking(Storage):
    """A store of which one object finds no memory."""

    def __init__(self, url: str, lacks: str) -> None:
        super().__init__(url)
        self.lacks, self.tried = lacks, 0

    def source(self, key: str) -> Path | bytes:
        """As of any store, but for that object."""
        if self.lacks in key:
            self.tried += 1
            raise MemoryError
        return super().source(key)


async def test_a_model_that_never_finds_memory_evicts_others_with_exponential_backoff(
    store: Path,
    binary_model: Trained,
    multiclass_model: Trained,
    regression_model: Trained,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = 0
    monkeypatch.setattr(
        pools, "time", SimpleNamespace(monotonic=lambda: seconds, perf_counter=time.perf_counter)
    )
    names = [each.result.bundle_hash for each in (binary_model, multiclass_model)]
    storage = Lacking(store.as_uri(), regression_model.result.bundle_hash)
    pool = ModelPool(storage, KEY.public_key(), 1 << 30)
    evicted_at = []
    for seconds in range(100):
        for name in names:
            await pool.get(name)
        with pytest.raises(RowcastError) as rejected:
            await pool.get(storage.lacks)
        assert rejected.value.code == "MODEL_SERVER_BUSY"
        if len(pool.loaded) < len(names):
            evicted_at.append(seconds)
    # After 5 s, 10 s, 20 s and 40 s.
    assert evicted_at == [0, 5, 15, 35, 75] and storage.tried == 2 * len(evicted_at)


async def test_a_model_that_needs_more_than_there_is_makes_others_leave_once(
    store: Path, binary_model: Trained, multiclass_model: Trained, regression_model: Trained
) -> None:
    storage = Lacking(store.as_uri(), regression_model.result.bundle_hash)
    pool = ModelPool(storage, KEY.public_key(), 1 << 30, 64 << 30)
    for _ in range(3):
        for each in (binary_model, multiclass_model):
            await pool.get(each.result.bundle_hash)
        with pytest.raises(RowcastError) as rejected:
            await pool.get(storage.lacks)
        assert rejected.value.code == "MODEL_TOO_LARGE"
    # As it was, in the place of one, and in that of all.
    assert storage.tried == 3 and len(pool.loaded) == 2 and pool.too_large == [storage.lacks]


async def test_a_model_that_finds_no_memory_beside_requests_is_not_said_to_be_too_large(
    store: Path, regression_model: Trained
) -> None:
    storage = Lacking(store.as_uri(), regression_model.result.bundle_hash)
    pools.collect_garbage()
    pool = ModelPool(storage, KEY.public_key(), 1 << 30, private_resident_bytes() + (64 << 20))
    held = b"x" * (32 << 20)
    with pytest.raises(RowcastError) as rejected:
        await pool.get(storage.lacks)
    assert rejected.value.code == "MODEL_SERVER_BUSY" and pool.too_large == [] and held


@pytest.mark.parametrize("name", ["0" * 64, "nope", "%2e%2e%2fsecret", "A" * 64])
async def test_an_unknown_bundle_is_not_found(client: httpx.AsyncClient, name: str) -> None:
    for verb in ("load", "predict"):
        answer = await client.post(f"/bundles/{name}/{verb}", json={})
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "NOT_FOUND")


async def test_a_damaged_bundle_is_rejected_and_others_still_respond(
    client: httpx.AsyncClient, store: Path, binary_model: Trained, regression_model: Trained
) -> None:
    damaged = store / "bundles" / f"{binary_model.result.bundle_hash}.rowcast"
    raw = bytearray(damaged.read_bytes())
    raw[len(raw) // 2] ^= 1
    damaged.write_bytes(bytes(raw))
    answer = await client.post(f"/bundles/{binary_model.result.bundle_hash}/load")
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "BUNDLE_INVALID")
    assert (await client.post(f"/bundles/{regression_model.result.bundle_hash}/load")).status_code == 200


async def test_a_damaged_bundle_is_read_once_however_many_ask_and_again_when_it_is_whole(
    client: httpx.AsyncClient, store: Path, binary_model: Trained
) -> None:
    bundle = store / "bundles" / f"{binary_model.result.bundle_hash}.rowcast"
    whole = bundle.read_bytes()
    bundle.write_bytes(whole[:-1])

    async def reads() -> float:
        found = re.search(r'loads_total\{.*"BUNDLE_INVALID"\} (\S+)', (await client.get("/metrics")).text)
        return float(found[1]) if found else 0

    before = await reads()
    for _ in range(20):
        assert (await client.post(path(binary_model), json=ROW)).status_code == 422
    assert await reads() <= before + 2
    bundle.write_bytes(whole)

    async def answers() -> bool:
        return (await client.post(path(binary_model), json=ROW)).status_code == 200

    await until(answers, 20)


async def test_a_bundle_under_another_name_is_rejected(
    client: httpx.AsyncClient, store: Path, binary_model: Trained
) -> None:
    bundles = store / "bundles"
    (bundles / f"{binary_model.result.bundle_hash}.rowcast").rename(bundles / f"{'a' * 64}.rowcast")
    answer = await client.post(f"/bundles/{'a' * 64}/load")
    assert answer.json()["error"]["code"] == "BUNDLE_INVALID"


def test_golden_rows_that_differ_are_rejected(tmp_path: Path, binary_model: Trained) -> None:
    files = read_bundle(binary_model.bundle, KEY.public_key())[1]
    golden = files["golden.json"].replace(b'"answers": [[0.', b'"answers": [[1.', 1)
    write_bundle(tmp_path / "b", {**files, "golden.json": golden}, KEY)
    with pytest.raises(RowcastError) as rejected:
        LoadedModel(tmp_path / "b", KEY.public_key())
    assert rejected.value.code == "GOLDEN_ROWS_FAILED"


def test_a_foreign_signature_is_rejected(binary_model: Trained) -> None:
    with pytest.raises(RowcastError) as rejected:
        LoadedModel(binary_model.bundle, Ed25519PrivateKey.generate().public_key())
    assert rejected.value.code == "BUNDLE_INVALID"


async def test_health_and_measures(client: httpx.AsyncClient, binary_model: Trained) -> None:
    await client.post(f"/bundles/{binary_model.result.bundle_hash}/load")
    assert (await client.get("/health/live")).status_code == 200
    assert (await client.get("/health/ready")).status_code == 200
    assert "rowcast_loaded_models 1.0" in (await client.get("/metrics")).text
    assert (await client.get("/nothing")).json()["error"]["code"] == "NOT_FOUND"
    assert (await client.get(f"/bundles/{'0' * 64}/predict")).json()["error"]["code"] == "METHOD_NOT_ALLOWED"


async def test_requests_of_every_form_are_timed_and_a_stream_by_its_first_rows(
    client: httpx.AsyncClient, binary_model: Trained
) -> None:
    async def figures() -> dict[str, float]:
        lines = (await client.get("/metrics")).text.splitlines()
        reported = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        return {name: float(value) for name, value in reported}

    def grown(name: str, form: str) -> float:
        full = f'rowcast_predict_seconds_{name}{{form="{form}"}}'
        return after[full] - before[full]

    async def slowly() -> AsyncIterator[bytes]:
        line = json.dumps(ROW).encode() + b"\n"
        yield line * 200
        await asyncio.sleep(1.5)
        yield line * 50

    before = await figures()
    bundle = binary_model.result.bundle_hash
    tensors = {"inputs": [{"name": "age", "datatype": "INT64", "shape": [1], "data": [44]}]}
    headers = {"content-type": "application/x-ndjson"}
    for url, sent in ((path(binary_model), ROW), (f"/v2/models/{bundle}/infer", tensors)):
        assert (await client.post(url, json=sent)).status_code == 200
    assert (await client.post(path(binary_model, "stream"), content=slowly(), headers=headers)).text
    for url in (f"/v2/models/{bundle}/infer", path(binary_model, "stream")):
        assert (await client.post(url, json={"inputs": []})).status_code == 422
    after = await figures()
    rejected = 'rowcast_refused_requests_total{code="INSTANCES_INVALID"}'
    assert after[rejected] - before.get(rejected, 0) == 2
    assert [grown("count", form) for form in ("rows", "tensors", "stream")] == [1, 1, 1]
    assert 0 < grown("sum", "stream") < 1.5
    assert after["rowcast_predicted_rows_sum"] - before["rowcast_predicted_rows_sum"] == 252


def test_the_server_loads_no_training_library() -> None:
    heavy = "{'sklearn', 'xgboost', 'pandas', 'pyarrow', 'duckdb', 'onnx', 'scipy'}"
    check = f"import sys, rowcast_automl.entrypoints.serve; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
