"""Formula errors in binary spreadsheets: .xlsb, and .xls from before 2007."""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import olefile

from rowcast_automl.ingest.formats.xlsx_errors import Place

Record = tuple[int, bytes]
# Error codes in files; unknown codes count as #VALUE!.
ERROR_BY_NUMBER = {
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
MAX_RECORD_BYTES = 64 << 10


def xlsb_sheet_errors(stream: BinaryIO) -> Iterator[tuple[Place, str]]:
    """Yield row and column (from 0) of each error in a sheet of an .xlsb file."""
    row = 0
    for kind, content in xlsb_records(stream):
        if kind == ROW and len(content) >= 4:
            row = int.from_bytes(content[:4], "little")
        elif kind in (ERROR, FORMULA_ERROR) and len(content) >= 9:
            place = row, int.from_bytes(content[:4], "little")
            yield place, ERROR_BY_NUMBER.get(content[8], OTHER_ERROR)


def xlsb_sheets(stream: BinaryIO) -> dict[str, str]:
    """Map the sheets of an .xlsb file to the ids of their parts."""
    found = dict[str, str]()
    for kind, content in xlsb_records(stream):
        if kind == SHEET:
            part, rest = read_string(content[8:])
            found[read_string(rest)[0]] = part
    return found


def read_string(content: bytes) -> tuple[str, bytes]:
    """Read a length-prefixed UTF-16 string; return it and the remaining bytes."""
    end = 4 + 2 * int.from_bytes(content[:4], "little")
    return content[4:end].decode("utf-16-le", "replace"), content[end:]


def xlsb_records(stream: BinaryIO) -> Iterator[Record]:
    """Yield the records of a part of an .xlsb file; long records are truncated."""
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
        content = stream.read(min(size, MAX_RECORD_BYTES))
        remaining = size - len(content)
        while remaining > 0 and (skipped := stream.read(min(remaining, MAX_RECORD_BYTES))):
            remaining -= len(skipped)
        yield kind, content


def xls_errors(workbook: Path, sheet: str) -> Iterator[tuple[Place, str]]:
    """Yield row and column (from 0) of each error in a sheet of an .xls file; none if it is damaged."""
    try:
        with olefile.OleFileIO(workbook) as container:
            name = next((each for each in STREAMS if container.exists(each)), None)
            content = container.openstream(name).read() if name else b""
        begin = next((at for at, called in xls_sheets(content) if called == sheet), None)
    except (OSError, ValueError, IndexError, struct.error):
        return
    depth = 0
    for kind, cell in xls_records(content, len(content) if begin is None else begin):
        # A chart within the sheet has its own begin and end records.
        depth += (kind == BEGIN) - (kind == END)
        if depth == 0:
            return
        if depth > 1 or len(cell) < 8:
            continue
        row, column = struct.unpack_from("<HH", cell)
        if kind == ERROR_OR_TRUTH and cell[7]:
            yield (row, column), ERROR_BY_NUMBER.get(cell[6], OTHER_ERROR)
        elif kind == FORMULA and cell[12:14] == b"\xff\xff" and cell[6] == 2:
            yield (row, column), ERROR_BY_NUMBER.get(cell[8], OTHER_ERROR)


def xls_sheets(content: bytes) -> Iterator[tuple[int, str]]:
    """Yield offset and name of each sheet of an .xls file."""
    for kind, data in xls_records(content, 0):
        if kind == END:
            return
        if kind == BOUND_SHEET and len(data) > 8:
            is_utf16 = data[7] & 1
            text = data[8 : 8 + data[6] * (2 if is_utf16 else 1)]
            yield (
                struct.unpack_from("<I", data)[0],
                text.decode("utf-16-le" if is_utf16 else "latin-1", "replace"),
            )


def xls_records(content: bytes, begin: int) -> Iterator[Record]:
    """Yield the records of an .xls file from an offset."""
    while begin + 4 <= len(content):
        kind, size = struct.unpack_from("<HH", content, begin)
        yield kind, content[begin + 4 : begin + 4 + size]
        begin += 4 + size
