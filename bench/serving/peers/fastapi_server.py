"""A plain FastAPI endpoint over the pipeline: pydantic in, pandas between, JSON out."""

import os
import sys
from pathlib import Path

import joblib
import pandas as pd
import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel


class Row(BaseModel):
    """One row of the table."""

    age: float
    weight: float
    schooling: float
    gain: float
    loss: float
    hours: float
    work: str
    education: str
    marital: str
    job: str
    relation: str
    group: str
    sex: str
    country: str


class Question(BaseModel):
    """Rows to answer."""

    instances: list[Row]


class Answer(BaseModel):
    """The second class's share for each row."""

    predictions: list[float]


app = FastAPI()
pipeline = joblib.load(Path(os.environ["BENCH_FOLDER"], "pipeline.joblib"))


@app.post("/predict")
def predict(question: Question) -> Answer:
    """Answers rows."""
    table = pd.DataFrame([row.model_dump() for row in question.instances])
    return Answer(predictions=pipeline.predict_proba(table)[:, 1].tolist())


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), access_log=False, log_level="warning")
