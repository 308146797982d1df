"""Work in a forked process ends with an answer or a reason, and leaves no process."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

import psutil
import pytest
from structlog.testing import capture_logs

from rowcast_automl.platform.process.forked_task import ForkedTask, run_forked
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
def test_a_response_or_a_reason(work: Callable[[], object], found: object) -> None:
    others = children()
    forked = ForkedTask(work)
    assert forked.receiver.poll(10)
    assert forked.result() == found
    assert children() == others


def test_a_limit_of_memory_holds_in_the_process_alone() -> None:
    def fill() -> int:
        return len(bytearray(256 << 20))

    for memory, found in ((64 << 20, reason("OUT_OF_MEMORY")), (None, 256 << 20)):
        [outcome] = run_forked([fill], 1, lambda seconds: seconds < 10, memory=memory)
        assert outcome == found
    assert fill() == 256 << 20


def test_the_log_has_kind_and_place_and_nobody_what_python_says() -> None:
    forked = ForkedTask(refuse)
    assert forked.receiver.poll(10)
    with capture_logs() as logged:
        found = forked.result()
    assert "not today" not in str(found)
    [line] = logged
    assert line["event"] == "forked_work_failed" and "not today" not in line["exception"]
    assert "ValueError at tests.platform.test_forked_task.refuse:" in line["exception"]


def test_a_process_killed_while_it_sends_gives_a_reason() -> None:
    others = children()
    forked = ForkedTask(lambda: bytes(10 << 20))
    assert forked.receiver.poll(10)
    [child] = children() - others
    child.kill()
    assert forked.result() == reason("PROCESS_ENDED", exit=-9)


def test_it_can_be_ended_whatever_it_is_doing() -> None:
    others = children()
    forked = ForkedTask(lambda: time.sleep(60))
    assert children() > others
    forked.end()
    forked.end()
    assert children() == others


@pytest.mark.parametrize("at_once", [1, 3])
def test_responses_of_several_stand_in_their_order(at_once: int) -> None:
    others = children()
    works = [lambda: time.sleep(0.3), lambda: "second", refuse]
    found = run_forked(works, at_once, lambda _: True)
    assert found == [None, "second", reason("FAILED_WITH", error="ValueError")]
    assert children() == others


def test_what_has_not_ended_is_given_up() -> None:
    others = children()
    works = [lambda: time.sleep(60), lambda: "ended", lambda: "not begun"]
    given_up = reason("GIVEN_UP")
    found = run_forked(works[:2], 2, lambda seconds: seconds < 3)
    assert found == [given_up, "ended"]
    assert run_forked(works, 1, lambda seconds: seconds < 1) == [given_up] * 3
    assert run_forked(works, 1, lambda _: False) == [given_up] * 3
    assert children() == others
