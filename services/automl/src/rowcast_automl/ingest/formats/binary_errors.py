"""The errors in the cells of a sheet made of records of bytes: of .xlsb, and of .xls from before 2007."""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import olefile

from rowcast_automl.ingest.formats.xlsx_errors import Place

Record = tuple[int, bytes]
# The numbers that Excel gives them in files; a later one counts as that of a wrong value.
NUMBERED = {
    0x00: "#NULL!",
    0x07: "#DIV/0!",
    0x0F: "#VALUE!",
    0x17: "#REF!",
    0x1D: "#NAME?",
    0x24: "#NUM!",
    0x2A: "#N/A",
}
OTHER_ERROR = "#VALUE!"
# Records of .xlsb.
ROW, ERROR, FORMULA_ERROR, SHEET = 0, 3, 11, 156
# Records of .xls.
FORMULA, ERROR_OR_TRUTH, BOUND_SHEET, BEGIN, END = 0x0006, 0x0205, 0x0085, 0x0809, 0x000A
STREAMS = ("Workbook", "Book")
LONGEST = 64 << 10


def packed_errors(stream: BinaryIO) -> Iterator[tuple[Place, str]]:
    """Row and column (from 0) of each error in the part of an .xlsb file that is a sheet."""
    row = 0
    for kind, content in packed_records(stream):
        if kind == ROW and len(content) >= 4:
            row = int.from_bytes(content[:4], "little")
        elif kind in (ERROR, FORMULA_ERROR) and len(content) >= 9:
            place = row, int.from_bytes(content[:4], "little")
            yield place, NUMBERED.get(content[8], OTHER_ERROR)


def packed_sheets(stream: BinaryIO) -> dict[str, str]:
    """By the name of each sheet of an .xlsb file the id of its part."""
    found = dict[str, str]()
    for kind, content in packed_records(stream):
        if kind == SHEET:
            part, rest = wide_text(content[8:])
            found[wide_text(rest)[0]] = part
    return found


def wide_text(content: bytes) -> tuple[str, bytes]:
    """A text with its length before it, and what follows."""
    end = 4 + 2 * int.from_bytes(content[:4], "little")
    return content[4:end].decode("utf-16-le", "replace"), content[end:]


def packed_records(stream: BinaryIO) -> Iterator[Record]:
    """The records of a part of an .xlsb file; of a long one only the beginning."""
    while first := stream.read(1):
        kind = first[0] & 0x7F
        if first[0] & 0x80:
            kind |= (next(iter(stream.read(1)), 0) & 0x7F) << 7
        size = 0
        for place in range(4):
            byte = next(iter(stream.read(1)), 0)
            size |= (byte & 0x7F) << 7 * place
            if byte < 0x80:
                break
        content = stream.read(min(size, LONGEST))
        left = size - len(content)
        while left > 0 and (skipped := stream.read(min(left, LONGEST))):
            left -= len(skipped)
        yield kind, content


def old_errors(workbook: Path, sheet: str) -> Iterator[tuple[Place, str]]:
    """Row and column (from 0) of each error in a sheet of an .xls file; none where it is damaged."""
    try:
        with olefile.OleFileIO(workbook) as container:
            name = next((each for each in STREAMS if container.exists(each)), None)
            content = container.openstream(name).read() if name else b""
        begin = next((at for at, called in old_sheets(content) if called == sheet), None)
    except (OSError, ValueError, IndexError, struct.error):
        return
    depth = 0
    for kind, cell in old_records(content, len(content) if begin is None else begin):
        # A chart within the sheet has a beginning and an end of its own.
        depth += (kind == BEGIN) - (kind == END)
        if depth == 0:
            return
        if depth > 1 or len(cell) < 8:
            continue
        row, column = struct.unpack_from("<HH", cell)
        if kind == ERROR_OR_TRUTH and cell[7]:
            yield (row, column), NUMBERED.get(cell[6], OTHER_ERROR)
        elif kind == FORMULA and cell[12:14] == b"\xff\xff" and cell[6] == 2:
            yield (row, column), NUMBERED.get(cell[8], OTHER_ERROR)


def old_sheets(content: bytes) -> Iterator[tuple[int, str]]:
    """Where each sheet of an .xls file begins, and its name."""
    for kind, told in old_records(content, 0):
        if kind == END:
            return
        if kind == BOUND_SHEET and len(told) > 8:
            wide = told[7] & 1
            text = told[8 : 8 + told[6] * (2 if wide else 1)]
            yield (
                struct.unpack_from("<I", told)[0],
                text.decode("utf-16-le" if wide else "latin-1", "replace"),
            )


def old_records(content: bytes, begin: int) -> Iterator[Record]:
    """The records of an .xls file from a place on."""
    while begin + 4 <= len(content):
        kind, size = struct.unpack_from("<HH", content, begin)
        yield kind, content[begin + 4 : begin + 4 + size]
        begin += 4 + size
