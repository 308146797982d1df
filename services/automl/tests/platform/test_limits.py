import os
import signal
import sys
import time

import numpy as np
import psutil

from rowcast_automl.platform.limits import holds_more_than, own_bytes

MB = 1 << 20


def test_what_a_fork_shares_is_counted_once():
    # Libraries that other programs have mapped too count in parts, before as after.
    before = own_bytes(psutil.Process())
    shared = np.ones(300 * MB // 8)
    child = os.fork()
    if child == 0:
        shared.sum()
        time.sleep(60)
    try:
        time.sleep(0.5)
        # Other systems do not say what processes share, so there it counts in both.
        assert holds_more_than(os.getpid(), before + 400 * MB) == (sys.platform != "linux")
        assert holds_more_than(os.getpid(), before + 200 * MB)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def test_a_process_that_has_gone_holds_nothing():
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    assert not holds_more_than(child, 0)
