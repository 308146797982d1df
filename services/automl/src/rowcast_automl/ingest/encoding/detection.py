"""Detection of the text encoding, and conversion to UTF-8."""

import codecs
from pathlib import Path

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.ingest.encoding.legacy_encodings import CANDIDATES, DOUBLE_BYTE, detect_legacy_encoding
from rowcast_automl.ingest.file_errors import file_error, file_problem
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.profile.finding import finding

CHUNK = 4 << 20
SCAN_CHUNK = 512 << 10
MAX_EVIDENCE = 20
ZERO_BYTE_SHARE = 0.3
# One in ten letters of EUC-JP, GB18030 or CP949 is valid UTF-8 by coincidence.
MAX_CHANCE_LETTERS = 3
LABELS = {"utf-16-le": "UTF-16", "utf-16-be": "UTF-16", "cp1252": "Windows-1252", **CANDIDATES}


def detect_encoding(path: Path) -> str:
    """Detect the encoding: utf-8, utf-8-sig or a key of `LABELS`.

    Raises
    ------
    RowcastError
        ENCODING_UNKNOWN, with the line, for NUL bytes and for mixed encodings.
    """
    with path.open("rb") as stream:
        head = stream.read(1 << 16)
    if head.startswith(codecs.BOM_UTF16_LE) and not head.startswith(codecs.BOM_UTF32_LE):
        return "utf-16-le"
    if head.startswith(codecs.BOM_UTF16_BE):
        return "utf-16-be"
    if b"\0" in head and (guess := detect_utf16(head)):
        return guess
    if is_utf8(path):
        return "utf-8-sig" if head.startswith(codecs.BOM_UTF8) else "utf-8"
    if legacy := detect_legacy_encoding(path):
        return legacy
    known = ", ".join(dict.fromkeys(["UTF-8", *LABELS.values()]))
    raise encoding_error("BYTES_UNKNOWN", None, given=known)


def detect_utf16(head: bytes) -> str | None:
    """Detect UTF-16 without a byte order mark, by the zero in every second byte of Western text."""
    half = max(1, len(head) // 2)
    even, odd = head[0::2].count(0) / half, head[1::2].count(0) / half
    if odd > ZERO_BYTE_SHARE and even < ZERO_BYTE_SHARE / 10:
        return "utf-16-le"
    if even > ZERO_BYTE_SHARE and odd < ZERO_BYTE_SHARE / 10:
        return "utf-16-be"
    return None


def is_utf8(path: Path) -> bool:
    """Whether the whole file is UTF-8. Raise RowcastError if only a part of it is, or if it contains NUL."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    position, pending, letters = 0, False, 0
    with path.open("rb", buffering=0) as stream:
        while True:
            chunk = stream.read(SCAN_CHUNK)
            if b"\0" in chunk:
                line = line_of_offset(path, position + chunk.index(b"\0"))
                raise encoding_error("ZERO_BYTE", line)
            if pending or not chunk.isascii():
                pending_bytes = len(decoder.getstate()[0])
                try:
                    text = decoder.decode(chunk, final=not chunk)
                    letters += count_non_ascii(text) if letters <= MAX_CHANCE_LETTERS else 0
                except UnicodeDecodeError as error:
                    letters += count_non_ascii(error.object[: error.start].decode())
                    is_chance = letters <= MAX_CHANCE_LETTERS
                    if letters and not (is_chance and detect_legacy_encoding(path) in DOUBLE_BYTE):
                        line = line_of_offset(path, position - pending_bytes + error.start)
                        raise encoding_error("BYTES_NOT_UTF8", line) from None
                    return False
                pending = bool(decoder.getstate()[0])
            if not chunk:
                return True
            position += len(chunk)


def count_non_ascii(text: str) -> int:
    """Return the number of characters that are not ASCII."""
    return 0 if text.isascii() else sum(letter > "\x7f" for letter in text)


def line_of_offset(path: Path, offset: int) -> int:
    """Return the line, from 1, of the byte at `offset`."""
    with path.open("rb") as stream:
        parts = iter(lambda: stream.read(min(CHUNK, offset - stream.tell())), b"")
        return 1 + sum(part.count(b"\n") for part in parts)


def to_utf8(path: Path, encoding: str, target: Path) -> tuple[Path, LintFinding]:
    """Convert `path` to UTF-8 at `target`. Return a finding with the first lines of converted characters."""
    lines, evidence, source_began = 0, list[int](), False
    decoder = codecs.getincrementaldecoder(encoding)()
    with path.open("rb") as source, target.open("w", encoding="utf-8", newline="") as sink:
        while True:
            chunk = source.read(CHUNK)
            try:
                text = decoder.decode(chunk, final=not chunk)
            except UnicodeDecodeError:
                raise encoding_error("BYTES_CHANGE", lines + 1, given=LABELS[encoding]) from None
            if not source_began:
                text, source_began = text.removeprefix("\ufeff"), True
            if "\0" in text:
                line = lines + text[: text.index("\0")].count("\n") + 1
                raise encoding_error("ZERO_BYTE", line)
            if len(evidence) < MAX_EVIDENCE and not text.isascii():
                changed = (
                    number for number, row in enumerate(text.split("\n"), lines + 1) if not row.isascii()
                )
                evidence.extend(
                    number for number, _ in zip(changed, range(MAX_EVIDENCE - len(evidence)), strict=False)
                )
            sink.write(text)
            if not chunk:
                break
            lines += text.count("\n")
    return target, finding("ENCODING_CONVERTED", lines=evidence, encoding=LABELS[encoding])


def encoding_error(code: str, line: int | None, **parts: str) -> RowcastError:
    """Return an ENCODING_UNKNOWN error with its cause and line."""
    note = file_problem(code, line=line, **parts)
    return file_error("ENCODING_UNKNOWN", note, "Save the file as UTF-8 and upload it again.")
