"""Decompression with a limit on the actual size, regardless of the declared size."""

import csv
import gzip
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from rowcast_automl.ingest.file_errors import file_error, file_problem
from rowcast_automl.platform.errors import RowcastError

CHUNK = 1 << 20
LOCAL_HEADER, LOCAL_MAGIC = struct.Struct("<4s22xHH"), b"PK\x03\x04"
# Parts of a workbook that contain cells; pictures and other parts are skipped.
UNPACKED_PARTS = (".xml", ".rels", ".bin", "mimetype")
# A workbook has a few parts per sheet.
MAX_PARTS = 10_000


class SizeBudget:
    """A limit on the decompressed size, shared by nested compression.

    Parameters
    ----------
    max_bytes : int
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes, self._written = max_bytes, 0

    def consume(self, count: int) -> None:
        """Count `count` bytes. Raise RowcastError FILE_INFLATES_TOO_LARGE beyond the limit."""
        self._written += count
        if self._written > self._max_bytes:
            raise inflates_too_large(self._max_bytes)


class BoundedText:
    """A text file with a limit on its size in characters."""

    def __init__(self, sink: TextIO, max_bytes: int) -> None:
        self._sink, self._budget = sink, SizeBudget(max_bytes)

    def write(self, text: str) -> int:
        """Write `text`. Raise RowcastError FILE_INFLATES_TOO_LARGE beyond the limit."""
        self._budget.consume(len(text))
        return self._sink.write(text)


def bounded_csv(sink: TextIO, max_bytes: int) -> Any:
    """Return a CSV writer for `sink` with a limit in characters."""
    # Before Python 3.13, a line end within a cell is quoted only if it occurs in the line terminator.
    return csv.writer(BoundedText(sink, max_bytes), lineterminator="\r\n")


def inflates_too_large(max_bytes: int) -> RowcastError:
    """Return the error for a file beyond the limit."""
    note = file_problem("FILE_UNPACKS_LARGE", most=round(max_bytes / 2**20))
    return file_error("FILE_INFLATES_TOO_LARGE", note, "Split the table and upload the parts.")


def unpack_gzip(path: Path, target: Path, budget: SizeBudget) -> Path:
    """Decompress the gzip file at `path` to `target`.

    Raise RowcastError FILE_CORRUPT_GZIP if it is damaged.
    """
    try:
        with gzip.open(path) as source, target.open("wb") as sink:
            while chunk := source.read(CHUNK):
                budget.consume(len(chunk))
                sink.write(chunk)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise RowcastError("FILE_CORRUPT_GZIP") from None
    return target


def unpack_workbook(path: Path, target: Path, budget: SizeBudget) -> Path:
    """Write the parts of the zip file at `path` to an uncompressed zip file at `target`.

    Raises
    ------
    zipfile.BadZipFile
        A part is damaged or encrypted, or there are too many.
    RowcastError
        FILE_INFLATES_TOO_LARGE.
    """
    with (
        path.open("rb") as source,
        zipfile.ZipFile(source) as packed,
        zipfile.ZipFile(target, "w") as plain,
    ):
        parts = {
            part.filename: part
            for part in packed.infolist()
            if part.filename.lower().endswith(UNPACKED_PARTS)
        }
        if len(parts) > MAX_PARTS:
            raise zipfile.BadZipFile(f"more than {MAX_PARTS} parts")
        for name, part in parts.items():
            with plain.open(zipfile.ZipInfo(name), "w", force_zip64=True) as sink:
                for chunk in decompressed_chunks(source, part):
                    budget.consume(len(chunk))
                    sink.write(chunk)
    return target


def decompressed_chunks(source: BinaryIO, part: zipfile.ZipInfo) -> Iterator[bytes]:
    """Yield a part in decompressed chunks, ignoring the size that the archive declares."""
    source.seek(part.header_offset)
    header = source.read(LOCAL_HEADER.size)
    if len(header) < LOCAL_HEADER.size or part.flag_bits & 1:
        raise zipfile.BadZipFile("a part without a header, or encrypted")
    magic, name, extra = LOCAL_HEADER.unpack(header)
    if magic != LOCAL_MAGIC or part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise zipfile.BadZipFile("a part of another kind")
    source.seek(name + extra, 1)
    pieces = compressed_chunks(source, part.compress_size)
    check = 0
    for chunk in pieces if part.compress_type == zipfile.ZIP_STORED else inflate_stream(pieces):
        check = zlib.crc32(chunk, check)
        yield chunk
    if check != part.CRC:
        raise zipfile.BadZipFile("a damaged part")


def compressed_chunks(source: BinaryIO, size: int) -> Iterator[bytes]:
    """Read the next `size` bytes in chunks."""
    while size and (piece := source.read(min(CHUNK, size))):
        size -= len(piece)
        yield piece


def inflate_stream(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Decompress a deflate stream in chunks of at most one megabyte."""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    for piece in pieces:
        left = piece
        while not inflater.eof:
            chunk = inflater.decompress(left, CHUNK)
            left = inflater.unconsumed_tail
            if chunk:
                yield chunk
            # Remaining output of a full chunk is returned without further input.
            if not left and len(chunk) < CHUNK:
                break
    if not inflater.eof:
        raise zipfile.BadZipFile("a part that ends early")
