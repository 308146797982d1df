"""Preview of a table."""

PREVIEW_ROWS = 50
# A preview is stored and sent as a whole, so its size is limited to a few megabytes.
MAX_CELL_LENGTH, MIN_CELL_LENGTH, MAX_ROW_LENGTH = 1_000, 20, 100_000


def preview_cell(text: str, n_columns: int) -> str:
    """SQL that truncates the expression `text` to a length for display, with an ellipsis."""
    max_length = max(MIN_CELL_LENGTH, min(MAX_CELL_LENGTH, MAX_ROW_LENGTH // n_columns))
    return (
        f"CASE WHEN length({text}) > {max_length} THEN left({text}, {max_length - 1}) || '…' ELSE {text} END"
    )
