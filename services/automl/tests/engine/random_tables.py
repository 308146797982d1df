"""Small tables of any kind of column, with a training for each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import numpy as np
from hypothesis import strategies as st

Random = np.random.Generator
Cells = list[str]

NAMES = [
    "a",
    "b c",
    "a.b",
    "=1+1",
    "../x",
    "<b>x</b>",
    '"q"',
    "__proto__",
    "naïve 🙂",
    "instances",
    "x,y",
    "A",
]
NAMES += [
    "place",
    "numbers",
    "texts",
    "answer",
    "prediction",
    "{0}",
    "%s",
    "null",
    "",
    "a" * 200,
    " pad ",
    "1",
]
HUGE = ["1e308", "-1e308", "3e38", "-3.5e38", "1e-300"]
ODD = [
    "",
    "x" * 300,
    "line\nbreak",
    'say "hi"',
    " padded ",
    "=cmd()",
    "null",
    "Ünï",
    "💥",
    "a,b;c",
    "\\N",
    "None",
]
WORDS = ["good", "bad", "quick", "slow", "late", "parcel", "box", "café", "again", "never", "42", "the", "of"]
LOST = [0.0, 0.0, 0.0, 0.05, 0.3, 0.9]
DATES = [
    "%Y-%m-%d",
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%d %b %Y",
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%dT%H:%M:%SZ",
    "%d.%m.%Y",
]


def several(kinds: Callable[[Random, float], str]) -> Callable[[Random, np.ndarray], Cells]:
    """A column of one function of a row's hidden number."""
    return lambda random, hidden: [kinds(random, each) for each in hidden]


def levels(random: Random, hidden: np.ndarray, count: int, names: list[str]) -> Cells:
    """A few names that go with the hidden number, mostly."""
    ranks = np.argsort(np.argsort(hidden + random.normal(0, 0.5, len(hidden))))
    return [names[int(rank * count / len(hidden)) % len(names)] for rank in ranks]


def dates(random: Random, hidden: np.ndarray, formats: list[str], days: float) -> Cells:
    """Moments around 2020 in one or several formats."""
    moments = [datetime(2020, 6, 15, 3, 7) + timedelta(days=round(float(each) * days, 4)) for each in hidden]
    return [moment.strftime(formats[random.integers(len(formats))]) for moment in moments]


COLUMNS: dict[str, Callable[[Random, np.ndarray], Cells]] = {
    "whole": several(lambda r, x: str(int(x * 10 + r.integers(5)))),
    "real": several(lambda r, x: f"{x + r.normal():.4f}"),
    "skewed": several(lambda r, x: f"{np.exp(4 * x + r.normal()):.2f}"),
    "huge": several(lambda r, x: str(r.choice([*HUGE, f"{x * 1e30}"]))),
    "tiny": several(lambda r, x: repr(float(1e-40 * x))),
    "close": several(lambda r, x: repr(1e9 + float(x) * 1e-3)),
    "infinite": several(lambda r, x: str(r.choice(["inf", "-inf", "nan", f"{x:.3f}", f"{x:.3f}"]))),
    "money": several(lambda r, x: f"${abs(x) * 5000:,.2f}"),
    "rupees": several(lambda r, x: f"{r.choice(['Rs. ', 'INR '])}{abs(x) * 5000:,.0f}"),
    "comma": several(lambda r, x: f"{x * 1000:.2f}".replace(".", ",")),
    "percent": several(lambda r, x: f"{x:.1f}%"),
    "bound": several(lambda r, x: "<1.0" if x < -1 else f"{x + 2:.1f}"),
    "flag": several(lambda r, x: "yes" if x + r.normal() > 0 else "no"),
    "bit": several(lambda r, x: str(int(x + r.normal() > 0))),
    "truth": several(lambda r, x: str(bool(x > 0.5))),
    "colour": lambda r, h: levels(r, h, 4, ["red", "green", "blue", "teal"]),
    "degree": lambda r, h: levels(r, h, 3, ["low", "medium", "high"]),
    "coded": lambda r, h: levels(r, h, 4, ["1", "2", "3", "9"]),
    "street": several(lambda r, x: f"street {r.integers(40)}"),
    "odd": several(lambda r, x: str(r.choice(ODD))),
    "mixed": several(lambda r, x: str(r.choice([f"{x:.2f}", "n/a", "many", "2020-01-01", "7"]))),
    "note": several(lambda r, x: " ".join(r.choice(WORDS, r.integers(0, 9)))),
    "day": lambda r, h: dates(r, h, [str(r.choice(DATES))], 400),
    "clock": lambda r, h: dates(r, h, ["%Y-%m-%d %H:%M:%S"], 1),
    "any_day": lambda r, h: dates(r, h, DATES[:4], 300),
    "far_day": lambda r, h: dates(r, h, ["%Y-%m-%d"], 200_000),
    "constant": several(lambda r, x: "same"),
    "number": lambda r, h: [str(place + 1) for place in range(len(h))],
    "unique": lambda r, h: [f"id-{place:05}" for place in range(len(h))],
    "empty": several(lambda r, x: ""),
}
TARGETS: dict[str, Callable[[Random, np.ndarray], Cells]] = {
    "two": lambda r, h: levels(r, h, 2, ["no", "yes"]),
    "truth": COLUMNS["truth"],
    "three": lambda r, h: levels(r, h, 3, ["low", "mid", 'h"i,gh']),
    "many": lambda r, h: levels(r, h, 8, [f"class {place}" for place in range(8)]),
    "rare": lambda r, h: ["once", *levels(r, h, 2, ["a", "b"])[1:]],
    "twice": lambda r, h: ["rare", "rare", *levels(r, h, 2, ["a", "b"])[2:]],
    "bits": lambda r, h: levels(r, h, 2, ["0", "1"]),
    "grades": lambda r, h: levels(r, h, 5, ["1", "2", "3", "4", "5"]),
    "amount": several(lambda r, x: f"{100 * x + r.normal():.3f}"),
    "count": several(lambda r, x: str(int(np.exp(x + 1)))),
    "prices": several(lambda r, x: f"{np.exp(3 * x + 8):.2f}"),
    "same": several(lambda r, x: "x"),
    **{
        name: COLUMNS[name]
        for name in ("huge", "tiny", "close", "infinite", "money", "mixed", "odd", "unique")
    },
    **{name: COLUMNS[name] for name in ("day", "empty", "note", "number")},
}
LIKELY = ["two", "truth", "three", "twice", "bits", "grades", "amount", "count", "prices", "money"]


@dataclass(frozen=True)
class Drawn:
    """A table as a CSV file has it, and what is to be learned from it."""

    names: list[str]
    rows: list[Cells]
    settings: dict[str, Any]
    stop_after: int

    def __repr__(self) -> str:
        shown = "\n".join(map(repr, self.rows[:5]))
        return f"{self.settings}, stop after {self.stop_after}\n{self.names}\n{shown}\n{len(self.rows)} rows"


def drawn_table(seed: int) -> Drawn:
    """Any table of up to seven columns; most can be learned from."""
    random = np.random.default_rng(seed)
    count = int(random.integers(1, 30) if random.random() < 0.1 else random.integers(24, 120))
    hidden = random.normal(size=count)
    kinds = random.choice(sorted(COLUMNS), random.integers(1, 7)).tolist()
    columns = [losing(random, COLUMNS[kind](random, hidden), random.choice(LOST)) for kind in kinds]
    if random.random() < 0.1:
        columns.append(list(columns[0]))
    target = random.choice(LIKELY if random.random() < 0.8 else sorted(TARGETS))
    predictions = losing(random, TARGETS[target](random, hidden), random.choice([0.0, 0.0, 0.0, 0.1, 0.8]))
    names = [f"{kind} {place}" for place, kind in enumerate(kinds)] + ["copy"]
    if random.random() < 0.4:
        names = random.choice(NAMES, len(columns), replace=random.random() < 0.05).tolist()
    rows = [list(cells) for cells in zip(*columns, predictions, strict=True)]
    if random.random() < 0.03:
        rows = [rows[0]] * count
    label = str(random.choice(["target", "target", "age", "rating", "items count"]))
    names = names[: len(columns)]
    return Drawn([*names, label], rows, settings_of(random, label, names), int(random.integers(1, 4)))


drawn_tables = st.integers(0, 2**32 - 1).map(drawn_table)


def losing(random: Random, cells: Cells, share: float) -> Cells:
    """The cells, a share of them empty."""
    return ["" if lost else cell for cell, lost in zip(cells, random.random(len(cells)) < share, strict=True)]


ESTIMATORS: list[dict[str, Any]] = [
    {"name": "linear"},
    {"name": "random_forest", "nEstimators": 5},
    {"name": "extra_trees", "nEstimators": 5},
    {"name": "xgboost", "maxDepth": 3},
    {"name": "lightgbm", "minDataInLeaf": 2},
    {"name": "svm"},
    {"name": "kernel_ridge"},
    {"name": "knn", "nNeighbors": 3},
    {"name": "mlp", "hiddenLayers": 1, "hiddenUnits": 4},
]


def settings_of(random: Random, label: str, names: list[str]) -> dict[str, Any]:
    """Settings beside the target, plain ones mostly."""
    kinds = ["auto", "auto", "xgboost", "random_forest", "neural_network", "custom"]
    settings: dict[str, Any] = {
        "targetColumn": label,
        "seed": int(random.integers(1000)),
        "testSize": float(random.choice([0.25, 0.25, 0.0, 0.5])),
        "timeBudgetSeconds": 600,
        "epochs": 5,
        "learningRate": 0.3,
        "modelType": str(random.choice(kinds)),
    }
    if random.random() < 0.1:
        settings["task"] = str(random.choice(["binary", "multiclass", "regression"]))
    if random.random() < 0.1:
        settings["metric"] = str(
            random.choice(["roc_auc", "f1", "accuracy", "log_loss", "rmse", "mae", "r2"])
        )
    if settings["modelType"] == "custom":
        settings["estimator"] = ESTIMATORS[random.integers(len(ESTIMATORS))]
    for role in ("groupColumn", "timeColumn"):
        if random.random() < 0.12:
            settings[role] = str(random.choice(names)) or "nothing"
    if len(names) > 1 and random.random() < 0.1:
        settings["excludedColumns"] = [names[0]]
    return settings
