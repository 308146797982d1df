"""The benchmark tables: a folder with an index.json, and the one split that every peer gets."""

from __future__ import annotations

import csv
import gzip
import json
from dataclasses import dataclass
from pathlib import Path

from sklearn.model_selection import train_test_split

TEST_SHARE = 0.2
SMALL = 5_000


@dataclass(frozen=True, slots=True)
class Table:
    """One entry of the index; `task` is binary, multiclass or regression, `metric` auc, logloss or rmse."""

    name: str
    file: Path
    target: str
    task: str
    metric: str
    rows: int


def read_index(folder: Path) -> list[Table]:
    """The tables of a folder, in the order of its index.json."""
    index = folder / "index.json"
    if not index.exists():
        raise SystemExit(f"{index} is not there; --data names a folder of tables with an index.json.")
    entries = json.loads(index.read_text(encoding="utf-8"))["datasets"]
    return [
        Table(e["name"], folder / e["file"], e["target"], e["task"], e["metric"], e["rows"]) for e in entries
    ]


def seeds_for(table: Table, seeds: list[int]) -> list[int]:
    """All seeds on small tables, where one split says little; the first on the others."""
    return seeds if table.rows < SMALL else seeds[:1]


def read_cells(table: Table) -> tuple[list[str], list[list[str]]]:
    """Header and rows as text."""
    opened = gzip.open if table.file.suffix == ".gz" else open
    with opened(table.file, "rt", encoding="utf-8", newline="") as stream:
        header, *rows = list(csv.reader(stream))
    return header, rows


def split_rows(table: Table, seed: int) -> tuple[list[int], list[int]]:
    """Positions of the training and the test rows: shuffled, stratified for classification."""
    header, rows = read_cells(table)
    place = header.index(table.target)
    strata = None if table.task == "regression" else [row[place] for row in rows]
    train, test = train_test_split(
        range(len(rows)), test_size=TEST_SHARE, random_state=seed, shuffle=True, stratify=strata
    )
    return train, test


def write_rows(path: Path, header: list[str], rows: list[list[str]]) -> None:
    """Writes a CSV with the cells as they were."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, lineterminator="\n").writerows([header, *rows])
