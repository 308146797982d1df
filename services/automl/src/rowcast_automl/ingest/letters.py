"""Which of the older encodings a text is in, judged by its letters beyond A to Z."""

import codecs
import re
from pathlib import Path

CHUNK = 4 << 20
SAMPLE_BYTES = 64 << 10
BEYOND_ASCII = re.compile(rb"[\x80-\xff]+")
UNDEFINED = bytes([0x81, 0x8D, 0x8F, 0x90, 0x9D])
CONTROL = bytes([*range(1, 9), *range(14, 27), 127])
# What stands in no word of Windows-1252, where Mac Roman has é, è, à, ä or ü; and at no end of one.
NOT_WITHIN = re.compile(rb"(?<=[A-Za-z])[\x80-\x84\x86-\x90\x95\x98\x99\x9b\x9d\x9f](?=[a-z])")
NOT_BEHIND = re.compile(rb"(?<=[a-z])[\x81-\x84\x88\x8a\x8c-\x90\x9d\x9f](?![A-Za-z])")
# Words of Western languages have their accents one by one.
LONG_RUN, MOST_IN_RUNS, MOST_ODD, FEWEST = 3, 0.3, 0.05, 3
CANDIDATES = {
    "cp1251": "Windows-1251",
    "koi8_r": "KOI8-R",
    "cp932": "Shift-JIS",
    "gb18030": "GB18030",
    "big5": "Big5",
    "cp949": "CP949",
    "cp1253": "Windows-1253",
    "mac_roman": "Mac Roman",
}
MAC = "mac_roman"


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
    sample = sample[: sample.find(b"\n", SAMPLE_BYTES) + 1] or sample
    letters = sum(map(len, BEYOND_ASCII.findall(sample)))
    runs = [len(run) for run in BEYOND_ASCII.findall(sample) if len(run) >= LONG_RUN]
    in_words = len(runs) >= FEWEST and sum(runs) > MOST_IN_RUNS * letters
    odd = len(NOT_WITHIN.findall(sample)) + len(NOT_BEHIND.findall(sample))
    if not (in_words or undefined or odd > MOST_ODD * letters):
        return "cp1252"
    # Seldom needed, and slow to load.
    from charset_normalizer import from_bytes

    foreign = [each for each in CANDIDATES if each != MAC] if in_words else ["cp932"]
    found = from_bytes(sample, cp_isolation=["cp1252", *foreign]).best()
    if found and found.encoding in foreign and reads(path, found.encoding):
        return found.encoding
    if odd > MOST_ODD * letters or (undefined and not in_words):
        return MAC
    return None if undefined else "cp1252"


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
