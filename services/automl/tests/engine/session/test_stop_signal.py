"""Stopping a training with Ctrl-C."""

from __future__ import annotations

from rowcast_automl.run.clock import SAME_PRESS_SECONDS, StopSignal


def test_one_press_that_comes_twice_keeps_the_best() -> None:
    stop = StopSignal()
    stop.interrupt()
    stop.interrupt()
    assert stop.keep_best and not stop.discard


def test_a_second_press_ends_without_a_model() -> None:
    stop = StopSignal()
    stop.interrupt()
    stop.stop_requested_at -= 2 * SAME_PRESS_SECONDS
    stop.interrupt()
    assert stop.discard
