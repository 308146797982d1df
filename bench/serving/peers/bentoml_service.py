"""The pipeline as a BentoML service that batches."""

import os
from pathlib import Path

import bentoml
import joblib
import pandas as pd


@bentoml.service(workers=1, metrics={"enabled": False}, logging={"access": {"enabled": False}})
class Trees:
    """The pipeline behind an adaptive batch."""

    def __init__(self) -> None:
        self.pipeline = joblib.load(Path(os.environ["BENCH_FOLDER"], "pipeline.joblib"))

    @bentoml.api(batchable=True, max_batch_size=1_000, max_latency_ms=1_000)
    def predict(self, instances: list[dict]) -> list[float]:
        """The second class's share for each row."""
        return self.pipeline.predict_proba(pd.DataFrame(instances))[:, 1].tolist()
