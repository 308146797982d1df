"""Text that looks like a date but is none."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from rowcast_automl.features.columns.column_reader import seconds
from rowcast_automl.features.rows.cells import CellError, read_datetime


@pytest.mark.parametrize(
    ("text", "patterns", "days"),
    [
        ("31.02.2024", ("%d.%m.%Y",), 29),
        ("31.02.2023", ("%d.%m.%Y",), 28),
        ("31.04.2024 10:30", ("%d.%m.%Y %H:%M",), 30),
        ("32/01/2024", ("%d/%m/%Y",), 31),
        ("02/30/24", ("%m/%d/%y",), 29),
        ("Feb 30, 2023", ("%b %d, %Y",), 28),
        ("0.1.2024", ("%d.%m.%Y",), 31),
        ("2023-02-29", (), 28),
        ("2023/2/29", (), 28),
        ("2023-02-29T10:00:00Z", (), 28),
        ("20230229", (), 28),
        ("20230431", ("%Y%m%d",), 30),
    ],
)
def test_a_day_that_does_not_exist_is_named_as_one(text: str, patterns: tuple[str, ...], days: int) -> None:
    with pytest.raises(CellError) as caught:
        read_datetime(text, patterns)
    assert caught.value.parts == {"expected": "day", "given": text, "most": days}


@pytest.mark.parametrize(
    ("text", "patterns"),
    [
        ("31.13.2024", ("%d.%m.%Y",)),
        ("31.02.2024", ()),
        ("30.02.2024 25:00", ("%d.%m.%Y %H:%M",)),
        ("2024-01-31 25:00", ()),
        ("2024-13", ("%Y-%m",)),
        ("soon", ("%d.%m.%Y",)),
        *((text, ()) for text in ("1612112312345", "20240131012", "1" * 40, "2020-W01-1", "2020-001")),
        *((text, ()) for text in ("2020-01-01x10:00", "2020-01-01T10")),
        ("", ()),
    ],
)
def test_anything_else_is_no_date(text: str, patterns: tuple[str, ...]) -> None:
    with pytest.raises(CellError) as caught:
        read_datetime(text, patterns)
    assert caught.value.parts == {"expected": "date", "given": text}


def test_a_table_of_before_has_no_dates_beyond_the_calendar() -> None:
    micros = [253_402_300_800_000_000, -62_135_596_800_000_001, None, 1_500_000, -1]
    found = seconds(pa.array(micros, pa.timestamp("us")))
    np.testing.assert_array_equal(found, [np.nan, np.nan, np.nan, 1.5, -1e-6])
