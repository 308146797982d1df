"""Trained bundles that tests of all packages share, kept under the hash of what they were made from."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

PACKAGE = Path(__file__).parents[2]
CACHE = PACKAGE / ".bundles"
SOURCES = (
    "src/**/*.py",
    "requirements.lock",
    "tests/bundles/*.py",
    "tests/direct.py",
    "tests/engine/tables.py",
    "tests/engine/training.py",
)


def content_hash() -> str:
    """SHA-256 over the engine, its locked dependencies and what builds the bundles."""
    digest = hashlib.sha256()
    for path in sorted(path for pattern in SOURCES for path in PACKAGE.glob(pattern)):
        digest.update(str(path.relative_to(PACKAGE)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def cached(build: Callable[[Path], None]) -> Path:
    """The folder that `build` fills; built once, while other processes wait for it.

    Folders of other content hashes, and of builds that failed, are removed.
    """
    CACHE.mkdir(exist_ok=True)
    folder = CACHE / content_hash()
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            for old in CACHE.glob("*/"):
                shutil.rmtree(old, ignore_errors=True)
            draft = Path(tempfile.mkdtemp(dir=CACHE, prefix="draft-"))
            build(draft)
            draft.chmod(0o755)
            draft.rename(folder)
    return folder
