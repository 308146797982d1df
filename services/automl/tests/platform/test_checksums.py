import os

import pytest

from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.storage.object_store import Storage

MB = 1 << 20
CONTENT = os.urandom(2 * MB + 17)
KEY = "datasets/ds_1/table.parquet"


@pytest.fixture
def root(tmp_path):
    return tmp_path / "objects"


@pytest.fixture
def storage(root):
    storage = Storage(root.as_uri())
    storage.write(KEY, CONTENT)
    return storage


def readers(storage, key=KEY):
    def local():
        with storage.local(key) as path:
            return path.read_bytes()

    def source():
        found = storage.source(key)
        return found if isinstance(found, bytes) else found.read_bytes()

    return {"read": lambda: storage.read(key), "local": local, "source": source}


def flip(path, position):
    content = bytearray(path.read_bytes())
    content[position] ^= 1
    path.write_bytes(content)


def exchange(root):
    other = Storage(root.as_uri())
    other.write("datasets/ds_2/table.parquet", os.urandom(len(CONTENT)))
    (root / "datasets/ds_2/table.parquet").replace(root / KEY)


def exchange_with_record(root):
    exchange(root)
    (root / "checksums/datasets/ds_2/table.parquet").replace(root / "checksums" / KEY)


DAMAGES = {
    "first byte flipped": lambda root: flip(root / KEY, 0),
    "last byte flipped": lambda root: flip(root / KEY, -1),
    "byte of the second chunk flipped": lambda root: flip(root / KEY, MB + 1),
    "truncated": lambda root: os.truncate(root / KEY, MB),
    "emptied": lambda root: os.truncate(root / KEY, 0),
    "longer": lambda root: (root / KEY).write_bytes(CONTENT + b"x"),
    "exchanged": exchange,
    "exchanged with its record": exchange_with_record,
    "record truncated": lambda root: os.truncate(root / "checksums" / KEY, 20),
}


@pytest.mark.parametrize("reader", ["read", "local", "source"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_every_reader_refuses_a_damaged_object(storage, root, damage, reader):
    assert readers(storage)[reader]() == CONTENT
    DAMAGES[damage](root)
    with pytest.raises(RowcastError) as caught:
        readers(storage)[reader]()
    assert caught.value.code == "STORED_DATA_DAMAGED"


@pytest.mark.parametrize("reader", ["read", "local", "source"])
def test_a_deleted_object_is_missing_and_one_without_a_record_is_read(storage, root, reader):
    (root / "checksums" / KEY).unlink()
    assert readers(storage)[reader]() == CONTENT
    (root / KEY).unlink()
    with pytest.raises(FileNotFoundError):
        readers(storage)[reader]()


@pytest.mark.parametrize("size", [0, 1, MB, MB + 1])
def test_objects_of_every_size_are_read_as_written(storage, size):
    storage.write("uploads/ds_1/abc", CONTENT[:size])
    for read in readers(storage, "uploads/ds_1/abc").values():
        assert read() == CONTENT[:size]


def test_a_replaced_object_has_a_new_record(storage):
    storage.write(KEY, b"new")
    for read in readers(storage).values():
        assert read() == b"new"


def test_a_store_behind_a_protocol_verifies_too():
    """As on S3, files are copied before they are read."""
    storage = Storage("memory://checksums")
    storage.write(KEY, CONTENT)
    for read in readers(storage).values():
        assert read() == CONTENT
    storage._files.pipe_file(storage._path(KEY), CONTENT[:-1] + b"x")
    for read in readers(storage).values():
        with pytest.raises(RowcastError):
            read()
