"""Files of figures and answers by (peer, table, seed, budget), from which a second call goes on."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from automl.scores import Array

OWN = "rowcast"
# Peers take hours and change with their lock files only: their figures are kept here, without answers.
MEASURED = Path(__file__).parent / "measured"


@dataclass(frozen=True, slots=True)
class Cell:
    """What is to be measured once."""

    peer: str
    table: str
    seed: int
    budget: float

    def place(self, folder: Path) -> Path:
        """The file of its figures."""
        return folder / f"{self.budget:g}s" / f"{self.table}-{self.seed}-{self.peer}.json"


@dataclass(frozen=True, slots=True)
class Result:
    """Figures of one cell; `error` instead of a score where the peer gave no answers.

    Parameters
    ----------
    version : str
        Of what was measured: our code, or the peer's lock file.
    fit_seconds, overrun : float
        Wall time of the fit alone, and what of it lay beyond the budget.
    one_row_ms : float
        Median of repeated calls with one row in a process that holds the model.
    megabytes : float
        The saved model.
    peak_megabytes : float
        Resident memory of the process tree, shared pages counted in each process.
    other_load : float
        Cores that other programs used meanwhile, on average.
    kept : bool
        Whether it was measured before, on another machine of two cores.
    """

    cell: Cell
    version: str
    score: float | None
    fit_seconds: float
    overrun: float
    one_row_ms: float
    megabytes: float
    peak_megabytes: float
    other_load: float
    error: str | None = None
    details: dict[str, Any] = field(default_factory=dict)
    kept: bool = False


def save(folder: Path, result: Result, truth: Array | None, answers: Array | None) -> None:
    """Keeps a result; the figures come last, so a file of figures means that all is there."""
    place = result.cell.place(folder)
    place.parent.mkdir(parents=True, exist_ok=True)
    if truth is not None and answers is not None:
        np.savez_compressed(place.with_suffix(".npz"), truth=truth, answers=answers)
    partial = place.with_suffix(".partial")
    partial.write_text(json.dumps(asdict(result), indent=1))
    partial.replace(place)


def load(folder: Path, cell: Cell, version: str) -> Result | None:
    """The kept result, or None where there is none, the peer failed, or another version was measured."""
    try:
        content = json.loads(cell.place(folder).read_text())
    except FileNotFoundError:
        return None
    if content.get("version") != version or content["error"]:
        return None
    return Result(**{**content, "cell": cell, "kept": folder == MEASURED})


def load_answers(folder: Path, cell: Cell) -> tuple[Array, Array]:
    """Truth and answers of a kept result."""
    with np.load(cell.place(folder).with_suffix(".npz")) as kept:
        return kept["truth"], kept["answers"]
