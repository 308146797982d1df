"""One kind of line end throughout, for texts that mix them."""

import re
from pathlib import Path

CHUNK = 4 << 20
ENDS = re.compile(r"\r\n|\r|\n")


def mixes_newlines(text: str) -> bool:
    """Whether lines end in different ways."""
    return len(set(ENDS.findall(text))) > 1


def unify_newlines(path: Path, target: Path) -> Path:
    """Writes `path` to `target` with every line end as LF; lines keep their numbers."""
    with path.open("rb") as source, target.open("wb") as sink:
        while chunk := source.read(CHUNK):
            while chunk.endswith(b"\r") and (following := source.read(1)):
                chunk += following
            sink.write(chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    return target
