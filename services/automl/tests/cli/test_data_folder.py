"""The keys of an installation, found from the environment and its data folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from rowcast_automl.entrypoints.cli.data_folder import own_public_key
from rowcast_automl.platform.errors import RowcastError


@pytest.mark.parametrize("given", [None, ""])
def test_reading_never_makes_a_key(
    given: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROWCAST_DATA", str(tmp_path))
    monkeypatch.delenv("BUNDLE_PUBLIC_KEY", raising=False)
    monkeypatch.delenv("BUNDLE_SIGNING_KEY", raising=False)
    if given is not None:
        monkeypatch.setenv("BUNDLE_SIGNING_KEY", given)
    with pytest.raises(RowcastError, match="No bundle was signed"):
        own_public_key()
    assert list(tmp_path.iterdir()) == []
