"""Temporary directory of a process and its children, deleted once all of them have ended."""

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
# Errors of a full disk, an exceeded quota and an exceeded file size.
DISK_FULL_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class TemporaryDirectory:
    """A folder with a lock file, which stays locked as long as any process has it open.

    Parameters
    ----------
    root : Path
        Parent of all such folders.

    Attributes
    ----------
    descriptor : int
        File descriptor of the lock; pass it to the process that uses the folder.
    """

    def __init__(self, root: Path) -> None:
        self._remove_lock = threading.Lock()
        # Created and locked while no process deletes abandoned folders.
        with locked(root / LOCK):
            self.folder = root / uuid.uuid4().hex[:12]
            self.folder.mkdir(mode=0o700)
            self.descriptor = open_lock(self.folder / LOCK)
            fcntl.flock(self.descriptor, fcntl.LOCK_EX)

    @property
    def used_bytes(self) -> int:
        """Disk space used by its files, in bytes."""
        used = 0
        for folder, _, names in os.walk(self.folder):
            for name in names:
                with contextlib.suppress(OSError):
                    used += os.lstat(os.path.join(folder, name)).st_blocks * 512  # noqa: PTH118
        return used

    def remove(self) -> None:
        """Delete the folder and its contents. Idempotent and thread-safe."""
        with self._remove_lock:
            shutil.rmtree(self.folder, ignore_errors=True)
            if self.descriptor >= 0:
                # The number may be reused after it is closed, so it must not be closed twice.
                os.close(self.descriptor)
                self.descriptor = -1


def temporary_root() -> Path:
    """The parent folder in TMPDIR for this user. Raises PermissionError if it belongs to another user."""
    root = Path(tempfile.gettempdir(), f"rowcast-{os.getuid()}")
    with contextlib.suppress(FileExistsError):
        root.mkdir(mode=0o700)
    status = root.lstat()
    if root.is_symlink() or status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise PermissionError("the folder for temporary files belongs to somebody else")
    return root


def delete_abandoned(root: Path) -> int:
    """Delete folders of processes that have ended, and return how many there were."""
    deleted = 0
    with locked(root / LOCK):
        for folder in root.iterdir():
            if not folder.is_dir() or folder.is_symlink():
                continue
            # Ignore folders that are deleted concurrently or that cannot be opened.
            with contextlib.suppress(OSError):
                deleted += delete_if_unused(folder)
    if deleted:
        structlog.get_logger().info("temporary_folders_deleted", folders=deleted)
    return deleted


def delete_if_unused(folder: Path) -> bool:
    """Delete the folder unless it is locked. Raises OSError if it cannot be opened or is missing."""
    descriptor = open_lock(folder / LOCK)
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
def temporary_folder() -> Iterator[Path]:
    """Yield a temporary folder of this process. Abandoned folders are deleted first."""
    root = temporary_root()
    delete_abandoned(root)
    directory = TemporaryDirectory(root)
    try:
        yield directory.folder
    finally:
        directory.remove()


def is_disk_full(error: BaseException) -> bool:
    """Whether the error means that the disk is full; DuckDB reports this in the message only."""
    is_errno = isinstance(error, OSError) and error.errno in DISK_FULL_ERRORS
    return is_errno or "No space left on device" in str(error)


def open_lock(path: Path) -> int:
    """Open the lock file, create it if needed, and return its descriptor."""
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock at `path` during the block."""
    descriptor = open_lock(path)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
