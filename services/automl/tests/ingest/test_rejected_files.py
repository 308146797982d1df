"""Files that cannot become a table: each a named error that says where and what next."""

import gzip

import pytest

from rowcast_automl.platform.errors import RowcastError


def refusal(upload, content, **changes):
    with pytest.raises(RowcastError) as caught:
        upload(content, **changes)
    return caught.value


@pytest.mark.parametrize(
    "content", [b"", b"\n\n  \n", b"\xef\xbb\xbf", b"\xff\xfe", gzip.compress(b"", mtime=0)]
)
def test_an_empty_file(upload, content):
    assert refusal(upload, content).code == "FILE_EMPTY"


@pytest.mark.parametrize(
    "content",
    [
        *("5.1,3.5,setosa\n4.9,3.0,setosa\n", "1,2,2\n3,4,5\n6,7,8\n", ",,\n1,2,3\n4,5,6\n"),
        *(f"{name},{'1' * 5_000}\n1,2\n3,4\n" for name in ("a", "0")),
    ],
)
def test_no_header(upload, content):
    error = refusal(upload, content)
    assert error.code == "HEADER_MISSING"
    assert error.fields[0].line == 1


@pytest.mark.parametrize(
    "content",
    [
        "Sales 2024\n1,2\n3,4\n5,6\n",
        "Sales 2024\n\nregion\nregion,region\nnorth,1\nsouth,2\neast,3\n",
        "sep=;\n1;2\n3;4\n",
        "\n".join(["# a note"] * 25) + "\nregion,amount\n" + "north,1\n" * 60,
    ],
)
def test_a_title_without_names_below_it(upload, content):
    error = refusal(upload, content)
    assert (error.code, error.fields[0].line) == ("TITLE_ABOVE_HEADER", 1)
    assert "Remove the lines above the column names" in error.message


def test_years_and_counts_are_accepted_as_names(upload):
    assert upload("city,2019,2020\nA,1,2\nB,3,4\n").types.keys() == {"city", "2019", "2020"}
    assert upload("0,1,2\n5,6,7\n8,9,1\n").types.keys() == {"0", "1", "2"}


def test_names_in_brackets_are_names(upload):
    done = upload("<TICKER>,<PER>,<DATE>,<CLOSE>\nAAA,D,20240102,1.5\nBBB,D,20240103,2.5\n")
    assert list(done.types) == ["<TICKER>", "<PER>", "<DATE>", "<CLOSE>"]


@pytest.mark.parametrize(
    ("content", "names"),
    [
        ("country,2020\nA,1.5\nB,3.25\n", ["country", "2020"]),
        ("country,2020\nA,high\nB,low\n", ["country", "2020"]),
        ("name,0\nA,x\nB,y\n", ["name", "0"]),
        (",2021\nA,7\nB,8\n", ["column_1", "2021"]),
        ('{"5": 1, "7.5": "x"}\n' * 3, ["5", "7.5"]),
        ('[{"1": 1, "2": 2}, {"1": 3, "2": 4}]', ["1", "2"]),
    ],
)
def test_a_number_that_is_no_value_of_its_column_is_a_name(upload, content, names):
    done = upload(content)
    assert (list(done.types), done.findings("HEADER_NUMERIC")) == (names, [])


@pytest.mark.parametrize(
    "content",
    [
        "Norway,2020\nSweden,2019\nDenmark,2021\n",
        "Oslo,0\nBergen,3\nBodo,4.5\n",
        "Oslo,7\nOslo,a\nBergen,b\n",
        "Oslo,2020\nBergen,\nBodo,\n",
        "2024-01-05,7\n2024-01-06,x\n2024-01-07,y\n",
    ],
)
def test_a_number_that_may_be_a_value_of_its_column_is_none(upload, content):
    assert refusal(upload, content).code == "HEADER_MISSING"


def test_duplicate_names_are_listed(upload):
    error = refusal(upload, "age,name,age,Name\n1,a,2,b\n3,c,4,d\n")
    assert error.code == "HEADER_DUPLICATE"
    assert [problem.field for problem in error.fields] == ["age", "name"]
    assert '"age", "name"' in error.message


def test_one_column(upload):
    assert refusal(upload, "age\n1\n2\n").code == "TOO_FEW_COLUMNS"


@pytest.mark.parametrize("content", ["a,b\n", "a,b\n1,2\n"])
def test_fewer_than_two_rows(upload, content):
    error = refusal(upload, content)
    assert (error.code, error.fields[0].code) == (
        "TOO_FEW_ROWS",
        "ROWS_ONE" if "1" in content else "ROWS_NONE",
    )


def test_many_ragged_rows_are_named_by_line(upload):
    error = refusal(upload, "a,b\n" + "1,2\n" * 10 + "1\n1,2,3\n")
    assert error.code == "ROWS_RAGGED"
    assert [(problem.line, problem.message) for problem in error.fields] == [
        (12, "Too few cells: 1 instead of 2."),
        (13, "Too many cells: 3 instead of 2."),
    ]


def test_every_row_wider_than_the_header(upload):
    error = refusal(upload, "a,b\n" + "r,1,2\n" * 20)
    assert error.code == "ROWS_RAGGED"
    assert error.fields[0].line == 2


@pytest.mark.parametrize(
    "content",
    [
        'a,b\n1,2\n"x,3\n4,5\n6,7\n',
        'a,b\n1,2\n"x,3\n"y",5\n6,7\n',
        'a,b\n1,2\n"x,3\n4,"y"\n6,7\n',
        'a,b\n1,2\n"x,3',
        'a,b\n1,2\n"x,3\n' + "4,5\n" * 300_000,
        'a,b\n"two\nlines",2\n"x,3\n4,5\n6,7\n',
    ],
)
def test_an_unclosed_quote_is_named_by_the_line_where_it_opens(upload, content):
    error = refusal(upload, content)
    line = 1 + content[: content.index('"x')].count("\n")
    assert (error.code, error.fields[0].line) == ("QUOTE_UNCLOSED", line)
    assert error.message.startswith(f"Line {line}: A quote opens here")


def test_an_unclosed_single_quote_is_named_by_its_line_too(upload):
    error = refusal(upload, "a,b\n'x,y',1\n'z',2\n'open,3\n4,5\n6,7\n")
    assert (error.code, error.fields[0].line) == ("QUOTE_UNCLOSED", 4)


def test_a_zero_byte_is_named_by_line(upload):
    error = refusal(upload, b"a,b\n1\0,2\n3,4\n")
    assert (error.code, error.fields[0].line) == ("ENCODING_UNKNOWN", 2)
    assert error.message.count("2") == 1


def test_two_encodings_in_one_file(upload):
    error = refusal(upload, "name,b\nMüller,2\n".encode() + "José,4\n".encode("cp1252"))
    assert (error.code, error.fields[0].line) == ("ENCODING_UNKNOWN", 3)


def test_bytes_of_no_encoding(upload):
    error = refusal(upload, b"a,b\n\x81\x8d,2\n\x90,4\n")
    assert error.code == "ENCODING_UNKNOWN" and "Windows-1252" in error.message


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"PK\x03\x04" + b"x" * 100, "WORKBOOK_DAMAGED"),
        (b"\xd0\xcf\x11\xe0" + b"x" * 600, "WORKBOOK_DAMAGED"),
        (b"%PDF-1.7\n", "FILE_IS_PDF"),
        (b"PAR1abc", "PARQUET_DAMAGED"),
        (b"<html><body>", "FILE_IS_MARKUP"),
        (b"<!DOCTYPE html><p>a, b", "FILE_IS_MARKUP"),
        (b"<rows>\n<row>1, 2</row>", "FILE_IS_MARKUP"),
        (b'{"a": 1}\n{"a": 2\n', "JSON_LINE"),
    ],
)
def test_other_formats_and_damaged_ones_are_named_in_code_and_words(upload, content, found):
    error = refusal(upload, content)
    assert (error.code, error.fields[0].code) == ("FILE_NOT_A_TABLE", found)
    assert error.fields[0].message in error.message


def test_damaged_gzip(upload):
    packed = gzip.compress(b"a,b\n" + b"1,2\n" * 1000)
    assert refusal(upload, packed[:-20]).code == "FILE_CORRUPT_GZIP"
    assert refusal(upload, packed[:30] + b"\xff" * 20 + packed[50:]).code == "FILE_CORRUPT_GZIP"


def test_gzip_that_unpacks_to_too_much(upload):
    error = refusal(upload, gzip.compress(b"a,b\n" + b"0" * 50_000_000), max_inflated_bytes=1 << 20)
    assert error.code == "FILE_INFLATES_TOO_LARGE"
    assert "1 MB" in error.message


def test_100_000_columns_are_rejected_before_they_are_read(upload):
    rows_that_cannot_be_read = '"1,' * 100_000
    content = ",".join(f"c{place}" for place in range(100_000)) + "\n" + rows_that_cannot_be_read + "\n"
    assert refusal(upload, content).code == "TOO_MANY_COLUMNS"


def test_a_deleted_upload(upload):
    assert refusal(upload, "a,b\n1,2\n", source_key="uploads/ds/gone").code == "DATASET_GONE"


def test_a_rejected_file_leaves_no_table_behind(upload):
    refusal(upload, "a,b\n" + "1\n" * 10, table_key="datasets/refused/table.parquet")
    assert not upload.storage.exists("datasets/refused/table.parquet")


def test_an_unclosed_quote_that_takes_in_the_rest_of_a_big_file(upload):
    error = refusal(upload, 'a,b,c\n1,2,3\n"x,2,3\n' + "4,5,6\n" * 5_000_000)
    assert (error.code, error.fields[0].line) == ("QUOTE_UNCLOSED", 3)


LONG = "x" * (5 << 20)


@pytest.mark.parametrize(
    "content",
    [f"a,b\n1,{LONG}\n2,y\n", f"a,b\n{LONG},1\n", f'a,b\n1,"{LONG}"\n2,y\n', f"a,b\r1,{LONG}\r2,y\r"],
)
def test_a_row_that_is_too_long_is_named_by_line(upload, content):
    error = refusal(upload, content)
    assert (error.code, error.fields[0].code, error.fields[0].line) == ("ROW_TOO_LONG", "ROW_LONG", 2)


def test_a_row_that_is_longer_than_the_buffer_is_named_by_line(upload):
    rows = "1,2\n" * 50
    error = refusal(upload, f"a,b\n{rows}{'x' * (20 << 20)},1\n{rows}")
    assert (error.code, error.fields[0].line) == ("ROW_TOO_LONG", 52)
