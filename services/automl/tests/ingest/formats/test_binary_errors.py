"""Errors of formulas in workbooks that are no XML: .xlsb, and .xls of before 2007."""

import io
import struct
import zipfile

import pytest
import xlwt
from hypothesis import given
from hypothesis import strategies as st

from rowcast_automl.ingest.formats.binary_errors import xls_errors, xlsb_sheet_errors, xlsb_sheets

RELATED = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
)
SHEET = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"
CODES = {"#NULL!": 0, "#DIV/0!": 7, "#VALUE!": 15, "#REF!": 23, "#NAME?": 29, "#NUM!": 36, "#N/A": 42}


def record(kind, content=b""):
    head = bytes([kind]) if kind < 0x80 else bytes([kind & 0x7F | 0x80, kind >> 7])
    size = bytearray()
    left = len(content)
    while left > 0x7F:
        size.append(left & 0x7F | 0x80)
        left >>= 7
    return head + bytes([*size, left]) + content


def wide(text):
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def cell(column, value, formula):
    begin = struct.pack("<II", column, 0)
    rest = struct.pack("<HI", 0, 0) if formula else b""
    if value in CODES:
        return record(11 if formula else 3, begin + bytes([CODES[value]]) + rest)
    if isinstance(value, str):
        return record(8 if formula else 6, begin + wide(value) + rest)
    return record(9 if formula else 5, begin + struct.pack("<d", value) + rest)


def sheet_of(rows, formula):
    size = record(148, struct.pack("<IIII", 0, len(rows) - 1, 0, len(rows[0]) - 1))
    lines = [
        record(0, struct.pack("<I", place) + bytes(13))
        + b"".join(cell(*each, formula) for each in enumerate(row))
        for place, row in enumerate(rows)
    ]
    return b"".join([record(129), size, record(145), *lines, record(146), record(130)])


def packed(rows, formula=False):
    """The least that is an .xlsb file, its table in the second sheet, behind a hidden one."""
    names = [("hidden", 1, "rId7"), ("Tabelle", 0, "rId3")]
    sheets = [
        record(156, struct.pack("<II", state, 1) + wide(part) + wide(name)) for name, state, part in names
    ]
    relations = "".join(
        f'<Relationship Id="{part}" Type="{SHEET}" Target="worksheets/{part}.bin"/>' for _, _, part in names
    )
    parts = {
        "xl/workbook.bin": b"".join([record(131), record(143), *sheets, record(144), record(132)]),
        "xl/_rels/workbook.bin.rels": RELATED.format(relations).encode(),
        "xl/worksheets/rId7.bin": sheet_of([["#N/A", "x"]] * 3, formula),
        "xl/worksheets/rId3.bin": sheet_of(rows, formula),
    }
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return sink.getvalue()


def old(rows):
    """An .xls file whose table is in the second sheet."""
    book = xlwt.Workbook()
    hidden = book.add_sheet("hidden")
    hidden.visibility = 1
    hidden.row(0).set_cell_error(0, CODES["#N/A"])
    sheet = book.add_sheet("Tabelle")
    for place, row in enumerate(rows):
        for column, value in enumerate(row):
            if value in CODES:
                sheet.row(place).set_cell_error(column, CODES[value])
            else:
                sheet.write(place, column, value)
    sink = io.BytesIO()
    book.save(sink)
    return sink.getvalue()


ROWS = [["a", "b"], [1.0, "x"], ["#DIV/0!", "y"], [3.0, "#REF!"], ["#N/A", "z"]]


@pytest.mark.parametrize(
    "content", [packed(ROWS), packed(ROWS, True), old(ROWS)], ids=["xlsb", "formulas", "xls"]
)
def test_errors_of_binary_workbooks_are_missing_and_reported(upload, content):
    done = upload(content)
    assert done.table() == {"a": [1, None, 3, None], "b": ["x", "y", None, "z"]}
    found = {each.column: (each.rows, each.params["errors"]) for each in done.findings("FORMULA_ERRORS")}
    assert found == {"a": ([2, 4], "#DIV/0!, #N/A"), "b": ([3], "#REF!")}


@pytest.mark.parametrize("error", CODES)
@pytest.mark.parametrize("written", [packed, old])
def test_each_error_is_known(upload, written, error):
    done = upload(written([["a", "b"], [1.0, "x"], [error, "y"]]))
    assert [each.params["errors"] for each in done.findings("FORMULA_ERRORS")] == [error]


def test_the_result_of_a_formula_may_be_an_error(tmp_path):
    # Row, column, format, what kind of result it is, which error, and that it is no number.
    result = struct.pack("<HHH", 2, 1, 0) + bytes([2, 0, 7, 0, 0, 0, 255, 255]) + bytes(8)
    number = struct.pack("<HHHd", 3, 1, 0, 2.5) + bytes(8)
    cells = b"".join(struct.pack("<HH", 6, len(each)) + each for each in (result, number))
    content = old([["a", "b"], *([[1.0, "x"]] * 200)])
    place = content.rindex(struct.pack("<HH", 0x0208, 16))
    path = tmp_path / "a.xls"
    path.write_bytes(content[:place] + cells + content[place + len(cells) :])
    assert [*xls_errors(path, "Tabelle")][:1] == [((2, 1), "#DIV/0!")]


@given(st.binary(max_size=400), st.integers(0, 2_000))
def test_what_is_damaged_holds_none_and_ends(tmp_path_factory, junk, place):
    content = old(ROWS)
    path = tmp_path_factory.getbasetemp() / "damaged.xls"
    path.write_bytes(content[:place] + junk + content[place + len(junk) :])
    for (row, column), error in xls_errors(path, "Tabelle"):
        assert row >= 0 and column >= 0 and error in CODES
    for _ in xlsb_sheet_errors(io.BytesIO(junk)):
        pass
    xlsb_sheets(io.BytesIO(junk))
