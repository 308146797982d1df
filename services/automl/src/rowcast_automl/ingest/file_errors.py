"""What is said of a file that is no table: a code, the parts of a sentence, and the sentence in English."""

from rowcast_automl.contracts.generated import FILE_NOTE_SENTENCES, ErrorCode, FieldNoteParts, FieldProblem
from rowcast_automl.platform.errors import RowcastError, field_problem
from rowcast_automl.platform.reasons import format_sentence


def file_note(code: str, field: str = "file", line: int | None = None, **parts: str | int) -> FieldProblem:
    """A problem with a file; `line` counts from 1, and `field` is a column where the problem is that."""
    message = format_sentence(FILE_NOTE_SENTENCES[code], parts)
    given = FieldNoteParts.model_validate(parts) if parts else None
    problem = field_problem(field, message, line=line)
    return problem.model_copy(update={"code": code} | ({"parts": given} if given else {}))


def quote_unclosed(line: int) -> RowcastError:
    """The error for a quote that opens in this line and is never closed."""
    return refusal("QUOTE_UNCLOSED", file_note("QUOTE_OPENS", line=line), "Add the missing quote there.")


def refusal(code: ErrorCode, note: FieldProblem, advice: str = "") -> RowcastError:
    """The error that says what `note` says and where, and then what to do."""
    place = "" if note.line is None else f"Line {note.line:,}: "
    return RowcastError(code, f"{place}{note.message} {advice}".rstrip(), [note])
