"""Prints the folder with the bundles, which are built where they are missing: `python -m tests.bundles`."""

from __future__ import annotations

from pathlib import Path

from tests.bundles.cache import cached


def build(folder: Path) -> None:
    """Everything that tests share; the libraries are loaded for nothing else."""
    from tests.bundles.houses import build_houses
    from tests.bundles.income import build_income
    from tests.bundles.mixed import build_mixed

    build_houses(folder)
    build_income(folder)
    build_mixed(folder)


if __name__ == "__main__":
    print(cached(build))
