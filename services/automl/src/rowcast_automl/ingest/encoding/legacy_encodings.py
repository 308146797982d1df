"""Detection of legacy encodings, such as Windows-1251 or Shift-JIS, by their letters."""

import codecs
import re
from collections.abc import Sequence
from pathlib import Path

from rowcast_automl.ingest.encoding.western_encodings import WESTERN, detect_western_encoding

CHUNK = 4 << 20
SAMPLE_BYTES = 64 << 10
UNDEFINED = bytes([0x81, 0x8D, 0x8F, 0x90, 0x9D])
CONTROL = bytes([*range(1, 9), *range(14, 27), 127])
WORD = re.compile(r"[A-Za-z\x80-\U0010ffff]+")
LATIN = re.compile("[A-Za-z]")
MIN_FOREIGN_WORDS, MIN_FOREIGN_SHARE = 6, 0.4
# Bytes that are letters in Windows-1252.
CP1252_LETTERS = re.compile(rb"[\x8a\x8c\x8e\x9a\x9c\x9e\x9f\xc0-\xd6\xd8-\xf6\xf8-\xff]+")
SINGLE_BYTE = {"cp1251": "Windows-1251", "koi8_r": "KOI8-R", "cp1253": "Windows-1253"}
DOUBLE_BYTE = {
    "cp932": "Shift-JIS",
    "euc_jp": "EUC-JP",
    "gb18030": "GB18030",
    "big5": "Big5",
    "cp949": "CP949",
}
FOREIGN = {**SINGLE_BYTE, **DOUBLE_BYTE}
CANDIDATES = {**FOREIGN, **WESTERN}


def detect_legacy_encoding(path: Path) -> str | None:
    """Detect the encoding of a file that is not Unicode.

    Returns
    -------
    str or None
        cp1252 for Western text, else a key of `CANDIDATES`; None if no encoding can decode the file.
    """
    sample, undefined, control, total = b"", 0, 0, 0
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            undefined += len(chunk) - len(chunk.translate(None, UNDEFINED))
            control += len(chunk) - len(chunk.translate(None, CONTROL))
            if len(sample) < SAMPLE_BYTES and not chunk.isascii():
                sample += non_ascii_lines(chunk, whole=not total)
            total += len(chunk)
    if control > total / 1000:
        return None
    # Complete lines, since a letter may have several bytes.
    sample = sample[: sample.rfind(b"\n", 0, SAMPLE_BYTES) + 1] or sample
    foreign = [encoding for encoding in FOREIGN if is_foreign(sample, encoding)]
    if foreign and (found := best_foreign_encoding(path, sample, foreign)):
        return found
    found = detect_western_encoding(sample)
    return found if found != "cp1252" or not undefined else None


def is_foreign(sample: bytes, encoding: str) -> bool:
    """Whether most non-ASCII words contain no letter from A to Z when decoded.

    Western languages use single accented letters. A double-byte encoding would combine each with the next
    letter.
    """
    if encoding in SINGLE_BYTE:
        runs = [run.decode(encoding, "replace") for run in set(CP1252_LETTERS.findall(sample))]
        min_letters = 3
    else:
        try:
            text = sample.decode(encoding)
        except UnicodeDecodeError:
            return False
        runs = [word for word in set(WORD.findall(text)) if not word.isascii()]
        min_letters = 2
    whole = [run for run in runs if len(set(run)) >= min_letters and not LATIN.search(run)]
    n_letters = sum(len(LATIN.sub("", run)) for run in runs)
    return len(whole) >= MIN_FOREIGN_WORDS and sum(map(len, whole)) >= MIN_FOREIGN_SHARE * n_letters


def best_foreign_encoding(path: Path, sample: bytes, foreign: Sequence[str]) -> str | None:
    """Return the most likely of these encodings, or None if Windows-1252 is more likely or none fits."""
    # Rarely needed and slow to import.
    from charset_normalizer import from_bytes

    found = from_bytes(sample, cp_isolation=["cp1252", *foreign]).best()
    return (
        found.encoding if found and found.encoding in foreign and can_decode(path, found.encoding) else None
    )


def non_ascii_lines(chunk: bytes, *, whole: bool) -> bytes:
    """Return the lines with non-ASCII bytes. `whole` means that the first line is complete."""
    lines = chunk.replace(b"\r", b"\n").split(b"\n")
    complete = lines[0 if whole else 1 : None if len(chunk) < CHUNK else -1] or lines
    return b"".join(line + b"\n" for line in complete if not line.isascii())


def can_decode(path: Path, encoding: str) -> bool:
    """Whether the encoding can decode the whole file."""
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        with path.open("rb") as stream:
            while chunk := stream.read(CHUNK):
                decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True
