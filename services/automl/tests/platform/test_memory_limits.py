import os
import subprocess
import sys

from rowcast_automl.platform.process.memory_limits import exceeds_memory

MB = 1 << 20


SHARED = """
import os, signal, sys, time
import numpy as np, psutil
from rowcast_automl.platform.process.memory_limits import exceeds_memory, proportional_bytes

MB = 1 << 20
# Libraries that other programs have mapped too count in parts, before as after.
before = proportional_bytes(psutil.Process())
shared = np.ones(300 * MB // 8)
child = os.fork()
if child == 0:
    shared.sum()
    time.sleep(60)
try:
    time.sleep(0.5)
    # Other systems do not say what processes share, so there it counts in both.
    assert exceeds_memory(os.getpid(), before + 400 * MB) == (sys.platform != "linux")
    assert exceeds_memory(os.getpid(), before + 200 * MB)
finally:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
"""


def test_what_a_fork_shares_is_counted_once():
    # In a process of its own, since children of the test runner would count as well.
    done = subprocess.run([sys.executable, "-c", SHARED], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_process_that_has_gone_holds_nothing():
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    assert not exceeds_memory(child, 0)


HELD = """
import mmap, sys, threading
from rowcast_automl.platform.process.memory_limits import limit_memory, is_out_of_memory

reserved = mmap.mmap(-1, 2 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
limit_memory(256 << 20, threads=64)
waiting = threading.Event()
threads = [threading.Thread(target=waiting.wait) for _ in range(64)]
for each in threads:
    each.start()
kept = bytearray(100 << 20)
try:
    more = bytearray(1 << 30)
except MemoryError:
    print("refused")
waiting.set()
"""


def test_what_is_reserved_and_never_touched_takes_no_memory_from_a_process_that_is_held_to_some():
    command = [sys.executable, "-c", HELD]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, "refused\n"), done.stderr
