"""Makes the table and the trees that every server of this benchmark answers with.

Writes into a folder: pipeline.joblib (scikit-learn + XGBoost, as a peer would keep it), trees.json and
encoding.json (the same trees and dictionaries as plain data), rows.json (rows to ask for, with the answers).
"""

import json
import sys
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import OneHotEncoder
from xgboost import XGBClassifier

ROWS, ASKED, TREES = 20_000, 1_000, 300
NUMBERS = ("age", "weight", "schooling", "gain", "loss", "hours")
CATEGORIES = {
    "work": 8,
    "education": 16,
    "marital": 7,
    "job": 14,
    "relation": 6,
    "group": 5,
    "sex": 2,
    "country": 41,
}


def make_table(rng: np.random.Generator) -> tuple[pd.DataFrame, np.ndarray]:
    """Six numbers and eight categories, with a target that depends on both; shape (ROWS, 14) and (ROWS,)."""
    numbers = {name: np.round(rng.gamma(2 + at, 5, ROWS), 2) for at, name in enumerate(NUMBERS)}
    codes = {name: np.minimum(rng.geometric(2 / size, ROWS), size) for name, size in CATEGORIES.items()}
    texts = {name: [f"{name} {code}" for code in column] for name, column in codes.items()}
    score = numbers["age"] / 10 + numbers["hours"] / 25 - codes["marital"] + (codes["job"] % 3) - 1.5
    target = (score + rng.normal(0, 1, ROWS) > 0).astype(int)
    return pd.DataFrame({**numbers, **texts}), target


def main(folder: Path) -> None:
    """Trains once and writes everything."""
    table, target = make_table(np.random.default_rng(7))
    encode = ColumnTransformer(
        [
            ("numbers", SimpleImputer(strategy="median"), list(NUMBERS)),
            ("texts", OneHotEncoder(handle_unknown="ignore", sparse_output=False), list(CATEGORIES)),
        ]
    )
    trees = XGBClassifier(
        n_estimators=TREES, max_depth=6, learning_rate=0.05, base_score=0.5, n_jobs=1, random_state=7
    )
    pipeline = Pipeline([("encode", encode), ("trees", trees)]).fit(table, target)
    joblib.dump(pipeline, folder / "pipeline.joblib")
    (folder / "trees.json").write_bytes(trees.get_booster().save_raw("json"))
    values = encode.named_transformers_["texts"].categories_
    encoding = {
        "fill": encode.named_transformers_["numbers"].statistics_.tolist(),
        "numbers": {name: [table[name].min(), table[name].max()] for name in NUMBERS},
        "texts": {name: list(known) for name, known in zip(CATEGORIES, values, strict=True)},
    }
    (folder / "encoding.json").write_text(json.dumps(encoding))
    asked = table.head(ASKED)
    answers = pipeline.predict_proba(asked)[:, 1].tolist()
    rows = {"rows": asked.to_dict("records"), "answers": answers}
    (folder / "rows.json").write_text(json.dumps(rows))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
