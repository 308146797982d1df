"""Every reader of stored objects refuses one that is not as it was written, and names the error."""

import base64
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rowcast_automl.contracts.generated import TrainPayload
from rowcast_automl.entrypoints.train import run_training
from rowcast_automl.ingest.pipeline import ingest
from rowcast_automl.platform.config import Settings
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.run.clock import StopSignal
from rowcast_automl.serve.pool.model_pool import ModelPool
from tests.engine.training import KEY, config
from tests.ingest.conftest import upload_payload

SOURCE, TABLE, PROFILE = "uploads/ds/source", "datasets/ds/table.parquet", "datasets/ds/profile.json"
JOB, DATASET = f"job_{'0' * 32}", f"ds_{'0' * 32}"
CODE = "STORED_DATA_DAMAGED"


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def exchange(path: Path) -> None:
    path.write_bytes(b"x" * path.stat().st_size)


DAMAGES = [flip, truncate, exchange]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with an upload and what came of it."""
    root = tmp_path_factory.mktemp("objects")
    storage = Storage(root.as_uri())
    storage.write(SOURCE, b"age,churned\n" + b"".join(b"%d,%d\n" % (row, row % 2) for row in range(30)))
    ingest(upload_payload(), storage, 1, lambda progress: None)
    return root


@pytest.fixture
def damaged(written: Path):
    """Damages one object; afterwards it is as it was."""
    before = {}

    def damage(key: str, change) -> Storage:
        before[written / key] = (written / key).read_bytes()
        change(written / key)
        return Storage(written.as_uri())

    yield damage
    for path, content in before.items():
        path.write_bytes(content)


def train(storage: Storage, url: str, **changes: str):
    payload = TrainPayload(
        job_id=JOB,
        model_id=f"mdl_{'0' * 32}",
        api_id=f"api_{'0' * 32}",
        dataset_id=DATASET,
        table_key=TABLE,
        profile_key=PROFILE,
        config=config("churned"),
        request_id="req_test",
        **changes,
    )
    secret = base64.b64encode(KEY.private_bytes_raw()).decode()
    settings = Settings(storage_url=url, bundle_signing_key=secret)
    return run_training(payload, settings, time.monotonic(), StopSignal(), lambda progress: None)


@pytest.mark.parametrize("damage", DAMAGES)
def test_an_ingest_of_a_damaged_upload_ends(damaged, damage):
    storage = damaged(SOURCE, damage)
    with pytest.raises(RowcastError) as caught:
        ingest(upload_payload(), storage, 1, lambda progress: None)
    assert caught.value.code == CODE


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("key", [TABLE, PROFILE])
def test_a_training_on_a_damaged_table_ends(damaged, written, key, damage):
    result = train(damaged(key, damage), written.as_uri())
    assert result.outcome == "error" and result.error.code == CODE


def test_a_training_on_a_deleted_table_ends(damaged, written):
    result = train(damaged(TABLE, Path.unlink), written.as_uri())
    assert result.outcome == "error" and result.error.code == "DATASET_GONE"


def test_a_damaged_onnx_file_is_not_read(damaged, written):
    Storage(written.as_uri()).write("onnx/abc.onnx", b"a model")
    result = train(damaged("onnx/abc.onnx", flip), written.as_uri(), onnx_key="onnx/abc.onnx")
    assert result.outcome == "error" and result.error.code == CODE


def test_data_checks_of_a_damaged_table_end(damaged, written):
    damaged(TABLE, flip)
    payload = {"jobId": JOB, "datasetId": DATASET, "tableKey": TABLE, "profileKey": PROFILE}
    payload |= {"target": None, "requestId": "req_test"}
    done = subprocess.run(
        [sys.executable, "-m", "rowcast_automl.entrypoints.lint"],
        input=json.dumps(payload) + "\n",
        env={**os.environ, "STORAGE_URL": written.as_uri()},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    result = json.loads(done.stdout.splitlines()[-1])["result"]
    assert result["error"]["code"] == CODE


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_bundle_is_not_loaded(tmp_path, damage):
    storage = Storage(tmp_path.as_uri())
    storage.write("bundles/abc.rowcast", b"a signed bundle")
    damage(tmp_path / "bundles/abc.rowcast")
    pool = ModelPool(storage, KEY.public_key(), 1 << 30)
    with pytest.raises(RowcastError) as loaded:
        await pool.get("abc")
    with pytest.raises(RowcastError) as sent:
        await pool.portable_model("abc")
    assert loaded.value.code == sent.value.code == CODE
