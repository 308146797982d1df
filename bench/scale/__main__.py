"""`python -m scale`, which main.ts calls: prints figures and verdicts, exits with 1 when one was missed."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

import psutil

from automl.watch import run_watched
from scale.generator import TARGET, write_rows
from scale.training import GRACE_SECONDS, ROWCAST, Trainings

OVERRUN_SECONDS, OVERRUN_SHARE = 2.0, 0.03
# The same rows score all trainings, but which models the budget allows for is chance too.
SLACK = 0.005
PROFILED_ROWS, PROFILE_MEGABYTES = 10_000_000, 1_500.0
PREDICTED_ROWS, PREDICT_GROWTH = 2_000_000, 150.0


def main() -> int:
    """Runs the parts asked for."""
    parser = argparse.ArgumentParser(prog="node bench/scale/main.ts")
    parser.add_argument("--parts", default="train,profile,predict,nodes")
    parser.add_argument("--rows", default="10000,30000,100000,300000,1000000,3000000")
    parser.add_argument("--budget", type=float, default=60.0)
    parser.add_argument("--memory", type=float, default=4_096.0, help="limit of a training in MB")
    parser.add_argument("--cluster", help="an interpreter with the cluster extra")
    options = parser.parse_args()
    memory = psutil.virtual_memory().total / 2**30
    print(f"Command   node bench/scale/main.ts {' '.join(sys.argv[1:])}")
    print(f"Machine   {os.cpu_count()} cores, {memory:.0f} GiB, load {os.getloadavg()[0]:.1f}")
    kept = True
    with tempfile.TemporaryDirectory(prefix="scale-") as name:
        folder = Path(name)
        for part in options.parts.split(","):
            if part == "train":
                sizes = [int(rows) for rows in options.rows.split(",")]
                kept &= train(folder, sizes, options.budget, options.memory)
            elif part == "profile":
                kept &= profile(folder)
            elif part == "predict":
                kept &= predict(folder)
            elif part == "nodes":
                call = [options.cluster or sys.executable, "-m", "scale.nodes"]
                kept &= subprocess.run(call, check=False).returncode == 0
            else:
                parser.error(f"there is no part {part!r}")
    return 0 if kept else 1


def judge(what: str, kept: bool) -> bool:
    """Prints a verdict."""
    print(f"{'kept  ' if kept else 'MISSED'}  {what}", flush=True)
    return kept


def train(folder: Path, sizes: list[int], budget: float, memory: float) -> bool:
    """Trainings on tables of each size."""
    trainings = Trainings(folder, budget, memory)
    print(f"{'rows':>10}{'seconds':>9}{'peak MB':>9}{'models':>8}{'RMSE / noise':>14}{'others':>8}")
    found = []
    for rows in sizes:
        result = trainings.train(rows)
        found.append(result)
        score = "failed" if result.score is None else f"{result.score:.4f}"
        print(
            f"{rows:>10,}{result.seconds:>9.1f}{result.peak_megabytes:>9,.0f}{result.models:>8}{score:>14}"
            f"{result.other_load:>8.2f}  {result.why}",
            flush=True,
        )
    most = budget + max(OVERRUN_SECONDS, OVERRUN_SHARE * budget)
    scores = [each.score for each in found]
    rising = all(
        now is not None and then is not None and now <= then * (1 + SLACK) for then, now in pairwise(scores)
    )
    return all(
        [
            judge(f"each within {most:.1f} s", all(each.seconds <= most for each in found)),
            judge(f"each under {memory:,.0f} MB", all(each.peak_megabytes <= memory for each in found)),
            judge("score not falling as rows grow", rising and None not in scores),
        ]
    )


def profile(folder: Path) -> bool:
    """Typing and profiling of a large Parquet file."""
    table, log = folder / "large.parquet", folder / "profile.log"
    write_rows(table, PROFILED_ROWS, 3)
    program = [sys.executable, str(Path(__file__).with_name("read_profile.py")), str(table)]
    went = run_watched(program, log, 600, {})
    size = table.stat().st_size / 1e6
    table.unlink()
    said = log.read_text(errors="replace").strip().splitlines()[-1:]
    print(
        f"profile of {PROFILED_ROWS:,} rows ({size:.0f} MB of Parquet): {went.seconds:.1f} s, "
        f"peak {went.peak_megabytes:,.0f} MB, others {went.other_load:.2f}; said: {''.join(said)}"
    )
    done = went.exit_code == 0 and went.peak_megabytes < PROFILE_MEGABYTES
    return judge(f"profiled under {PROFILE_MEGABYTES:,.0f} MB", done)


def predict(folder: Path) -> bool:
    """Batch prediction of few and of many rows, from and to both formats."""
    bundle, log = folder / "small.rowcast", folder / "predict.log"
    keys = {"ROWCAST_DATA": str(folder)}
    few, many = PREDICTED_ROWS // 100, PREDICTED_ROWS
    write_rows(folder / "few.csv", few, 4)
    call = [
        "train",
        str(folder / "few.csv"),
        "--target",
        TARGET,
        "--time-budget",
        "15",
        "--out",
        str(bundle),
    ]
    run_watched([ROWCAST, *call], log, GRACE_SECONDS, keys)
    kept = True
    for suffix in ("csv", "parquet"):
        peaks = []
        for rows in (few, many):
            table, out = folder / f"rows.{suffix}", folder / f"answers.{suffix}"
            write_rows(table, rows, 4)
            went = run_watched(
                [ROWCAST, "predict", str(bundle), str(table), "--out", str(out)], log, 900, keys
            )
            peaks.append(went.peak_megabytes)
            speed = rows / went.seconds
            print(
                f"predict {suffix}: {rows:>9,} rows, {went.seconds:.1f} s, {speed:,.0f} rows a second, peak "
                f"{went.peak_megabytes:,.0f} MB, exit code {went.exit_code}, others {went.other_load:.2f}",
                flush=True,
            )
            kept &= went.exit_code == 0
        grown = peaks[1] - peaks[0]
        kept &= judge(
            f"{suffix}: 100 times the rows take {grown:,.0f} MB more, at most {PREDICT_GROWTH:,.0f}",
            grown <= PREDICT_GROWTH,
        )
    return kept


if __name__ == "__main__":
    sys.exit(main())
