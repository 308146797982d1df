import asyncio
import signal

import psutil
from pydantic import TypeAdapter
from redis import Redis

from rowcast_automl.contracts.generated import IngestError, IngestReady

from .conftest import new_id, until

RESULT = TypeAdapter(IngestReady | IngestError)
TABLE = b"age,city,bought\n" + b"31,Oslo,yes\n27,Bergen,no\n" * 40


def payload(storage, content=TABLE):
    dataset = new_id("ds")
    storage.write(f"uploads/{dataset}/source", content)
    return {
        "jobId": new_id("job"),
        "datasetId": dataset,
        "sourceKey": f"uploads/{dataset}/source",
        "tableKey": f"datasets/{dataset}/table.parquet",
        "rejectsKey": f"datasets/{dataset}/rejects.parquet",
        "profileKey": f"datasets/{dataset}/profile.json",
        "filename": "people.csv",
        "maxInflatedBytes": 1 << 28,
        "requestId": "req_from_the_browser",
    }


async def test_a_bad_table_is_a_result_and_not_a_failed_job(worker, jobs, storage):
    data = payload(storage, b'a,b\n1,2\n"x,3\n4,5\n')
    await jobs.add("ingest", data)
    job = await jobs.finished("ingest", data["jobId"])
    assert await jobs.queue("ingest").getJobState(data["jobId"]) == "completed"
    result = RESULT.validate_python(job.returnvalue)
    assert (result.outcome, result.error.code, result.error.fields[0].line) == ("error", "QUOTE_UNCLOSED", 3)


async def test_a_payload_that_does_not_fit_fails_the_job_without_repeating_its_values(worker, jobs, storage):
    data = {**payload(storage), "maxInflatedBytes": "a-secret-value"}
    await jobs.add("ingest", data)
    job = await jobs.finished("ingest", data["jobId"])
    assert await jobs.queue("ingest").getJobState(data["jobId"]) == "failed"
    assert "maxInflatedBytes" in job.failedReason
    assert "secret" not in job.failedReason


async def test_a_payload_has_the_names_of_the_contract_alone(worker, jobs, storage):
    data = payload(storage)
    data["max_inflated_bytes"] = data.pop("maxInflatedBytes")
    await jobs.add("ingest", data)
    job = await jobs.finished("ingest", data["jobId"])
    assert await jobs.queue("ingest").getJobState(data["jobId"]) == "failed"
    assert "the payload does not fit: maxInflatedBytes" in job.failedReason


async def test_tables_go_through_the_queue_and_each_gets_a_fresh_child(worker, jobs, storage):
    seen: list[int] = []

    def fresh():
        return [child for child in worker.children("entrypoints.ingest") if child.pid not in seen]

    for _ in range(2):
        [child] = await until(fresh)
        seen.append(child.pid)
        data = payload(storage)
        await jobs.add("ingest", data)
        job = await jobs.finished("ingest", data["jobId"])
    assert not psutil.pid_exists(seen[-1])
    result = RESULT.validate_python(job.returnvalue)
    assert result.outcome == "ready"
    assert result.profile.rows == 80
    assert result.profile.suggested_target == "bought"
    assert storage.exists(data["tableKey"])
    assert storage.exists(data["profileKey"])
    assert "req_from_the_browser" in worker.log


async def test_a_killed_child_is_an_error_of_that_table_only(worker, jobs, storage):
    [child] = await until(lambda: worker.children("entrypoints.ingest"))
    child.send_signal(signal.SIGSTOP)
    data = payload(storage)
    await jobs.add("ingest", data)
    # From here to the child's payload the worker waits for nothing; killed before, another child would read.
    await until(lambda: data["jobId"] in worker.log)
    assert await jobs.queue("ingest").getJobState(data["jobId"]) == "active"
    child.kill()
    job = await jobs.finished("ingest", data["jobId"])
    assert RESULT.validate_python(job.returnvalue).error.code == "INGEST_CRASHED"
    following = payload(storage)
    await jobs.add("ingest", following)
    job = await jobs.finished("ingest", following["jobId"])
    assert RESULT.validate_python(job.returnvalue).outcome == "ready"


async def test_a_table_that_is_not_wanted_any_more_is_read_no_further(worker, jobs, storage):
    await until(lambda: "worker_ready" in worker.log)
    [child] = await until(lambda: worker.children("entrypoints.ingest"))
    child.send_signal(signal.SIGSTOP)
    data = payload(storage)
    await jobs.add("ingest", data)
    await until(lambda: data["jobId"] in worker.log)
    await jobs.stop(data["jobId"], "discard")
    job = await jobs.finished("ingest", data["jobId"], 20)
    assert RESULT.validate_python(job.returnvalue).error.code == "DATASET_GONE"
    assert not child.is_running()
    assert not storage.exists(data["tableKey"])


async def test_a_worker_outlasts_idleness_and_redis_and_ends_with_its_children(
    valkey, start_worker, jobs, storage
):
    worker = start_worker()
    await until(lambda: "worker_ready" in worker.log)
    # Longer than BullMQ waits for a job at most, and than the Redis client does by default twice over.
    await asyncio.sleep(12)
    data = payload(storage)
    await jobs.add("ingest", data)
    await jobs.finished("ingest", data["jobId"], seconds=3)
    assert "redis_away" not in worker.log
    assert "queue_error" not in worker.log

    valkey.kill()
    valkey.start()
    data = payload(storage)
    await jobs.add("ingest", data)
    job = await jobs.finished("ingest", data["jobId"], seconds=60)
    assert RESULT.validate_python(job.returnvalue).outcome == "ready"

    [child] = await until(lambda: worker.children("entrypoints.ingest"))
    assert worker.terminate() == 0
    await until(lambda: not child.is_running())
    assert Redis.from_url(valkey.url).ping()
