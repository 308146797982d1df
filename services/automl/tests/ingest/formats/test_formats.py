"""JSON, workbooks and Parquet are judged like a CSV with the same cells."""

import gzip
import io
import json
import zipfile
from datetime import datetime, timedelta
from decimal import Decimal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rowcast_automl.platform.errors import RowcastError


def refusal(upload, content, **changes):
    with pytest.raises(RowcastError) as caught:
        upload(content, **changes)
    return caught.value


def workbook(*sheets: list[list[object]], hidden: int = -1) -> bytes:
    """The least that is a workbook: shared nothing, inline strings, dates as numbers with a style."""
    kinds = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    names = "http://schemas.openxmlformats.org"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{names}/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kinds}.sheet.main+xml"/>'
        + "".join(
            f'<Override PartName="/xl/sheet{n}.xml" ContentType="{kinds}.worksheet+xml"/>'
            for n in range(len(sheets))
        )
        + f'<Override PartName="/xl/styles.xml" ContentType="{kinds}.styles+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{names}/package/2006/relationships"><Relationship Id="r" '
        f'Type="{names}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/>'
        "</Relationships>",
        "xl/workbook.xml": f'<workbook xmlns="{names}/spreadsheetml/2006/main" '
        f'xmlns:r="{names}/officeDocument/2006/relationships"><sheets>'
        + "".join(
            f'<sheet name="Sheet {n}" sheetId="{n + 1}" r:id="s{n}"{state(n == hidden)}/>'
            for n in range(len(sheets))
        )
        + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{names}/package/2006/relationships">'
        + "".join(
            f'<Relationship Id="s{n}" Type="{names}/officeDocument/2006/relationships/worksheet" '
            f'Target="sheet{n}.xml"/>'
            for n in range(len(sheets))
        )
        + f'<Relationship Id="styles" Type="{names}/officeDocument/2006/relationships/styles" '
        'Target="styles.xml"/></Relationships>',
        "xl/styles.xml": f'<styleSheet xmlns="{names}/spreadsheetml/2006/main"><cellXfs>'
        '<xf numFmtId="0"/><xf numFmtId="46"/></cellXfs></styleSheet>',
    }
    for n, rows in enumerate(sheets):
        body = "".join(
            f'<row r="{r}">' + "".join(cell_xml(value, r, c) for c, value in enumerate(row)) + "</row>"
            for r, row in enumerate(rows, 1)
        )
        parts[f"xl/sheet{n}.xml"] = (
            f'<worksheet xmlns="{names}/spreadsheetml/2006/main"><sheetData>{body}</sheetData></worksheet>'
        )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return packed.getvalue()


def state(hidden: bool) -> str:
    return ' state="hidden"' if hidden else ""


def cell_xml(value: object, row: int, column: int) -> str:
    place = f"{chr(65 + column)}{row}"
    if value is None:
        return ""
    if isinstance(value, bool):
        return f'<c r="{place}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, timedelta):
        return f'<c r="{place}" s="1"><v>{value / timedelta(days=1)!r}</v></c>'
    if isinstance(value, int | float):
        return f'<c r="{place}"><v>{value}</v></c>'
    if isinstance(value, str) and value.startswith("#"):
        return f'<c r="{place}" t="e"><f>A1/0</f><v>{value}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'


def test_json_lines(upload):
    rows = [
        {"a": 1, "b": "x", "c": {"d": True, "e": [1, 2]}},
        {"b": "y, z", "a": 2.50, "f": None},
        {"a": 12345678901234567890, "b": "Müller\n2"},
    ]
    text = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n\n"
    done = upload(text.replace("2.5,", "2.50,"))
    assert done.profile.dialect.format == "jsonl"
    assert done.table() == {
        "a": [1.0, 2.5, 12345678901234567890.0],
        "b": ["x", "y, z", "Müller\n2"],
        "c.d": [True, None, None],
        "c.e": ['["1", "2"]', None, None],
        "f": [None, None, None],
    }


def test_a_json_array_and_one_inside_an_object(upload):
    rows = [{"day": f"2024-01-{day:02}", "n": day} for day in range(1, 20)]
    for content in (
        json.dumps(rows, indent=1),
        json.dumps({"page": 1, "rows": rows}),
        gzip.compress(json.dumps(rows).encode()),
    ):
        done = upload(content)
        assert done.profile.dialect.format == "json"
        assert done.types["day"] == "datetime"
        assert done.table()["n"] == list(range(1, 20))


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ('{"a":1,"b":2}\n{"a":1,\n{"a":3,"b":4}\n', 2),
        ('{"a":1,"b":2}\n[1,2]\n', None),
        ('[{"a":1,"b":2},\n{"a":1,"b":]\n', 2),
        ('{"a":1,"b":2}\n7\n', 2),
        ("[1, 2, 3]", None),
        ('{"a": {"x": 1}, "a.x": 2, "b": 1}\n{"a": 1, "b": 2}\n', 1),
        ('{"a":1,"b":2}\n{"a":1,"a":3,"b":4}\n', 2),
        ('{"a":1,"b":{"x":1,"x":1}}\n', 1),
        ("[" * 100_000, None),
        ('{"a":' * 100_000, None),
    ],
)
def test_what_is_no_list_of_objects_is_rejected_with_its_line(upload, content, line):
    error = refusal(upload, content)
    assert error.code in ("FILE_NOT_A_TABLE", "HEADER_MISSING", "TOO_FEW_COLUMNS")
    if line:
        assert error.fields[0].line == line


@pytest.mark.parametrize("content", ['[{"a":1,"b":2},\n{"a":1,"a":2,"b":1}]', '{"a":1,"a":2,"b":1}\n' * 2])
def test_two_values_for_one_key_are_not_one(upload, content):
    error = refusal(upload, content)
    assert (error.fields[0].code, '"a"' in error.message) == ("JSON_TWICE", True)


def test_keys_that_no_file_can_hold_are_names_without_what_it_can_not(upload):
    rows = "\n".join(json.dumps({"a\0": place, "b\ud800": "x"}) for place in range(3))
    assert list(upload(rows).table()) == ["a", "b?"]
    assert refusal(upload, '{"\\ud800": 1, "\\ud800": 2}\n' * 2).fields[0].code == "JSON_TWICE"


ENDS = ["a\rb", "a\nb", "a\r\nb", "\r", "a\r"]


def test_line_ends_within_cells_part_no_rows(upload):
    lines = "\n".join(json.dumps({"note": note, "n": place}) for place, note in enumerate(ENDS * 20))
    # One that is nothing else is blank.
    stored = [note if note.strip() else None for note in ENDS]
    assert upload(lines).table() == {"note": stored * 20, "n": [*range(100)]}
    book = [[note.replace("\r", "&#13;").replace("\n", "&#10;"), 1] for note in ENDS[:3]]
    assert upload(workbook([["note", "n"], *book])).table()["note"] == ENDS[:3]


def test_too_many_keys(upload):
    rows = "\n".join(json.dumps({f"k{row * 100 + key}": 1 for key in range(100)}) for row in range(50))
    assert refusal(upload, rows).code == "TOO_MANY_COLUMNS"


def test_a_workbook(upload):
    done = upload(
        workbook(
            [
                ["name", "count", "price", "sold", "code"],
                ["a, b", 1, 2.5, True, "00123"],
                [None, None, None, None, None],
                ["ü", 3, 1000, False, "04567"],
            ]
        )
    )
    assert done.profile.dialect.format == "excel"
    assert done.table() == {
        "name": ["a, b", "ü"],
        "count": [1, 3],
        "price": [2.5, 1000.0],
        "sold": [True, False],
        "code": ["00123", "04567"],
    }
    assert not done.findings("SHEET_CHOSEN")


@pytest.mark.parametrize("first", [1_000_000_000_000_001, 12_345_678_901_234_560])
def test_integers_of_many_digits_are_whole_in_a_workbook_too(upload, first):
    numbers = [first + 8 * place for place in range(40)]
    done = upload(
        workbook([["order_id", "b"], *([number, place % 7] for place, number in enumerate(numbers))])
    )
    assert (done.types["order_id"], done.table()["order_id"]) == ("identifier", numbers)


def test_durations_beyond_a_day_are_durations(upload):
    lengths = [timedelta(hours=hours, minutes=30) for hours in (2, 26, 51, 0)]
    done = upload(workbook([["length", "b"], *([length, place] for place, length in enumerate(lengths))]))
    assert done.table()["length"] == [length / timedelta(seconds=1) for length in lengths]


def test_the_first_visible_sheet_with_cells_is_read_and_named(upload):
    data = [["a", "b"], [1, 2], [3, 4]]
    done = upload(workbook([["x", "y"], [9, 9], [8, 8]], [], data, [["p", "q"], [1, 1]], hidden=0))
    assert done.table() == {"a": [1, 3], "b": [2, 4]}
    [finding] = done.findings("SHEET_CHOSEN")
    assert finding.params == {"sheet": "Sheet 2", "count": 2}


def test_workbooks_that_are_rejected(upload):
    assert refusal(upload, workbook([])).code == "FILE_EMPTY"
    assert (
        refusal(upload, workbook([["Sales of 2024", None], [5, 6], [1, 2], [3, 4]])).code
        == "TITLE_ABOVE_HEADER"
    )
    huge = workbook([["a", "b"]] + [["x" * 1000, "y"]] * 500)
    assert refusal(upload, huge, max_inflated_bytes=100_000).code == "FILE_INFLATES_TOO_LARGE"
    assert refusal(upload, workbook([["a", "b"], [1, 2]])[:-30]).code == "FILE_NOT_A_TABLE"


def test_errors_of_formulas_are_missing_and_reported_with_their_rows(upload):
    done = upload(
        workbook(
            [
                [None, "a", "b", "c"],
                [None, 1, "x", 5],
                [None, "#DIV/0!", "y", None],
                [None, None, None, None],
                [None, 3, "#N/A", 6],
                [None, "#REF!", "NA", 7],
            ]
        )
    )
    assert done.table() == {"a": [1, None, 3, None], "b": ["x", "y", None, None], "c": [5, None, 6, 7]}
    found = {each.column: each for each in done.findings("FORMULA_ERRORS")}
    assert {name: each.rows for name, each in found.items()} == {"a": [2, 4], "b": [3]}
    assert found["a"].severity == "warning" and found["a"].params == {"errors": "#DIV/0!, #REF!", "count": 2}
    assert [(each.column, each.rows) for each in done.findings("MISSING_MARKERS")] == [("b", [4])]


def test_errors_of_formulas_in_a_csv(upload):
    done = upload("a,b\n1,x\n#VALUE!,y\n3,#NUM!\n")
    assert done.table() == {"a": [1, None, 3], "b": ["x", "y", None]}
    assert [each.rows for each in done.findings("FORMULA_ERRORS")] == [[2], [3]]


def test_an_error_that_is_not_known_is_named(upload):
    error = refusal(upload, workbook([["a", "b"], ["#SPILL!", 1], [2, 3]]))
    assert error.code == "FILE_NOT_A_TABLE" and "#SPILL!" in error.message


def test_parquet(upload):
    table = pa.table(
        {
            "n": [1, None, 3],
            "price": [Decimal("1.50"), Decimal("2.25"), None],
            "when": [datetime(2024, 1, 2, 3, 4), None, datetime(2024, 1, 3)],
            "text": ["a,b", 'say "x"', ""],
            "list": [[1, 2], [], None],
        }
    )
    sink = io.BytesIO()
    pq.write_table(table, sink)
    done = upload(sink.getvalue())
    assert done.profile.dialect.format == "parquet"
    stored = done.table()
    assert stored["n"] == [1, None, 3]
    assert stored["price"] == [1.5, 2.25, None]
    assert stored["when"] == [datetime(2024, 1, 2, 3, 4), None, datetime(2024, 1, 3)]
    assert stored["text"] == ["a,b", 'say "x"', None]
    assert refusal(upload, sink.getvalue(), max_inflated_bytes=10).code == "FILE_INFLATES_TOO_LARGE"
    assert refusal(upload, sink.getvalue()[:-20]).code == "FILE_NOT_A_TABLE"


def test_what_lies_within_cells_of_parquet_is_read_as_that_of_json(upload):
    rows = [
        {"id": place, "at": {"city": city, "geo": {"lat": 47.5 + place}}, "tags": ["a", city], "id.x": 1}
        for place, city in enumerate(["Graz", "Linz", "Wien"])
    ]
    rows.append({"id": 3, "at": None, "tags": None, "id.x": 2})
    table = pa.Table.from_pylist(rows).append_column(
        "m", pa.array([[("k", 1)]] * 4, pa.map_("string", "int8"))
    )
    sink = io.BytesIO()
    pq.write_table(table, sink)
    stored = upload(sink.getvalue()).table()
    assert list(stored) == ["id", "at.city", "at.geo.lat", "tags", "id.x", "m"]
    assert stored["at.city"] == ["Graz", "Linz", "Wien", None]
    assert stored["at.geo.lat"] == [47.5, 48.5, 49.5, None]
    assert stored["tags"] == ['["a","Graz"]', '["a","Linz"]', '["a","Wien"]', None]
    assert stored["m"] == ['{"k":1}'] * 4
    lines = upload("\n".join(json.dumps(row) for row in rows)).table()
    assert {name: stored[name] for name in ("id", "at.city", "at.geo.lat", "id.x")} == {
        name: lines[name] for name in ("id", "at.city", "at.geo.lat", "id.x")
    }


def test_lines_are_not_named_where_they_are_not_those_of_the_upload(upload):
    rows = "\n".join(json.dumps({"a": value, "b": 1}) for value in (1, "x", 3))
    done = upload(rows, recipe=[{"op": "cast", "column": "a", "to": "integer"}])
    [finding] = done.findings("TYPE_UNFIT")
    assert (finding.rows, finding.lines) == ([2], [])


def test_a_column_that_a_chosen_type_emptied_is_not_said_to_be_empty(upload):
    table = "name;x\n" + "".join(f"person {place};{place}\n" for place in range(30))
    done = upload(table, recipe=[{"op": "cast", "column": "name", "to": "integer"}])
    [finding] = done.findings("TYPE_UNFIT")
    assert (finding.column, finding.params["count"]) == ("name", 30)
    assert not done.findings("EMPTY_COLUMN") and not done.findings("MOSTLY_MISSING")
    # Cells that were empty from the first are.
    assert upload("name;x\n" + ";1\n" * 30).findings("EMPTY_COLUMN")
