"""Warnings of Python do not reach the terminal."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import runpy, sys, warnings
sys.argv = ["rowcast", "train", "no-such-file", "--target", "y", "--out", "no-such-bundle"]
try:
    runpy.run_module("rowcast_automl.entrypoints.cli", run_name="__main__")
except SystemExit:
    # Libraries add filters that show their warnings.
    warnings.simplefilter("always")
    warnings.warn("divide by zero")
"""


def test_a_warning_of_a_library_is_not_printed() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert "FILE_UNUSABLE" in done.stderr
    assert "divide by zero" not in done.stderr
