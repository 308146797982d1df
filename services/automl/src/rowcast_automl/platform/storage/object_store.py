"""Object store on a local folder or on S3."""

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

# No key begins with a dot. The jobs process deletes files that remain here.
STAGING = ".staging"
KEY_PATTERN = re.compile(r"[A-Za-z0-9_\-][A-Za-z0-9_.\-]*(/[A-Za-z0-9_\-][A-Za-z0-9_.\-]*)*")


class Storage:
    """Objects by key, such as `uploads/ds/sha`. Writes are atomic.

    Reading a missing key raises FileNotFoundError.

    Parameters
    ----------
    url : str
        `file:///folder` or `s3://bucket/prefix`.
    """

    def __init__(self, url: str) -> None:
        self._files: Any
        self._local = url.startswith("file:")
        # fsspec does not decode percent-encoded file URLs.
        self._files, self._root = fsspec.core.url_to_fs(unquote(url) if self._local else url)

    def read(self, key: str) -> bytes:
        """Return the bytes of the object."""
        return cast(bytes, self._files.cat_file(self._path(key)))

    def exists(self, key: str) -> bool:
        """Whether the object exists."""
        return bool(self._files.exists(self._path(key)))

    def write(self, key: str, content: bytes) -> None:
        """Store `content` under `key`."""
        with self.publish(key) as path:
            path.write_bytes(content)

    @contextmanager
    def local(self, key: str) -> Iterator[Path]:
        """A readable file with the object: the object itself in a local folder, a copy on S3."""
        if self._local:
            yield self._local_path(key)
            return
        with tempfile.TemporaryDirectory(prefix="rowcast-") as folder:
            copy = Path(folder, "object")
            self._files.get_file(self._path(key), str(copy))
            yield copy

    def source(self, key: str) -> Path | bytes:
        """The path of the object in a local folder, or its bytes on S3, without a copy on disk."""
        return self._local_path(key) if self._local else self.read(key)

    @contextmanager
    def publish(self, key: str) -> Iterator[Path]:
        """A path to write to. It becomes the object when the block ends without an error."""
        target = self._path(key)
        if self._local:
            with atomic_write(Path(target), Path(self._root, STAGING)) as path:
                yield path
            return
        with tempfile.TemporaryDirectory(prefix="rowcast-") as folder:
            path = Path(folder, "object")
            yield path
            self._files.put_file(str(path), target)

    def _local_path(self, key: str) -> Path:
        path = Path(self._path(key))
        if not path.is_file():
            raise FileNotFoundError(key)
        return path

    def _path(self, key: str) -> str:
        if not KEY_PATTERN.fullmatch(key):
            raise ValueError("not an object key")
        return f"{self._root}/{key}"


@contextmanager
def atomic_write(target: Path, staging: Path) -> Iterator[Path]:
    """A path in `staging` that is synced and renamed to `target` when the block ends without an error."""
    for folder in (staging, target.parent):
        make_durable_folder(folder)
    partial = staging / f"{uuid.uuid4().hex}.partial"
    try:
        yield partial
        sync(partial)
        partial.replace(target)
        sync(target.parent)
    finally:
        partial.unlink(missing_ok=True)


def make_durable_folder(folder: Path) -> None:
    """Create the folder and its parents; each one is synced to disk before it is used."""
    if not folder.is_dir():
        make_durable_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync(folder.parent)


def sync(path: Path) -> None:
    """Flush the file or folder at `path` to disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
