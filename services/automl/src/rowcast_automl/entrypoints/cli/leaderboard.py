"""Live progress and the leaderboard on standard error."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from rowcast_automl.contracts.generated import LeaderboardEntry, LintFinding, Report, TrainingProgress
from rowcast_automl.entrypoints.cli.score_text import (
    baseline_text,
    evaluation_text,
    metric_name,
    score_with_interval,
)

MAX_ROWS = 12
# Parts of the report without which a score may be too good.
CHECKS = ("target_leakage", "lint")
SCORE_FINDINGS = (
    "BASELINE_ONLY",
    "BASELINE_BETTER",
    "SCORED_COPIES",
    "COVERAGE_SHORT",
    "COVERAGE_SHORT_LATER",
)
# The other task that fits the target, by the reason for the detected one.
TASK_HINTS = {
    "WHOLE_NUMBERS": "(--task regression predicts it as a number.)",
    "RECURRING_NUMBERS": "(--task multiclass predicts its values as classes.)",
}


class Leaderboard:
    """Shows progress: a live table in a terminal, otherwise one line per change."""

    def __init__(self) -> None:
        self._console = Console(stderr=True)
        self._live = Live(console=self._console, auto_refresh=False, transient=True)
        self._last = ""

    def __enter__(self) -> Leaderboard:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def print_note(self, text: str) -> None:
        """Print a permanent line."""
        self._console.print(Text(text, style="yellow"))

    def print_step(self, text: str) -> None:
        """Print the current step."""
        if not self._console.is_terminal and text != self._last:
            self._console.print(Text(text))
        self._last = text

    def show(self, progress: TrainingProgress) -> None:
        """Show the progress of a training."""
        if not self._console.is_terminal:
            self.print_step(progress.message)
            return
        left = progress.remaining_seconds
        total = None if left is None else max(0.1, progress.elapsed_seconds + left)
        head = Text(f"{progress.phase}  {progress.message}  {progress.elapsed_seconds:.0f} s")
        bar = ProgressBar(total=total, completed=progress.elapsed_seconds, width=60)
        self._live.update(Group(head, bar, build_table(progress.leaderboard)), refresh=True)


def build_table(entries: list[LeaderboardEntry]) -> Table:
    """Return the current leaderboard."""
    table = Table(box=None, padding=(0, 2))
    table.add_column("Model")
    for name in ("Score", "Spread", "Seconds", "Weight"):
        table.add_column(name, justify="right")
    table.add_column("Status")
    for entry in entries[:MAX_ROWS]:
        numbers = (entry.score, entry.spread, entry.fit_seconds, entry.weight)
        cells = ["" if each is None else f"{each:.4g}" for each in numbers]
        table.add_row(entry.name, *cells, entry.reason or entry.status)
    return table


def show_result(report: Report, out: Path, size: int) -> None:
    """Print the result of a training to standard error."""
    console = Console(stderr=True)
    tried = [entry for entry in report.leaderboard if entry.status != "skipped"]
    console.print(build_table(tried))
    if len(tried) < len(report.leaderboard):
        console.print(Text(f"{len(report.leaderboard) - len(tried)} more were not tried in the time given."))
    score = report.score
    trained_on = f"Learned from {report.rows.train:,} rows, scored on {evaluation_text(report)}."
    hints = [TASK_HINTS[each.code] for each in report.task_why or [] if each.code in TASK_HINTS]
    console.print(Text(" ".join([report.task_reason, *hints, trained_on])))
    if report.positive:
        console.print(Text(f'The positive class is "{report.positive.label}": {report.positive.reason}'))
    if report.rows.missing_target:
        console.print(Text(f"Rows without a usable target, left out: {report.rows.missing_target:,}."))
    if report.rows.left_out:
        left_out = f"{report.rows.left_out:,} more are on neither side, since others of their group are."
        console.print(Text(left_out))
    console.print(
        Text(f"{metric_name(score.metric, report)}: {score_with_interval(score)}, {baseline_text(report)}.")
    )
    if score.value is None:
        for other in report.other_scores:
            console.print(Text(f"{metric_name(other.metric, report)}: {score_with_interval(other)}."))
    for finding in report.findings:
        # Other findings were printed before and do not affect the score.
        if finding.code in ("TARGET_COPY", "TARGET_LEAK") or is_split_related(finding, report):
            console.print(Text(f"The score is doubtful. {finding.column}: {finding.message}"))
        elif finding.code in SCORE_FINDINGS:
            console.print(Text(finding.message))
    for part in report.omitted or []:
        if part.part in CHECKS:
            console.print(Text(f"Not checked: {part.reason}"))
    for each in report.dropped_columns:
        console.print(Text(f"Left out {each.column}: {each.reason}"))
    console.print(Text(f"{out} ({size / 1e6:.1f} MB)"))


def is_split_related(finding: LintFinding, report: Report) -> bool:
    """Whether many small groups of related rows are in both the training and the evaluated rows."""
    config = report.rebuild.config if report.rebuild else {}
    is_resolved = config.get("groupColumn") or config.get("timeColumn")
    return finding.code == "GROUPS" and finding.severity == "warning" and not is_resolved
