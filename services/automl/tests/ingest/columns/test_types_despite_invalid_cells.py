"""A few invalid cells anywhere do not change the type of a column."""

import random
from datetime import date, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.examples import examples

INVALID = """
    n.a.|see note|#REF!|-|?|<LOD|0000-00-00|Total|tbd|~40|3+|unknown|missing|none|nil|null|NULL|N/A|NA|TBD|tba
    n/k|not known|not available|pending|error|ERR|#N/A|#VALUE!|#DIV/0!|...|..|--|---|*|**|x|X|.|!
    approx. 5|about 12|12?|5*|1 or 2|10-20|n=5|see below|ditto|idem|k.A.|entfällt|unbekannt|s.o.|inconnu
    99/99/9999|31/02/2024|2024-13-45|25:99|12:60|noon|infinite|(blank)|empty|[redacted]
""".replace("\n", "|")
SPELLINGS = sorted({each.strip() for each in INVALID.split("|")} - {""})
WRITERS = {
    "count": lambda r, n: str(r.randrange(0, 900)),
    "length": lambda r, n: f"{r.uniform(0, 100):.3f}",
    "member": lambda r, n: r.choice(["true", "false"]),
    "opened": lambda r, n: (date(2022, 1, 1) + timedelta(r.randrange(900))).isoformat(),
    "closed": lambda r, n: (date(2022, 1, 1) + timedelta(r.randrange(900))).strftime("%d/%m/%Y"),
    "departure": lambda r, n: f"{r.randrange(24):02}:{r.randrange(60):02}",
    "amount": lambda r, n: f"${r.randrange(1_000, 99_999):,}.{r.randrange(100):02}",
    "share": lambda r, n: f"{r.randrange(1, 1000) / 10}%",
    "city": lambda r, n: r.choice(["Oslo", "Pune", "Lima", "Rome", "Bonn"]),
}


def clean_table(seed, rows):
    r = random.Random(seed)
    return [[write(r, place) for write in WRITERS.values()] for place in range(rows)]


def as_csv(table):
    lines = [[*WRITERS], *table]
    return "".join(";".join(f'"{cell}"' for cell in line) + "\n" for line in lines)


@pytest.fixture(scope="module")
def clean_types(upload):
    return upload(as_csv(clean_table(0, 300))).types


@st.composite
def changes(draw):
    rows = draw(st.integers(300, 400))
    places = draw(st.lists(st.integers(0, rows - 1), min_size=1, max_size=rows // 100, unique=True))
    columns = st.integers(0, len(WRITERS) - 1)
    return rows, [(place, draw(columns), draw(st.sampled_from(SPELLINGS))) for place in places]


@given(st.integers(0, 1_000), changes())
@settings(
    max_examples=examples(200) if examples(200) > 50 else 20,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_types_stay_as_in_the_clean_table(upload, clean_types, seed, change):
    rows, cells = change
    table = clean_table(seed, rows)
    for place, column, text in cells:
        table[place][column] = text
    found = upload(as_csv(table))
    assert found.types == clean_types
    stored = found.table()
    for place, column, text in cells:
        name = [*WRITERS][column]
        assert name == "city" or stored[name][place] is None or clean_types[name] == "text", (name, text)
