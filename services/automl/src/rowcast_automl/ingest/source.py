"""Conversion of an uploaded file of any supported format to a UTF-8 CSV file."""

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.ingest.archives import other_format, refuse_nested, unpack_archive
from rowcast_automl.ingest.columns.declared_types import NO_DECLARATION, Declared
from rowcast_automl.ingest.decompression import SizeBudget, unpack_gzip
from rowcast_automl.ingest.encoding.detection import detect_encoding, to_utf8
from rowcast_automl.ingest.encoding.unicode_composition import compose_file
from rowcast_automl.ingest.file_errors import file_error, file_problem
from rowcast_automl.platform.errors import RowcastError

GZIP = b"\x1f\x8b"
WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
PARQUET = b"PAR1"
ARROW = b"ARROW1\0\0"
JSON = re.compile(rb"\{\s*(\"|\}|$)|\[\s*(\{|\]|$)")
OTHER_FORMATS = {
    rb"%PDF": "FILE_IS_PDF",
    rb"SQLite format 3": "FILE_IS_DATABASE",
    rb"\x89PNG": "FILE_IS_PICTURE",
    # Column names may be in angle brackets too: <TICKER>,<DATE>.
    rb"\xff\xd8\xff|GIF8|RIFF....WEBP|(?:II\*\x00|MM\x00\*)": "FILE_IS_PICTURE",
    rb"<(?![^<>\r\n]*>[ \t]*[,;\t|])": "FILE_IS_MARKUP",
}

# Formats with tables that are not read, by their first bytes, which may be zero.
KNOWN_FORMATS = {
    rb"\$FL[23]": "SPSS (.sav)",
    rb"\x00{12}\xc2\xea\x81\x60\xb3\x14\x11\xcf": "SAS (.sas7bdat)",
    rb"HEADER RECORD\*{7}": "SAS (.xpt)",
    rb"<stata_dta>|[\x69\x6c\x6e-\x73][\x01\x02]\x01\x00": "Stata (.dta)",
    rb"RD[ABX][23]\n|[XAB]\n\x00\x00\x00": "R (.rds, .RData)",
    rb"7z\xbc\xaf\x27\x1c": "7-Zip (.7z)",
    rb"Rar!\x1a\x07": "RAR (.rar)",
    rb"BZh[1-9]1AY&SY": "bzip2 (.bz2)",
    rb"\xfd7zXZ\x00": "XZ (.xz)",
    rb"\x28\xb5\x2f\xfd": "Zstandard (.zst)",
    rb"\x89HDF\r\n": "HDF5 (.h5)",
    rb"ORC\x0a": "ORC (.orc)",
    rb"FEA1": "Feather, version 1",
    rb"Obj\x01": "Avro (.avro)",
    rb"\{\\rtf": "RTF (.rtf)",
    rb"\x00\x01\x00\x00Standard (?:Jet|ACE) DB": "Access (.mdb, .accdb)",
}


@dataclass(frozen=True)
class TextSource:
    """A UTF-8 CSV file, with the original format and encoding and findings about the conversion."""

    path: Path
    encoding: str
    compressed: bool
    format: Literal["csv", "jsonl", "json", "excel", "parquet"] = "csv"
    findings: list[LintFinding] = field(default_factory=list)
    declared: Declared = NO_DECLARATION


def open_source(path: Path, workspace: Path, max_inflated_bytes: int) -> TextSource:
    """Convert the file to UTF-8 CSV in Unicode normal form NFC; see `read_source`."""
    source = read_source(path, workspace, max_inflated_bytes)
    text, findings = compose_file(source.path, workspace / "joined")
    # Lines of a converted file are not lines of the upload.
    text_findings = (
        findings if source.format == "csv" else [each.model_copy(update={"lines": []}) for each in findings]
    )
    return replace(source, path=text, findings=[*source.findings, *text_findings])


def read_source(path: Path, workspace: Path, max_inflated_bytes: int) -> TextSource:
    """Convert the file to UTF-8 CSV. Files are written to `workspace` only if a conversion is needed.

    Workbooks, JSON, Parquet and Arrow files become CSV. An archive with one table is unpacked. Their cells
    are typed as in CSV files, except for columns that the file declares as text.

    Raises
    ------
    RowcastError
        FILE_EMPTY, FILE_CORRUPT_GZIP, FILE_INFLATES_TOO_LARGE, FILE_NOT_A_TABLE or ENCODING_UNKNOWN.
    """
    with path.open("rb") as stream:
        compressed = stream.read(2) == GZIP
    budget = SizeBudget(max_inflated_bytes)
    if compressed:
        path = unpack_gzip(path, workspace / "inflated", budget)
    if unpacked := unpack_archive(path, workspace / "unpacked", budget):
        refuse_nested(unpacked)
        path, compressed = unpacked, True
    refuse_other_formats(path)
    if converted := converted_source(
        path, workspace / "converted.csv", compressed, budget, max_inflated_bytes
    ):
        return converted
    encoding = detect_encoding(path)
    if encoding in ("utf-8", "utf-8-sig"):
        return TextSource(path, encoding, compressed)
    text, finding = to_utf8(path, encoding, workspace / "utf8")
    return TextSource(text, encoding, compressed, findings=[finding])


def converted_source(
    path: Path, target: Path, compressed: bool, budget: SizeBudget, max_bytes: int
) -> TextSource | None:
    """Convert a workbook, JSON or Parquet file to CSV of at most `max_bytes`. Return None for other files."""
    with path.open("rb") as stream:
        head = stream.read(4096).removeprefix(b"\xef\xbb\xbf").lstrip()
    if head.startswith(WORKBOOKS):
        from rowcast_automl.ingest.formats.excel import workbook_to_csv

        findings = workbook_to_csv(path, target, budget, max_bytes)
        return TextSource(target, "utf-8", compressed, "excel", findings)
    if head.startswith(ARROW):
        from rowcast_automl.ingest.formats.arrow import arrow_to_parquet

        path = arrow_to_parquet(path, target.with_suffix(".parquet"), budget)
        head = PARQUET
    if head.startswith(PARQUET):
        from rowcast_automl.ingest.formats.parquet import parquet_to_csv

        declared = parquet_to_csv(path, target, max_bytes)
        return TextSource(target, "utf-8", compressed, "parquet", declared=declared)
    if JSON.match(head):
        from rowcast_automl.ingest.formats.json_rows import json_to_csv

        kind, declared = json_to_csv(path, target, max_bytes)
        return TextSource(target, "utf-8", compressed, kind, declared=declared)
    return None


def refuse_other_formats(path: Path) -> None:
    """Raise RowcastError for an empty file and for unsupported formats, detected by their first bytes."""
    with path.open("rb") as stream:
        head = stream.read(4096)
        size = stream.seek(0, 2)
    if not head.strip(b"\xef\xbb\xbf\xff\xfe \t\r\n\0") and size <= len(head):
        raise RowcastError("FILE_EMPTY")
    for magic, name in KNOWN_FORMATS.items():
        if re.match(magic, head, re.DOTALL):
            raise other_format(name)
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    for magic, code in OTHER_FORMATS.items():
        if re.match(magic, start, re.DOTALL):
            raise file_error(
                "FILE_NOT_A_TABLE", file_problem(code), "Save the table as CSV and upload it again."
            )
