"""The object store: one interface over a folder and any S3."""

import os
import re
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote

import fsspec

# No key begins with a point. The jobs process deletes what stays here.
STAGING = ".staging"
KEY = re.compile(r"[A-Za-z0-9_\-][A-Za-z0-9_.\-]*(/[A-Za-z0-9_\-][A-Za-z0-9_.\-]*)*")


class Storage:
    """Objects below `url` (`file:///folder` or `s3://bucket/prefix`), by key such as `uploads/ds/sha`.

    Reading a key that is not there raises FileNotFoundError. An object appears whole or not at all.
    """

    def __init__(self, url: str) -> None:
        self._files: Any
        self._local = url.startswith("file:")
        # A file URL has its blanks and accents percent-encoded; fsspec would take them for the name.
        self._files, self._root = fsspec.core.url_to_fs(unquote(url) if self._local else url)

    def read(self, key: str) -> bytes:
        """All bytes of the object."""
        return cast(bytes, self._files.cat_file(self._path(key)))

    def exists(self, key: str) -> bool:
        """Whether the object is there."""
        return bool(self._files.exists(self._path(key)))

    def write(self, key: str, content: bytes) -> None:
        """Stores `content` under `key`."""
        with self.publish(key) as path:
            path.write_bytes(content)

    @contextmanager
    def local(self, key: str) -> Iterator[Path]:
        """A readable file with the object's bytes: the object itself in a folder, else a copy."""
        if self._local:
            yield self._file(key)
            return
        with tempfile.TemporaryDirectory(prefix="rowcast-") as folder:
            copy = Path(folder, "object")
            self._files.get_file(self._path(key), str(copy))
            yield copy

    def source(self, key: str) -> Path | bytes:
        """The object itself in a folder, else its bytes, for who has no room for a copy on disk."""
        return self._file(key) if self._local else self.read(key)

    @contextmanager
    def publish(self, key: str) -> Iterator[Path]:
        """A path to write to; what is there when the block ends without an error becomes the object."""
        target = self._path(key)
        if self._local:
            with published(Path(target), Path(self._root, STAGING)) as path:
                yield path
            return
        with tempfile.TemporaryDirectory(prefix="rowcast-") as folder:
            path = Path(folder, "object")
            yield path
            self._files.put_file(str(path), target)

    def _file(self, key: str) -> Path:
        path = Path(self._path(key))
        if not path.is_file():
            raise FileNotFoundError(key)
        return path

    def _path(self, key: str) -> str:
        if not KEY.fullmatch(key):
            raise ValueError("not an object key")
        return f"{self._root}/{key}"


@contextmanager
def published(target: Path, staging: Path) -> Iterator[Path]:
    """A path in `staging` that is synced and renamed to `target` when the block ends without an error."""
    for folder in (staging, target.parent):
        make_folder(folder)
    partial = staging / f"{uuid.uuid4().hex}.partial"
    try:
        yield partial
        sync(partial)
        partial.replace(target)
        sync(target.parent)
    finally:
        partial.unlink(missing_ok=True)


def make_folder(folder: Path) -> None:
    """Makes the folder and those above it, each on disk before anything is put into it."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync(folder.parent)


def sync(path: Path) -> None:
    """Waits until the file or folder at `path` is on disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
