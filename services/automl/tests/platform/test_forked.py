"""Work in a forked process ends with an answer or a reason, and leaves no process."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

import psutil
import pytest
from structlog.testing import capture_logs

from rowcast_automl.platform.forked import Forked
from rowcast_automl.platform.reasons import reason


def children() -> set[psutil.Process]:
    return set(psutil.Process().children())


def refuse() -> int:
    raise ValueError("not today")


def run_out() -> int:
    raise MemoryError


def vanish() -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


@pytest.mark.parametrize(
    ("work", "found"),
    [
        (lambda: [1, 2], [1, 2]),
        (refuse, reason("FAILED_WITH", error="ValueError")),
        (run_out, reason("OUT_OF_MEMORY")),
        (vanish, reason("PROCESS_ENDED", exit=-9)),
    ],
)
def test_an_answer_or_a_reason(work: Callable[[], object], found: object) -> None:
    others = children()
    forked = Forked(work)
    assert forked.receiver.poll(10)
    assert forked.result() == found
    assert children() == others


def test_the_log_has_kind_and_place_and_nobody_what_python_says() -> None:
    forked = Forked(refuse)
    assert forked.receiver.poll(10)
    with capture_logs() as logged:
        found = forked.result()
    assert "not today" not in str(found)
    [line] = logged
    assert line["event"] == "forked_work_failed" and "not today" not in line["exception"]
    assert "ValueError at tests.platform.test_forked.refuse:" in line["exception"]


def test_a_process_killed_while_it_sends_gives_a_reason() -> None:
    others = children()
    forked = Forked(lambda: bytes(10 << 20))
    assert forked.receiver.poll(10)
    [child] = children() - others
    child.kill()
    assert forked.result() == reason("PROCESS_ENDED", exit=-9)


def test_it_can_be_ended_whatever_it_is_doing() -> None:
    others = children()
    forked = Forked(lambda: time.sleep(60))
    assert children() > others
    forked.end()
    forked.end()
    assert children() == others
