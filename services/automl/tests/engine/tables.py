"""Tables with categories, gaps, truth values and dates, and a target that depends on them."""

from __future__ import annotations

import csv
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

COLUMNS = ("age", "income", "member", "city", "street", "joined", "note_id")


def mixed_rows(rows: int, seed: int, task: str, gaps: float = 0.1) -> list[dict[str, Any]]:
    """Rows of COLUMNS and `target`; about `gaps` of the feature cells are empty."""
    random = np.random.default_rng(seed)
    age = random.integers(18, 90, rows)
    income = np.exp(random.normal(10, 1, rows)).round(2)
    member = random.random(rows) < 0.4
    city = random.choice(["Pune", "Delhi", 'Bombay "old"', "Zürich", "São, Paulo"], rows)
    street = random.choice([f"street {number}" for number in range(30)], rows)
    days = random.integers(0, 3000, rows)
    signal = age / 30 + np.log(income) / 2 + member * 1.5 + (city == "Pune") * 2 + days / 2000
    noisy = signal + random.normal(0, 0.5, rows)
    cuts = np.quantile(noisy, [0.5] if task == "binary" else [0.4, 0.75])
    classes = np.array(["low", "mid", "high"])[np.searchsorted(cuts, noisy)]
    result = []
    for row in range(rows):
        joined = datetime(2015, 1, 1) + timedelta(days=int(days[row]))
        cells: dict[str, Any] = {
            "age": int(age[row]),
            "income": float(income[row]),
            "member": "true" if member[row] else "false",
            "city": str(city[row]),
            "street": str(street[row]),
            "joined": joined.date().isoformat(),
            "note_id": f"N-{seed}-{row:06d}",
        }
        for name in COLUMNS[:-1]:
            if random.random() < gaps:
                cells[name] = ""
        cells["target"] = f"{noisy[row] * 100:.3f}" if task == "regression" else str(classes[row])
        result.append(cells)
    return result


def write_csv(path: Path, rows: list[dict[str, Any]]) -> Path:
    """The rows with a header."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path
