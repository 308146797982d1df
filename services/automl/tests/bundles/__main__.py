"""Prints the folder with the bundles, which are built where they are missing: `python -m tests.bundles`."""

from __future__ import annotations

from pathlib import Path

from tests.bundles.cache import cached


def build(folder: Path) -> None:
    """Everything that tests share, fitted in this process; the libraries are loaded for nothing else."""
    import pytest

    from tests.bundles.houses import build_houses
    from tests.bundles.income import build_income
    from tests.bundles.mixed import build_mixed
    from tests.direct import run_directly

    with pytest.MonkeyPatch.context() as patch:
        run_directly(patch)
        build_houses(folder)
        build_income(folder)
        build_mixed(folder)


if __name__ == "__main__":
    print(cached(build))
