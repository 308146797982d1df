"""The terminal program with a data folder of its own."""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
from pathlib import Path
from subprocess import CompletedProcess

from rowcast_automl.run.preload import MODULES

CLI = [sys.executable, "-m", "rowcast_automl.entrypoints.cli"]
SECONDS = 120
COMMANDS = ("inspect", "predict", "rebuild", "serve", "train")
# The libraries are loaded once, in a server that forks a process for each call.
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(
    [
        "tests.cli.program",
        "rowcast_automl.entrypoints.training_lint",
        *(f"rowcast_automl.entrypoints.cli.{name}_command" for name in COMMANDS),
        *(f"rowcast_automl.{name}" for name in MODULES),
    ]
)


def call(
    *arguments: str | Path, data: Path, public: str | None = None, **settings: str
) -> CompletedProcess[str]:
    """Runs the program in a process of its own, with a data folder of its own."""
    environment = {**os.environ, "ROWCAST_DATA": str(data)}
    environment.pop("BUNDLE_SIGNING_KEY", None)
    if public:
        environment["BUNDLE_PUBLIC_KEY"] = public
    environment |= settings
    argv = [str(each) for each in arguments]
    with tempfile.TemporaryDirectory() as name:
        out, err = Path(name, "out"), Path(name, "err")
        process = FORKS.Process(target=_main, args=(argv, environment, str(out), str(err)))
        process.start()
        process.join(SECONDS)
        if process.is_alive():
            process.kill()
            raise TimeoutError(f"{argv} took longer than {SECONDS} s")
        return CompletedProcess(argv, process.exitcode or 0, out.read_text(), err.read_text())


def _main(argv: list[str], environment: dict[str, str], out: str, err: str) -> None:
    """What `python -m rowcast_automl.entrypoints.cli` does, writing to files."""
    from rowcast_automl.entrypoints.cli.arguments import parse
    from rowcast_automl.entrypoints.cli.run import run

    os.environ.clear()
    os.environ.update(environment)
    for number, path in ((1, out), (2, err)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), number)
    sys.stdout, sys.stderr = (os.fdopen(number, "w", buffering=1, closefd=False) for number in (1, 2))
    sys.exit(run(parse(argv)))
