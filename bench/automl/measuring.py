"""One cell: splits the table, runs the peer in its environment, scores its answers and keeps the result."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import numpy as np
from rowcast_automl.platform.code_version import code_version

from automl.results import OWN, Cell, Result, save
from automl.scores import score
from automl.tables import Table, read_cells, split_rows, write_rows
from automl.watch import Watched, run_watched

PEERS = Path(__file__).parent / "peers"
PROGRAMS = {"autogluon-best": "run_autogluon.py"}
# A peer that ignores its budget altogether must not hold up the others for ever.
LONGEST_SHARE, LONGEST_GRACE = 3.0, 600.0
SHOWN = 600


def version_of(peer: str, interpreter: str) -> str:
    """What is measured: our code, or the environment, which is named by its lock file."""
    return code_version() if peer == OWN else Path(interpreter).parents[1].name


def measure(cell: Cell, table: Table, interpreter: str, out: Path) -> Result:
    """Measures and keeps one cell."""
    with tempfile.TemporaryDirectory(prefix=f"automl-{cell.peer}-") as name:
        folder = Path(name)
        program = PEERS / PROGRAMS.get(cell.peer, f"run_{cell.peer}.py")
        job = write_job(cell, table, folder)
        watched = run_watched(
            [interpreter, str(program), str(job)],
            folder / "log.txt",
            LONGEST_SHARE * cell.budget + LONGEST_GRACE,
            {"TMPDIR": name, "MPLBACKEND": "agg"},
        )
        version = version_of(cell.peer, interpreter)
        result, truth, predictions = read_answer(cell, version, table, folder, watched)
    save(out, result, truth, predictions)
    return result


def write_job(cell: Cell, table: Table, folder: Path) -> Path:
    """Input of the peer's program: the table, its rows by position, and the same rows as CSV files."""
    header, rows = read_cells(table)
    train, test = split_rows(table, cell.seed)
    place = header.index(table.target)
    write_rows(folder / "train.csv", header, [rows[row] for row in train])
    fields = header[:place] + header[place + 1 :]
    write_rows(folder / "test.csv", fields, [rows[row][:place] + rows[row][place + 1 :] for row in test])
    job = folder / "job.json"
    content = {
        "peer": cell.peer,
        "file": str(table.file),
        "target": table.target,
        "task": table.task,
        "metric": table.metric,
        "budget": cell.budget,
        "train": train,
        "test": test,
        "truth": [rows[row][place] for row in test],
        "folder": str(folder),
    }
    job.write_text(json.dumps(content))
    return job


def read_answer(
    cell: Cell, version: str, table: Table, folder: Path, watched: Watched
) -> tuple[Result, np.ndarray | None, np.ndarray | None]:
    """The result with truth and answers; an error where the program left none."""
    try:
        answer = json.loads((folder / "answer.json").read_text())
        with np.load(folder / "answers.npz") as kept:
            truth, predictions = kept["truth"], kept["answers"]
    except FileNotFoundError:
        why = "killed at its limit" if watched.exit_code is None else f"exit code {watched.exit_code}"
        tail = (folder / "log.txt").read_text(errors="replace")[-SHOWN:]
        failed = Result(
            cell,
            version,
            None,
            watched.seconds,
            0.0,
            0.0,
            0.0,
            watched.peak_megabytes,
            watched.other_load,
            why,
            {"log": tail},
        )
        return failed, None, None
    result = Result(
        cell=cell,
        version=version,
        score=score(table.metric, truth, predictions),
        fit_seconds=answer["fitSeconds"],
        overrun=max(0.0, answer["fitSeconds"] - cell.budget),
        one_row_ms=answer["oneRowMs"],
        megabytes=answer["bytes"] / 1e6,
        peak_megabytes=watched.peak_megabytes,
        other_load=watched.other_load,
        details=answer["details"],
    )
    return result, truth, predictions
