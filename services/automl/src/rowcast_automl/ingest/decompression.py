"""Bytes that are written while something is unpacked, counted whatever the file says of its size."""

import csv
import gzip
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from rowcast_automl.ingest.file_errors import file_note, refusal
from rowcast_automl.platform.errors import RowcastError

CHUNK = 1 << 20
LOCAL_HEADER, LOCAL_MAGIC = struct.Struct("<4s22xHH"), b"PK\x03\x04"
# What a workbook's cells are made of; pictures and the like are left packed.
READ_PARTS = (".xml", ".rels", ".bin", "mimetype")
# A workbook has a handful of them for each of its sheets.
MOST_PARTS = 10_000


class Inflation:
    """Room for what comes out of a file; what is packed within what is packed shares it.

    Parameters
    ----------
    most : int
        Bytes.
    """

    def __init__(self, most: int) -> None:
        self._most, self._written = most, 0

    def take(self, count: int) -> None:
        """Takes so many bytes; raises RowcastError FILE_INFLATES_TOO_LARGE where there is no more room."""
        self._written += count
        if self._written > self._most:
            raise inflates_too_large(self._most)


class BoundedText:
    """A text file that refuses to grow beyond its room, which is counted in characters."""

    def __init__(self, sink: TextIO, most: int) -> None:
        self._sink, self._room = sink, Inflation(most)

    def write(self, text: str) -> int:
        """Writes `text`; raises RowcastError FILE_INFLATES_TOO_LARGE."""
        self._room.take(len(text))
        return self._sink.write(text)


def bounded_csv(sink: TextIO, most: int) -> Any:
    """A writer of rows into `sink`, which refuses to grow beyond `most` characters."""
    # Before 3.13 a line end within a cell is quoted only where rows end by that character.
    return csv.writer(BoundedText(sink, most), lineterminator="\r\n")


def inflates_too_large(most: int) -> RowcastError:
    """The error with the limit and what to do."""
    note = file_note("FILE_UNPACKS_LARGE", most=round(most / 2**20))
    return refusal("FILE_INFLATES_TOO_LARGE", note, "Split the table and upload the parts.")


def unpack_gzip(path: Path, target: Path, room: Inflation) -> Path:
    """Unpacks the gzip file at `path` to `target`; raises RowcastError FILE_CORRUPT_GZIP."""
    try:
        with gzip.open(path) as source, target.open("wb") as sink:
            while chunk := source.read(CHUNK):
                room.take(len(chunk))
                sink.write(chunk)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise RowcastError("FILE_CORRUPT_GZIP") from None
    return target


def unpack_workbook(path: Path, target: Path, room: Inflation) -> Path:
    """Writes the parts of the zip file at `path` to a plain one at `target`, which every reader reads alike.

    Raises zipfile.BadZipFile or RowcastError FILE_INFLATES_TOO_LARGE.
    """
    with (
        path.open("rb") as source,
        zipfile.ZipFile(source) as packed,
        zipfile.ZipFile(target, "w") as plain,
    ):
        parts = {
            part.filename: part for part in packed.infolist() if part.filename.lower().endswith(READ_PARTS)
        }
        if len(parts) > MOST_PARTS:
            raise zipfile.BadZipFile(f"more than {MOST_PARTS} parts")
        for name, part in parts.items():
            with plain.open(zipfile.ZipInfo(name), "w", force_zip64=True) as sink:
                for chunk in inflated(source, part):
                    room.take(len(chunk))
                    sink.write(chunk)
    return target


def inflated(source: BinaryIO, part: zipfile.ZipInfo) -> Iterator[bytes]:
    """What the part unpacks to, piece by piece; the size that the archive names is not believed."""
    source.seek(part.header_offset)
    header = source.read(LOCAL_HEADER.size)
    if len(header) < LOCAL_HEADER.size or part.flag_bits & 1:
        raise zipfile.BadZipFile("a part without a header, or encrypted")
    magic, name, extra = LOCAL_HEADER.unpack(header)
    if magic != LOCAL_MAGIC or part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise zipfile.BadZipFile("a part of another kind")
    source.seek(name + extra, 1)
    pieces = packed_pieces(source, part.compress_size)
    check = 0
    for chunk in pieces if part.compress_type == zipfile.ZIP_STORED else deflated(pieces):
        check = zlib.crc32(chunk, check)
        yield chunk
    if check != part.CRC:
        raise zipfile.BadZipFile("a damaged part")


def packed_pieces(source: BinaryIO, size: int) -> Iterator[bytes]:
    """The next `size` bytes."""
    while size and (piece := source.read(min(CHUNK, size))):
        size -= len(piece)
        yield piece


def deflated(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """What the pieces of a deflate stream unpack to, a megabyte at most at a time."""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    for piece in pieces:
        left = piece
        while not inflater.eof:
            chunk = inflater.decompress(left, CHUNK)
            left = inflater.unconsumed_tail
            if chunk:
                yield chunk
            # Output that found no room in the last chunk comes without input.
            if not left and len(chunk) < CHUNK:
                break
    if not inflater.eof:
        raise zipfile.BadZipFile("a part that ends early")
