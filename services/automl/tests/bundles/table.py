"""A dataset and models of it, as the worker leaves them in the object store and reports them."""

from __future__ import annotations

import base64
import hashlib
import json
import time
from pathlib import Path
from typing import Any

from rowcast_automl.contracts.generated import IngestPayload, IngestProgress, TrainingProgress, TrainPayload
from rowcast_automl.entrypoints.train import train_and_store
from rowcast_automl.ingest.pipeline import ingest
from rowcast_automl.platform.config import Settings
from rowcast_automl.platform.contract_json import json_value
from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.run.clock import StopSignal
from tests.engine.training import KEY

ID = "0" * 32
SETTINGS: dict[str, Any] = {
    **{"task": "auto", "modelType": "auto", "metric": "auto", "testSize": 0.2, "epochs": 100},
    **{"learningRate": 0.001, "timeBudgetSeconds": 60, "seed": 1, "excludedColumns": []},
}
BOOSTED = {
    **{"modelType": "custom", "estimator": {"name": "xgboost"}},
    **{"epochs": 30, "learningRate": 0.3},
}
FOREST = {"modelType": "custom", "estimator": {"name": "random_forest", "nEstimators": 30}}


def build_table(folder: Path, name: str, table: str, models: dict[str, dict[str, Any]]) -> None:
    """Writes `objects/`, an object store, and `{name}.json`, the settings and results of the jobs."""
    objects = folder / "objects"
    storage = Storage(objects.as_uri())
    content = table.encode()
    sha256 = hashlib.sha256(content).hexdigest()
    dataset_id = f"ds_{sha256[:32]}"
    source = f"uploads/{dataset_id}/{sha256}"
    storage.write(source, content)
    keys = {
        "sourceKey": source,
        "tableKey": f"datasets/{dataset_id}/table.parquet",
        "rejectsKey": f"datasets/{dataset_id}/rejects.parquet",
        "profileKey": f"datasets/{dataset_id}/profile.json",
    }
    common = {"jobId": f"job_{ID}", "datasetId": dataset_id, "requestId": f"req_{ID}"}
    filename = f"{name}.csv"
    reading = IngestPayload.model_validate(
        {**common, **keys, "filename": filename, "maxInflatedBytes": 1 << 20}
    )
    dataset = ingest(reading, storage, 1, ignore_progress)
    settings = Settings(
        storage_url=objects.as_uri(), bundle_signing_key=base64.b64encode(KEY.private_bytes_raw()).decode()
    )
    results = {}
    for model, changes in models.items():
        config = SETTINGS | changes
        ids = {"modelId": f"mdl_{ID}", "apiId": f"api_{ID}"}
        places = {"tableKey": keys["tableKey"], "profileKey": keys["profileKey"]}
        payload = TrainPayload.model_validate({**common, **ids, **places, "config": config})
        result = train_and_store(payload, settings, time.monotonic(), StopSignal(), ignore_progress)
        results[model] = {"config": config, "result": json_value(result)}
    facts = {
        "dataset": {
            **{"id": dataset_id, "filename": filename, "sizeBytes": len(content), "sha256": sha256},
            "result": json_value(dataset),
        },
        "models": results,
    }
    (folder / f"{name}.json").write_text(json.dumps(facts))


def ignore_progress(_: IngestProgress | TrainingProgress) -> None:
    """Nobody waits for it."""
