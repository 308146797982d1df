"""A table of houses, and models of each kind that the API computes itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.bundles.table import BOOSTED, FOREST, build_table

TOWNS = ("Graz", "Wien", "Linz")
TARGETS = ("grade", "sold", "price")
LINEAR = {"modelType": "custom", "estimator": {"name": "linear"}}


def of(target: str, choice: dict[str, Any]) -> dict[str, Any]:
    """Settings of a model that reads no other target."""
    return {
        "targetColumn": target,
        "excludedColumns": [name for name in TARGETS if name != target],
        **choice,
    }


MODELS = {
    "soldBoosted": of("sold", BOOSTED),
    "gradeBoosted": of("grade", BOOSTED),
    "gradeForest": of("grade", FOREST),
    "priceBoosted": of("price", BOOSTED),
    "priceLinear": of("price", LINEAR),
    "soldLinear": of("sold", LINEAR),
    "soldNetwork": of("sold", {"modelType": "neural_network", "epochs": 5}),
    # Beside one of the same settings above, another bundle.
    "priceAgain": of("price", {**BOOSTED, "seed": 2}),
    "soldFormer": of("sold", {**BOOSTED, "seed": 2}),
    "soldLater": of("sold", {**BOOSTED, "seed": 3}),
}


def houses_table() -> str:
    """CSV in which the grade, the sale and the price of a house follow from the other columns."""
    lines = ["rooms,area,garden,town,grade,sold,price"]
    for row in range(300):
        rooms, area, town, garden = 1 + row % 6, 30 + row * 37 % 90, TOWNS[row % 3], row % 4 == 0
        price = area * 2 + rooms * 11 + (40 if garden else 0) + (60 if town == "Wien" else 0)
        grade = "high" if price > 260 else "middle" if price > 180 else "low"
        sold = "yes" if price > 220 else "no"
        cells = (rooms, area if row % 9 else "", str(garden).lower(), town, grade, sold, f"{price / 4:g}")
        lines.append(",".join(map(str, cells)))
    return "\n".join([*lines, ""])


def build_houses(folder: Path) -> None:
    """Writes the table and its models."""
    build_table(folder, "houses", houses_table(), MODELS)
