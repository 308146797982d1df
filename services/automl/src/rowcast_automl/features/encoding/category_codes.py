"""What the codes of a column stand for: 0 = missing, 1 = unknown or rare, 2 … = values that are kept."""

MISSING, UNKNOWN, FIRST = 0, 1, 2
