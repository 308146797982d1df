"""Columns whose cells have two equally likely interpretations, which the user has to choose from."""

from collections.abc import Collection

from rowcast_automl.clean.recipe import Step
from rowcast_automl.contracts.generated import (
    AMBIGUOUS_CODES,
    CastStep,
    LintFinding,
    ParseDatesStep,
    TableProfile,
)
from rowcast_automl.platform.errors import RowcastError, field_problem


def refuse_ambiguous_columns(profile: TableProfile, target: str, excluded: Collection[str]) -> None:
    """Check that the interpretation of every column that the training uses is known.

    Raises
    ------
    RowcastError
        COLUMNS_AMBIGUOUS, with the options to choose from for each such column.
    """
    unused = {column.name for column in profile.columns if column.type == "constant"} | {*excluded}
    open_columns = [
        each for each in profile.findings if each.code in AMBIGUOUS_CODES and each.column not in unused
    ]
    if open_columns:
        problems = [field_problem("type", instruction_for(each, target)) for each in open_columns]
        raise RowcastError("COLUMNS_AMBIGUOUS", fields=problems)


def instruction_for(finding: LintFinding, target: str) -> str:
    """Return the finding with the options that resolve it."""
    options = " or ".join(f'--type "{type_option(each.step)}"' for each in finding.choices or [])
    exclusion = "" if finding.column == target else f', or --exclude "{finding.column}"'
    return f"{finding.column}: {finding.message} Add {options}{exclusion}."


def type_option(step: Step) -> str:
    """Return the value of `--type` that has the effect of this step."""
    if isinstance(step, ParseDatesStep):
        return f"{step.column}=datetime:{step.formats[0]}"
    if isinstance(step, CastStep):
        return f"{step.column}={step.to}{f':{step.decimal}' if step.decimal else ''}"
    raise ValueError(f"{step.op} does not choose a type")
