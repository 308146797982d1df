"""Separates the findings that the training's settings resolve from the open ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rowcast_automl.contracts.generated import DropColumnStep, LintFinding, TrainingConfig
from rowcast_automl.features.columns.column_selection import set_aside

COPIES = ("DUPLICATE_COLUMN", "NEAR_DUPLICATE_COLUMN")


def open_findings(
    findings: Iterable[LintFinding], config: TrainingConfig, dropped: Collection[str] = ()
) -> list[LintFinding]:
    """Return the findings that neither the settings nor the `dropped` columns resolve."""
    excluded = set(config.excluded_columns)
    unread = {*set_aside(config), *dropped}
    return [each for each in findings if not is_resolved(each, config, excluded, unread)]


def is_resolved(
    finding: LintFinding, config: TrainingConfig, excluded: Collection[str], unread: Collection[str]
) -> bool:
    """Whether the settings follow the finding's advice. `unread` are columns that are not used."""
    if finding.code == "GROUPS":
        return finding.column == config.group_column
    if finding.code == "TIME_ORDER":
        return config.time_column is not None
    if finding.column in excluded:
        return True
    # The finding may be the reason why the training dropped the column.
    if isinstance(finding.fix, DropColumnStep) and finding.column in unread:
        return True
    return finding.code in COPIES and (finding.params or {}).get("other") in unread
