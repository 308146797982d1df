"""The child process that reads one uploaded table."""

import duckdb
import structlog

from rowcast_automl.contracts.generated import IngestError, IngestPayload
from rowcast_automl.ingest.run import ingest
from rowcast_automl.platform.config import settings
from rowcast_automl.platform.errors import RowcastError, failure
from rowcast_automl.platform.log import bind_request, configure_log
from rowcast_automl.platform.parent import Parent
from rowcast_automl.platform.storage import Storage

log = structlog.get_logger()


def main() -> None:
    """Reads one payload, reports progress and a result, and ends."""
    config = settings()
    configure_log(config.log_level, pretty=config.log_pretty, service="ingest")
    parent, storage = Parent(), Storage(config.storage_url)
    duckdb.connect().close()
    try:
        payload = parent.payload(IngestPayload)
    except EOFError:
        return
    bind_request(payload.request_id)
    try:
        parent.result(ingest(payload, storage, config.train_threads, parent.progress))
    except RowcastError as error:
        parent.result(IngestError(outcome="error", error=failure(error)))
    except Exception:
        log.exception("ingest_failed", dataset=payload.dataset_id)
        parent.result(IngestError(outcome="error", error=failure(RowcastError("INGEST_FAILED"))))


if __name__ == "__main__":
    main()
