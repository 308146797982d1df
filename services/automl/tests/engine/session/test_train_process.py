"""The worker's training process: one line in, JSON lines out, signals in between."""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from rowcast_automl.bundle.archive import read_bundle
from rowcast_automl.contracts.generated import TrainError, TrainingProgress, TrainPayload, TrainReady
from rowcast_automl.entrypoints.train import run_training
from rowcast_automl.platform.config import Settings
from rowcast_automl.platform.contract_json import json_bytes, json_value
from rowcast_automl.run.clock import StopSignal
from tests.engine.tables import mixed_rows, write_csv
from tests.engine.training import KEY, config, typed_table

IDS = {"jobId": f"job_{'1' * 32}", "modelId": f"mdl_{'2' * 32}", "apiId": f"api_{'3' * 32}"}

SIGNING_KEY = base64.b64encode(KEY.private_bytes_raw()).decode()


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("store")
    _, profile = typed_table(write_csv(folder / "t.csv", mixed_rows(200, 2, "binary")), folder)
    (folder / "profile.json").write_bytes(json_bytes(profile))
    return folder


def payload_of(table: str = "table.parquet", **settings: Any) -> dict[str, Any]:
    return {
        **IDS,
        "datasetId": f"ds_{'4' * 32}",
        "tableKey": table,
        "profileKey": "profile.json",
        "config": json_value(config(**settings)),
        "requestId": "req-7",
    }


@contextmanager
def child(store: Path, **settings: Any) -> Iterator[subprocess.Popen[str]]:
    payload = payload_of(**settings)
    environment = {
        **os.environ,
        "STORAGE_URL": store.as_uri(),
        "BUNDLE_SIGNING_KEY": SIGNING_KEY,
        "TRAIN_THREADS": "2",
    }
    command = [sys.executable, "-m", "rowcast_automl.entrypoints.train"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, env=environment, **pipes) as process:
        assert process.stdin is not None
        process.stdin.write(json.dumps(payload) + "\n")
        process.stdin.flush()
        try:
            yield process
        finally:
            process.kill()


def lines(process: subprocess.Popen[str]) -> Iterator[dict[str, Any]]:
    assert process.stdout is not None
    for line in process.stdout:
        yield json.loads(line, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))


def test_a_training_tells_progress_and_then_its_result(store: Path) -> None:
    # It ends with its one model, however long a busy machine takes.
    one = {"modelType": "custom", "estimator": {"name": "random_forest", "nEstimators": 30}}
    with child(store, **one, timeBudgetSeconds=300) as process:
        reported = list(lines(process))
    *progress, last = reported
    assert progress[0]["progress"]["phase"] == "starting"
    assert all(TrainingProgress.model_validate(each["progress"]) for each in progress)
    result = TrainReady.model_validate(last["result"])
    path = store / "bundles" / f"{result.bundle_hash}.rowcast"
    assert result.bundle_key == f"bundles/{path.name}" and path.stat().st_size == result.bundle_bytes
    assert read_bundle(path, KEY.public_key())[0] == result.bundle_hash
    assert result.accuracy is not None and result.metrics.f1_score is not None


def test_stop_keeps_the_best(store: Path) -> None:
    with child(store, timeBudgetSeconds=600) as process:
        result: dict[str, Any] = {}
        stop_requested_at = None
        for line in lines(process):
            if stop_requested_at is None and line.get("progress", {}).get("best") not in (None, "Baseline"):
                process.send_signal(signal.SIGUSR1)
                stop_requested_at = time.monotonic()
            result = line.get("result", result)
    assert result["outcome"] == "ready" and result["report"]["stoppedEarly"]
    assert stop_requested_at is not None and time.monotonic() - stop_requested_at < 10


def test_discard_ends_without_a_model(store: Path) -> None:
    before = list((store / "bundles").glob("*")) if (store / "bundles").exists() else []
    with child(store, timeBudgetSeconds=600) as process:
        result: dict[str, Any] = {}
        for line in lines(process):
            if line.get("progress", {}).get("phase") == "training":
                process.send_signal(signal.SIGTERM)
            result = line.get("result", result)
        assert process.wait(10) == 0
    assert (result["outcome"], result["error"]["code"]) == ("cancelled", "TRAINING_CANCELLED")
    assert (list((store / "bundles").glob("*")) if (store / "bundles").exists() else []) == before


def test_refusals_are_results(store: Path) -> None:
    with child(store, target="nope") as process:
        *_, last = lines(process)
        assert process.wait(10) == 0
    assert (last["result"]["outcome"], last["result"]["error"]["code"]) == ("error", "TARGET_NOT_FOUND")


def test_a_table_that_is_gone_is_named(store: Path) -> None:
    payload = TrainPayload.model_validate(payload_of(table="gone.parquet"))
    given = Settings(storage_url=store.as_uri(), bundle_signing_key=SIGNING_KEY)
    result = run_training(payload, given, time.monotonic(), StopSignal(), lambda _: None)
    assert isinstance(result, TrainError) and result.error.code == "DATASET_GONE"
