"""Which encoding a text is in, and its conversion to UTF-8."""

import codecs
from pathlib import Path

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.ingest.encoding.legacy_encodings import CANDIDATES, OF_TWO_BYTES, older_encoding
from rowcast_automl.ingest.file_errors import file_note, refusal
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.profile.finding import finding

CHUNK = 4 << 20
SCAN_CHUNK = 512 << 10
EVIDENCE = 20
SEVERAL = 0.3
# One in ten letters of EUC-JP, GB18030 or CP949 is one of UTF-8 too.
MOST_BY_CHANCE = 3
LABELS = {"utf-16-le": "UTF-16", "utf-16-be": "UTF-16", "cp1252": "Windows-1252", **CANDIDATES}


def detect_encoding(path: Path) -> str:
    """One of utf-8, utf-8-sig and the keys of `LABELS`.

    Raises RowcastError ENCODING_UNKNOWN, with the line, for NUL bytes and for mixtures of encodings.
    """
    with path.open("rb") as stream:
        head = stream.read(1 << 16)
    if head.startswith(codecs.BOM_UTF16_LE) and not head.startswith(codecs.BOM_UTF32_LE):
        return "utf-16-le"
    if head.startswith(codecs.BOM_UTF16_BE):
        return "utf-16-be"
    if b"\0" in head and (guess := utf16_without_mark(head)):
        return guess
    if is_utf8(path):
        return "utf-8-sig" if head.startswith(codecs.BOM_UTF8) else "utf-8"
    if older := older_encoding(path):
        return older
    known = ", ".join(dict.fromkeys(["UTF-8", *LABELS.values()]))
    raise unknown("BYTES_UNKNOWN", None, given=known)


def utf16_without_mark(head: bytes) -> str | None:
    """UTF-16 by where its zero bytes are: in Western text every second byte is zero."""
    half = max(1, len(head) // 2)
    even, odd = head[0::2].count(0) / half, head[1::2].count(0) / half
    if odd > SEVERAL and even < SEVERAL / 10:
        return "utf-16-le"
    if even > SEVERAL and odd < SEVERAL / 10:
        return "utf-16-be"
    return None


def is_utf8(path: Path) -> bool:
    """Whether the whole file is UTF-8; raises where it is UTF-8 only up to some line, or holds NUL."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    position, pending, letters = 0, False, 0
    with path.open("rb", buffering=0) as stream:
        while True:
            chunk = stream.read(SCAN_CHUNK)
            if b"\0" in chunk:
                line = line_at(path, position + chunk.index(b"\0"))
                raise unknown("ZERO_BYTE", line)
            if pending or not chunk.isascii():
                held = len(decoder.getstate()[0])
                try:
                    text = decoder.decode(chunk, final=not chunk)
                    letters += beyond_ascii(text) if letters <= MOST_BY_CHANCE else 0
                except UnicodeDecodeError as error:
                    letters += beyond_ascii(error.object[: error.start].decode())
                    by_chance = letters <= MOST_BY_CHANCE
                    if letters and not (by_chance and older_encoding(path) in OF_TWO_BYTES):
                        line = line_at(path, position - held + error.start)
                        raise unknown("BYTES_NOT_UTF8", line) from None
                    return False
                pending = bool(decoder.getstate()[0])
            if not chunk:
                return True
            position += len(chunk)


def beyond_ascii(text: str) -> int:
    """How many letters of the text are not ASCII."""
    return 0 if text.isascii() else sum(letter > "\x7f" for letter in text)


def line_at(path: Path, offset: int) -> int:
    """The line, from 1, that the byte at `offset` lies in."""
    with path.open("rb") as stream:
        parts = iter(lambda: stream.read(min(CHUNK, offset - stream.tell())), b"")
        return 1 + sum(part.count(b"\n") for part in parts)


def to_utf8(path: Path, encoding: str, target: Path) -> tuple[Path, LintFinding]:
    """Writes `path` to `target` in UTF-8; the finding names the first lines that changed."""
    lines, evidence, source_began = 0, list[int](), False
    decoder = codecs.getincrementaldecoder(encoding)()
    with path.open("rb") as source, target.open("w", encoding="utf-8", newline="") as sink:
        while True:
            chunk = source.read(CHUNK)
            try:
                text = decoder.decode(chunk, final=not chunk)
            except UnicodeDecodeError:
                raise unknown("BYTES_CHANGE", lines + 1, given=LABELS[encoding]) from None
            if not source_began:
                text, source_began = text.removeprefix("\ufeff"), True
            if "\0" in text:
                line = lines + text[: text.index("\0")].count("\n") + 1
                raise unknown("ZERO_BYTE", line)
            if len(evidence) < EVIDENCE and not text.isascii():
                changed = (
                    number for number, row in enumerate(text.split("\n"), lines + 1) if not row.isascii()
                )
                evidence.extend(
                    number for number, _ in zip(changed, range(EVIDENCE - len(evidence)), strict=False)
                )
            sink.write(text)
            if not chunk:
                break
            lines += text.count("\n")
    return target, finding("ENCODING_CONVERTED", lines=evidence, encoding=LABELS[encoding])


def unknown(code: str, line: int | None, **parts: str) -> RowcastError:
    """ENCODING_UNKNOWN with what was found and where."""
    note = file_note(code, line=line, **parts)
    return refusal("ENCODING_UNKNOWN", note, "Save the file as UTF-8 and upload it again.")
