"""Errors about files that cannot be ingested: code, parameters and English sentence."""

from rowcast_automl.contracts.generated import FILE_NOTE_SENTENCES, ErrorCode, FieldNoteParts, FieldProblem
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.platform.reasons import format_sentence


def file_problem(code: str, field: str = "file", line: int | None = None, **parts: str | int) -> FieldProblem:
    """Return a problem with a file.

    `line` counts from 1. `field` is the column with the problem, if known.
    """
    message = format_sentence(FILE_NOTE_SENTENCES[code], parts)
    given = FieldNoteParts.model_validate(parts) if parts else None
    problem = field_problem(field, message, line=line)
    return problem.model_copy(update={"code": code} | ({"parts": given} if given else {}))


def unclosed_quote_error(line: int) -> RowcastError:
    """Return the error for a quote that is opened in this line and never closed."""
    return file_error(
        "QUOTE_UNCLOSED", file_problem("QUOTE_OPENS", line=line), "Add the missing quote there."
    )


def file_error(code: ErrorCode, note: FieldProblem, advice: str = "") -> RowcastError:
    """Return an error with the problem `note`, its line and advice on what to do."""
    place = "" if note.line is None else f"Line {note.line:,}: "
    return RowcastError(code, f"{place}{note.message} {advice}".rstrip(), [note])
