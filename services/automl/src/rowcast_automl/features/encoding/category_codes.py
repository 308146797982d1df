"""Codes of a category column: 0 = missing, 1 = unknown or rare, from 2 on the known values."""

MISSING, UNKNOWN, FIRST = 0, 1, 2
