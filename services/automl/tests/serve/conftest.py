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

from rowcast_automl.platform.storage import Storage
from rowcast_automl.serve.pool import ModelPool
from rowcast_automl.serve.server import create_server
from tests.conftest import Trained
from tests.engine.training import KEY

PUBLIC = base64.b64encode(KEY.public_key().public_bytes_raw()).decode()


@pytest.fixture
def store(
    tmp_path: Path, binary_model: Trained, multiclass_model: Trained, regression_model: Trained
) -> Path:
    folder = tmp_path / "bundles"
    folder.mkdir()
    for each in (binary_model, multiclass_model, regression_model):
        shutil.copy(each.bundle, folder / f"{each.result.bundle_hash}.rowcast")
    return tmp_path


@pytest.fixture
def pool(store: Path) -> ModelPool:
    return ModelPool(Storage(store.as_uri()), KEY.public_key(), 1 << 30)


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
