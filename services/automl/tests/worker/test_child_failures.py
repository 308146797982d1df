"""Whatever ends a child, its job says so by name, its temporary files go, and the worker goes on."""

import gzip
import io
import signal
import zipfile
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from pydantic import TypeAdapter

from rowcast_automl.contracts.generated import IngestError, IngestReady
from tests.ingest.formats.test_formats import workbook
from tests.ingest.test_decompression import repacked
from tests.worker.conftest import LEAN, WorkerProcess, environment_of, until
from tests.worker.test_ingest_jobs import payload

RESULT = TypeAdapter(IngestReady | IngestError)
INGEST = "entrypoints.ingest"


class Scratch:
    """TMPDIR of workers, and the folders of their children."""

    def __init__(self, folder):
        self.folder = folder

    def __call__(self):
        return {each for each in self.folder.glob("rowcast-*/*") if each.is_dir()}


@pytest.fixture(scope="module")
def scratch(tmp_path_factory):
    return Scratch(tmp_path_factory.mktemp("scratch"))


@pytest.fixture(scope="module")
def small_worker(valkey, objects, scratch, tmp_path_factory):
    """A worker whose children may write few temporary files, for all tests that leave it running."""
    environment = environment_of(valkey, objects) | {"TMPDIR": str(scratch.folder), "SCRATCH_MB": "64"}
    process = WorkerProcess(environment, tmp_path_factory.mktemp("small") / "worker.log", LEAN)
    yield process
    process.kill()


async def ended(jobs, data):
    await jobs.add("ingest", data)
    job = await jobs.finished("ingest", data["jobId"], 60)
    return RESULT.validate_python(job.returnvalue)


async def test_a_signal(small_worker, jobs, storage, scratch):
    for number, code in (
        (signal.SIGKILL, "INGEST_CRASHED"),
        (signal.SIGSEGV, "INGEST_CRASHED"),
        (signal.SIGABRT, "INGEST_OUT_OF_MEMORY"),
    ):
        await until(lambda: "worker_ready" in small_worker.log)
        [child] = await until(lambda: small_worker.children(INGEST))
        own = Path(child.environ()["TMPDIR"])
        assert own in scratch()
        child.send_signal(signal.SIGSTOP)
        data = payload(storage)
        await jobs.add("ingest", data)
        await until(lambda job=data["jobId"]: job in small_worker.log)
        child.send_signal(number)
        # SIGKILL needs none, and may have taken it away by now.
        with suppress(psutil.NoSuchProcess):
            child.send_signal(signal.SIGCONT)
        job = await jobs.finished("ingest", data["jobId"])
        assert RESULT.validate_python(job.returnvalue).error.code == code
        assert number.name in small_worker.log
        await until(lambda folder=own: folder not in scratch())
    assert (await ended(jobs, payload(storage))).outcome == "ready"


async def test_a_cell_far_away_is_rejected_with_its_name(small_worker, jobs, storage):
    packed = workbook([["a", "b"], [1, 2], [3, 4]])
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        sheet = archive.read("xl/sheet0.xml")
    far = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    bomb = repacked(packed, {"xl/sheet0.xml": sheet.replace(b"</sheetData>", far)})
    error = (await ended(jobs, payload(storage, bomb))).error
    assert error.code == "FILE_NOT_A_TABLE" and "XFD1048576" in error.message
    assert (await ended(jobs, payload(storage))).outcome == "ready"


async def test_more_temporary_files_than_allowed_are_rejected_with_its_name(small_worker, jobs, storage):
    table = gzip.compress(b"a,b\n" + b"some text,and more\n" * 3_700_000, 1)
    assert (await ended(jobs, payload(storage, table))).error.code == "SCRATCH_FULL"
    assert (await ended(jobs, payload(storage))).outcome == "ready"


async def test_what_a_killed_worker_left_is_deleted_by_the_next_and_nothing_of_those_that_live(
    start_worker, tmp_path
):
    scratch = Scratch(tmp_path / "tmp")
    scratch.folder.mkdir()
    living, killed = (start_worker(TMPDIR=str(scratch.folder)) for _ in range(2))
    await until(lambda: "worker_ready" in living.log and "worker_ready" in killed.log)
    [own] = killed.children(INGEST)
    left = {Path(own.environ()["TMPDIR"])}
    theirs = scratch() - left
    assert theirs and left <= scratch()
    family = killed.children("rowcast_automl")
    killed.kill()
    await until(lambda: not any(each.is_running() for each in family))
    assert left <= scratch()
    following = start_worker(TMPDIR=str(scratch.folder))
    await until(lambda: "worker_ready" in following.log)
    assert theirs <= scratch() and not left & scratch()
    assert living.terminate() == 0 and following.terminate() == 0
    assert not scratch()
