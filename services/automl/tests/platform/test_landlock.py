import os
import socket
import subprocess
import sys

import pytest

from rowcast_automl.platform.process.landlock import ASK_VERSION, CREATE_RULESET, libc
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
        "import os; os.kill({pid}, 0)",
    ],
)
def test_the_sandbox_reaches_nothing_else_even_as_root(tmp_path, code):
    folder = tmp_path / "sandbox"
    folder.mkdir()
    outside = tmp_path / "secret"
    outside.write_text("secret")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        filled = code.format(outside=str(outside), folder=str(tmp_path), port=port, pid=os.getpid())
        done = run(folder, filled)
    if HAS_LANDLOCK:
        assert done.returncode == 1 and "PermissionError" in done.stderr
        assert outside.read_text() == "secret"
