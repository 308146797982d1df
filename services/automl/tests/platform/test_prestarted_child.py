"""A child that waits for the next job."""

import tempfile

from rowcast_automl.platform.process.prestarted_child import PrestartedChild

# Waits for what it is reported on its stdin, as the children of jobs do.
MODULE = "code"


async def test_a_child_that_cannot_be_prepared_is_started_for_its_job(tmp_path, monkeypatch):
    ready = PrestartedChild(MODULE, {})
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "away"))
    await ready.prepare()
    (tmp_path / "away").mkdir()
    child = await ready.take()
    assert child.is_alive
    await child.stop()
    assert not child.is_alive


async def test_none_is_started_for_a_worker_that_ends(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    ready = PrestartedChild(MODULE, {})
    await ready.prepare()
    assert len(list(tmp_path.glob("rowcast-*/*/.lock"))) == 1
    await ready.close()
    await ready.prepare()
    assert not list(tmp_path.glob("rowcast-*/*/.lock"))
