"""Repeats the training of a bundle from the facts in it, to verify its content."""
