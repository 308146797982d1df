"""Unification of mixed line ends."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

CHUNK = 4 << 20
NEWLINE = re.compile(r"\r\n|\r|\n")


def has_mixed_newlines(text: str) -> bool:
    """Whether the text contains different line ends."""
    return len(set(NEWLINE.findall(text))) > 1


def chunks_at_line_ends(stream: BinaryIO) -> Iterator[bytes]:
    """Read chunks that never end within CRLF."""
    while chunk := stream.read(CHUNK):
        while chunk.endswith(b"\r") and (following := stream.read(1)):
            chunk += following
        yield chunk


def unify_newlines(path: Path, target: Path) -> Path:
    """Copy `path` to `target` with LF as line end; line numbers stay the same."""
    with path.open("rb") as source, target.open("wb") as sink:
        for chunk in chunks_at_line_ends(source):
            sink.write(chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    return target
