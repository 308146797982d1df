"""Writes a table that ships inside scikit-learn as CSV: `sample breast_cancer|wine|diabetes|iris OUT`."""

import argparse
import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris, load_wine

# Name of the target column, and how to load the table in the units in which it was measured.
TABLES: dict[str, tuple[str, Callable[[], Any]]] = {
    "breast_cancer": ("diagnosis", load_breast_cancer),
    "wine": ("cultivar", load_wine),
    "diabetes": ("progression", lambda: load_diabetes(scaled=False)),
    "iris": ("species", load_iris),
}


def write_table(name: str, path: Path) -> str:
    """Write the table `name` to `path` with its target in the last column. Return the name of this column."""
    target, load = TABLES[name]
    table = load()
    header = [readable(column) for column in table.feature_names]
    labels = getattr(table, "target_names", None)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*header, target])
        for row, value in zip(table.data, table.target, strict=True):
            label = f"{value:.12g}" if labels is None else str(labels[value])
            writer.writerow([*(f"{cell:.12g}" for cell in row), label])
    return target


def readable(column: str) -> str:
    """Return `column` in snake case without its unit: "sepal length (cm)" becomes "sepal_length"."""
    return column.split(" (")[0].strip().replace("/", "_per_").replace(" ", "_").lower()


def main() -> None:
    """Run the command and print the name of the target column."""
    parser = argparse.ArgumentParser(
        prog="sample", description="Write a table that ships with scikit-learn as CSV."
    )
    parser.add_argument("table", choices=sorted(TABLES))
    parser.add_argument("out", type=Path, metavar="OUT.csv")
    arguments = parser.parse_args()
    print(write_table(arguments.table, arguments.out))


if __name__ == "__main__":
    main()
