"""The child process that ingests one uploaded table."""

import duckdb
import structlog

from rowcast_automl.contracts.generated import IngestError, IngestPayload
from rowcast_automl.ingest.pipeline import ingest
from rowcast_automl.platform.config import settings
from rowcast_automl.platform.errors import RowcastError, failure
from rowcast_automl.platform.log import bind_request, configure_log
from rowcast_automl.platform.process.memory_limits import limit_memory_growth
from rowcast_automl.platform.process.parent_connection import ParentConnection
from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.platform.storage.temporary_directory import is_disk_full

# DuckDB reserves memory for each column of a wide table and hardly touches it.
RESERVED = 8 << 30
log = structlog.get_logger()


def main() -> None:
    """Read one payload, report progress and a result, and exit."""
    config = settings()
    configure_log(config.log_level, pretty=config.log_pretty, service="ingest")
    parent, storage = ParentConnection(), Storage(config.storage_url)
    duckdb.connect().close()
    try:
        payload = parent.payload(IngestPayload)
    except EOFError:
        return
    bind_request(payload.request_id)
    # What is held is watched from outside; this is for what would be taken at one stroke.
    limit_memory_growth((config.worker_memory_mb << 20) + RESERVED)
    try:
        parent.result(ingest(payload, storage, config.train_threads, parent.progress))
    except Exception as error:
        parent.result(IngestError(outcome="error", error=failure(public_error(error, payload.dataset_id))))


def public_error(error: Exception, dataset: str) -> RowcastError:
    """Return the error to report for an exception."""
    if isinstance(error, RowcastError):
        return error
    log.error("ingest_failed", dataset=dataset, exc_info=error)
    if isinstance(error, MemoryError | duckdb.OutOfMemoryException):
        return RowcastError("INGEST_OUT_OF_MEMORY")
    return RowcastError("SCRATCH_FULL" if is_disk_full(error) else "INGEST_FAILED")


if __name__ == "__main__":
    main()
