"""What the terminal prints of a table: what was read otherwise, left out or not checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from rowcast_automl.contracts.generated import OmittedPart
from rowcast_automl.entrypoints.cli.leaderboard import Leaderboard, show_result
from rowcast_automl.entrypoints.cli.train_command import print_findings, read_file
from rowcast_automl.lint.run import lint_table
from rowcast_automl.platform.storage.object_store import Storage
from tests.bundles.mixed import Trained


def printed_of(folder: Path, text: str, target: str, capsys: pytest.CaptureFixture[str]) -> str:
    source = folder / "t.csv"
    source.write_text(text, encoding="utf-8")
    ingested = read_file(source, Storage(folder.as_uri()), folder, 1)
    linted = lint_table(folder / "table.parquet", ingested.profile, target, 1, folder)
    print_findings(Leaderboard(), [*ingested.profile.findings, *linted.findings])
    return " ".join(capsys.readouterr().err.split())


def test_what_was_read_otherwise_is_printed_with_its_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [
        f"2024-05-{1 + place % 28:02} 10:00,${place}.50,{'?' if place in (3, 7) else 'x'},{place % 5}"
        for place in range(400)
    ]
    for place in (10, 20, 30):
        rows[place] += ",more"
    for place in range(40, 48):
        rows[place] = rows[place][: rows[place].rindex(",") + 1]
    rows[50] = rows[50].replace(" 10:00", "T10:00:00+02:00")
    text = "\n".join(["at,price,kind,y", *rows, ""])
    printed = printed_of(tmp_path, text, "y", capsys)
    assert "number of cells does not match the header: 3." in printed
    assert "Lines 12, 22, 32." in printed
    assert 'kind: Cells with "?" were read as missing. Lines 5, 9.' in printed
    assert 'price: Cells such as "$0.50" were read as numbers.' in printed
    assert "were read as UTC" in printed
    assert "y: Rows without a target value, which are not used in training: 8. Rows" in printed


def test_many_columns_of_one_kind_share_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = [f"c{place}" for place in range(14)]
    rows = [",".join(["?" if row == column else str(row % 7) for column in range(14)]) for row in range(40)]
    printed = printed_of(tmp_path, "\n".join([",".join(names), *rows, ""]), "c0", capsys)
    assert printed.count("were read as missing") == 10
    assert 'MISSING_MARKERS, also in 4 more columns: "c10", "c11", "c12", "c13"' in printed


def test_the_option_that_keeps_totals_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [f"2024-05-{1 + place % 28:02},{place}" for place in range(40)]
    text = "\n".join(["day,q", *rows, f"Total,{sum(range(40))}", ""])
    assert '1 ("Total"). Line 42. (--keep-totals keeps them.)' in printed_of(tmp_path, text, "q", capsys)


def test_checks_that_were_skipped_are_printed_with_the_score(
    binary_model: Trained, capsys: pytest.CaptureFixture[str]
) -> None:
    report = binary_model.result.report
    omitted = [
        OmittedPart(part="lint", reason="Data checks timed out."),
        OmittedPart(part="derived_numbers", reason="The search ran out of time."),
    ]
    show_result(report.model_copy(update={"omitted": omitted}), Path("m.rowcast"), 1)
    printed = capsys.readouterr().err
    assert "Not checked: Data checks timed out." in printed
    assert "The search" not in printed
