"""Cells and rows outside the limits of a sheet are named, and reserve no memory."""

import io
import zipfile

import pytest

from rowcast_automl.ingest.formats import xlsx_limits
from rowcast_automl.platform.errors import RowcastError
from tests.ingest.formats.test_formats import workbook

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


@pytest.mark.parametrize("number", ["4294967295", "4294967296", "1048577", "99999999", "9" * 39])
def test_a_row_beyond_the_last_one_is_named_with_its_sheet(upload, number):
    with pytest.raises(RowcastError) as caught:
        upload(with_row(f'<row r="{number}"><c r="A{number}"><v>1</v></c></row>'))
    [problem] = caught.value.fields
    assert (caught.value.code, problem.code) == ("FILE_NOT_A_TABLE", "WORKBOOK_CELL_FAR")
    assert (problem.parts.sheet, problem.parts.given) == ("Sheet 0", number)


@pytest.mark.parametrize("reference", ["XFE9", "ZZZ9", "ZZZZZZ9", "A1048577", "A99999999"])
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
    monkeypatch.setattr(xlsx_limits, "CHUNK", 7)
    with pytest.raises(RowcastError) as caught:
        upload(with_row('<row r="4294967295"><c r="A4294967295"><v>1</v></c></row>'))
    assert caught.value.fields[0].code == "WORKBOOK_CELL_FAR"


def test_the_last_rows_of_a_sheet_are_read(upload):
    assert upload(with_row('<row r="100001"><c r="A100001"><v>1</v></c></row>')).profile.rows == 10
