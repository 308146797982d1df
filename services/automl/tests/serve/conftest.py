"""The real model server over real bundles in a folder."""

from __future__ import annotations

import asyncio
import base64
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.serve.http.server import create_server
from rowcast_automl.serve.pool.model_pool import ModelPool
from tests.bundles.mixed import Trained
from tests.engine.training import KEY

PUBLIC = base64.b64encode(KEY.public_key().public_bytes_raw()).decode()


@pytest.fixture(scope="session")
def models(binary_model: Trained, multiclass_model: Trained, regression_model: Trained) -> list[Trained]:
    return [binary_model, multiclass_model, regression_model]


def stored(models: list[Trained], folder: Path) -> Path:
    """The folder, with the bundles in it."""
    (folder / "bundles").mkdir()
    for each in models:
        shutil.copy(each.bundle, folder / "bundles" / f"{each.result.bundle_hash}.rowcast")
    return folder


def pool_of(store: Path) -> ModelPool:
    return ModelPool(Storage(store.as_uri()), KEY.public_key(), 1 << 30)


@pytest.fixture
def store(tmp_path: Path, models: list[Trained]) -> Path:
    return stored(models, tmp_path)


@pytest.fixture
def pool(store: Path) -> ModelPool:
    return pool_of(store)


@asynccontextmanager
async def running(pool: ModelPool, idle_seconds: float = 0) -> AsyncIterator[str]:
    """The address of a server over the pool, on a free port."""
    server = create_server(pool, idle_seconds)
    listener = socket.create_server(("127.0.0.1", 0))
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await serving


@pytest_asyncio.fixture
async def client(pool: ModelPool) -> AsyncIterator[httpx.AsyncClient]:
    async with running(pool) as address, httpx.AsyncClient(base_url=address, timeout=30) as client:
        yield client


@pytest.fixture(scope="module")
def shared_store(tmp_path_factory: pytest.TempPathFactory, models: list[Trained]) -> Path:
    return stored(models, tmp_path_factory.mktemp("shared"))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_address(shared_store: Path) -> AsyncIterator[str]:
    """Where a server answers all tests of a module, which leave nothing behind in it."""
    async with running(pool_of(shared_store)) as address:
        yield address


@pytest_asyncio.fixture(loop_scope="module")
async def shared_client(shared_address: str) -> AsyncIterator[httpx.AsyncClient]:
    """Of such a server; a module takes it by a `client` of its own."""
    async with httpx.AsyncClient(base_url=shared_address, timeout=30) as client:
        yield client


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that share a server run in its event loop."""
    for each in items:
        if isinstance(each, pytest.Function) and "shared_client" in each.fixturenames:
            each.add_marker(pytest.mark.asyncio(loop_scope="module"), append=False)
