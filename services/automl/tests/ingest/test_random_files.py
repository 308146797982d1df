"""Tables made to break a reader: each is a named error or is read with all that was done to it reported."""

import csv
import io
import math
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rowcast_automl.ingest.columns.missing_cells import MISSING_MARKERS
from rowcast_automl.lint.run import lint_table
from rowcast_automl.platform.errors import RowcastError
from tests.examples import examples

SETTINGS = {"deadline": None, "suppress_health_check": [HealthCheck.function_scoped_fixture]}
BYTES = st.one_of(
    st.binary(max_size=400),
    st.lists(
        st.sampled_from(
            [
                b",",
                b";",
                b"\t",
                b'"',
                b"'",
                b"\n",
                b"\r\n",
                b"\r",
                b"a",
                b"b,c\n",
                b"1",
                b"-1e308",
                b"inf",
                b"\0",
            ]
            + [
                b"\xff\xfe",
                b"\xef\xbb\xbf",
                b"\xe2\x82\xac",
                b"\x81",
                b"=cmd|",
                b"{",
                b'{"a":1}\n',
                b"[",
                b"PK\x03\x04",
            ]
            + [b"NaN", b"2024-01-01", b"1.234,5", b"<1.0", b"\x1f\x8b", b"PAR1", b"\\", b"?"]
        ),
        max_size=60,
    ).map(b"".join),
)
NAMES = st.one_of(
    st.sampled_from(
        ["=1+1", "<script>", "../x", 'a"b', "place", "cell", "c0", "rowid", "DROP TABLE", "{{x}}", "%s"]
    ),
    st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=8),
)
NUMBERS = [
    "1,234.50",
    "$5.00",
    "12%",
    "<1.0",
    "1e308",
    "-7",
    "0,5",
    "1.234,5",
    "1 000",
    "007",
    "inf",
    "1_000",
]
DATES = ["2024-02-29", "31/12/2024", "12/31/2024", "29 Feb 2024", "2024-02-30", "01/02/03"]
WORDS = [
    "yes",
    "No",
    "a,b",
    'say "x"',
    "two\nlines",
    "=SUM(A1)",
    " pad ",
    "Ünï",
    "x" * 5_000,
    "word " * 5_000,
]
CELLS = st.sampled_from([*NUMBERS, *DATES, *WORDS, *MISSING_MARKERS, "", "3", "4", "5"])

# Where the column stands that a drawn table is looked through for, counted round.
TARGETS = st.integers(0, 3)


@st.composite
def tables(draw):
    names = draw(st.lists(NAMES, min_size=2, max_size=4, unique_by=lambda name: name.strip().casefold()))
    pools = [draw(st.lists(CELLS, min_size=1, max_size=4)) for _ in names]
    rows = draw(st.integers(2, 30))
    return names, [[draw(st.sampled_from(pool)) for pool in pools] for _ in range(rows)]


@given(BYTES, TARGETS)
@settings(max_examples=examples(60), **SETTINGS)
def test_any_bytes_are_a_table_or_a_named_error(upload, content, target):
    try:
        done = upload(content)
    except RowcastError as error:
        assert error.message
        return
    table = done.table()
    assert [column.name for column in done.profile.columns] == list(table)
    assert {len(cells) for cells in table.values()} == {done.profile.rows}
    looks_through(done, target)


@given(tables(), TARGETS)
@settings(max_examples=50, **SETTINGS)
def test_no_cell_is_changed_without_a_word(upload, table, target):
    names, rows = table
    text = io.StringIO(newline="")
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerows([names, *rows])
    try:
        done = upload(text.getvalue())
    except RowcastError as error:
        assert error.code in ("HEADER_MISSING", "TITLE_ABOVE_HEADER", "HEADER_DUPLICATE"), error
        return
    stored = done.table()
    for place, column in enumerate(done.profile.columns):
        done_to = {each.kind: each.written for each in (column.reading.conversions if column.reading else [])}
        for row, cell in enumerate(row[place] for row in rows):
            kept = stored[column.name][row]
            if kept is None and column.reading and column.reading.unfit:
                continue
            assert as_told(cell, kept, done_to), (column.name, column.type, cell, kept, done_to)
    looks_through(done, target)


def as_told(cell, kept, done_to):
    """Whether `kept` is `cell` as written, or as the conversions say."""
    if kept is None:
        return cell == "" or cell in done_to.get("missing_marker", "").split(" ") or not cell.strip()
    if isinstance(kept, str):
        return kept == cell
    if isinstance(kept, bool):
        return cell.lower() == str(kept).lower()
    if isinstance(kept, datetime):
        formats = done_to.get("date_format", "").split("; ")
        return any(reads(cell, each) == kept for each in [*formats, "%Y-%m-%d"] if each)
    plain = cell
    for kind in ("currency", "percent", "bound", "thousands"):
        for sign in done_to.get(kind, "").split(" "):
            plain = plain.replace(sign, "")
    plain = plain.replace("\u00a0", "").replace(" ", "")
    if "decimal_comma" in done_to:
        plain = plain.replace(",", ".")
    return float(plain) == kept


def reads(cell, pattern):
    try:
        return datetime.strptime(cell, pattern)
    except ValueError:
        return None


def looks_through(done, place=None):
    """The lint takes whatever the ingest took, for any column as the target."""
    columns = done.profile.columns
    targets = columns[:3] if place is None else [columns[place % len(columns)]]
    with done.storage.local("datasets/ds/table.parquet") as path, TemporaryDirectory() as folder:
        for column in targets:
            assert lint_table(path, done.profile, column.name, 1, Path(folder)).target == column.name


def test_over_a_million_short_rows(upload):
    done = upload("a,b\n" + "1,x\n2,y\n" * 550_000)
    assert done.profile.rows == 1_100_000
    assert done.profile.duplicate_rows == 1_099_998
    looks_through(done)


def test_every_row_the_same(upload):
    done = upload("a,b\n" + "1,x\n" * 50)
    [finding] = done.findings("DUPLICATE_ROWS")
    assert finding.params == {"count": 49}
    assert {column.type for column in done.profile.columns} == {"constant"}
    looks_through(done)
    try:
        upload("a,b\n" + "1,x\n" * 50, recipe=[finding.fix.model_dump()])
        raise AssertionError("one row is no table")
    except RowcastError as error:
        assert error.code == "TOO_FEW_ROWS"


def test_10_000_categories_and_a_cell_of_5_000_words(upload):
    words = "word " * 5_000
    rows = "".join(f"level {place % 10_000:05}x,{place % 7}\n" for place in range(30_000))
    done = upload(f"category,n\n{rows}{words},1\n")
    assert done.table()["category"][-1] == words
    assert [finding.column for finding in done.findings("HIGH_CARDINALITY")] in ([], ["category"])
    looks_through(done)


def test_infinities_and_numbers_at_the_edge(upload):
    done = upload("a,b,c\n" + "1e308,1,x\n-1e308,inf,y\n1.7976931348623157e308,-inf,z\n5e-324,2,x\n" * 5)
    assert done.table()["a"][:4] == [1e308, -1e308, 1.7976931348623157e308, 5e-324]
    assert done.table()["b"][:2] == ["1", "inf"]
    looks_through(done)


def test_numbers_that_are_all_but_equal(upload):
    done = upload("a,b\n" + f"0.1,x\n{math.nextafter(0.1, 1)!r},y\n5e-324,z\n" * 5)
    assert [len(column.histogram) for column in done.profile.columns] == [20, 0]
    done = upload("a,b\n" + f"0.1,x\n{math.nextafter(0.1, 1)!r},y\n" * 5)
    [only] = done.profile.columns[0].histogram
    assert (only.from_, only.to, only.count) == (0.1, math.nextafter(0.1, 1), 10)
    assert upload("a,b\n" + "0,x\n5e-324,y\n" * 5).profile.rows == 10
