"""`python -m rowcast_automl.entrypoints.cli COMMAND …`, which `./rowcast` calls.

Exit codes: 0 success; 1 unexpected error; 2 wrong usage, or a file that cannot be read or written; 6 the
data, the target or the bundle was rejected with an error code; 130 ended by Ctrl-C.
"""

from __future__ import annotations

import os
import sys
import warnings

# libgomp reads these once, when it is loaded; spinning threads starve every other process on a small machine.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Warnings of Python are for developers. Tests import the modules below, and see them.
os.environ.setdefault("PYTHONWARNINGS", "ignore")
if not sys.warnoptions:
    warnings.showwarning = lambda *_args, **_options: None

from rowcast_automl.entrypoints.cli.arguments import parse


def main() -> int:
    """Run the command and return its exit code."""
    options = parse(sys.argv[1:])
    # Not needed for --help.
    from rowcast_automl.entrypoints.cli.run import run

    return run(options)


if __name__ == "__main__":
    sys.exit(main())
