"""Formula errors in spreadsheets, such as #DIV/0!, which calamine reports as empty cells."""

import re
import zipfile
from collections.abc import Callable, Iterator
from io import BufferedReader, RawIOBase
from pathlib import Path
from typing import cast
from xml.parsers.expat import ExpatError, ParserCreate

from rowcast_automl.ingest.formats.binary_errors import xls_errors, xlsb_sheet_errors, xlsb_sheets
from rowcast_automl.ingest.formats.ods_errors import OpenDocumentErrors
from rowcast_automl.ingest.formats.xlsx_errors import ErrorCells, Place, local_name

CHUNK = 4 << 20
# Expat re-parses an unfinished tag or comment with each chunk.
MAX_UNPARSED_BYTES = 8 * CHUNK
BOOK, BINARY_BOOK = "xl/workbook.xml", "xl/workbook.bin"
RELATION = "Relationship"
ERROR_TYPE = re.compile(rb"\bt\s*=\s*[\"']e[\"']")
CONTENT = "content.xml"
ERROR_VALUE = re.compile(rb"value-type\s*=\s*[\"']error[\"']")
Attributes = dict[str, str]


def find_cell_errors(workbook: Path, sheet: str) -> Iterator[tuple[Place, str]]:
    """Yield row and column (from 0) of each formula error in a sheet, in order."""
    if not zipfile.is_zipfile(workbook):
        yield from xls_errors(workbook, sheet)
        return
    with zipfile.ZipFile(workbook) as archive:
        if BINARY_BOOK in archive.namelist():
            yield from xlsb_errors(archive, sheet)
            return
        cells: ErrorCells | OpenDocumentErrors = ErrorCells()
        part, marker = sheet_part(archive, sheet), ERROR_TYPE
        if CONTENT in archive.namelist():
            cells, part, marker = OpenDocumentErrors(sheet), CONTENT, ERROR_VALUE
        if part is None or not contains(archive, part, marker):
            return
        for _ in parse_in_chunks(archive, part, cells.begin, cells.end, cells.text):
            yield from cells.pop_found()


def xlsb_errors(archive: zipfile.ZipFile, sheet: str) -> Iterator[tuple[Place, str]]:
    """Yield the formula errors of an .xlsb file."""
    part = xlsb_part(archive, sheet)
    if part is None:
        return
    with archive.open(part) as stream:
        yield from xlsb_sheet_errors(BufferedReader(cast(RawIOBase, stream), CHUNK))


def xlsb_part(archive: zipfile.ZipFile, sheet: str) -> str | None:
    """Return the archive member of a sheet of an .xlsb file, or None if it is unknown."""
    with archive.open(BINARY_BOOK) as book:
        sheets = xlsb_sheets(BufferedReader(cast(RawIOBase, book), CHUNK))
    return relation_target(archive, BINARY_BOOK, sheets.get(sheet))


def contains(archive: zipfile.ZipFile, part: str, marker: re.Pattern[bytes]) -> bool:
    """Whether the part contains the marker; a fast check before parsing."""
    with archive.open(part) as stream:
        previous = b""
        while chunk := stream.read(CHUNK):
            if marker.search(previous + chunk):
                return True
            previous = chunk[-64:]
    return False


def parse_in_chunks(
    archive: zipfile.ZipFile,
    part: str,
    begin: Callable[[str, Attributes], None],
    end: Callable[[str], None] | None = None,
    text: Callable[[str], None] | None = None,
) -> Iterator[None]:
    """Parse a part in chunks and yield after each chunk. Stop at damaged XML."""
    parser = ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = reject_doctype
    n_bytes = 0
    with archive.open(part) as stream:
        while chunk := stream.read(CHUNK):
            n_bytes += len(chunk)
            try:
                parser.Parse(chunk)
            except (ExpatError, ValueError):
                return
            yield
            if n_bytes - parser.CurrentByteIndex > MAX_UNPARSED_BYTES:
                return


def reject_doctype(*_: object) -> None:
    """Reject document types. Workbooks never contain them, and they may define entity bombs."""
    raise ValueError("a document type in a workbook")


def sheet_part(archive: zipfile.ZipFile, sheet: str) -> str | None:
    """Return the archive member of a sheet, or None if it is unknown."""
    if BOOK not in archive.namelist():
        return None
    sheets = element_attributes(archive, BOOK, "sheet")
    ids = [
        value
        for each in sheets
        if each.get("name") == sheet
        for key, value in each.items()
        if is_relation_id(key)
    ]
    return relation_target(archive, BOOK, ids[0] if ids else None)


def relation_target(archive: zipfile.ZipFile, book: str, relation: str | None) -> str | None:
    """Return the archive member with this relation id."""
    names = set(archive.namelist())
    folder, _, name = book.rpartition("/")
    relations = f"{folder}/_rels/{name}.rels"
    if relation is None or relations not in names:
        return None
    targets = {
        each.get("Id"): each.get("Target", "") for each in element_attributes(archive, relations, RELATION)
    }
    target = targets.get(relation, "")
    part = target[1:] if target.startswith("/") else f"xl/{target}"
    return part if part in names else None


def element_attributes(archive: zipfile.ZipFile, part: str, name: str) -> list[Attributes]:
    """Return the attributes of all elements with this name and any prefix."""
    found: list[Attributes] = []

    def begin(element: str, attributes: Attributes) -> None:
        if local_name(element) == name:
            found.append(attributes)

    for _ in parse_in_chunks(archive, part, begin):
        pass
    return found


def is_relation_id(attribute: str) -> bool:
    """Whether the attribute is a relation id; its prefix depends on the writer."""
    return attribute.endswith(":id")
