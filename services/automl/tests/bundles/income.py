"""A dataset and models of it, as the worker leaves them in the object store and reports them."""

from __future__ import annotations

import base64
import hashlib
import json
import time
from pathlib import Path
from typing import Any

from rowcast_automl.contracts.generated import IngestPayload, IngestProgress, TrainingProgress, TrainPayload
from rowcast_automl.entrypoints.train import trained
from rowcast_automl.ingest.run import ingest
from rowcast_automl.platform.config import Settings
from rowcast_automl.platform.json import json_value
from rowcast_automl.platform.storage import Storage
from rowcast_automl.search.clock import StopSignal
from tests.engine.training import KEY

ID = "0" * 32
DATASET = f"ds_{ID}"
CITIES = ("Pune", "Delhi", "Goa")
SETTINGS: dict[str, Any] = {
    **{"task": "auto", "modelType": "auto", "metric": "auto", "testSize": 0.2, "epochs": 100},
    **{"learningRate": 0.001, "timeBudgetSeconds": 60, "seed": 1, "excludedColumns": []},
}
BOOSTED = {
    **{"modelType": "custom", "estimator": {"name": "xgboost"}},
    **{"epochs": 30, "learningRate": 0.3},
}
FOREST = {"modelType": "custom", "estimator": {"name": "random_forest", "nEstimators": 30}}
# What each model predicts, by its name in tests.
MODELS: dict[str, dict[str, Any]] = {
    "boosted": {"targetColumn": "income", **BOOSTED},
    "forest": {"targetColumn": "income", "seed": 2, **FOREST},
    "city": {"targetColumn": "city", "excludedColumns": ["hours"], **BOOSTED},
    "hours": {"targetColumn": "hours", **BOOSTED},
    "narrow": {"targetColumn": "income", "excludedColumns": ["hours"], **BOOSTED},
    "weak": {"targetColumn": "income", "excludedColumns": ["age", "hours"], **BOOSTED},
}


def income_table() -> str:
    """CSV in which income follows from age and city; `incomeTable` of the test kit writes the same."""
    lines = ["age,city,hours,income"]
    for row in range(200):
        age, city, hours = 20 + (row * 7 + 1) % 45, CITIES[row % 3], 20 + (row * 13) % 40
        high = age + hours / 4 + (8 if city == "Delhi" else 0) > 55
        lines.append(f"{age},{city},{hours},{'high' if high else 'low'}")
    return "\n".join([*lines, ""])


def build_income(folder: Path) -> None:
    """Writes `objects/`, an object store, and `income.json`, the settings and results of the jobs."""
    objects = folder / "objects"
    storage = Storage(objects.as_uri())
    content = income_table().encode()
    sha256 = hashlib.sha256(content).hexdigest()
    source = f"uploads/{DATASET}/{sha256}"
    storage.write(source, content)
    keys = {
        "sourceKey": source,
        "tableKey": f"datasets/{DATASET}/table.parquet",
        "rejectsKey": f"datasets/{DATASET}/rejects.parquet",
        "profileKey": f"datasets/{DATASET}/profile.json",
    }
    common = {"jobId": f"job_{ID}", "datasetId": DATASET, "requestId": f"req_{ID}"}
    reading = IngestPayload.model_validate(
        {**common, **keys, "filename": "income.csv", "maxInflatedBytes": 1 << 20}
    )
    dataset = ingest(reading, storage, 1, ignore_progress)
    settings = Settings(
        storage_url=objects.as_uri(), bundle_signing_key=base64.b64encode(KEY.private_bytes_raw()).decode()
    )
    models = {}
    for name, changes in MODELS.items():
        config = SETTINGS | changes
        ids = {"modelId": f"mdl_{ID}", "apiId": f"api_{ID}"}
        places = {"tableKey": keys["tableKey"], "profileKey": keys["profileKey"]}
        payload = TrainPayload.model_validate({**common, **ids, **places, "config": config})
        result = trained(payload, settings, time.monotonic(), StopSignal(), ignore_progress)
        models[name] = {"config": config, "result": json_value(result)}
    facts = {
        "dataset": {
            **{"id": DATASET, "filename": "income.csv", "sizeBytes": len(content), "sha256": sha256},
            "result": json_value(dataset),
        },
        "models": models,
    }
    (folder / "income.json").write_text(json.dumps(facts))


def ignore_progress(_: IngestProgress | TrainingProgress) -> None:
    """Nobody waits for it."""
