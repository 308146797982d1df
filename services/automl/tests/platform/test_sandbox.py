import os
import platform
import socket
import subprocess
import sys

import pytest

from rowcast_automl.platform.process.landlock import ASK_VERSION, CREATE_RULESET, libc
from rowcast_automl.platform.process.seccomp import ARCHITECTURES, REFUSED
from rowcast_automl.training.uploaded.sandbox import limit

# Older kernels have none, and the sandbox has resource limits only.
HAS_LANDLOCK = libc.syscall(CREATE_RULESET, None, 0, ASK_VERSION) >= 1


def run(folder, code):
    return subprocess.run(
        [sys.executable, "-I", "-c", code],
        cwd=folder,
        preexec_fn=lambda: limit(folder),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_sandbox_writes_to_its_folder_and_reads_its_libraries(tmp_path):
    done = run(tmp_path, "import numpy; open('answer', 'w').write('1'); print(open('answer').read())")
    assert (done.returncode, done.stdout) == (0, "1\n"), done.stderr


@pytest.mark.parametrize(
    "code",
    [
        "open({outside!r}).read()",
        "open({outside!r}, 'w')",
        "open({outside!r}, 'a')",
        "import os; os.remove({outside!r})",
        "import os; os.listdir({folder!r})",
        "open('/etc/passwd').read()",
        "open('/tmp/rowcast-landlock-test', 'w')",
        "import socket; socket.create_connection(('127.0.0.1', {port}))",
        "import socket; socket.socket().bind(('127.0.0.1', 0))",
        "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', {port}))",
        "import socket; socket.socket(socket.AF_UNIX).connect({socket!r})",
        "import os; os.kill({pid}, 0)",
    ],
)
def test_the_sandbox_reaches_nothing_else_even_as_root(tmp_path, code):
    folder = tmp_path / "sandbox"
    folder.mkdir()
    outside = tmp_path / "secret"
    outside.write_text("secret")
    with socket.create_server(("127.0.0.1", 0)) as server:
        own = {"port": server.getsockname()[1], "pid": os.getpid(), "socket": str(folder / "socket")}
        with socket.socket(socket.AF_UNIX) as local:
            local.bind(own["socket"])
            local.listen()
            done = run(folder, code.format(outside=str(outside), folder=str(tmp_path), **own))
    if HAS_LANDLOCK or "socket" in code:
        assert done.returncode == 1 and "PermissionError" in done.stderr
        assert outside.read_text() == "secret"


@pytest.mark.parametrize("architecture", ["x86_64", "aarch64"])
def test_no_number_of_a_refused_system_call_is_listed_twice(architecture):
    place = ARCHITECTURES[architecture][1]
    numbers = [of[place] for of in REFUSED.values()]
    assert len(numbers) == len(set(numbers))


def test_refused_system_calls_fail_and_do_not_end_the_process(tmp_path):
    place = ARCHITECTURES[platform.machine()][1]
    numbers = [of[place] for of in REFUSED.values()]
    code = f"""
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
for number in {numbers}:
    assert libc.syscall(number, 0, 0, 0, 0, 0, 0) == -1 and ctypes.get_errno() == 1, number
"""
    done = run(tmp_path, code)
    assert done.returncode == 0, done.stderr
