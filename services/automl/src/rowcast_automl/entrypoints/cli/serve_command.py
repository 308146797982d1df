"""`serve`: serves one bundle at POST /predict on the loopback interface."""

from __future__ import annotations

import argparse
import socket
import sys

import uvicorn

from rowcast_automl.entrypoints.cli.data_folder import installation_public_key
from rowcast_automl.platform.log import configure_log
from rowcast_automl.serve.http.app import create_single_app
from rowcast_automl.serve.pool.loaded_model import LoadedModel

LOOPBACK = "127.0.0.1"


def execute(options: argparse.Namespace) -> None:
    """Serve until Ctrl-C; print the address once connections are accepted.

    Raises
    ------
    RowcastError
        BUNDLE_INVALID or GOLDEN_ROWS_FAILED.
    OSError
        The port is in use.
    """
    configure_log("info", pretty=True, service="serve")
    model = LoadedModel(options.bundle, installation_public_key())
    listener = socket.create_server((LOOPBACK, options.port))
    address = f"http://{LOOPBACK}:{listener.getsockname()[1]}"
    sys.stdout.write(f"Serving {options.bundle.name} ({model.schema.task}) at {address}/predict\n")
    sys.stdout.flush()
    server = uvicorn.Server(
        uvicorn.Config(
            create_single_app(model), loop="uvloop", http="httptools", access_log=False, log_level="warning"
        )
    )
    server.run(sockets=[listener])
