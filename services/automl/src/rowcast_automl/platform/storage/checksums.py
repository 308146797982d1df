"""Checksums of stored objects: recorded when an object is written, verified whenever it is read."""

import hashlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from rowcast_automl.contracts.generated import CHECKSUM_CHUNK_BYTES, CHECKSUM_FOLDER, ChecksumRecord


class Mismatch(Exception):
    """An object that is not what its record says."""


def record_key(key: str) -> str:
    """Return the key of the checksum record of an object."""
    return f"{CHECKSUM_FOLDER}{key}"


def record_of(key: str, content: Path | bytes) -> ChecksumRecord:
    """Hash an object as it is now."""
    hashes, size = [], 0
    for chunk in chunks(content, CHECKSUM_CHUNK_BYTES):
        hashes.append(hashlib.sha256(chunk).hexdigest())
        size += len(chunk)
    return ChecksumRecord(key=key, size=size, chunk_bytes=CHECKSUM_CHUNK_BYTES, sha256=hashes)


def parse_record(key: str, stored: bytes) -> ChecksumRecord:
    """Return the record of an object. Raises Mismatch if the file is no record of this object."""
    try:
        record = ChecksumRecord.model_validate_json(stored)
    except ValueError:
        record = None
    if record is None or record.key != key or len(record.sha256) != -(-record.size // record.chunk_bytes):
        raise Mismatch(f"{key}: its checksum record {record_key(key)} is damaged")
    return record


def verify(record: ChecksumRecord, content: Path | bytes) -> None:
    """Raise Mismatch unless the content is what the record says. Memory is bounded by one chunk."""
    size = content.stat().st_size if isinstance(content, Path) else len(content)
    if size != record.size:
        raise Mismatch(f"{record.key}: has {size} bytes instead of {record.size}")
    for index, chunk in enumerate(chunks(content, record.chunk_bytes)):
        if index >= len(record.sha256) or hashlib.sha256(chunk).hexdigest() != record.sha256[index]:
            raise Mismatch(f"{record.key}: bytes from {index * record.chunk_bytes} have changed")


def chunks(content: Path | bytes, size: int) -> Iterator[bytes]:
    """Yield the content in pieces of `size` bytes; the last may be shorter."""
    with content.open("rb") if isinstance(content, Path) else BytesIO(content) as file:
        yield from iter(lambda: file.read(size), b"")
