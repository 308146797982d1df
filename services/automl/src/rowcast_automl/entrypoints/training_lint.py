"""What is found in a table before a training, for its report."""

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


def lint_beside(
    table: Path, profile: TableProfile, target: str, may_continue: MayContinue
) -> list[LintFinding] | Reason:
    """The findings, from a process that is ended when it takes too long; or why there are none."""
    # Ours to clear, since the process may be killed.
    with tempfile.TemporaryDirectory(prefix="rowcast-lint-") as folder:
        # One thread: several would add up in another order every time.
        work = partial(lint_table, table, profile, target, 1, Path(folder))
        (found,) = run_forked([work], 1, may_continue)
    if not isinstance(found, Reason):
        return found.findings
    structlog.get_logger().warning("table_not_looked_through", why=english_text(found))
    return reason("LINT_UNENDED")
