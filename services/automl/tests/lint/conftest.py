from collections.abc import Callable

import pytest

from rowcast_automl.contracts.generated import LintReport
from rowcast_automl.ingest.pipeline import ingest
from rowcast_automl.lint.run import lint_table
from rowcast_automl.platform.storage.object_store import Storage
from tests.ingest.conftest import Ingested, one_instance, upload_payload  # noqa: F401  a fixture


@pytest.fixture
def lint(tmp_path) -> Callable[..., LintReport]:
    """Reads a table given by its columns and checks it, in one thread, as its tables are small."""

    def run(target=None, **columns):
        names = list(columns)
        rows = zip(*columns.values(), strict=True)
        text = ",".join(names) + "\n" + "".join(",".join(str(cell) for cell in row) + "\n" for row in rows)
        storage = Storage(tmp_path.as_uri())
        storage.write("uploads/ds/source", text.encode())
        done = Ingested(ingest(upload_payload(), storage, 1, lambda progress: None), storage)
        with storage.local("datasets/ds/table.parquet") as path:
            return lint_table(path, done.profile, target, 1, tmp_path)

    return run
