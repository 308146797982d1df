import subprocess
import sys

import pytest

from rowcast_automl.platform.storage.object_store import Storage


@pytest.fixture
def storage(tmp_path):
    return Storage(f"file://{tmp_path}/objects")


def test_what_is_written_is_read(storage):
    storage.write("uploads/ds_1/abc", b"a,b\n1,2\n")
    assert storage.read("uploads/ds_1/abc") == b"a,b\n1,2\n"
    with storage.local("uploads/ds_1/abc") as path:
        assert path.read_bytes() == b"a,b\n1,2\n"


def test_a_missing_object_is_a_file_not_found_error(storage):
    assert not storage.exists("uploads/none")
    with pytest.raises(FileNotFoundError):
        storage.read("uploads/none")
    with pytest.raises(FileNotFoundError), storage.local("uploads/none"):
        pass


def test_a_failed_write_leaves_the_old_object_and_no_partial_file(storage, tmp_path):
    storage.write("tables/t", b"old")
    with pytest.raises(RuntimeError), storage.publish("tables/t") as path:
        path.write_bytes(b"half")
        raise RuntimeError
    assert storage.read("tables/t") == b"old"
    assert [file.name for file in (tmp_path / "objects/tables").iterdir()] == ["t"]


def test_a_process_killed_while_it_writes_leaves_no_object_and_nothing_but_what_is_deleted(storage, tmp_path):
    write = (
        "import os, sys; from rowcast_automl.platform.storage.object_store import Storage\n"
        "with Storage(sys.argv[1]).publish('tables/t') as path:\n"
        "    path.write_bytes(b'half'); os.kill(os.getpid(), 9)"
    )
    url = (tmp_path / "objects").as_uri()
    done = subprocess.run([sys.executable, "-c", write, url], timeout=60, check=False)
    assert done.returncode == -9
    assert not storage.exists("tables/t")
    # The jobs process deletes what lies there for long.
    left = [file for file in (tmp_path / "objects").rglob("*") if file.is_file()]
    assert [file.parent.name for file in left] == [".staging"]
    storage.write("tables/t", b"whole")
    assert storage.read("tables/t") == b"whole"


@pytest.mark.parametrize(
    "key",
    ["../secret", "a/../b", "/etc/passwd", "a//b", "a\0b", "a\\..\\b", "", ".hidden", "a;b", "%2e%2e/b"],
)
def test_a_key_that_could_leave_the_root_is_rejected(storage, key):
    with pytest.raises(ValueError, match="not an object key"):
        storage.write(key, b"x")


def test_a_folder_with_blanks_and_accents(tmp_path):
    folder = tmp_path / "Données du client"
    Storage(folder.as_uri()).write("a/b", b"x")
    assert (folder / "a/b").read_bytes() == b"x"
