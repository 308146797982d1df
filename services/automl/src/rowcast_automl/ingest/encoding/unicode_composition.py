"""Unicode composition (NFC): joins letters with accents that some systems store separately."""

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.platform.unicode_normalization import normalize
from rowcast_automl.profile.finding import MAX_EVIDENCE_ROWS, finding

CHUNK = 4 << 20
NOT_ASCII = bytes(range(0x80, 0x100))
Model = TypeVar("Model", bound=BaseModel)


def compose(text: str) -> str:
    """Return `text` in normal form NFC."""
    return normalize("NFC", text)


def compose_step(step: Model) -> Model:
    """Compose the column names and values of a recipe step, so that they match the table."""
    changed = {
        name: [compose(each) if isinstance(each, str) else each for each in value]
        if isinstance(value, list)
        else compose(value)
        for name, value in step
        if isinstance(value, str | list)
    }
    return step.model_copy(update=changed)


def compose_file(path: Path, target: Path) -> tuple[Path, list[LintFinding]]:
    """Compose a UTF-8 file; a copy is written to `target` only if something changes."""
    if not has_decomposed_letters(path):
        return path, []
    lines, number = list[int](), 0
    with (
        path.open(encoding="utf-8", errors="surrogateescape", newline="") as source,
        target.open("w", encoding="utf-8", errors="surrogateescape", newline="") as sink,
    ):
        for number, line in enumerate(source, 1):
            composed = compose(line)
            if composed != line:
                lines.append(number)
            sink.write(composed)
    return target, [
        finding("ACCENTS_JOINED", lines=lines[:MAX_EVIDENCE_ROWS], count=len(lines))
    ] if lines else []


def has_decomposed_letters(path: Path) -> bool:
    """Whether a line contains accents that are separate from their letters."""
    rest = b""
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            if rest.isascii() and chunk.isascii():
                rest = chunk[-1:]
                continue
            # Cut before an ASCII character, since a line may be as long as the file.
            text = rest + chunk
            cut = len(text.rstrip(NOT_ASCII)) - 1
            rest = text[cut:] if cut > 0 else text
            if cut > 0 and not is_composed(text[:cut]):
                return True
    return not is_composed(rest)


def is_composed(text: bytes) -> bool:
    """Whether the UTF-8 text is in normal form NFC."""
    lines = b"".join(each for each in text.splitlines(keepends=True) if not each.isascii())
    decoded = lines.decode("utf-8", "replace")
    return compose(decoded) == decoded
