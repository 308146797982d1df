"""One finding: a code of the shared catalogue, what fills its sentence, the evidence, and what helps."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from rowcast_automl.contracts.generated import LINT_MESSAGES, LintCode, LintFinding
from rowcast_automl.platform.reasons import format_sentence

# The lines of the file in which rows of the table begin.
LinesOf = Callable[[Collection[int]], Mapping[int, int]]
EVIDENCE = 20
SHOWN = 40


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
    """A finding of the catalogue; `params` fill its sentence, those named `...share` as a percentage.

    `repeats` has for each of `rows` the earlier row that it equals. `choices` are steps of which a person
    chooses one, each with what it does in English.
    """
    content: dict[str, Any] = {
        "code": code,
        "severity": "warning" if warning else "info",
        "column": column,
        "message": format_sentence(LINT_MESSAGES[code], params),
        "rows": list(rows)[:EVIDENCE],
        "lines": list(lines)[:EVIDENCE],
    }
    if repeats:
        content["repeats"] = list(repeats)[:EVIDENCE]
    if params:
        content["params"] = params
    if fix is not None:
        content["fix"] = fix
    if choices:
        content["choices"] = [{"label": label, "step": step} for label, step in choices]
    return LintFinding.model_validate(content)


def with_lines(findings: Sequence[LintFinding], lines_of: LinesOf) -> list[LintFinding]:
    """The findings with the lines of their rows, looked up at once since the file is read for them."""
    rows = {row for each in findings for row in each.rows}
    if not rows:
        return list(findings)
    lines = lines_of(rows)
    return [
        each.model_copy(update={"lines": [lines[row] for row in each.rows if row in lines]})
        for each in findings
    ]


def quoted_list(cells: Sequence[str], most: int = 5) -> str:
    """The first different `cells` in quotes, such as "a", "b", and … where there are more."""
    different = [*dict.fromkeys(f'"{cell[:SHOWN]}"' for cell in cells)]
    return ", ".join([*different[:most], *["…"][: len(different) > most]])
