"""Preview of a table."""

PREVIEW_ROWS = 50
# A preview is stored and sent as a whole, so its size is limited to a few megabytes.
MAX_CELL_LENGTH, MIN_CELL_LENGTH, MAX_ROW_LENGTH = 1_000, 20, 100_000


def max_length(n_columns: int) -> int:
    """Return the number of characters of a cell that a preview with so many columns shows."""
    return max(MIN_CELL_LENGTH, min(MAX_CELL_LENGTH, MAX_ROW_LENGTH // n_columns))


def preview_cell(text: str, n_columns: int) -> str:
    """Return SQL that truncates the expression `text` to a length for display, with an ellipsis."""
    length = max_length(n_columns)
    return f"CASE WHEN length({text}) > {length} THEN left({text}, {length - 1}) || '…' ELSE {text} END"


def truncated(text: str, length: int) -> str:
    """Return `text` in at most `length` characters, with an ellipsis if it is longer."""
    return text if len(text) <= length else f"{text[: length - 1]}…"
