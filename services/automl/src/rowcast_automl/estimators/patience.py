"""The patience of early stopping for boosting."""


def patience(n_samples: int) -> int:
    """Return the number of rounds without improvement before boosting stops.

    150 on small tables, fewer on larger ones, at least 30. The form follows AutoGluon's,
    max(20, 300 * min(1, 10,000 / n)).
    """
    return int(max(30, 150 * min(1.0, 10_000 / n_samples)))
