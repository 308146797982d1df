"""Targets with many classes that hang on words and on categories with many levels, beside scikit-learn.

`services/automl/.venv/bin/python bench/automl/classes.py [SECONDS] [TABLE…]`; trainings count, so load
changes nothing. PYTHONPATH may name the engine's source of before.
Prints the log-loss on the rows held out, and that of a logistic regression on TF-IDF and one-hot columns.
"""

from __future__ import annotations

import contextlib
import csv
import importlib
import inspect
import json
import pkgutil
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import OneHotEncoder, StandardScaler

TEST_SHARE = 0.3
LIBRARIES = ("sklearn", "scipy", "numpy", "pyarrow", "onnx", "xgboost", "lightgbm", "hypothesis")
CODE_CLASSES, MIN_CLASS_SIZE = 20, 40

Row = dict[str, Any]


def worded(random: np.random.Generator, rows: int, classes: int) -> list[Row]:
    """Each class prefers 12 words of 1,500; a text holds some 12 words, of which few are its class's."""
    words = np.array([f"w{number:x}" for number in range(1_500)])
    chances = np.arange(1, 1_501) ** -0.8
    own = np.array([random.choice(np.arange(30, 1_500), 12, replace=False) for _ in range(classes)])
    target = random.choice(classes, rows, p=shares(random, classes))
    made = []
    for row in range(rows):
        text = random.choice(words, 11, p=chances / chances.sum()).tolist()
        text += words[random.choice(own[target[row]], random.binomial(2, 0.6))].tolist()
        made.append({"text": " ".join(random.permutation(text)), "target": f"class {target[row]}"})
    return made


def coded(random: np.random.Generator, rows: int, classes: int) -> list[Row]:
    """Two codes of 400 and 120 levels, each of which makes some classes likelier, and two numbers."""
    levels = (400, 120)
    pulls = [random.normal(0, 1.6, (count, classes)) for count in levels]
    chances = [np.arange(1, count + 1) ** -0.5 for count in levels]
    codes = [random.choice(len(each), rows, p=each / each.sum()) for each in chances]
    X = random.normal(size=(rows, 2))
    margin = X @ random.normal(0, 1, (2, classes))
    margin += sum(pull[code] for pull, code in zip(pulls, codes, strict=True))
    target = (margin + random.gumbel(size=margin.shape)).argmax(axis=1)
    return [
        {
            "product": f"P{codes[0][row]:03}",
            "branch": f"B{codes[1][row]:03}",
            "size": round(float(X[row, 0]), 3),
            "age": round(float(X[row, 1]), 3),
            "target": f"class {target[row]}",
        }
        for row in range(rows)
    ]


def both(random: np.random.Generator, rows: int, classes: int) -> list[Row]:
    """A text, a code of 250 levels that is usual for its class, and a number."""
    made = worded(random, rows, classes)
    places = {f"class {number}": random.choice(250, 25, replace=False) for number in range(classes)}
    for row in made:
        known = random.random() < 0.5
        code = random.choice(places[row["target"]]) if known else random.integers(250)
        row["code"] = f"C{code:03}"
        row["amount"] = round(float(random.gamma(2, 1) + 0.05 * int(row["target"].split()[1])), 3)
    return made


def shares(random: np.random.Generator, classes: int) -> np.ndarray[Any, Any]:
    """Some classes are commoner than others."""
    found = random.gamma(3, 1, classes)
    return np.asarray(found / found.sum())


def docstrings(_random: np.random.Generator, _rows: int, _classes: int) -> list[Row]:
    """First paragraphs of what the installed libraries say of themselves; the target is the package."""
    found: dict[str, str] = {}
    for name in LIBRARIES:
        for module in modules_of(name):
            where = ".".join(module.__name__.split(".")[:2])
            for each in vars(module).values():
                if not (inspect.isfunction(each) or inspect.isclass(each)):
                    continue
                if str(getattr(each, "__module__", "")).startswith(where):
                    first = (inspect.getdoc(each) or "").split("\n\n")[0].replace("\n", " ")
                    if len(first) > 30:
                        found.setdefault(first, where)
    counts = Counter(found.values())
    kept = {name for name, count in counts.most_common(CODE_CLASSES) if count >= MIN_CLASS_SIZE}
    return [{"text": text, "target": where} for text, where in sorted(found.items()) if where in kept]


def modules_of(name: str) -> list[Any]:
    """A library's public modules that can be loaded."""
    modules = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            package = importlib.import_module(name)
        except ImportError:
            return []
        for info in pkgutil.walk_packages(package.__path__, f"{name}.", onerror=lambda _: None):
            if any(part.startswith(("_", "test", "conftest")) for part in info.name.split(".")):
                continue
            # Some want libraries that are not here, and say so each in its own way.
            with contextlib.suppress(Exception):
                modules.append(importlib.import_module(info.name))
    return modules


def compared(rows: list[Row], seed: int, seconds: str) -> tuple[dict[str, Any], float]:
    """The report of a training, and the peer's log-loss on as many rows held out."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "table.csv")
        with source.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
        command = [sys.executable, "-m", "rowcast_automl.entrypoints.cli", "train", str(source)]
        command += ["--target", "target", "--task", "multiclass", "--test-size", str(TEST_SHARE)]
        command += ["--reproducible", "--time-budget", seconds, "--seed", str(seed), "--metric", "log_loss"]
        command += ["--json", "--out", str(Path(folder, "model.rowcast"))]
        done = subprocess.run(command, check=True, capture_output=True)
        size = Path(folder, "model.rowcast").stat().st_size
    return json.loads(done.stdout)["report"] | {"bytes": size}, peer(rows, seed)


def peer(rows: list[Row], seed: int) -> float:
    """Logistic regression on TF-IDF, one-hot codes and scaled numbers."""
    target = np.array([row["target"] for row in rows])
    places = np.arange(len(rows))
    train, test = train_test_split(places, test_size=TEST_SHARE, random_state=seed, stratify=target)
    parts = []
    for name in (each for each in rows[0] if each != "target"):
        column = np.array([row[name] for row in rows], dtype=object)
        if name == "text":
            reader: Any = TfidfVectorizer(sublinear_tf=True, min_df=2, ngram_range=(1, 2))
        else:
            column, coded = column[:, None], isinstance(rows[0][name], str)
            reader = OneHotEncoder(handle_unknown="ignore") if coded else StandardScaler()
        parts.append(sparse.csr_matrix(reader.fit(column[train]).transform(column)))
    X = sparse.hstack(parts, format="csr")
    model = LogisticRegression(C=10, max_iter=400).fit(X[train], target[train])
    return float(log_loss(target[test], model.predict_proba(X[test]), labels=model.classes_))


Make = Callable[[np.random.Generator, int, int], list[Row]]
TABLES: dict[str, tuple[Make, int, int]] = {
    "words-12": (worded, 2_400, 12),
    "words-30": (worded, 4_000, 30),
    "codes-12": (coded, 3_000, 12),
    "codes-25": (coded, 5_000, 25),
    "both-20": (both, 3_000, 20),
    "docstrings": (docstrings, 0, 0),
}

if __name__ == "__main__":
    seconds, *names = sys.argv[1:] or ["20"]
    for name in names or TABLES:
        make, count, classes = TABLES[name]
        for seed in (1, 2):
            rows = make(np.random.default_rng(seed), count, classes)
            report, other = compared(rows, seed, seconds)
            best = max(report["leaderboard"], key=lambda each: each["weight"] or 0)
            shown = next((each for each in report["leaderboard"] if each["name"] == "Blend"), best)
            print(
                f"{name:10} {seed}  {len(rows):5} rows {len(report['labels']):2} classes"
                f"  log-loss {report['score']['value']:.4f}  regression {other:.4f}"
                f"  one row {shown['predictMillisecondsPerRow']:.2f} ms  {report['bytes'] / 1e6:.1f} MB",
                flush=True,
            )
