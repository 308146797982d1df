"""The tables and verdicts on standard output."""

from __future__ import annotations

import os
import platform
import statistics
import sys
from collections.abc import Mapping
from pathlib import Path

import psutil

from automl.results import OWN, Result, load_answers
from automl.scores import lead_interval
from automl.summary import average_ranks, complete_tables, mean_scores, near_best

BASELINE = "xgb"
MAX_ROW_MS, MAX_MEGABYTES, NEAR_SHARE = 1.0, 20.0, 0.75
OVERRUN_SECONDS, OVERRUN_SHARE = 2.0, 0.03


def print_facts(arguments: list[str]) -> None:
    """The command and the machine."""
    memory = psutil.virtual_memory().total / 2**30
    print(f"Command   node bench/automl/main.ts; {' '.join(arguments)}")
    print(
        f"Machine   {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, niceness {os.nice(0)}, load {os.getloadavg()[0]:.1f}"
    )


def show(value: float | None) -> str:
    """A score with as many digits as tell peers apart."""
    if value is None:
        return "failed"
    return f"{value:,.1f}" if abs(value) >= 100 else f"{value:.4f}"


def print_line(result: Result) -> None:
    """One cell, as soon as it is known."""
    cell = result.cell
    print(
        f"{cell.table:<14}{cell.seed:>2}  {cell.peer:<15}{show(result.score):>11}"
        f"{result.fit_seconds:>9.1f}{result.overrun:>9.1f}{result.peak_megabytes:>10,.0f}"
        f"{result.one_row_ms:>11.3f}{result.megabytes:>10.2f}{result.other_load:>8.2f}"
        + (f"  {result.error}" if result.error else "")
        + ("  kept" if result.kept else ""),
        flush=True,
    )


def print_header() -> None:
    """The columns of `print_line`."""
    print(
        f"{'table':<14}{'seed':>2}  {'peer':<13}{'score':>11}{'fit s':>9}{'overrun':>9}{'peak MB':>10}"
        f"{'one row ms':>11}{'size MB':>10}{'others':>8}"
    )


def print_summary(results: list[Result], metrics: Mapping[str, str], out: Path) -> bool:
    """Scores by table and peer, then what they say; True when all that was wanted of Rowcast holds."""
    scores = mean_scores(results)
    peers = list(dict.fromkeys(result.cell.peer for result in results))
    print("\n" + f"{'table':<14}{'metric':<9}" + "".join(f"{peer:>16}" for peer in peers))
    near = {table: near_best(of_table, metrics[table]) for table, of_table in scores.items()}
    for table, of_table in scores.items():
        shown = (
            show(of_table[peer]) + ("*" if peer in near[table] else " ") if peer in of_table else "- "
            for peer in peers
        )
        print(f"{table:<14}{metrics[table]:<9}" + "".join(f"{cell:>16}" for cell in shown))
    complete = complete_tables(scores)
    average = average_ranks(scores, metrics)
    print("* best or within 0.5 % of the best; means over the seeds")
    if any(result.kept for result in results):
        print("Lines marked as kept were measured before, on another machine of two cores")
    rows: list[tuple[str, dict[str, str]]] = [
        (f"average rank over {len(complete)}", {peer: f"{rank:.2f}" for peer, rank in average.items()}),
        ("near the best", {peer: f"{sum(peer in near[t] for t in complete)}" for peer in peers}),
    ]
    by_peer = {peer: [r for r in results if r.cell.peer == peer and not r.error] for peer in peers}
    measured = {peer: own for peer, own in by_peer.items() if own}
    rows += [
        ("worst overrun s", {peer: f"{max(r.overrun for r in own):.1f}" for peer, own in measured.items()}),
        (
            "median one row ms",
            {peer: f"{statistics.median(r.one_row_ms for r in own):.2f}" for peer, own in measured.items()},
        ),
        ("largest size MB", {peer: f"{max(r.megabytes for r in own):.1f}" for peer, own in measured.items()}),
        (
            "largest peak MB",
            {peer: f"{max(r.peak_megabytes for r in own):,.0f}" for peer, own in measured.items()},
        ),
    ]
    for title, cells in rows:
        print(f"{title:<23}" + "".join(f"{cells.get(peer, '-') + ' ':>16}" for peer in peers))
    return print_verdicts(results, metrics, average, near, complete, out)


def print_verdicts(
    results: list[Result],
    metrics: Mapping[str, str],
    average: Mapping[str, float],
    near: Mapping[str, set[str]],
    complete: list[str],
    out: Path,
) -> bool:
    """What is wanted of Rowcast, each kept or missed."""
    own = [result for result in results if result.cell.peer == OWN]
    if not own:
        return True
    measured = [result for result in own if not result.error]
    behind = list(behind_baseline(results, metrics, out))
    late = [r for r in measured if r.overrun > max(OVERRUN_SECONDS, OVERRUN_SHARE * r.cell.budget)]
    slow = [r for r in measured if r.one_row_ms >= MAX_ROW_MS]
    large = [r for r in measured if r.megabytes >= MAX_MEGABYTES]
    verdicts = {
        "no failure (parity gate passed everywhere)": len(measured) == len(own),
        "never worse than the plain XGBoost by more than noise": not behind,
        "no overrun beyond 2 s or 3 %": not late,
        "one row under 1 ms everywhere": not slow,
        "size under 20 MB everywhere": not large,
    }
    if len(average) > 1:
        best = min(average.values())
        share = sum(OWN in near[table] for table in complete) / len(complete)
        verdicts["best average rank"] = average[OWN] == best
        verdicts[f"near the best on {share:.0%} of the tables, wanted 75 %"] = share >= NEAR_SHARE
    print()
    for what, kept in verdicts.items():
        print(f"{'kept  ' if kept else 'MISSED'}  {what}")
    for text in behind:
        print(f"        {text}")
    for result in {id(r): r for r in (*late, *slow, *large)}.values():
        print_line(result)
    return all(verdicts.values())


def behind_baseline(results: list[Result], metrics: Mapping[str, str], out: Path) -> list[str]:
    """Cells where the 95 % interval of our lead over the baseline lies below zero."""
    by_cell = {(r.cell.peer, r.cell.table, r.cell.seed): r for r in results if not r.error}
    found = []
    for (peer, table, seed), result in by_cell.items():
        baseline = by_cell.get((BASELINE, table, seed))
        if peer != OWN or baseline is None:
            continue
        truth, ours = load_answers(out, result.cell)
        _, theirs = load_answers(out, baseline.cell)
        low, high = lead_interval(metrics[table], truth, ours, theirs)
        sys.stdout.write(f"{table} {seed}: ahead of {BASELINE} by {low:.4g} to {high:.4g}\n")
        if high < 0:
            found.append(f"{table}, seed {seed}: behind by {-high:.4g} to {-low:.4g}")
    return found
