"""Checksum of a bundle: a hash of all preceding bytes at its end.

The signature and the hashes in the archive cover its files. The checksum also covers the headers of the
archive and the compressed form of the files.
"""

from __future__ import annotations

import hashlib
import struct
from pathlib import Path
from typing import BinaryIO

from rowcast_automl.bundle.manifest import BundleError

CHECKSUM_BYTES = 64
# End record of a zip file: marker, 16 bytes of offsets, and the length of the comment that follows.
END_RECORD = struct.Struct("<4s16xH")
END_MARK = b"PK\x05\x06"
CHUNK_BYTES = 1 << 20
PLACEHOLDER = b"0" * CHECKSUM_BYTES


def write_checksum(path: Path) -> None:
    """Replace `PLACEHOLDER`, the comment at the end of the archive, with the checksum."""
    with path.open("r+b") as stream:
        found = content_hash(stream)
        stream.seek(-CHECKSUM_BYTES, 2)
        stream.write(found)


def verify_checksum(stream: BinaryIO) -> None:
    """Verify the checksum. Archives of older versions have none.

    Raises
    ------
    BundleError
    """
    if not has_comment(stream, CHECKSUM_BYTES):
        if has_comment(stream, 0):
            return
        raise BundleError("the file is not a readable bundle")
    stream.seek(-CHECKSUM_BYTES, 2)
    if stream.read() != content_hash(stream):
        raise BundleError("the file is not as it was written")


def has_comment(stream: BinaryIO, comment: int) -> bool:
    """Whether the archive has a comment of this length."""
    if stream.seek(0, 2) < END_RECORD.size + comment:
        return False
    stream.seek(-END_RECORD.size - comment, 2)
    return END_RECORD.unpack(stream.read(END_RECORD.size)) == (END_MARK, comment)


def content_hash(stream: BinaryIO) -> bytes:
    """Return the SHA-256 of all bytes except the checksum, in hex."""
    left = stream.seek(0, 2) - CHECKSUM_BYTES
    stream.seek(0)
    digest = hashlib.sha256()
    while chunk := stream.read(min(left, CHUNK_BYTES)):
        digest.update(chunk)
        left -= len(chunk)
    return digest.hexdigest().encode()
