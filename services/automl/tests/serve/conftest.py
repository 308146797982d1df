"""The real model server over real bundles in a folder."""

from __future__ import annotations

import base64
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from rowcast_automl.platform.storage import Storage
from rowcast_automl.serve.app import create_app
from rowcast_automl.serve.pool import ModelPool
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


@pytest_asyncio.fixture
async def client(pool: ModelPool) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(create_app(pool))
    async with httpx.AsyncClient(transport=transport, base_url="http://model") as client:
        yield client
