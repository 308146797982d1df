"""Any table that a CSV writer can write comes back cell by cell."""

import csv
import io
from unicodedata import normalize

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rowcast_automl.ingest.columns.missing_cells import MISSING_MARKERS
from tests.examples import examples

CHARACTER = st.characters(blacklist_categories=("Cs", "Cc"), blacklist_characters="'")
# Accents are joined to their letters.
CELL = st.text(CHARACTER, max_size=12).map(lambda text: normalize("NFC", text))
LINE_BREAKS = st.sampled_from(["a\nb", "\n", 'say "hi"', "x,y;z|w\tv", "it's", "back\\slash", "#", "ü"])


@st.composite
def tables(draw):
    width = draw(st.integers(2, 6))
    cells = st.lists(st.one_of(CELL, LINE_BREAKS), min_size=width, max_size=width)
    rows = draw(st.lists(cells, min_size=2, max_size=25))
    names = [f"column {chr(97 + place)}" for place in range(width)]
    dialect = {
        "delimiter": draw(st.sampled_from([",", ";", "\t", "|"])),
        "lineterminator": draw(st.sampled_from(["\n", "\r\n"])),
        "quoting": draw(st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL])),
    }
    return names, rows, dialect


@given(tables())
@settings(
    max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_text_tables(upload, table):
    names, rows, dialect = table
    text = io.StringIO(newline="")
    writer = csv.writer(text, **dialect)
    writer.writerow(names)
    # A last column that is text for certain keeps every other column from being read as anything else.
    writer.writerows([f"x{cell}" if cell else cell for cell in row] for row in rows)
    expected = [[f"x{cell}" if cell else None for cell in row] for row in rows]
    done = upload(text.getvalue())
    stored = done.table()
    assert list(stored) == names
    assert [list(row) for row in zip(*stored.values(), strict=True)] == expected


@given(
    st.lists(
        st.tuples(
            st.integers(-(2**53), 2**53),
            st.floats(allow_nan=False, allow_infinity=False, width=64),
            st.booleans(),
            st.datetimes(min_value=__import__("datetime").datetime(1900, 1, 1)),
        ),
        min_size=2,
        max_size=40,
    ),
    st.sampled_from([*MISSING_MARKERS, ""]),
)
@settings(
    max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_typed_tables(upload, rows, marker):
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(["whole", "real", "flag", "moment"])
    writer.writerows([whole, repr(real), flag, moment.isoformat()] for whole, real, flag, moment in rows)
    writer.writerow([marker] * 4)
    stored = upload(text.getvalue()).table()
    assert stored["whole"] == [*(row[0] for row in rows), None]
    assert [cell and float(cell) for cell in stored["real"]] == [*(row[1] for row in rows), None]
    assert stored["flag"] == [*(row[2] for row in rows), None]
    assert stored["moment"] == [*(row[3] for row in rows), None]
