"""Files that need care: what is converted is said, and nothing else is changed."""

import gzip
from datetime import datetime

import pytest


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_utf8_needs_no_conversion(upload, encoding):
    done = upload("name,größe\nMüller,1\n日本,2\n".encode(encoding))
    assert done.table() == {"name": ["Müller", "日本"], "größe": [1, 2]}
    assert done.profile.dialect.encoding == encoding
    assert not done.findings("ENCODING_CONVERTED")


RUSSIAN = "имя,город\nИван Петров,Москва\nОльга Смирнова,Казань\nда,нет\n"
JAPANESE = "名前,都市\n田中太郎,東京都\nヤマダ,ナゴヤ\nソニー,表示\n"
CHINESE = "姓名,城市\n王小明,北京市\n李丽,上海市\n陈伟,广州市\n"
FRENCH = (
    "nom,ville\nJosé Lefèvre,Orléans\nÉlodie,Besançon\nFrançois,Sète\n"
    "Cœur d\N{RIGHT SINGLE QUOTATION MARK}or,Nîmes\n“Ça va…” \N{EN DASH} non,Évry\n"
)
GERMAN = "name,größe\nÄÖÜ GmbH,1\nBär & Söhne,2\nJürgen,3\n"


@pytest.mark.parametrize(
    ("text", "encoding", "label"),
    [
        (RUSSIAN, "cp1251", "Windows-1251"),
        (JAPANESE, "cp932", "Shift-JIS"),
        (CHINESE, "gb18030", "GB18030"),
        (FRENCH, "mac_roman", "Mac Roman"),
        (GERMAN, "mac_roman", "Mac Roman"),
        (FRENCH, "cp1252", "Windows-1252"),
        (GERMAN, "cp1252", "Windows-1252"),
        ("a,b\nÄÖÜ GmbH,1\nplain,2\n", "cp1252", "Windows-1252"),
        ("namn,ort\nÅsa,Malmö\nJørgen Ødegård,Ærø\nÞórður,Årsta\n", "cp1252", "Windows-1252"),
        ("a,b\nBolt “A”,€5\nNut \N{EN DASH} big,5°C\nBrand™,½\n", "cp1252", "Windows-1252"),
        ("a,b\nŽižek,Košice\nTőke,Ÿ\n".replace("ő", "ö"), "cp1252", "Windows-1252"),
    ],
)
# Longer than what is scanned at once.
@pytest.mark.parametrize("rows", [0, 35_000])
def test_the_encoding_is_reported_by_the_letters(upload, text, encoding, label, rows):
    head, *lines = text.splitlines()
    plain = "".join(f"row {place},r{place}\n" for place in range(rows))
    done = upload(f"{head}\n{plain}{chr(10).join(lines)}\n".encode(encoding))
    assert done.profile.dialect.encoding == encoding
    [finding] = done.findings("ENCODING_CONVERTED")
    assert finding.params == {"encoding": label}
    table = done.table()
    assert list(table) == head.split(",")
    assert [",".join(map(str, cells)) for cells in zip(*table.values(), strict=True)][rows:] == lines


@pytest.mark.parametrize(
    ("encoding", "label", "mark"),
    [
        ("utf-16-le", "UTF-16", b"\xff\xfe"),
        ("utf-16-be", "UTF-16", b"\xfe\xff"),
        ("utf-16-le", "UTF-16", b""),
        ("utf-16-be", "UTF-16", b""),
        ("cp1252", "Windows-1252", b""),
    ],
)
def test_other_encodings_are_converted_and_reported(upload, encoding, label, mark):
    done = upload(mark + "name,price\nplain,1\nMüller,2\nJosé,3\n".encode(encoding))
    assert done.table() == {"name": ["plain", "Müller", "José"], "price": [1, 2, 3]}
    assert done.profile.dialect.encoding == encoding
    [finding] = done.findings("ENCODING_CONVERTED")
    assert label in finding.message
    assert finding.lines == [3, 4]


def test_gzip(upload):
    done = upload(gzip.compress(b"a,b\n1,2\n") + gzip.compress(b"3,4\n"))
    assert done.table() == {"a": [1, 3], "b": [2, 4]}
    assert done.profile.dialect.compressed


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiters(upload, delimiter):
    done = upload(f"a{delimiter}b\nx{delimiter}1\ny{delimiter}2\n")
    assert done.table() == {"a": ["x", "y"], "b": [1, 2]}
    assert done.profile.dialect.delimiter == delimiter


@pytest.mark.parametrize("ends", [("\n", "\r\n"), ("\r\n", "\n"), ("\r", "\r"), ("\r\n", "\r\n"), ("\n", "")])
def test_line_ends_even_mixed(upload, ends):
    first, last = ends
    assert upload(f"a,b{first}1,2{last or first}3,4{first}5,6{last}").table() == {
        "a": [1, 3, 5],
        "b": [2, 4, 6],
    }


def test_quotes(upload):
    done = upload('a,b\n"x, ""y""",1\n"two\nlines",2\n5" pipe,3\n')
    assert done.table()["a"] == ['x, "y"', "two\nlines", '5" pipe']
    assert upload("a,b\n'x,y',1\n'z',2\n").table()["a"] == ["x,y", "z"]
    assert upload('a,b\n"x \\"y\\" z",1\n"w",2\n').table()["a"] == ['x "y" z', "w"]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_a_few_rows_that_do_not_fit_are_kept_beside_the_table(upload, end):
    rows = ("a,b", '"two\nlines",0', *["1,2"] * 50, "3", *["1,2"] * 50, "4,5,6", "")
    done = upload(end.join(rows))
    assert (done.profile.rows, done.profile.rejected_rows) == (101, 2)
    assert done.rejects() == [
        {"line": 54, "reason": "too few cells", "text": "3"},
        {"line": 105, "reason": "too many cells", "text": "4,5,6"},
    ]
    [finding] = done.findings("REJECTED_ROWS")
    assert finding.lines == [54, 105]
    assert finding.params == {"count": 2, "line": 54, "cells": 1, "expected": 2}
    assert "does not match the header: 2. For example, line 54 has 1 cells instead of 2" in finding.message


def test_text_after_a_closing_single_quote_leaves_out_its_row_alone(upload):
    done = upload("a,b\n'x,y',1\n" + "'z',2\n" * 30 + "'x' y,2\n" + "'z',2\n" * 30)
    assert (done.profile.rows, [each["line"] for each in done.rejects()]) == (61, [33])
    assert [found.lines for found in done.findings("UNREADABLE_ROWS")] == [[33]]


@pytest.mark.parametrize("gap", [", ", "; ", "\t "])
def test_blanks_after_every_separator_belong_to_no_cell(upload, gap):
    cells = [
        ["39", "State-gov", "<=50K"],
        ["?", '"Private, own"', ">50K"],
        ["53", "?", "<=50K"],
        ["", "Private", "?"],
    ]
    done = upload("\n".join(gap.join(row) for row in [["age", "work", "pay"], *cells]) + "\n")
    assert done.table() == {
        "age": [39, None, 53, None],
        "work": ["State-gov", "Private, own", None, "Private"],
        "pay": ["<=50K", ">50K", "<=50K", None],
    }
    assert [found.column for found in done.findings("MISSING_MARKERS")] == ["age", "work", "pay"]
    assert done.result.preview.rows[1] == [None, "Private, own", ">50K"]


def test_a_blank_before_few_cells_is_theirs(upload):
    done = upload("a,b\n1, x\n2,y\n3,z\n4,x\n")
    assert done.table()["b"] == [" x", "y", "z", "x"]


def test_missing_markers_become_null_and_are_reported(upload):
    done = upload("a,b,c\n?,x,1\n2,NA,2\n-,z, \n4,null,4\n")
    assert done.table() == {"a": [None, 2, None, 4], "b": ["x", None, "z", None], "c": [1, 2, None, 4]}
    assert [column.missing for column in done.profile.columns] == [2, 2, 1]
    findings = {finding.column: finding for finding in done.findings("MISSING_MARKERS")}
    assert findings["a"].rows == [1, 3]
    assert '"-", "?"' in findings["a"].message
    assert findings["c"].rows == [3]


@pytest.mark.parametrize("marker", ["<NA>", "NaT", "k.A."])
def test_what_other_programs_write_for_a_gap_is_missing(upload, marker):
    rows = "".join(f"{place},2024-01-{place:02},x{place % 3}\n" for place in range(1, 20))
    done = upload(f"a,b,c\n{rows}{marker},{marker},{marker}\n")
    assert [column[-1] for column in done.table().values()] == [None, None, None]
    assert done.types["b"] == "datetime"
    assert [found.params["markers"] for found in done.findings("MISSING_MARKERS")] == [f'"{marker}"'] * 3


def test_columns_without_a_name_get_one(upload):
    done = upload(",a,\n1,2,3\n4,5,6\n")
    assert list(done.table()) == ["column_1", "a", "column_3"]
    assert [finding.column for finding in done.findings("HEADER_RENAMED")] == ["column_1", "column_3"]


@pytest.mark.parametrize(
    ("cell", "kind"),
    [("x", "category"), ("1", "integer"), ("2.5", "number"), ("true", "boolean"), ("2024-01-02", "datetime")],
)
def test_one_value_beside_gaps_is_not_constant(upload, cell, kind):
    rows = [f"{place},{cell if place % 3 else ''}\n" for place in range(60)]
    done = upload("b,a\n" + "".join(rows))
    assert (done.types["a"], done.findings("CONSTANT_COLUMN"), done.profile.suggested_target) == (
        kind,
        [],
        None,
    )
    as_text = upload("b,a\n" + "".join(rows), recipe=[{"op": "cast", "column": "a", "to": "text"}])
    assert as_text.types["a"] == "text"
    full = upload("b,a\n" + "".join(f"{place},{cell}\n" for place in range(60)))
    assert ([found.column for found in full.findings("CONSTANT_COLUMN")], full.types["a"]) == (
        ["a"],
        "constant",
    )


def test_two_values_are_two_of_however_many_rows(upload):
    # Each pair is one value by estimate.
    pairs = [("no", "Male"), ("nein", "in")]
    names = [f"c{place}" for place, _ in enumerate(pairs)]
    rows = "".join(
        ",".join([*(pair[place % 2] for pair in pairs), str(place)]) + "\n" for place in range(100_001)
    )
    done = upload(",".join([*names, "n"]) + "\n" + rows)
    assert [(each.distinct, each.type) for each in done.profile.columns[:-1]] == [(2, "category")] * len(
        pairs
    )


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>",
        "=cmd|' /C calc'!A0",
        "../../etc/passwd",
        "x\"y'z",
        "日本語 列 🚀",
        "{col} %s $1 \\d",
        "a; DROP TABLE sample_cells; --",
        "c1",
        "file_row_number",
        "x" * 20_000,
        "two\nlines",
    ],
)
def test_names_are_only_names(upload, name):
    quoted = '"' + name.replace('"', '""') + '"'
    done = upload(f"{quoted},other\n1,a\n2,b\n3,a\n")
    assert done.table() == {name: [1, 2, 3], "other": ["a", "b", "a"]}
    assert done.result.preview.columns == [name, "other"]


def test_findings_name_rows_where_a_column_is_named_like_duckdbs_row_number(upload):
    done = upload("file_row_number,b\n" + "".join(f"{row},x\n" for row in range(10)) + "none,y\n0,x\n")
    assert [(found.rows, found.repeats) for found in done.findings("DUPLICATE_ROWS")] == [([12], [1])]
    assert [finding.rows for finding in done.findings("INVALID_NUMBERS")] == [[11]]


def test_numbers_in_other_notations(upload):
    done = upload("name;price;share\nA;1.234,50;0,5\nB;2,5;1,25\nC;17,25;2\n")
    assert done.table() == {"name": ["A", "B", "C"], "price": [1234.5, 2.5, 17.25], "share": [0.5, 1.25, 2.0]}
    assert done.profile.dialect.decimal == ","
    done = upload('a,b,c\n"$1,234.50","1,000",€ 5\n$2.00,"25,000,000",€ 7\n')
    assert done.table() == {"a": [1234.5, 2.0], "b": [1000.0, 25_000_000.0], "c": [5.0, 7.0]}


@pytest.mark.parametrize(
    ("cells", "numbers", "written"),
    [
        (["Rs. 1,000", "Rs. 2,50,000.50", "Rs. 999"], [1000.0, 250_000.5, 999.0], "Rs."),
        (["Rs 1,000", "₹ 2,000", "INR 3,000", "rs. -5"], [1000.0, 2000.0, 3000.0, -5.0], "INR rs. Rs ₹"),
        (["INR 1,000", "INR 20"], [1000.0, 20.0], "INR"),
        (["1,000 kr", "250 kr", "7 kr."], [1000.0, 250.0, 7.0], "kr. kr"),
        (["1\u00a0000,50 kr", "250 kr"], [1000.5, 250.0], "kr"),
        (["EUR 5", "7 €", "8.5 Euro"], [5.0, 7.0, 8.5], "Euro EUR €"),
        (["US$12.50", "USD 7"], [12.5, 7.0], "US$ USD"),
        (["-CHF 12.50", "CHF 7"], [-12.5, 7.0], "CHF"),
    ],
)
def test_currencies_in_letters_are_read_as_signs_are(upload, cells, numbers, written):
    done = upload("price;b\n" + "".join(f"{cell};x\n" for cell in cells))
    assert done.table()["price"] == numbers
    [currency] = [each for each in done.profile.columns[0].reading.conversions if each.kind == "currency"]
    assert currency.written == written
    [finding] = done.findings("NUMBERS_CONVERTED")
    assert finding.params["cell"] == cells[0]


@pytest.mark.parametrize("cells", [["Rs. 1,000", "$ 5"], ["1,000 kr", "20 SEK"], ["USD 5", "5 €", "USD 7"]])
def test_several_currencies_stay_text_and_are_reported_of(upload, cells):
    done = upload("price;b\n" + "".join(f"{cell};x\n" for cell in cells))
    assert done.table()["price"] == cells
    [finding] = done.findings("MIXED_CURRENCIES")
    assert finding.severity == "warning" and finding.column == "price"
    assert set(finding.params["currencies"].split(", ")) == {"Rs.", "$"} or "Rs. 1,000" not in cells


@pytest.mark.parametrize("cells", [["5 kg", "7 lb"], ["1.000", "kr"], ["Rs.", "Rs. 5"], ["Krs 5", "Krs 7"]])
def test_other_words_are_no_currencies(upload, cells):
    done = upload("price;b\n" + "".join(f"{cell};x\n" for cell in cells))
    assert done.table()["price"] == cells
    assert not done.findings("MIXED_CURRENCIES")


def test_lakhs_and_crores_are_numbers(upload):
    cells = ["₹12,34,567", "₹1,23,45,678.50", "₹999", "₹45,000", "-₹1,00,000"]
    done = upload("price,b\n" + "".join(f'"{cell}",x\n' for cell in cells))
    assert done.table()["price"] == [1_234_567.0, 12_345_678.5, 999.0, 45_000.0, -100_000.0]
    [finding] = done.findings("NUMBERS_CONVERTED")
    assert finding.params == {"cell": "₹12,34,567", "value": "1234567.0"}
    chosen = [{"op": "cast", "column": "price", "to": "integer"}]
    done = upload('price,b\n"12,34,567",x\nunknown,x\n"1,00,000",y\n', recipe=chosen)
    assert done.table()["price"] == [1_234_567, None, 100_000]


@pytest.mark.parametrize("cell", ["1,23", "12,34", "123,45,678", "0,12,345", "12,345,67", "1,2,345"])
def test_other_groups_of_digits_are_no_numbers(upload, cell):
    assert upload(f'a,b\n"12,34,567",x\n"{cell}",y\n').table()["a"] == ["12,34,567", cell]


@pytest.mark.parametrize("first", [2**63, 10**18 * 9 + 10**18, 89_914_030_000_000_000_017, -(2**70)])
def test_codes_of_more_digits_than_a_number_holds_keep_each_of_them(upload, first):
    codes = [str(first + place + 1) for place in range(60)]
    done = upload("code,b\n" + "".join(f"{code},{place % 7}\n" for place, code in enumerate(codes)))
    assert done.table()["code"] == codes
    assert done.types["code"] == "identifier"
    assert not done.findings("CONSTANT_COLUMN")


def test_long_numbers_that_are_no_codes_stay_numbers(upload):
    done = upload("a,b,c\n120000000000000000000,0.1234567890123456789,1e20\n1.5,5,12345678901234567890.5\n")
    assert done.table() == {
        "a": [1.2e20, 1.5],
        "b": [0.1234567890123456789, 5.0],
        "c": [1e20, 12345678901234567890.5],
    }


def test_what_only_looks_like_a_number_stays_text(upload):
    done = upload("code,range,version,big\n00123,1-2,2024_01,123456789012345678901\n04567,3-4,2024_02,5\n")
    assert done.table()["code"] == ["00123", "04567"]
    assert done.table()["range"] == ["1-2", "3-4"]
    assert done.table()["version"] == ["2024_01", "2024_02"]
    done = upload("a,b\n1,inf\n2,3\n")
    assert done.table()["b"] == ["inf", "3"]


def test_dates(upload):
    done = upload(
        "iso,day,us,doubtful\n2024-02-29,31/12/2024,12/31/2024,01/02/2024\n2024-03-01,01/02/2024,01/15/2024,02/03/2024\n"
    )
    assert done.types == {"iso": "datetime", "day": "datetime", "us": "datetime", "doubtful": "category"}
    assert done.table()["day"] == [datetime(2024, 12, 31), datetime(2024, 2, 1)]
    assert done.table()["us"] == [datetime(2024, 12, 31), datetime(2024, 1, 15)]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *(
            (name, "integer")
            for name in ("timestamp", "eventTime", "created_at", "time_ms", "ts", "Unix Time", "month_index")
        ),
        *((name, "identifier") for name in ("runtime", "date_key", "time_id", "order", "plants")),
    ],
)
def test_numbers_that_count_up_are_times_if_the_name_indicates_it(upload, name, kind):
    done = upload(f"b,{name}\n" + "".join(f"{place % 3},{1_700_000_000 + place}\n" for place in range(60)))
    assert done.types[name] == kind
    assert done.profile.suggested_target == "b"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *((name, "integer") for name in ("area", "page_number", "heat index", "PhoneCount")),
        *((name, "identifier") for name in ("order_id", "invoiceNumber", "Ticket No", "index", "loannumber")),
        *((name, "identifier") for name in ("claim_number", "Account Number", "orderID")),
    ],
)
def test_a_table_sorted_by_a_quantity_does_not_lose_it(upload, name, kind):
    rows = "".join(f"{place % 3},{40 + place * place}\n" for place in range(60))
    assert upload(f"b,{name}\n{rows}").types[name] == kind


def test_in_a_long_table_too_identifiers_are_reported_by_all_of_their_values(upload):
    names = [f"key_{place}_id" for place in range(12)]
    rows = (",".join(str(row * (2 * place + 3) + place) for place in range(12)) for row in range(110_000))
    done = upload("x," + ",".join(names) + "\n" + "\n".join(f"{row[-2:]},{row}" for row in rows) + "\n")
    assert {done.types[name] for name in names} == {"identifier"}
    assert {column.distinct for column in done.profile.columns[1:]} == {110_000}


def test_a_counter_with_gaps_is_an_identifier(upload):
    rows = "".join(f"{place % 3},{place}\n" for place in range(100) if place % 4)
    assert upload(f"b,entry\n{rows}").types["entry"] == "identifier"


@pytest.mark.parametrize("surprise", ["abc", "00123", "12345678901234567891"])
def test_a_late_cell_that_refutes_the_sample_is_missing(upload, short_sample, surprise):
    rows = [f"{place},{place % 7}" for place in range(14_000)]
    rows[10_889] = f"{surprise},3"
    done = upload("a,b\n" + "\n".join(rows) + "\n")
    column = done.table()["a"]
    assert len(column) == 14_000
    assert (column[10_889], column[5]) == (None, 5)
    assert done.types["b"] == "integer"
    [finding] = done.findings("INVALID_NUMBERS")
    assert (finding.column, finding.rows) == ("a", [10_890])


@pytest.mark.parametrize("surprise", ["37.5", "1e3", "+7"])
def test_a_late_number_of_another_kind_leaves_a_whole_number_column_numeric(upload, short_sample, surprise):
    rows = [f"{place % 60},{place % 7}" for place in range(20_000)]
    rows[17_000] = f"{surprise},3"
    done = upload("hours,b\n" + "\n".join(rows) + "\n")
    assert done.types == {"hours": "number", "b": "integer"}
    column = done.table()["hours"]
    assert (column[17_000], column[5]) == (float(surprise), 5.0)
    assert not done.findings("MIXED_TYPES")


def test_the_preview_is_what_was_written(upload):
    done = upload("a,b\n" + "".join(f"{place}.0,?\n" for place in range(60)))
    assert len(done.result.preview.rows) == 50
    assert done.result.preview.rows[7] == ["7.0", None]


def test_long_cells_are_cut_in_the_preview_alone(upload):
    long = "x" * 200_000
    done = upload(f"a,b\n1,{long}\n2,y\n")
    shown = done.result.preview.rows[0][1]
    assert (len(shown), shown[-2:]) == (1_000, "x…")
    assert done.result.preview.rows[1] == ["2", "y"]
    assert done.table()["b"][0] == long
    # A row of the preview has room for 100,000 characters.
    wide = upload(
        ",".join(f"c{place}" for place in range(200)) + "\n" + (",".join(["z" * 700] * 200) + "\n") * 3
    )
    assert {len(cell) for cell in wide.result.preview.rows[0]} == {500}


def test_the_profile_is_stored_for_training(upload):
    done = upload("a,b\n1,x\n2,y\n")
    stored = type(done.profile).model_validate_json(done.storage.read("datasets/ds/profile.json"))
    assert stored == done.profile


@pytest.mark.parametrize(("marker", "column"), [("NA", "city"), ("?", "age")])
def test_a_marker_that_only_comes_late_is_missing_too(upload, short_sample, marker, column):
    rows = [{"age": f"{place % 90}", "city": "Oslo"} for place in range(11_000)]
    rows[10_214][column] = marker
    done = upload("age,city\n" + "".join(f"{row['age']},{row['city']}\n" for row in rows))
    assert done.table()[column][10_214] is None
    assert done.types["age"] == "integer"
    [finding] = done.findings("MISSING_MARKERS")
    assert (finding.column, finding.params) == (column, {"markers": f'"{marker}"'})


def test_a_wide_table(upload):
    names = [f"measure {place}" for place in range(299)]
    rows = [",".join(f"{place * row % 97}" for place in range(299)) + ",a" for row in range(60)]
    done = upload(",".join([*names, "label"]) + "\n" + "\n".join(rows) + "\n")
    assert (done.profile.rows, len(done.profile.columns)) == (60, 300)
    assert done.table()["measure 5"][:3] == [0, 5, 10]


@pytest.mark.parametrize(
    ("text", "encoding"), [(JAPANESE, "cp932"), (CHINESE, "gb18030"), (FRENCH, "cp1252")]
)
def test_a_long_file_in_another_encoding(upload, text, encoding):
    head, *lines = text.splitlines()
    many = [f"{place} {line}" for place in range(15_000) for line in lines]
    done = upload("\n".join([head, *many]).encode(encoding))
    assert done.profile.dialect.encoding == encoding
    assert [",".join(cells) for cells in zip(*done.table().values(), strict=True)] == many


def test_words_behind_many_numbers_keep_their_rows(upload):
    done = upload("a,b\n" + "".join(f"row {place},{place}\n" for place in range(1500)) + "x,Oslo\ny,inf\n")
    assert done.profile.rows == 1502 and not done.rejects()
    assert done.table()["b"][-3:-1] == [1499, None]
    [finding] = done.findings("INVALID_NUMBERS")
    assert (finding.column, finding.rows[0]) == ("b", 1501)


def test_words_behind_many_booleans_keep_their_rows(upload):
    lines = "".join(f"{'a long cell ' * 20}{place},{place % 2 == 0}\n" for place in range(20_000))
    done = upload("a,b\n" + lines + "x,maybe\ny,1\n" + lines)
    assert done.profile.rows == 40_002 and not done.rejects()
    assert set(done.table()["b"]) == {True, False, None}


def test_blanks_inside_quotes_are_part_of_the_cell(upload):
    assert upload("a,b\n" + '"x"," pad "\n"y"," pad"\n' * 20).table()["b"][:2] == [" pad ", " pad"]
    assert upload("a, b\n" + "x, pad\ny, pad\n" * 20).table()["b"][:2] == ["pad", "pad"]
    assert upload("a, b\n" + 'x, "p, q"\ny, "r"\n' * 20).table()["b"][:2] == ["p, q", "r"]
