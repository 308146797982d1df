"""The terminal program with a data folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CLI = [sys.executable, "-m", "rowcast_automl.entrypoints.cli"]


def call(*arguments: str | Path, data: Path, public: str | None = None) -> subprocess.CompletedProcess[str]:
    """Runs the program with a data folder of its own."""
    environment = {**os.environ, "ROWCAST_DATA": str(data)}
    environment.pop("BUNDLE_SIGNING_KEY", None)
    if public:
        environment["BUNDLE_PUBLIC_KEY"] = public
    command = [*CLI, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, check=False)
