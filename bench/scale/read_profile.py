"""Types and profiles a file as an upload is: `read_profile.py FILE`, in a process whose memory is watched."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from rowcast_automl.entrypoints.cli.train_command import read_file
from rowcast_automl.platform.storage.object_store import Storage

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        read = read_file(Path(sys.argv[1]), Storage(Path(name).as_uri()), Path(name), os.cpu_count() or 1)
        print(read.profile.rows, len(read.profile.columns))
