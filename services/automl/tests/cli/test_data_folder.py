"""The keys of an installation, found from the environment and its data folder."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from rowcast_automl.entrypoints.cli.data_folder import installation_public_key
from rowcast_automl.platform.errors import RowcastError
from tests.bundles.mixed import Trained
from tests.cli.program import CLI, call
from tests.serve.conftest import PUBLIC


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
        installation_public_key()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("command", "setting", "value"),
    [
        (["inspect", "x"], "BUNDLE_SIGNING_KEY", "supersecretbadkey"),
        (["inspect", "x"], "BUNDLE_PUBLIC_KEY", "supersecretbadkey"),
        (["train", "x", "--target", "y", "--out", "z"], "COMPUTE_URL", "http://me:supersecretbadkey@there"),
    ],
)
def test_a_setting_that_cannot_be_read_is_named_without_its_value(
    command: list[str], setting: str, value: str, tmp_path: Path
) -> None:
    done = call(*command, "--json", data=tmp_path, **{setting: value})
    assert done.returncode == 6
    assert f"cannot be read: {setting}. Correct or unset" in done.stderr
    assert setting in done.stdout
    assert "supersecretbadkey" not in done.stdout + done.stderr


def test_settings_that_a_command_never_reads_may_be_wrong(binary_model: Trained) -> None:
    environment = {**os.environ, "BUNDLE_PUBLIC_KEY": PUBLIC, "TRAIN_THREADS": "0", "COMPUTE_URL": "no"}
    command = [*CLI, "inspect", str(binary_model.bundle)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Bundle")
