"""The income table and models of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.bundles.table import BOOSTED, FOREST, build_table

CITIES = ("Pune", "Delhi", "Goa")
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
    """Writes the table and its models."""
    build_table(folder, "income", income_table(), MODELS)
