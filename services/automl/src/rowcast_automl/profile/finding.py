"""Construction of findings: code of the shared catalogue, parameters, evidence and fix."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from rowcast_automl.contracts.generated import LINT_MESSAGES, LintCode, LintFinding
from rowcast_automl.platform.reasons import format_sentence

# Maps rows of the table to the lines of the file in which they begin.
LinesOf = Callable[[Collection[int]], Mapping[int, int]]
MAX_EVIDENCE_ROWS = 20
MAX_SHOWN_LENGTH = 40


def finding(
    code: LintCode,
    column: str | None = None,
    *,
    warning: bool = False,
    rows: Sequence[int] = (),
    repeats: Sequence[int] = (),
    lines: Sequence[int] = (),
    fix: BaseModel | None = None,
    choices: Sequence[tuple[str, BaseModel]] = (),
    **params: str | int | float,
) -> LintFinding:
    """Create a finding.

    Parameters
    ----------
    rows : sequence of int
        Rows of the table that are evidence, from 1.
    repeats : sequence of int
        For each of `rows`, the earlier row that it duplicates.
    lines : sequence of int
        Lines of the file that are evidence, from 1.
    fix : BaseModel, optional
        Cleaning step that fixes the problem.
    choices : sequence of tuple
        Alternative steps, each with an English label.
    **params
        Parameters of the sentence; those named `...share` are shown as percentages.
    """
    content: dict[str, Any] = {
        "code": code,
        "severity": "warning" if warning else "info",
        "column": column,
        "message": format_sentence(LINT_MESSAGES[code], params),
        "rows": list(rows)[:MAX_EVIDENCE_ROWS],
        "lines": list(lines)[:MAX_EVIDENCE_ROWS],
    }
    if repeats:
        content["repeats"] = list(repeats)[:MAX_EVIDENCE_ROWS]
    if params:
        content["params"] = params
    if fix is not None:
        content["fix"] = fix
    if choices:
        content["choices"] = [{"label": label, "step": step} for label, step in choices]
    return LintFinding.model_validate(content)


def with_lines(findings: Sequence[LintFinding], lines_of: LinesOf) -> list[LintFinding]:
    """Add the line numbers of their rows to the findings, with one pass over the file."""
    rows = {row for each in findings for row in each.rows}
    if not rows:
        return list(findings)
    lines = lines_of(rows)
    return [
        each.model_copy(update={"lines": [lines[row] for row in each.rows if row in lines]})
        for each in findings
    ]


def quoted_list(cells: Sequence[str], max_cells: int = 5) -> str:
    """Return the first distinct cells in quotes, such as "a", "b", followed by … if there are more."""
    different = [*dict.fromkeys(f'"{cell[:MAX_SHOWN_LENGTH]}"' for cell in cells)]
    return ", ".join([*different[:max_cells], *["…"][: len(different) > max_cells]])
