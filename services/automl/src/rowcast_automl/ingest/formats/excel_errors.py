"""The errors in the cells of a sheet, such as #DIV/0!, which calamine gives as empty."""

import re
import zipfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path

CHUNK = 4 << 20
BOOK, RELATIONS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
RELATION = b"Relationship"
ATTRIBUTE = re.compile(rb"([\w:]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
ROW_END = b"row>"
CELL = re.compile(
    rb"<(?:\w+:)?c\b(?=[^>]*\bt=[\"']e[\"'])[^>]*\br=[\"']([A-Z]+)([0-9]+)[\"'][^>]*>"
    rb"(?:(?!</?(?:\w+:)?c\b).)*?<(?:\w+:)?v>(#[^<]+)<",
    re.DOTALL,
)
Place = tuple[int, int]


def cell_errors(workbook: Path, sheet: str) -> Iterator[tuple[Place, str]]:
    """Row and column (from 0) of each error in a sheet of an .xlsx file, in order; none of other kinds."""
    if not zipfile.is_zipfile(workbook):
        return
    with zipfile.ZipFile(workbook) as archive:
        part = part_of(archive, sheet)
        if part is None:
            return
        with archive.open(part) as stream:
            rest = b""
            while chunk := stream.read(CHUNK):
                rest += chunk
                end = rest.rfind(ROW_END) + 1
                yield from errors_in(rest[:end])
                rest = rest[end:]


def errors_in(rows: bytes) -> Iterator[tuple[Place, str]]:
    """The errors in whole rows."""
    if b"t=" in rows and b"#" in rows:
        for letters, row, error in CELL.findall(rows):
            yield (int(row) - 1, column_of(letters)), error.decode(errors="replace")


def column_of(letters: bytes) -> int:
    """A is 0, Z 25, AA 26."""
    place = 0
    for letter in letters:
        place = 26 * place + letter - 64
    return place - 1


def part_of(archive: zipfile.ZipFile, sheet: str) -> str | None:
    """The part of the archive that holds a sheet; None where that cannot be told."""
    names = set(archive.namelist())
    if not {BOOK, RELATIONS} <= names:
        return None
    sheets = elements(archive.read(BOOK), b"sheet")
    targets = {each.get("Id"): each.get("Target", "") for each in elements(archive.read(RELATIONS), RELATION)}
    ids = [value for each in sheets if each.get("name") == sheet for key, value in each.items() if is_id(key)]
    target = targets.get(ids[0], "") if ids else ""
    part = target[1:] if target.startswith("/") else f"xl/{target}"
    return part if part in names else None


def elements(content: bytes, name: bytes) -> list[dict[str, str]]:
    """The attributes of each element of this name, whatever the prefix."""
    tags = re.findall(rb"<(?:\w+:)?" + name + rb"\s([^>]*)>", content)
    return [
        {key.decode(): unescape((one or other).decode(errors="replace")) for key, one, other in found}
        for found in map(ATTRIBUTE.findall, tags)
    ]


def is_id(attribute: str) -> bool:
    """Whether it names a relation; its prefix is each writer's own."""
    return attribute.endswith(":id")
