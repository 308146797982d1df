"""Cells such as '?' or 'NA' that stand for a missing value."""

from collections.abc import Sequence

import duckdb

from rowcast_automl.contracts.generated import LintFinding
from rowcast_automl.ingest.columns import Column
from rowcast_automl.ingest.reading import MISSING_MARKERS
from rowcast_automl.ingest.sample import TABLE, Sample
from rowcast_automl.platform.engine import literal

EVIDENCE = 20


def marker_findings(
    connection: duckdb.DuckDBPyConnection, sample: Sample, columns: Sequence[Column]
) -> list[LintFinding]:
    """A finding for each column in which markers were read as missing, with rows where they are known."""
    markers = ", ".join(literal(marker) for marker in MISSING_MARKERS)
    findings = list[LintFinding]()
    for column in columns:
        rows = connection.execute(
            f"SELECT {column.source}, count(*), list(place ORDER BY place)[:{EVIDENCE}] FROM {TABLE} "
            f"WHERE {column.source} IN ({markers}) GROUP BY 1 ORDER BY 2 DESC, 1"
        ).fetchall()
        if not rows:
            continue
        shown = ", ".join(f'"{marker}"' for marker, _, _ in rows)
        total = sum(count for _, count, _ in rows)
        amount = f"{total:,} cells" if sample.complete else "Cells"
        if sample.complete and total == 1:
            amount = "1 cell"
        findings.append(
            LintFinding(
                code="MISSING_MARKERS",
                severity="info",
                column=column.name,
                message=f"{amount} with {shown} read as missing.",
                rows=sorted(place for _, _, places in rows for place in places)[:EVIDENCE]
                if sample.complete
                else [],
                lines=[],
            )
        )
    return findings
