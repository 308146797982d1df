"""Log lines for people are coloured where people look at them, and nowhere else."""

import os
import pty
import subprocess
import sys

import pytest

SCRIPT = """
import structlog
from rowcast_automl.platform.log import configure_log
configure_log("info", pretty=True, service="worker")
structlog.get_logger().info("ready", jobs=2)
"""


def written(on_terminal: bool, env: dict[str, str]) -> str:
    """What the script writes to stderr."""
    given = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | env
    command = [sys.executable, "-c", SCRIPT]
    if not on_terminal:
        return subprocess.run(command, env=given, stderr=subprocess.PIPE, text=True, check=True).stderr
    ours, theirs = pty.openpty()
    subprocess.run(command, env=given, stderr=theirs, check=True)
    os.close(theirs)
    text = os.read(ours, 10_000).decode()
    os.close(ours)
    return text


@pytest.mark.parametrize(
    ("on_terminal", "env", "coloured"),
    [(True, {}, True), (True, {"NO_COLOR": "1"}, False), (False, {}, False), (False, {"CI": "1"}, False)],
)
def test_only_a_terminal_gets_colours(on_terminal: bool, env: dict[str, str], coloured: bool) -> None:
    text = written(on_terminal, env)
    assert "ready" in text
    assert ("\x1b[" in text) is coloured
