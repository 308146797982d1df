"""One kind of line end throughout, for texts that mix them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

CHUNK = 4 << 20
ENDS = re.compile(r"\r\n|\r|\n")


def mixes_newlines(text: str) -> bool:
    """Whether lines end in different ways."""
    return len(set(ENDS.findall(text))) > 1


def whole_ends(stream: BinaryIO) -> Iterator[bytes]:
    """The bytes in chunks of which none ends between the two characters of a line end."""
    while chunk := stream.read(CHUNK):
        while chunk.endswith(b"\r") and (following := stream.read(1)):
            chunk += following
        yield chunk


def unify_newlines(path: Path, target: Path) -> Path:
    """Writes `path` to `target` with every line end as LF; lines keep their numbers."""
    with path.open("rb") as source, target.open("wb") as sink:
        for chunk in whole_ends(source):
            sink.write(chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    return target
