"""Cells, rows and repeats outside the limits of a sheet are named, and reserve no memory."""

import io
import zipfile

import pytest

from rowcast_automl.ingest.formats import workbook_limits
from rowcast_automl.platform.errors import RowcastError
from tests.ingest.formats import test_binary_errors
from tests.ingest.formats.test_formats import workbook
from tests.ingest.formats.test_spreadsheet_errors import open_document, plain_cell, row_of

PART = "xl/sheet0.xml"


def with_row(row):
    """A workbook of a few rows, and this one at the end."""
    source = zipfile.ZipFile(io.BytesIO(workbook([["a", "b"], *([place, place % 3] for place in range(9))])))
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as target:
        for name in source.namelist():
            text = source.read(name).decode()
            target.writestr(
                name, text.replace("</sheetData>", f"{row}</sheetData>") if name == PART else text
            )
    return content.getvalue()


@pytest.mark.parametrize(
    "number", ["4294967295", "4294967296", "1048577", "99999999", "9" * 39, "0", "000", "-1", "-99999999"]
)
def test_a_row_beyond_the_last_one_is_named_with_its_sheet(upload, number):
    with pytest.raises(RowcastError) as caught:
        upload(with_row(f'<row r="{number}"><c r="A{number}"><v>1</v></c></row>'))
    [problem] = caught.value.fields
    assert (caught.value.code, problem.code) == ("FILE_NOT_A_TABLE", "WORKBOOK_CELL_FAR")
    assert (problem.parts.sheet, problem.parts.given) == ("Sheet 0", number)


@pytest.mark.parametrize("reference", ["XFE9", "ZZZ9", "ZZZZZZ9", "A1048577", "A99999999", "A0", "B-1"])
def test_a_cell_beyond_the_last_one_is_named_with_its_sheet(upload, reference):
    with pytest.raises(RowcastError) as caught:
        upload(with_row(f'<row r="12"><c r="{reference}"><v>1</v></c></row>'))
    assert caught.value.fields[0].parts.given == reference


def test_a_cell_far_from_all_others_is_named(upload):
    with pytest.raises(RowcastError) as caught:
        upload(with_row('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'))
    [problem] = caught.value.fields
    assert (problem.code, problem.parts.given) == ("WORKBOOK_CELL_ALONE", "XFD1048576")


def test_references_that_are_split_between_chunks_are_found(upload, monkeypatch):
    monkeypatch.setattr(workbook_limits, "CHUNK", 7)
    with pytest.raises(RowcastError) as caught:
        upload(with_row('<row r="4294967295"><c r="A4294967295"><v>1</v></c></row>'))
    assert caught.value.fields[0].code == "WORKBOOK_CELL_FAR"


def test_the_last_rows_of_a_sheet_are_read(upload):
    assert upload(with_row('<row r="100001"><c r="A100001"><v>1</v></c></row>')).profile.rows == 10


HEAD, LINE = row_of(plain_cell("a"), plain_cell("b")), row_of(plain_cell(1), plain_cell(2))
EMPTY = '<table:table-cell table:number-columns-repeated="{}"/>'


def repeated(times, *cells):
    return f'<table:table-row table:number-rows-repeated="{times}">{"".join(cells)}</table:table-row>'


def repeated_cell(times):
    repeats = f'<table:table-cell table:number-columns-repeated="{times}"'
    return plain_cell(1).replace("<table:table-cell", repeats)


@pytest.mark.parametrize(
    ("rows", "code", "given"),
    [
        ([repeated(4294967295, plain_cell(7))], "WORKBOOK_CELL_FAR", "A4294967297"),
        ([repeated(1_048_575, plain_cell(7))], "WORKBOOK_CELL_FAR", "A1048577"),
        ([repeated("9" * 30, plain_cell(7))], "WORKBOOK_CELL_FAR", "9" * 30),
        ([repeated(-1, plain_cell(7))], "WORKBOOK_CELL_FAR", "-1"),
        ([repeated("many", plain_cell(7))], "WORKBOOK_CELL_FAR", "many"),
        ([repeated(1_048_575, EMPTY.format(1)), LINE], "WORKBOOK_CELL_FAR", "B1048578"),
        ([row_of(repeated_cell(4294967295))], "WORKBOOK_CELL_FAR", "R3C4294967295"),
        ([row_of(repeated_cell(-1))], "WORKBOOK_CELL_FAR", "-1"),
        ([repeated(1_000_000, repeated_cell(1_999))], "WORKBOOK_CELL_ALONE", "BXW1000002"),
        ([repeated(1_000_000, EMPTY.format(1_998), plain_cell(7))], "WORKBOOK_CELL_ALONE", "BXW1000002"),
    ],
)
def test_repeats_of_an_open_document_beyond_the_limits_are_named(upload, rows, code, given):
    with pytest.raises(RowcastError) as caught:
        upload(open_document(HEAD, LINE, *rows))
    [problem] = caught.value.fields
    assert (caught.value.code, problem.code) == ("FILE_NOT_A_TABLE", code)
    assert (problem.parts.sheet, problem.parts.given) == ("T", given)


def test_empty_repeats_at_the_end_of_an_open_document_do_not_count(upload):
    cells = [plain_cell(1), plain_cell(2), EMPTY.format(16_382)]
    done = upload(open_document(HEAD, repeated(12, *cells), repeated(1_048_563, EMPTY.format(16_384))))
    assert done.profile.rows == 12


@pytest.mark.parametrize(
    ("row", "column", "code", "given"),
    [
        (4294967294, 0, "WORKBOOK_CELL_FAR", "4294967295"),
        (1_048_576, 0, "WORKBOOK_CELL_FAR", "1048577"),
        (9, 16_384, "WORKBOOK_CELL_FAR", "R10C16385"),
        (1_048_575, 16_383, "WORKBOOK_CELL_ALONE", "XFD1048576"),
    ],
)
def test_cells_of_a_binary_workbook_beyond_the_limits_are_named(
    upload, monkeypatch, row, column, code, given
):
    sheet_of, record = test_binary_errors.sheet_of, test_binary_errors.record
    far = record(0, row.to_bytes(4, "little") + bytes(13)) + test_binary_errors.cell(column, 5.0, False)
    monkeypatch.setattr(
        test_binary_errors,
        "sheet_of",
        lambda rows, formula: sheet_of(rows, formula).replace(record(146), far + record(146)),
    )
    with pytest.raises(RowcastError) as caught:
        upload(test_binary_errors.packed(test_binary_errors.ROWS))
    [problem] = caught.value.fields
    assert (problem.code, problem.parts.sheet, problem.parts.given) == (code, "Tabelle", given)
