import json
import sys
import time
from pathlib import Path

import numpy as np
import psutil
import pytest

from automl.measuring import measure, version_of
from automl.results import Cell, Result, load, load_answers, save
from automl.tables import Table, read_index, seeds_for, split_rows
from automl.watch import run_watched

CELL = Cell("xgb", "t", 1, 12.5)


def kept(error: str | None = None) -> Result:
    return Result(
        CELL, "v1", None if error else 0.5, 3.0, 0.0, 1.0, 2.0, 3.0, 0.1, error, {"versions": {"a": "1"}}
    )


def test_a_kept_result_is_read_back_with_its_answers(tmp_path: Path) -> None:
    truth, answers = np.array([0, 1]), np.array([[0.2, 0.8], [0.4, 0.6]])
    save(tmp_path, kept(), truth, answers)
    assert load(tmp_path, CELL, "v1") == kept()
    assert all(map(np.array_equal, load_answers(tmp_path, CELL), (truth, answers)))


def test_what_is_missing_or_failed_is_measured_again(tmp_path: Path) -> None:
    assert load(tmp_path, CELL, "v1") is None
    save(tmp_path, kept(error="exit code 1"), None, None)
    assert load(tmp_path, CELL, "v1") is None


def test_another_version_is_measured_again(tmp_path: Path) -> None:
    save(tmp_path, kept(), None, None)
    assert load(tmp_path, CELL, "v2") is None


def test_figures_of_another_form_are_measured_again(tmp_path: Path) -> None:
    place = CELL.place(tmp_path)
    place.parent.mkdir(parents=True)
    place.write_text(json.dumps({"cell": {}, "score": 0.5}))
    assert load(tmp_path, CELL, "v1") is None


def test_our_version_is_that_of_the_code_and_a_peer_s_that_of_its_lock_file() -> None:
    assert version_of("flaml", "/cache/flaml-0a1b/bin/python") == "flaml-0a1b"
    assert version_of("rowcast", sys.executable).startswith("0.")


@pytest.mark.parametrize(
    "other",
    [
        Cell("flaml", "t", 1, 12.5),
        Cell("xgb", "u", 1, 12.5),
        Cell("xgb", "t", 0, 12.5),
        Cell("xgb", "t", 1, 60),
    ],
)
def test_peer_table_seed_and_budget_each_make_a_cell_of_its_own(tmp_path: Path, other: Cell) -> None:
    save(tmp_path, kept(), None, None)
    assert load(tmp_path, other, "v1") is None


def test_an_answer_half_written_is_no_result(tmp_path: Path) -> None:
    place = CELL.place(tmp_path)
    place.parent.mkdir(parents=True)
    place.with_suffix(".partial").write_text("{")
    assert load(tmp_path, CELL, "v1") is None


def write_folder(folder: Path) -> Table:
    rows = "\n".join(f"{number},{'yes' if number % 3 else 'no'}" for number in range(30))
    (folder / "t.csv").write_text(f"a,b\n{rows}\n")
    entry = {"name": "t", "file": "t.csv", "target": "b", "task": "binary", "metric": "auc", "rows": 30}
    (folder / "index.json").write_text(json.dumps({"datasets": [entry]}))
    return read_index(folder)[0]


def test_the_split_is_stratified_and_depends_on_the_seed_alone(tmp_path: Path) -> None:
    table = write_folder(tmp_path)
    train, test = split_rows(table, 0)
    assert sorted(train + test) == list(range(30))
    assert sum(row % 3 == 0 for row in test) == 2
    assert split_rows(table, 0) == (train, test)
    assert split_rows(table, 1) != (train, test)


def test_small_tables_get_every_seed_and_others_the_first(tmp_path: Path) -> None:
    small = write_folder(tmp_path)
    large = Table("l", tmp_path, "b", "binary", "auc", 5_000)
    assert seeds_for(small, [0, 1, 2]) == [0, 1, 2]
    assert seeds_for(large, [0, 1, 2]) == [0]


def test_a_peer_that_ends_without_answers_is_kept_as_failed(tmp_path: Path) -> None:
    table = write_folder(tmp_path)
    # An interpreter without the peer's packages cannot run its program.
    result = measure(Cell("flaml", "t", 0, 5), table, sys.executable, tmp_path / "out")
    assert result.score is None
    assert result.error == "exit code 1"
    assert "flaml" in result.details["log"]


def test_a_program_over_its_limit_is_killed_with_all_that_it_started(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    watched = run_watched(["sh", "-c", f"sleep 60 & echo $! > {pid}; wait"], tmp_path / "log", 2.0, {})
    assert watched.exit_code is None
    deadline = time.monotonic() + 10
    while is_running(int(pid.read_text())) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_running(int(pid.read_text()))


def is_running(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def test_the_peak_counts_the_memory_of_children(tmp_path: Path) -> None:
    holder = "import time; held = b'x' * 150_000_000; time.sleep(1.5)"
    watched = run_watched(
        ["sh", "-c", f'"{sys.executable}" -c "{holder}"; exit 3'], tmp_path / "log", 60.0, {}
    )
    assert watched.exit_code == 3
    assert 150 < watched.peak_megabytes < 250
