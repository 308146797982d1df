"""Trainings on the real engine, and everything that can happen to one."""

import base64
import signal

import pytest
from pydantic import TypeAdapter

from rowcast_automl.contracts.generated import (
    IngestPayload,
    TrainCancelled,
    TrainError,
    TrainPayload,
    TrainReady,
)
from rowcast_automl.entrypoints import train_jobs
from rowcast_automl.entrypoints.sample import write_table
from rowcast_automl.ingest.pipeline import ingest
from rowcast_automl.platform.config import Settings

from .conftest import BARE, BARE_CHANGES, LATE_TRAIN, changed_worker, new_id, until

RESULT = TypeAdapter(TrainReady | TrainError | TrainCancelled)
TRAIN = "entrypoints.train"
# Over in a moment, where it is not the training that matters.
LINEAR = {"modelType": "custom", "estimator": {"name": "linear"}}
# One training's child stands ready, and after it none; that of an ingest never does.
SINGLE = changed_worker(
    "ingest_jobs.IngestJobs.prepare = none",
    "prepare = train_jobs.TrainJobs.prepare",
    "async def once(jobs):",
    "    train_jobs.TrainJobs.prepare = none",
    "    await prepare(jobs)",
    "train_jobs.TrainJobs.prepare = once",
)
# A worker whose locks end soon after it was killed, and that looks often for jobs without one.
WATCHFUL = changed_worker(
    *BARE_CHANGES,
    "from rowcast_automl.platform.queue import consumer as queue",
    "queue.LOCK_MS, queue.STALLED_CHECK_MS = 6_000, 2_000",
)


@pytest.fixture
def train_payload(storage, tmp_path):
    """A payload for training on a part of scikit-learn's breast cancer table, read as an upload is."""
    target = write_table("breast_cancer", tmp_path / "whole.csv")
    lines = (tmp_path / "whole.csv").read_text().splitlines()[:201]
    cells = [line.split(",") for line in lines]
    small = "".join(",".join([*row[:5], row[-1]]) + "\n" for row in cells)
    (tmp_path / "table.csv").write_text(small)
    dataset = new_id("ds")
    source, prefix = f"uploads/{dataset}/source", f"datasets/{dataset}"
    storage.write(source, (tmp_path / "table.csv").read_bytes())
    ingest(
        IngestPayload(
            job_id=new_id("job"),
            dataset_id=dataset,
            source_key=source,
            table_key=f"{prefix}/table.parquet",
            rejects_key=f"{prefix}/rejects.parquet",
            profile_key=f"{prefix}/profile.json",
            filename="table.csv",
            max_inflated_bytes=1 << 28,
            request_id="req_test",
        ),
        storage,
        2,
        lambda progress: None,
    )

    def make(seconds=10, **changes):
        config = {
            "targetColumn": target,
            "task": "auto",
            "modelType": "auto",
            "metric": "auto",
            "testSize": 0.2,
            "epochs": 100,
            "learningRate": 0.01,
            "timeBudgetSeconds": seconds,
            "seed": 7,
            "excludedColumns": [],
            **changes,
        }
        return {
            "jobId": new_id("job"),
            "modelId": new_id("mdl"),
            "apiId": new_id("api"),
            "datasetId": dataset,
            "tableKey": f"{prefix}/table.parquet",
            "profileKey": f"{prefix}/profile.json",
            "config": config,
            "requestId": "req_train",
        }

    return make


async def result_of(jobs, job_id, seconds=150):
    job = await jobs.finished("train", job_id, seconds)
    assert await jobs.queue("train").getJobState(job_id) == "completed", job.failedReason
    return RESULT.validate_python(job.returnvalue)


async def started(jobs, worker, data, module=LATE_TRAIN):
    """The training's process, once it has reported for the first time."""
    before = worker.children(module)
    await jobs.add("train", data)

    async def progress():
        return (await jobs.get("train", data["jobId"])).progress

    await until(progress, 60)
    found = [each for each in worker.children(module) if each.ppid() == worker.process.pid]
    [child] = [each for each in found if module == TRAIN or each not in before]
    return child


async def with_a_score(jobs, job_id):
    async def scored():
        progress = (await jobs.get("train", job_id)).progress or {}
        return any(entry["score"] is not None for entry in progress.get("leaderboard", []))

    await until(scored, 60)


async def test_a_training_ends_in_a_bundle(start_worker, jobs, storage, train_payload):
    worker = start_worker(SINGLE)
    data = train_payload(seconds=60, **LINEAR)
    child = await started(jobs, worker, data, TRAIN)
    result = await result_of(jobs, data["jobId"])
    assert result.outcome == "ready", result
    assert result.report.task == "binary"
    assert result.report.score.value > result.report.baseline.value
    assert storage.exists(result.bundle_key)
    assert not child.is_running()


async def test_stop_and_keep_the_best(worker, jobs, train_payload):
    data = train_payload(seconds=600)
    await started(jobs, worker, data)
    await with_a_score(jobs, data["jobId"])
    await jobs.stop(data["jobId"], "keep_best")
    result = await result_of(jobs, data["jobId"])
    assert (result.outcome, result.report.stopped_early) == ("ready", True)


async def test_a_training_that_counts_is_finished_when_it_takes_too_long(objects, train_payload, monkeypatch):
    monkeypatch.setattr(train_jobs, "MAX_BUDGETS", 0.03)
    key = base64.b64encode(b"k" * 32).decode()
    config = Settings(storage_url=objects, bundle_signing_key=key)
    data = train_payload(seconds=120)
    data["config"]["reproducible"] = True
    reported = []
    jobs = train_jobs.TrainJobs(config)
    result = await jobs.handle(TrainPayload.model_validate(data), reported.append)
    await jobs.close()
    assert (result.outcome, result.report.stopped_early) == ("ready", True)
    assert reported[-1]["elapsedSeconds"] < 60


async def test_stop_and_discard(worker, jobs, train_payload):
    data = train_payload(seconds=600)
    child = await started(jobs, worker, data)
    await jobs.stop(data["jobId"], "discard")
    result = await result_of(jobs, data["jobId"], 20)
    assert (result.outcome, result.error.code) == ("cancelled", "TRAINING_CANCELLED")
    assert not child.is_running()


async def test_a_crash_is_named_and_holds_up_others_as_little_as_a_stopped_child(worker, jobs, train_payload):
    stopped = train_payload(seconds=600)
    child = await started(jobs, worker, stopped)
    child.send_signal(signal.SIGSTOP)
    killed = train_payload(seconds=600)
    (await started(jobs, worker, killed)).kill()
    result = await result_of(jobs, killed["jobId"], 20)
    assert (result.outcome, result.error.code) == ("error", "TRAINING_CRASHED")
    following = train_payload(seconds=60, **LINEAR)
    await jobs.add("train", following)
    found = await result_of(jobs, following["jobId"])
    assert found.outcome == "ready", found
    # Only of a process that is held to some memory does giving up say that it was too little.
    child.send_signal(signal.SIGABRT)
    child.send_signal(signal.SIGCONT)
    assert (await result_of(jobs, stopped["jobId"], 20)).error.code == "TRAINING_CRASHED"


async def test_too_little_memory_is_named(start_worker, jobs, train_payload):
    start_worker(BARE, WORKER_MEMORY_MB="64")
    data = train_payload()
    await jobs.add("train", data)
    result = await result_of(jobs, data["jobId"], 30)
    assert (result.outcome, result.error.code) == ("error", "TRAINING_OUT_OF_MEMORY")


async def test_a_table_deleted_before_the_start(worker, jobs, storage, train_payload):
    data = train_payload()
    with storage.local(data["tableKey"]) as table:
        table.unlink()
    await jobs.add("train", data)
    result = await result_of(jobs, data["jobId"], 30)
    assert (result.outcome, result.error.code) == ("error", "DATASET_GONE")


async def test_a_training_runs_again_when_its_worker_is_killed_or_asked_to_end(
    start_worker, jobs, train_payload
):
    worker = start_worker(WATCHFUL)
    data = train_payload(seconds=60, **LINEAR)
    child = await started(jobs, worker, data)
    family = [child, *child.children(recursive=True)]
    worker.kill()
    await until(lambda: not any(member.is_running() for member in family), 10)
    # The one that takes it over may be killed as well.
    following = start_worker(WATCHFUL)
    await until(lambda: following.children(LATE_TRAIN), 60)
    following.kill()
    reported = start_worker(WATCHFUL)
    [child, *_] = await until(lambda: reported.children(LATE_TRAIN), 60)
    assert reported.terminate() == 0
    assert not child.is_running()
    start_worker(BARE)
    result = await result_of(jobs, data["jobId"])
    assert result.outcome == "ready"
