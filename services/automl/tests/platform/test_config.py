import base64
import os
import subprocess
import sys

import pytest
from pydantic import ValidationError

from rowcast_automl.entrypoints import serve, worker
from rowcast_automl.platform.config import Settings, settings

KEY = base64.b64encode(b"k" * 32).decode()


def test_empty_variables_count_as_not_set(monkeypatch):
    monkeypatch.setenv("STORAGE_URL", "file:///tmp/objects")
    monkeypatch.setenv("TRAIN_THREADS", "")
    assert Settings().train_threads == os.cpu_count()


@pytest.mark.parametrize("url", ["/tmp/objects", "http://example.com", "file://relative", ""])
def test_storage_must_be_a_folder_or_s3(monkeypatch, url):
    monkeypatch.setenv("STORAGE_URL", url)
    with pytest.raises(ValidationError):
        Settings()


def test_a_signing_key_of_another_length_is_rejected(monkeypatch):
    monkeypatch.setenv("STORAGE_URL", "s3://bucket/prefix")
    monkeypatch.setenv("BUNDLE_SIGNING_KEY", base64.b64encode(b"short").decode())
    with pytest.raises(ValidationError):
        Settings()


@pytest.mark.parametrize(
    ("url", "advice"),
    [("dask://scheduler:8786", "set ray://host:10001"), ("ray://", "such as ray://host:10001")],
)
def test_compute_must_be_a_ray_cluster(monkeypatch, url, advice):
    monkeypatch.setenv("STORAGE_URL", "file:///tmp/objects")
    monkeypatch.setenv("COMPUTE_URL", "ray://head:10001")
    assert Settings().compute_url == "ray://head:10001"
    monkeypatch.setenv("COMPUTE_URL", url)
    with pytest.raises(ValidationError, match=advice):
        Settings()


STORAGE = {"STORAGE_URL": "file:///tmp/objects"}


@pytest.mark.parametrize(
    ("program", "environment", "named"),
    [
        (worker, {"BUNDLE_SIGNING_KEY": KEY}, "STORAGE_URL"),
        (worker, STORAGE, "BUNDLE_SIGNING_KEY"),
        (worker, {**STORAGE, "BUNDLE_SIGNING_KEY": "c2VjcmV0"}, "BUNDLE_SIGNING_KEY"),
        (worker, {**STORAGE, "COMPUTE_URL": "dask://host:8786"}, "set ray://"),
        (serve, {**STORAGE, "MODEL_MEMORY_MB": "2g"}, "MODEL_MEMORY_MB"),
    ],
)
def test_a_program_names_what_is_missing_and_never_a_secret(monkeypatch, capsys, program, environment, named):
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "argv", ["program"])
    settings.cache_clear()
    with pytest.raises(SystemExit) as ended:
        program.main()
    settings.cache_clear()
    assert ended.value.code == 2
    written = capsys.readouterr().err
    assert named in written
    assert KEY not in written and "c2VjcmV0" not in written


def test_a_program_that_lacks_a_setting_ends_without_a_traceback():
    done = subprocess.run(
        [sys.executable, "-m", "rowcast_automl.entrypoints.serve"],
        env={"PATH": os.environ["PATH"], **STORAGE},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "BUNDLE_PUBLIC_KEY" in done.stderr and "Traceback" not in done.stderr
