"""Saves the pipeline as an MLflow model that answers with shares."""

import os
import sys
from pathlib import Path

import joblib
import mlflow.sklearn

folder = Path(os.environ["BENCH_FOLDER"])
mlflow.sklearn.save_model(
    joblib.load(folder / "pipeline.joblib"),
    sys.argv[1],
    pyfunc_predict_fn="predict_proba",
    serialization_format="cloudpickle",
)
