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
import structlog

from rowcast_automl.platform.contract_json import json_bytes
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.storage.checksums import Mismatch, parse_record, record_key, record_of, verify

# No key begins with a dot. The jobs process deletes files that remain here.
STAGING = ".staging"
KEY_PATTERN = re.compile(r"[A-Za-z0-9_\-][A-Za-z0-9_.\-]*(/[A-Za-z0-9_\-][A-Za-z0-9_.\-]*)*")


class Storage:
    """Objects by key, such as `uploads/ds/sha`. Writes are atomic.

    What is read is verified against the checksums that were recorded when it was written. Objects that were
    written before checksums were recorded are read without. Reading a missing key raises FileNotFoundError,
    reading a damaged object RowcastError with the code STORED_DATA_DAMAGED.

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
        content = self._read(key)
        self._verify(key, content)
        return content

    def exists(self, key: str) -> bool:
        """Whether the object exists."""
        return bool(self._files.exists(self._path(key)))

    def write(self, key: str, content: bytes) -> None:
        """Store `content` under `key`."""
        with self.publish(key) as path:
            path.write_bytes(content)

    @contextmanager
    def local(self, key: str) -> Iterator[Path]:
        """Yield a readable file with the object: the object itself in a local folder, a copy on S3."""
        if self._local:
            path = self._local_path(key)
            self._verify(key, path)
            yield path
            return
        with tempfile.TemporaryDirectory(prefix="rowcast-") as folder:
            copy = Path(folder, "object")
            self._files.get_file(self._path(key), str(copy))
            self._verify(key, copy)
            yield copy

    def source(self, key: str) -> Path | bytes:
        """Return the path of the object in a local folder, or its bytes on S3, without a copy on disk."""
        content = self._local_path(key) if self._local else self._read(key)
        self._verify(key, content)
        return content

    @contextmanager
    def publish(self, key: str) -> Iterator[Path]:
        """Yield a path to write to. It becomes the object when the block ends without an error."""
        with self._replace(key) as path:
            yield path
            record = record_of(key, path)
            # A crash in between leaves an object without a record, which is tolerated; never a record of
            # other content.
            if self.exists(record_key(key)):
                self._files.rm_file(self._path(record_key(key)))
        with self._replace(record_key(key)) as path:
            path.write_bytes(json_bytes(record))

    @contextmanager
    def _replace(self, key: str) -> Iterator[Path]:
        target = self._path(key)
        if self._local:
            with atomic_write(Path(target), Path(self._root, STAGING)) as path:
                yield path
            return
        with tempfile.TemporaryDirectory(prefix="rowcast-") as folder:
            path = Path(folder, "object")
            yield path
            self._files.put_file(str(path), target)

    def _read(self, key: str) -> bytes:
        return cast(bytes, self._files.cat_file(self._path(key)))

    def _verify(self, key: str, content: Path | bytes) -> None:
        try:
            stored = self._read(record_key(key))
        except FileNotFoundError:
            return
        try:
            verify(parse_record(key, stored), content)
        except Mismatch as error:
            structlog.get_logger().error("stored_object_damaged", key=key, reason=str(error))
            raise RowcastError("STORED_DATA_DAMAGED") from error

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
