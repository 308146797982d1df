"""The child process that lints one table before a training."""

import tempfile
from pathlib import Path

import duckdb
import structlog

from rowcast_automl.contracts.generated import (
    ErrorCode,
    LintError,
    LintPayload,
    LintReady,
    LintReport,
    TableProfile,
)
from rowcast_automl.features.target.target import find_profile
from rowcast_automl.lint.run import lint_table
from rowcast_automl.plan.cost_estimate import workload_of
from rowcast_automl.platform.config import settings
from rowcast_automl.platform.errors import RowcastError, failure
from rowcast_automl.platform.log import bind_request, configure_log
from rowcast_automl.platform.process.parent_connection import ParentConnection
from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.platform.storage.temporary_directory import is_disk_full

log = structlog.get_logger()


def main() -> None:
    """Read one payload, report a result, and exit."""
    config = settings()
    configure_log(config.log_level, pretty=config.log_pretty, service="lint")
    parent, storage = ParentConnection(), Storage(config.storage_url)
    payload = parent.payload(LintPayload)
    bind_request(payload.request_id)

    def begun(report: LintReport) -> LintReport:
        if report.target is None or report.task is None:
            return report
        target = find_profile(profile, report.target)
        workload = workload_of(profile, target, report.task, config.train_threads)
        estimated = report.model_copy(update={"workload": workload})
        # The checks may take minutes or fail; the training estimate is sent without waiting for them.
        parent.progress(estimated)
        return estimated

    try:
        profile = TableProfile.model_validate_json(storage.read(payload.profile_key))
        with (
            storage.local(payload.table_key) as table,
            tempfile.TemporaryDirectory(prefix="rowcast-lint-") as folder,
        ):
            report = lint_table(table, profile, payload.target, config.train_threads, Path(folder), begun)
        parent.result(LintReady(outcome="ready", report=report))
    except FileNotFoundError:
        parent.result(LintError(outcome="error", error=failure(RowcastError("DATASET_GONE"))))
    except RowcastError as error:
        parent.result(LintError(outcome="error", error=failure(error)))
    except Exception as error:
        log.exception("lint_failed", dataset=payload.dataset_id)
        refused = isinstance(error, MemoryError | duckdb.OutOfMemoryException)
        full: ErrorCode = "SCRATCH_FULL" if is_disk_full(error) else "LINT_FAILED"
        reported = RowcastError("LINT_OUT_OF_MEMORY" if refused else full)
        parent.result(LintError(outcome="error", error=failure(reported)))


if __name__ == "__main__":
    main()
