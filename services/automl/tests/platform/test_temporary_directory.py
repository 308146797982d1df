"""Scratch folders go with the last process that has them open, and are nobody else's."""

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import pytest

from rowcast_automl.platform.storage import temporary_directory as scratches
from rowcast_automl.platform.storage.temporary_directory import (
    TemporaryDirectory,
    delete_abandoned,
    is_disk_full,
    temporary_folder,
    temporary_root,
)


def test_a_folder_is_deleted_once_nobody_has_it_open(tmp_path):
    scratch = TemporaryDirectory(tmp_path)
    (scratch.folder / "spill").write_bytes(b"x" * 10_000)
    assert scratch.used_bytes >= 10_000
    holder = subprocess.Popen([sys.executable, "-c", "input()"], stdin=-1, pass_fds=[scratch.descriptor])
    os.close(scratch.descriptor)
    assert delete_abandoned(tmp_path) == 0 and scratch.folder.exists()
    holder.kill()
    holder.wait()
    assert delete_abandoned(tmp_path) == 1 and not scratch.folder.exists()


def test_a_folder_is_removed_once_however_many_do_it_at_the_same_time(tmp_path):
    for _ in range(20):
        scratch = TemporaryDirectory(tmp_path)
        with ThreadPoolExecutor(8) as threads:
            assert list(threads.map(lambda _, scratch=scratch: scratch.remove(), range(8))) == [None] * 8
        assert not scratch.folder.exists() and delete_abandoned(tmp_path) == 0


def test_a_folder_that_goes_while_others_are_deleted_is_nobodys_trouble(tmp_path, monkeypatch):
    left = [TemporaryDirectory(tmp_path) for _ in range(3)]
    for each in left:
        os.close(each.descriptor)

    def opened_late(path):
        # Its worker deletes one after it was listed.
        if path.parent == left[1].folder:
            shutil.rmtree(path.parent)
        return opened(path)

    opened = scratches.open_lock
    monkeypatch.setattr(scratches, "open_lock", opened_late)
    assert delete_abandoned(tmp_path) == 2
    assert not any(each.folder.exists() for each in left)


def test_a_folder_of_somebody_else_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    root = tmp_path / f"rowcast-{os.getuid()}"
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    root.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PermissionError):
        temporary_root()
    root.unlink()
    root.mkdir(mode=0o777)
    root.chmod(0o777)
    with pytest.raises(PermissionError):
        temporary_root()
    root.chmod(0o700)
    with temporary_folder() as folder:
        assert folder.parent == root
    assert not folder.exists()


def test_a_full_disk_is_distinguished_from_other_errors():
    with open("/dev/full", "wb", buffering=0) as full, pytest.raises(OSError) as caught:  # noqa: PTH123
        full.write(b"x")
    assert is_disk_full(caught.value) and not is_disk_full(FileNotFoundError(2, "No such file"))
