"""A table is looked through in the worker, by way of the queue."""

import signal

import pytest
from pydantic import TypeAdapter

from rowcast_automl.contracts.generated import IngestPayload, LintError, LintReady, LintReport
from rowcast_automl.ingest.pipeline import ingest

from .conftest import new_id, until
from .test_ingest_jobs import payload as ingest_payload

RESULT = TypeAdapter(LintReady | LintError)
TABLE = b"age,copy,bought\n" + b"31,1,yes\n27,0,no\n45,0,no\n" * 40


def payload(ingested, **changes):
    kept = {name: ingested[name] for name in ("datasetId", "tableKey", "profileKey", "requestId")}
    return {**kept, "jobId": new_id("job"), "target": "bought", **changes}


@pytest.fixture(scope="module")
def ingested(storage):
    """A table that was read once for all tests."""
    data = ingest_payload(storage, TABLE)
    ingest(IngestPayload.model_validate(data), storage, 2, lambda _: None)
    return data


async def test_a_table_is_linted_for_a_target(worker, jobs, ingested):
    data = payload(ingested)
    await jobs.add("lint", data)
    job = await jobs.finished("lint", data["jobId"])
    result = RESULT.validate_python(job.returnvalue)
    assert result.outcome == "ready"
    assert (result.report.task, result.report.reason.code) == ("binary", "TWO_VALUES")
    assert ("TARGET_COPY", "copy") in {(each.code, each.column) for each in result.report.findings}
    started = LintReport.model_validate(job.progress)
    assert started == result.report.model_copy(update={"findings": []})
    assert started.workload.fits


async def test_what_cannot_be_linted_is_a_result_and_not_a_failed_job(worker, jobs, ingested):
    wrong = [(payload(ingested, target="nope"), "TARGET_NOT_FOUND")]
    wrong.append((payload(ingested, tableKey="datasets/gone/table.parquet"), "DATASET_GONE"))
    for data, code in wrong:
        await jobs.add("lint", data)
        job = await jobs.finished("lint", data["jobId"])
        assert RESULT.validate_python(job.returnvalue).error.code == code


async def test_a_table_that_is_not_wanted_any_more_is_cancelled(worker, jobs, ingested):
    data = payload(ingested)
    await jobs.add("lint", data)
    [child] = await until(lambda: worker.children("entrypoints.lint"))
    child.send_signal(signal.SIGSTOP)
    await jobs.stop(data["jobId"], "discard")
    job = await jobs.finished("lint", data["jobId"], 20)
    assert RESULT.validate_python(job.returnvalue).error.code == "DATASET_GONE"
    assert not child.is_running()
