"""Every sentence of a report is made of the shared catalogue, with all that fills it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import rowcast_automl
from rowcast_automl.contracts.generated import REPORT_REASONS, Reason
from rowcast_automl.platform.reasons import TEMPLATES, english_text, reason, reason_fields

SOURCES = [
    ast.parse(path.read_text())
    for path in Path(rowcast_automl.__file__).parent.rglob("*.py")
    if path.name != "generated.py"
]


def said() -> Iterator[tuple[str, set[str]]]:
    """Each call of `reason` with a code, and the names that fill its sentence."""
    for node in (each for source in SOURCES for each in ast.walk(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "reason":
            code = node.args[0]
            if isinstance(code, ast.Constant):
                yield str(code.value), {str(each.arg) for each in node.keywords}


def test_what_is_said_fills_its_sentence() -> None:
    found = list(said())
    assert len(found) > 30
    for code, names in found:
        assert names == set(re.findall(r"{(\w+)}", TEMPLATES[code])), code


def test_every_sentence_is_said_somewhere() -> None:
    texts = {each.value for source in SOURCES for each in ast.walk(source) if isinstance(each, ast.Constant)}
    assert set(REPORT_REASONS) <= texts


@pytest.mark.parametrize(
    ("why", "english"),
    [
        (
            reason("ROWS_DRAWN", count=250_000, total=1_500_000),
            "Trained on a random sample of 250,000 of 1,500,000 rows.",
        ),
        (reason("COLUMN_MOSTLY_MISSING", share=1.0), "100% of its values are missing."),
        (reason("OTHER_METRIC", metric="mae", undefinedMetric="r2"), "Measured by MAE, because R²"),
        (reason("PROCESS_ENDED", exit=-9), "The process ended unexpectedly (exit code -9)."),
        (reason("RATING", low=1.0, high=5.0), "The target is an ordered rating from 1 to 5,"),
        (reason("FAILED_WITH", error="{no}"), "Failed: {no}"),
    ],
)
def test_numbers_and_names_in_english(why: Reason, english: str) -> None:
    assert english_text(why).startswith(english)


def test_several_sentences_are_one_text() -> None:
    why = [reason("CUT_SHORT"), reason("TOO_DEAR")]
    assert reason_fields(why) == {"reason": f"{english_text(why[0])} {english_text(why[1])}", "why": why}
