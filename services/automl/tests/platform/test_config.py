import base64
import os
import subprocess
import sys

import pytest
from pydantic import ValidationError

from rowcast_automl.platform.config import Settings

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


@pytest.mark.parametrize(
    ("program", "environment", "named"),
    [
        ("worker", {"BUNDLE_SIGNING_KEY": KEY}, "STORAGE_URL"),
        ("worker", {"STORAGE_URL": "file:///tmp/objects"}, "BUNDLE_SIGNING_KEY"),
        (
            "worker",
            {"STORAGE_URL": "file:///tmp/objects", "BUNDLE_SIGNING_KEY": "c2VjcmV0"},
            "BUNDLE_SIGNING_KEY",
        ),
        ("serve", {"STORAGE_URL": "file:///tmp/objects", "MODEL_MEMORY_MB": "2g"}, "MODEL_MEMORY_MB"),
        ("serve", {"STORAGE_URL": "file:///tmp/objects"}, "BUNDLE_PUBLIC_KEY"),
        ("worker", {"STORAGE_URL": "file:///tmp/objects", "COMPUTE_URL": "dask://host:8786"}, "set ray://"),
    ],
)
def test_a_program_names_what_is_missing_and_never_a_secret(program, environment, named):
    done = subprocess.run(
        [sys.executable, "-m", f"rowcast_automl.entrypoints.{program}"],
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert named in done.stderr
    assert "Traceback" not in done.stderr
    assert KEY not in done.stderr
    assert "c2VjcmV0" not in done.stderr
