"""The last bytes of a bundle: a hash of all before them, so that no byte of it can change unseen.

Signature and hashes within the archive hold its files. The seal holds what is left: the archive's own
headers, and which of several packed forms of the same file it is.
"""

from __future__ import annotations

import hashlib
import struct
from pathlib import Path
from typing import BinaryIO

from rowcast_automl.bundle.manifest import BundleError

SEAL_BYTES = 64
# What an archive ends with: its mark, 16 bytes of places, and the length of the comment that follows.
END = struct.Struct("<4s16xH")
END_MARK = b"PK\x05\x06"
CHUNK_BYTES = 1 << 20
UNSEALED = b"0" * SEAL_BYTES


def seal(path: Path) -> None:
    """Puts the hash in place of `UNSEALED`, with which the archive ends as its comment."""
    with path.open("r+b") as stream:
        found = sealed_hash(stream)
        stream.seek(-SEAL_BYTES, 2)
        stream.write(found)


def check_seal(stream: BinaryIO) -> None:
    """Refuses an archive in which anything has changed; one from before there were seals has none.

    Raises
    ------
    BundleError
    """
    if not ends(stream, SEAL_BYTES):
        if ends(stream, 0):
            return
        raise BundleError("the file is not a readable bundle")
    stream.seek(-SEAL_BYTES, 2)
    if stream.read() != sealed_hash(stream):
        raise BundleError("the file is not as it was written")


def ends(stream: BinaryIO, comment: int) -> bool:
    """Whether the archive's end stands where it does with a comment of so many bytes."""
    if stream.seek(0, 2) < END.size + comment:
        return False
    stream.seek(-END.size - comment, 2)
    return END.unpack(stream.read(END.size)) == (END_MARK, comment)


def sealed_hash(stream: BinaryIO) -> bytes:
    """SHA-256 of all but the seal, in hex."""
    left = stream.seek(0, 2) - SEAL_BYTES
    stream.seek(0)
    digest = hashlib.sha256()
    while chunk := stream.read(min(left, CHUNK_BYTES)):
        digest.update(chunk)
        left -= len(chunk)
    return digest.hexdigest().encode()
