"""What is shown of a table before anything is made of it."""

PREVIEW_ROWS = 50
# A preview is kept, sent and shown as a whole: it has some megabytes at most, whatever stands in the cells.
LONGEST_CELL, SHORTEST_CELL, LONGEST_ROW = 1_000, 20, 100_000


def preview_cell(text: str, n_columns: int) -> str:
    """SQL of what is shown of `text`, an expression: an ellipsis ends a cell that goes on."""
    longest = max(SHORTEST_CELL, min(LONGEST_CELL, LONGEST_ROW // n_columns))
    return f"CASE WHEN length({text}) > {longest} THEN left({text}, {longest - 1}) || '…' ELSE {text} END"
