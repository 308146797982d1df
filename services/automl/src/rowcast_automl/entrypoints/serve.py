"""The model server: `python -m rowcast_automl.entrypoints.serve`."""

from __future__ import annotations

import gc
import sys

from rowcast_automl.bundle.keys import public_key
from rowcast_automl.platform.config import settings
from rowcast_automl.platform.log import configure_log
from rowcast_automl.platform.storage import Storage
from rowcast_automl.serve.pool import ModelPool
from rowcast_automl.serve.server import create_server


def main() -> int:
    """Serves until a signal ends it; the exit code is 2 when BUNDLE_PUBLIC_KEY is not set."""
    config = settings()
    configure_log(config.log_level, pretty=config.log_pretty, service="model-server")
    if config.bundle_public_key is None:
        sys.stderr.write("Set BUNDLE_PUBLIC_KEY to the public key that belongs to BUNDLE_SIGNING_KEY.\n")
        return 2
    pool = ModelPool(
        Storage(config.storage_url), public_key(config.bundle_public_key), config.model_memory_mb << 20
    )
    server = create_server(
        pool, config.model_server_host, config.model_server_port, config.model_idle_seconds
    )
    # What is imported stays: the collector need not look through it again while requests wait.
    gc.freeze()
    server.run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
