from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow.parquet as parquet
import pytest

from rowcast_automl.contracts.generated import IngestPayload, IngestReady, LintFinding, TableProfile
from rowcast_automl.ingest import sample
from rowcast_automl.ingest.pipeline import ingest
from rowcast_automl.platform.storage.object_store import Storage
from tests.database import shared_instance


@dataclass
class Ingested:
    """What came of one upload."""

    result: IngestReady
    storage: Storage

    @property
    def profile(self) -> TableProfile:
        return self.result.profile

    @property
    def types(self) -> dict[str, str]:
        return {column.name: column.type for column in self.profile.columns}

    def table(self) -> dict[str, list[Any]]:
        with self.storage.local("datasets/ds/table.parquet") as path:
            return parquet.read_table(path).to_pydict()

    def rejects(self) -> list[dict[str, Any]]:
        with self.storage.local("datasets/ds/rejects.parquet") as path:
            return parquet.read_table(path).to_pylist()

    def findings(self, code: str) -> list[LintFinding]:
        return [finding for finding in self.profile.findings if finding.code == code]


@pytest.fixture(scope="module", autouse=True)
def one_instance(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with shared_instance(tmp_path_factory.mktemp("duckdb")):
        yield


@pytest.fixture
def short_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a file above 64 KB, a 64th of the usual size, a sample is read, which is as much smaller."""
    for name in ("WHOLE_FILE_BYTES", "HEAD_BYTES", "SLICE_BYTES"):
        monkeypatch.setattr(sample, name, getattr(sample, name) // 64)


def upload_payload(**changes: Any) -> IngestPayload:
    values = {
        "job_id": f"job_{'0' * 32}",
        "dataset_id": f"ds_{'0' * 32}",
        "source_key": "uploads/ds/source",
        "table_key": "datasets/ds/table.parquet",
        "rejects_key": "datasets/ds/rejects.parquet",
        "profile_key": "datasets/ds/profile.json",
        "filename": "table.csv",
        "max_inflated_bytes": 1 << 30,
        "request_id": "req_test",
    }
    return IngestPayload(**{**values, **changes})


@pytest.fixture(scope="session")
def upload(tmp_path_factory) -> Callable[..., Ingested]:
    """Stores bytes (or text, as UTF-8) as an upload and ingests them."""
    storage = Storage(tmp_path_factory.mktemp("objects").as_uri())

    def run(content: bytes | str, **changes: Any) -> Ingested:
        written = content.encode() if isinstance(content, str) else content
        storage.write("uploads/ds/source", written)
        # A second thread takes longer to start than it saves on a small file.
        threads = 1 if len(written) < 100_000 else 2
        return Ingested(ingest(upload_payload(**changes), storage, threads, lambda progress: None), storage)

    run.storage = storage
    return run
