"""The errors in the cells of a sheet, such as #DIV/0!, which calamine gives as empty."""

import re
import zipfile
from collections.abc import Callable, Iterator
from io import BufferedReader, RawIOBase
from pathlib import Path
from typing import cast
from xml.parsers.expat import ExpatError, ParserCreate

from rowcast_automl.ingest.formats.binary_errors import old_errors, packed_errors, packed_sheets
from rowcast_automl.ingest.formats.ods_errors import OpenDocumentErrors
from rowcast_automl.ingest.formats.xlsx_errors import ErrorCells, Place, local_name

CHUNK = 4 << 20
# Expat reads a tag or a comment anew with each chunk until it ends.
MOST_UNREAD = 8 * CHUNK
BOOK, BINARY_BOOK = "xl/workbook.xml", "xl/workbook.bin"
RELATION = "Relationship"
ERROR_TYPE = re.compile(rb"\bt\s*=\s*[\"']e[\"']")
CONTENT = "content.xml"
ERROR_VALUE = re.compile(rb"value-type\s*=\s*[\"']error[\"']")
Attributes = dict[str, str]


def cell_errors(workbook: Path, sheet: str) -> Iterator[tuple[Place, str]]:
    """Row and column (from 0) of each error in a sheet of a workbook, in order."""
    if not zipfile.is_zipfile(workbook):
        yield from old_errors(workbook, sheet)
        return
    with zipfile.ZipFile(workbook) as archive:
        if BINARY_BOOK in archive.namelist():
            yield from binary_errors(archive, sheet)
            return
        cells: ErrorCells | OpenDocumentErrors = ErrorCells()
        part, mark = part_of(archive, sheet), ERROR_TYPE
        if CONTENT in archive.namelist():
            cells, part, mark = OpenDocumentErrors(sheet), CONTENT, ERROR_VALUE
        if part is None or not has_errors(archive, part, mark):
            return
        for _ in parsed(archive, part, cells.begin, cells.end, cells.text):
            yield from cells.taken()


def binary_errors(archive: zipfile.ZipFile, sheet: str) -> Iterator[tuple[Place, str]]:
    """The same for an .xlsb file."""
    with archive.open(BINARY_BOOK) as book:
        sheets = packed_sheets(BufferedReader(cast(RawIOBase, book), CHUNK))
    part = target_of(archive, BINARY_BOOK, sheets.get(sheet))
    if part is None:
        return
    with archive.open(part) as stream:
        yield from packed_errors(BufferedReader(cast(RawIOBase, stream), CHUNK))


def has_errors(archive: zipfile.ZipFile, part: str, mark: re.Pattern[bytes]) -> bool:
    """Whether there may be any, since telling where takes long."""
    with archive.open(part) as stream:
        before = b""
        while chunk := stream.read(CHUNK):
            if mark.search(before + chunk):
                return True
            before = chunk[-32:]
    return False


def parsed(
    archive: zipfile.ZipFile,
    part: str,
    begin: Callable[[str, Attributes], None],
    end: Callable[[str], None] | None = None,
    text: Callable[[str], None] | None = None,
) -> Iterator[None]:
    """Parses a part, and stops after each piece of it; the rest of one that is damaged is left out."""
    parser = ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = refuse_entities
    fed = 0
    with archive.open(part) as stream:
        while chunk := stream.read(CHUNK):
            fed += len(chunk)
            try:
                parser.Parse(chunk)
            except (ExpatError, ValueError):
                return
            yield
            if fed - parser.CurrentByteIndex > MOST_UNREAD:
                return


def refuse_entities(*_: object) -> None:
    """No workbook declares any, and they can be bombs."""
    raise ValueError("a document type in a workbook")


def part_of(archive: zipfile.ZipFile, sheet: str) -> str | None:
    """The part of the archive that holds a sheet; None where that cannot be told."""
    if BOOK not in archive.namelist():
        return None
    sheets = elements(archive, BOOK, "sheet")
    ids = [value for each in sheets if each.get("name") == sheet for key, value in each.items() if is_id(key)]
    return target_of(archive, BOOK, ids[0] if ids else None)


def target_of(archive: zipfile.ZipFile, book: str, relation: str | None) -> str | None:
    """The part that a book relates to by this id."""
    names = set(archive.namelist())
    folder, _, name = book.rpartition("/")
    relations = f"{folder}/_rels/{name}.rels"
    if relation is None or relations not in names:
        return None
    targets = {each.get("Id"): each.get("Target", "") for each in elements(archive, relations, RELATION)}
    target = targets.get(relation, "")
    part = target[1:] if target.startswith("/") else f"xl/{target}"
    return part if part in names else None


def elements(archive: zipfile.ZipFile, part: str, name: str) -> list[Attributes]:
    """The attributes of each element of this name, whatever the prefix."""
    found: list[Attributes] = []

    def begin(element: str, attributes: Attributes) -> None:
        if local_name(element) == name:
            found.append(attributes)

    for _ in parsed(archive, part, begin):
        pass
    return found


def is_id(attribute: str) -> bool:
    """Whether it names a relation; its prefix is each writer's own."""
    return attribute.endswith(":id")
