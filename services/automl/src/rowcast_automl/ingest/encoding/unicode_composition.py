"""Letters with accents in one form, whatever system wrote them."""

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.platform.unicode_normalization import normalize
from rowcast_automl.profile.finding import EVIDENCE, finding

CHUNK = 4 << 20
NOT_ASCII = bytes(range(0x80, 0x100))
Model = TypeVar("Model", bound=BaseModel)


def composed(text: str) -> str:
    """`text` with each letter and its accents joined."""
    return normalize("NFC", text)


def composed_step(step: Model) -> Model:
    """A step of a recipe about columns and values as the table has them."""
    changed = {
        name: [composed(each) if isinstance(each, str) else each for each in value]
        if isinstance(value, list)
        else composed(value)
        for name, value in step
        if isinstance(value, str | list)
    }
    return step.model_copy(update=changed)


def join_accents(path: Path, target: Path) -> tuple[Path, list[LintFinding]]:
    """The UTF-8 text at `path`, as `target` where accents had to be joined, and the finding about it."""
    if not is_apart(path):
        return path, []
    lines, number = list[int](), 0
    with (
        path.open(encoding="utf-8", errors="surrogateescape", newline="") as source,
        target.open("w", encoding="utf-8", errors="surrogateescape", newline="") as sink,
    ):
        for number, line in enumerate(source, 1):
            joined = composed(line)
            if joined != line:
                lines.append(number)
            sink.write(joined)
    return target, [finding("ACCENTS_JOINED", lines=lines[:EVIDENCE], count=len(lines))] if lines else []


def is_apart(path: Path) -> bool:
    """Whether some line holds accents apart from their letters."""
    left = b""
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            if left.isascii() and chunk.isascii():
                left = chunk[-1:]
                continue
            # Cut where a letter joins nothing before it, since a line may be as long as the file.
            text = left + chunk
            cut = len(text.rstrip(NOT_ASCII)) - 1
            left = text[cut:] if cut > 0 else text
            if cut > 0 and not is_joined(text[:cut]):
                return True
    return not is_joined(left)


def is_joined(text: bytes) -> bool:
    """Whether every letter of UTF-8 text is one with its accents."""
    lines = b"".join(each for each in text.splitlines(keepends=True) if not each.isascii())
    decoded = lines.decode("utf-8", "replace")
    return composed(decoded) == decoded
