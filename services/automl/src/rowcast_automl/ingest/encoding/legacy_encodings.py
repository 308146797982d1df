"""Which of the older encodings a text is in, judged by its letters beyond A to Z."""

import codecs
import re
from collections.abc import Sequence
from pathlib import Path

from rowcast_automl.ingest.encoding.western_encodings import WESTERN, western_encoding

CHUNK = 4 << 20
SAMPLE_BYTES = 64 << 10
UNDEFINED = bytes([0x81, 0x8D, 0x8F, 0x90, 0x9D])
CONTROL = bytes([*range(1, 9), *range(14, 27), 127])
WORD = re.compile(r"[A-Za-z\x80-\U0010ffff]+")
LATIN = re.compile("[A-Za-z]")
FEWEST_WORDS, LEAST_IN_WORDS = 6, 0.4
# Bytes that are letters in Windows-1252.
LETTERS = re.compile(rb"[\x8a\x8c\x8e\x9a\x9c\x9e\x9f\xc0-\xd6\xd8-\xf6\xf8-\xff]+")
OF_ONE_BYTE = {"cp1251": "Windows-1251", "koi8_r": "KOI8-R", "cp1253": "Windows-1253"}
OF_TWO_BYTES = {
    "cp932": "Shift-JIS",
    "euc_jp": "EUC-JP",
    "gb18030": "GB18030",
    "big5": "Big5",
    "cp949": "CP949",
}
FOREIGN = {**OF_ONE_BYTE, **OF_TWO_BYTES}
CANDIDATES = {**FOREIGN, **WESTERN}


def older_encoding(path: Path) -> str | None:
    """cp1252 unless the letters are not those of a Western language, then one of `CANDIDATES`; None where
    bytes have a meaning in none of them.
    """
    sample, undefined, control, total = b"", 0, 0, 0
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            undefined += len(chunk) - len(chunk.translate(None, UNDEFINED))
            control += len(chunk) - len(chunk.translate(None, CONTROL))
            if len(sample) < SAMPLE_BYTES and not chunk.isascii():
                sample += telling_lines(chunk, whole=not total)
            total += len(chunk)
    if control > total / 1000:
        return None
    # A whole line, since half a letter has no meaning.
    sample = sample[: sample.rfind(b"\n", 0, SAMPLE_BYTES) + 1] or sample
    foreign = [encoding for encoding in FOREIGN if is_foreign(sample, encoding)]
    if foreign and (found := foreign_encoding(path, sample, foreign)):
        return found
    found = western_encoding(sample)
    return found if found != "cp1252" or not undefined else None


def is_foreign(sample: bytes, encoding: str) -> bool:
    """Whether there are several words, and mostly such, that hold no letter from A to Z.

    Western languages have their accents one by one, and read as pairs of bytes these swallow letters.
    """
    if encoding in OF_ONE_BYTE:
        runs = [run.decode(encoding, "replace") for run in set(LETTERS.findall(sample))]
        least = 3
    else:
        try:
            text = sample.decode(encoding)
        except UnicodeDecodeError:
            return False
        runs = [word for word in set(WORD.findall(text)) if not word.isascii()]
        least = 2
    whole = [run for run in runs if len(set(run)) >= least and not LATIN.search(run)]
    beyond = sum(len(LATIN.sub("", run)) for run in runs)
    return len(whole) >= FEWEST_WORDS and sum(map(len, whole)) >= LEAST_IN_WORDS * beyond


def foreign_encoding(path: Path, sample: bytes, foreign: Sequence[str]) -> str | None:
    """The one of these encodings that the letters fit best; None where Windows-1252 does, or none."""
    # Seldom needed, and slow to load.
    from charset_normalizer import from_bytes

    found = from_bytes(sample, cp_isolation=["cp1252", *foreign]).best()
    return found.encoding if found and found.encoding in foreign and reads(path, found.encoding) else None


def telling_lines(chunk: bytes, *, whole: bool) -> bytes:
    """The lines with bytes beyond ASCII; `whole` says that the first one is not cut."""
    lines = chunk.replace(b"\r", b"\n").split(b"\n")
    complete = lines[0 if whole else 1 : None if len(chunk) < CHUNK else -1] or lines
    return b"".join(line + b"\n" for line in complete if not line.isascii())


def reads(path: Path, encoding: str) -> bool:
    """Whether the whole file has a meaning in the encoding."""
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        with path.open("rb") as stream:
            while chunk := stream.read(CHUNK):
                decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True
