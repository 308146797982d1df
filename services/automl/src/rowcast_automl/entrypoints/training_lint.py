"""Data checks for the report of a training, in processes that run in parallel with it."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from multiprocessing.connection import wait
from pathlib import Path

import structlog

from rowcast_automl.contracts.generated import LintFinding, LintReport, Reason, TableProfile
from rowcast_automl.lint.run import Checks, leakage_checks, lint_table, other_checks
from rowcast_automl.platform.process.forked_task import ForkedTask
from rowcast_automl.platform.reasons import english_text, reason
from rowcast_automl.run.training_run import MayContinue
from rowcast_automl.training.session import SkippedCheck, TableChecks

# The cost of the check for target leakage does not grow with the table, so the training waits for it.
LEAKAGE_SECONDS = 10.0
# Seconds that the other checks may always take after the fits.
MIN_SECONDS = 2.0
POLL_SECONDS = 0.1
UNENDED = {"target_leakage": reason("LEAKAGE_UNENDED"), "lint": reason("LINT_UNENDED")}


class TrainingLint:
    """Runs the check for target leakage and the other checks, each in a forked process.

    Parameters
    ----------
    target : str
        The target column.
    on_findings : callable
        Receives the findings of each process as soon as they are collected.
    """

    def __init__(
        self,
        table: Path,
        profile: TableProfile,
        target: str,
        on_findings: Callable[[Sequence[LintFinding]], None] = lambda _: None,
    ) -> None:
        self._table, self._profile, self._target = table, profile, target
        self._on_findings = on_findings
        self._running: dict[str, ForkedTask[LintReport]] = {}
        self._found: dict[str, list[LintFinding]] = {}
        self._skipped: list[SkippedCheck] = []
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def start(self) -> None:
        """Start both processes."""
        # Deleted here, since the processes may be killed.
        self._folder = tempfile.TemporaryDirectory(prefix="rowcast-lint-")
        checks: dict[str, Checks] = {"target_leakage": leakage_checks, "lint": other_checks}
        for part, each in checks.items():
            folder = Path(self._folder.name, part)
            folder.mkdir()
            # One thread, since the order of summation affects reproducibility.
            work = partial(lint_table, self._table, self._profile, self._target, 1, folder, checks=each)
            self._running[part] = ForkedTask(work)

    def poll(self) -> None:
        """Collect the results of finished processes, without waiting."""
        self._collect(0.0)

    def finish(self, may_continue: MayContinue) -> TableChecks:
        """Wait for the processes. Return the findings and the checks that did not finish.

        Parameters
        ----------
        may_continue : callable
            Whether the checks may continue after so many seconds.
        """
        begun = time.monotonic()
        while self._running:
            seconds = time.monotonic() - begun
            longest = LEAKAGE_SECONDS if "target_leakage" in self._running else MIN_SECONDS
            if seconds > longest and not may_continue(seconds):
                break
            self._collect(POLL_SECONDS)
        for part in self._running:
            self._skip(part, "Stopped by the time budget.")
        self.close()
        findings = [each for part in UNENDED for each in self._found.get(part, [])]
        return TableChecks(findings, self._skipped)

    def close(self) -> None:
        """End the processes."""
        for each in self._running.values():
            each.end()
        self._running.clear()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _collect(self, seconds: float) -> None:
        ready = wait([each.receiver for each in self._running.values()], seconds)
        for part in [part for part, each in self._running.items() if each.receiver in ready]:
            found = self._running.pop(part).result()
            if isinstance(found, Reason):
                self._skip(part, english_text(found))
                continue
            self._found[part] = found.findings
            self._on_findings(found.findings)

    def _skip(self, part: str, why: str) -> None:
        structlog.get_logger().warning("table_not_checked", part=part, why=why)
        self._skipped.append(SkippedCheck(part, UNENDED[part]))
