"""Errors in the cells of a sheet are reported by its XML, however it is written."""

import io
import zipfile

import pytest

from rowcast_automl.ingest.formats.spreadsheet_errors import find_cell_errors
from tests.ingest.formats.test_formats import workbook

SHEET, BOOK = "xl/sheet0.xml", "xl/workbook.xml"
ROWS = [["a", "b"], [1, "x"], ["#DIV/0!", "y"], [3, "z"]]


def rewritten(part: str, before: str, after: str) -> bytes:
    """A workbook with some XML of its own in one part."""
    sink = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook(ROWS))) as source,
        zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for name in source.namelist():
            text = source.read(name).decode()
            assert name != part or before in text
            target.writestr(name, text.replace(before, after, 1) if name == part else text)
    return sink.getvalue()


@pytest.mark.parametrize(
    ("part", "before", "after"),
    [
        (SHEET, "<sheetData>", "<sheetData><!--" + '<c t="e" ' * 200_000 + "-->"),
        (SHEET, "<sheetData>", '<!--<c r="A2" t="e"><v>#REF!</v></c>--><sheetData>'),
        (SHEET, "<sheetData>", "<sheetData><!--" + " " * (9 << 20) + "-->"),
        (SHEET, ' r="A3"', ""),
        (BOOK, "<sheets>", "<!--" + "<sheet " * 200_000 + "--><sheets>"),
    ],
)
def test_comments_hold_no_cells(upload, part, before, after):
    done = upload(rewritten(part, before, after))
    assert done.table() == {"a": [1, None, 3], "b": ["x", "y", "z"]}
    assert [(each.column, each.rows) for each in done.findings("FORMULA_ERRORS")] == [("a", [2])]


def test_entities_are_not_expanded(upload):
    bomb = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    document = f'<!DOCTYPE worksheet [<!ENTITY e0 "ha">{bomb}]><worksheet'
    done = upload(rewritten(SHEET, "<worksheet", document))
    assert done.table()["a"] == [1, None, 3]


OFFICE, TABLE, TEXT, DRAW = (
    f"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0" for name in ("office", "table", "text", "drawing")
)
DUBLIN = "http://purl.org/dc/elements/1.1/"
MORE = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"


def open_document(*rows: str) -> bytes:
    """The least that is a spreadsheet of LibreOffice: one sheet of these rows behind one that is hidden."""
    sheet = "".join(rows)
    other = error_cell("#REF!") * 3
    document = (
        f'<office:document-content xmlns:office="{OFFICE}" xmlns:table="{TABLE}" xmlns:text="{TEXT}" '
        f'xmlns:calcext="{MORE}" xmlns:draw="{DRAW}" xmlns:dc="{DUBLIN}" office:version="1.3">'
        "<office:body><office:spreadsheet>"
        f'<table:table table:name="T">{sheet}</table:table>'
        f'<table:table table:name="U"><table:table-row>{other}</table:table-row></table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", document)
        archive.writestr(
            "META-INF/manifest.xml",
            '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
    return sink.getvalue()


def row_of(*cells: str, times: int = 1) -> str:
    repeat = f' table:number-rows-repeated="{times}"' if times > 1 else ""
    return f"<table:table-row{repeat}>{''.join(cells)}</table:table-row>"


def plain_cell(value: object) -> str:
    kind = f'"float" office:value="{value}"' if isinstance(value, int) else '"string"'
    return f"<table:table-cell office:value-type={kind}><text:p>{value}</text:p></table:table-cell>"


def error_cell(error: str, value: str = '"string" office:string-value=""', times: int = 1) -> str:
    return (
        f'<table:table-cell table:number-columns-repeated="{times}" office:value-type={value} '
        f'calcext:value-type="error"><text:p>{error}</text:p></table:table-cell>'
    )


def test_errors_in_an_open_document(upload):
    blank = "<table:table-cell/>"
    done = upload(
        open_document(
            row_of(blank, times=2),
            row_of(blank, plain_cell("a"), plain_cell("b"), plain_cell("c")),
            row_of(blank, plain_cell(1), plain_cell(2), plain_cell("x")),
            row_of(blank, error_cell("#DIV/0!"), error_cell("Err:522"), plain_cell("y")),
            # As older ones write it: with a number that is none.
            row_of(blank, error_cell("#N/A", '"float" office:value="0"', times=2), plain_cell("x"), times=2),
            row_of(blank, plain_cell(5), plain_cell(6), error_cell("#NAME?")),
            row_of(blank, plain_cell(7), plain_cell(8), plain_cell("y")),
        )
    )
    assert done.table() == {
        "a": [1, None, None, None, 5, 7],
        "b": [2, None, None, None, 6, 8],
        "c": ["x", "y", "x", "x", None, "y"],
    }
    found = {each.column: (each.params, each.rows) for each in done.findings("FORMULA_ERRORS")}
    assert found == {
        "a": ({"errors": "#DIV/0!, #N/A", "count": 3}, [2, 3, 4]),
        "b": ({"errors": "#N/A, #VALUE!", "count": 3}, [2, 3, 4]),
        "c": ({"errors": "#NAME?", "count": 1}, [5]),
    }


ASIDE = [
    "<office:annotation><dc:date>2026-01-31</dc:date><text:p>check</text:p></office:annotation>",
    '<draw:custom-shape draw:name="S"><text:p>look here</text:p></draw:custom-shape>',
]


@pytest.mark.parametrize("aside", ASIDE)
def test_what_lies_over_a_cell_of_an_open_document_is_not_what_it_says(upload, aside):
    cell = error_cell("#DIV/0!").replace("<text:p>", f"{aside}<text:p>")
    rows = [row_of(plain_cell("a"), plain_cell("b")), row_of(plain_cell(1), plain_cell("x"))]
    done = upload(open_document(*rows, row_of(cell, plain_cell("y")), row_of(plain_cell(3), plain_cell("z"))))
    [finding] = done.findings("FORMULA_ERRORS")
    assert (finding.column, finding.params, finding.rows) == ("a", {"errors": "#DIV/0!", "count": 1}, [2])


@pytest.mark.parametrize("named", ["T", "chart"])
def test_tables_of_drawings_are_no_sheets_of_an_open_document(tmp_path, named):
    inner = f'<table:table table:name="{named}">{row_of(error_cell("#REF!"))}</table:table>'
    framed = f"<draw:frame>{inner}</draw:frame>"
    over = error_cell("#NAME?").replace("<text:p>", f"{framed}<text:p>")
    path = tmp_path / "drawn.ods"
    shapes, plain = f"<table:shapes>{framed}</table:shapes>", plain_cell("a")
    path.write_bytes(open_document(shapes, row_of(plain, error_cell("#N/A")), row_of(over, plain)))
    assert list(find_cell_errors(path, "T")) == [((0, 1), "#N/A"), ((1, 0), "#NAME?")]


def table_of(rows):
    return "a,b\n" + "".join(f"{place if cell is None else cell},x\n" for place, cell in enumerate(rows))


def test_errors_beyond_the_sample_are_counted_with_their_rows(upload, short_sample):
    rows = [None] * 14_000
    rows[4] = rows[10_889] = rows[12_445] = "#N/A"
    [finding] = upload(table_of(rows)).findings("FORMULA_ERRORS")
    assert (finding.rows, finding.params) == ([5, 10_890, 12_446], {"errors": "#N/A", "count": 3})
    assert "read as missing: 3." in finding.message


@pytest.mark.parametrize("marker", ["#N/A", "NA"])
def test_a_chosen_type_keeps_the_rows_of_what_was_read_as_missing(upload, marker):
    step = {"op": "cast", "column": "a", "to": "integer"}
    done = upload(table_of([None, marker, None, marker]), recipe=[step])
    [finding] = [*done.findings("FORMULA_ERRORS"), *done.findings("MISSING_MARKERS")]
    assert finding.rows == [2, 4]


def test_errors_that_were_filled_are_no_finding_any_more(upload):
    table = table_of([None, "#N/A", None, "#DIV/0!", "NA"])
    step = {"op": "impute", "column": "a", "strategy": "median"}
    done = upload(table, recipe=[step])
    assert None not in done.table()["a"]
    assert not done.findings("FORMULA_ERRORS")
    other = upload(
        table.replace(",x", ",?", 1), recipe=[{**step, "column": "b", "strategy": "most_frequent"}]
    )
    assert [each.column for each in other.findings("FORMULA_ERRORS")] == ["a"]
