"""Lint of the table of a training, for its report."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

import structlog

from rowcast_automl.contracts.generated import LintFinding, Reason, TableProfile
from rowcast_automl.lint.run import lint_table
from rowcast_automl.platform.process.forked_task import run_forked
from rowcast_automl.platform.reasons import english_text, reason
from rowcast_automl.run.training_run import MayContinue


def lint_in_process(
    table: Path, profile: TableProfile, target: str, may_continue: MayContinue
) -> list[LintFinding] | Reason:
    """The findings of a forked process with a time limit, or the reason why there are none."""
    # Deleted here, since the process may be killed.
    with tempfile.TemporaryDirectory(prefix="rowcast-lint-") as folder:
        # One thread, since the order of summation affects reproducibility.
        work = partial(lint_table, table, profile, target, 1, Path(folder))
        (found,) = run_forked([work], 1, may_continue)
    if not isinstance(found, Reason):
        return found.findings
    structlog.get_logger().warning("table_not_looked_through", why=english_text(found))
    return reason("LINT_UNENDED")
