"""Log lines for people are coloured where people look at them, and none quotes a table or a path."""

import json
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


FAILURES = """
import asyncio, logging, structlog, threading
from rowcast_automl.platform.log import configure_log
configure_log("info", pretty=False, service="ingest")
log = structlog.get_logger()

def read(cell):
    try:
        float(cell)
    except ValueError as error:
        raise KeyError(cell) from error

async def forgotten():
    asyncio.get_running_loop().create_task(asyncio.to_thread(read, "4111-1111"))
    await asyncio.sleep(0.2)

try:
    read("4111-1111")
except KeyError as error:
    log.exception("ingest_failed", dataset="ds_1")
    log.error("again", exc_info=error)
    logging.getLogger("library").error("cell %s in %s", "4111-1111", "/srv/customer.csv", exc_info=error)
log.info("long", text="x" * 100_000)
asyncio.run(forgotten())
thread = threading.Thread(target=read, args=["4111-1111"])
thread.start()
thread.join()
class Dropped:
    def __del__(self):
        read("4111-1111")
Dropped()
open("/srv/customer/4111-1111.csv")
"""


def test_no_line_quotes_a_cell_or_a_path_or_is_very_long() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FAILURES], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert "4111" not in done.stderr and "/srv" not in done.stderr and ".py" not in done.stderr
    reported = [json.loads(line) for line in done.stderr.splitlines()]
    lines = {line["event"]: line for line in reported}
    assert max(map(len, done.stderr.splitlines())) < 2_000
    trace = lines["ingest_failed"]["exception"]
    assert trace.startswith("KeyError at __main__.read:") and "because of ValueError" in trace
    assert lines["again"]["exception"].startswith("KeyError at __main__.read:")
    assert lines["cell %s in %s"]["library"] == "library"
    assert lines["uncaught"]["exception"].startswith("FileNotFoundError at __main__.")
    # Of a thread and of an object that is dropped.
    uncaught = [line["exception"] for line in reported if line["event"] == "uncaught"]
    assert sum(each.startswith("KeyError at __main__.read:") for each in uncaught) == 2
