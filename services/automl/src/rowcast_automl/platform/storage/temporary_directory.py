"""Temporary files of one process and what it starts: a folder of its own, gone when they are gone."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import shutil
import tempfile
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path

import structlog

LOCK = ".lock"
# Reserves, quotas and disks run full under these names.
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Scratch:
    """A folder with a lock, which stays taken for as long as any process has it open.

    Parameters
    ----------
    root : Path
        Where all such folders lie.

    Attributes
    ----------
    descriptor : int
        Of the lock: to be passed on to the process whose folder it is.
    """

    def __init__(self, root: Path) -> None:
        self._removing = threading.Lock()
        # Made and taken while nobody sweeps.
        with taken(root / LOCK):
            self.folder = root / uuid.uuid4().hex[:12]
            self.folder.mkdir(mode=0o700)
            self.descriptor = opened(self.folder / LOCK)
            fcntl.flock(self.descriptor, fcntl.LOCK_EX)

    @property
    def used_bytes(self) -> int:
        """What its files take on disk, those that change meanwhile counted as they are found."""
        used = 0
        for folder, _, names in os.walk(self.folder):
            for name in names:
                with contextlib.suppress(OSError):
                    used += os.lstat(os.path.join(folder, name)).st_blocks * 512  # noqa: PTH118
        return used

    def remove(self) -> None:
        """Deletes the folder with all that is in it; harmless to repeat, from other threads too."""
        with self._removing:
            shutil.rmtree(self.folder, ignore_errors=True)
            if self.descriptor >= 0:
                # Closed twice, it would be somebody else's by then.
                os.close(self.descriptor)
                self.descriptor = -1


def scratch_root() -> Path:
    """The folder of this user's scratch folders, in TMPDIR; another user's in its place is not used."""
    root = Path(tempfile.gettempdir(), f"rowcast-{os.getuid()}")
    with contextlib.suppress(FileExistsError):
        root.mkdir(mode=0o700)
    facts = root.lstat()
    if root.is_symlink() or facts.st_uid != os.getuid() or facts.st_mode & 0o077:
        raise PermissionError("the folder for temporary files belongs to somebody else")
    return root


def sweep(root: Path) -> int:
    """Deletes what processes left behind that ended without doing so, and returns how many folders it was."""
    left = 0
    with taken(root / LOCK):
        for folder in root.iterdir():
            if not folder.is_dir() or folder.is_symlink():
                continue
            # One that its own worker deletes meanwhile is nobody's trouble, nor one that cannot be opened.
            with contextlib.suppress(OSError):
                left += is_swept(folder)
    if left:
        structlog.get_logger().info("scratch_swept", folders=left)
    return left


def is_swept(folder: Path) -> bool:
    """Deletes the folder unless somebody has its lock; OSError where it cannot be opened, or is gone."""
    descriptor = opened(folder / LOCK)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    else:
        shutil.rmtree(folder, ignore_errors=True)
        return True
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def scratch_folder() -> Iterator[Path]:
    """A scratch folder of this process; what was left behind before is deleted first."""
    root = scratch_root()
    sweep(root)
    scratch = Scratch(root)
    try:
        yield scratch.folder
    finally:
        scratch.remove()


def is_full(error: BaseException) -> bool:
    """Whether it says that there is no more room for files; DuckDB says so in words alone."""
    told = isinstance(error, OSError) and error.errno in FULL
    return told or "No space left on device" in str(error)


def opened(path: Path) -> int:
    """A descriptor of the file, made where there is none."""
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)


@contextlib.contextmanager
def taken(path: Path) -> Iterator[None]:
    """Holds the lock at `path`."""
    descriptor = opened(path)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
