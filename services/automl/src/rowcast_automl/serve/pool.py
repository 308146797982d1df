"""Loaded models within a memory budget: loaded at first use, the least recently used leaves first."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass

import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.storage import Storage
from rowcast_automl.serve.measures import LOADED_BYTES, LOADED_MODELS
from rowcast_automl.serve.model import LoadedModel


@dataclass(frozen=True, slots=True)
class Loaded:
    """A model and what loading it took."""

    model: LoadedModel
    milliseconds: float


class ModelPool:
    """Gives models by bundle hash.

    Parameters
    ----------
    storage : Storage
        Where `bundles/{hash}.rowcast` lies.
    key : Ed25519PublicKey
        Key that signs this installation's bundles.
    limit_bytes : int
        Memory that loaded models may take together; one model may always stay.
    """

    def __init__(self, storage: Storage, key: Ed25519PublicKey, limit_bytes: int) -> None:
        self._storage = storage
        self._key = key
        self._limit = limit_bytes
        self._models: OrderedDict[str, Loaded] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Loaded]] = {}

    @property
    def loaded(self) -> list[str]:
        """Hashes in memory, the most recently used last."""
        return list(self._models)

    @property
    def memory_bytes(self) -> int:
        """Estimated memory of the loaded models."""
        return sum(each.model.memory_bytes for each in self._models.values())

    async def get(self, bundle_hash: str) -> Loaded:
        """The model, loaded once however many ask at the same time.

        Raises
        ------
        RowcastError
            NOT_FOUND, BUNDLE_INVALID, GOLDEN_ROWS_FAILED or BUNDLE_LOAD_FAILED.
        """
        known = self._models.get(bundle_hash)
        if known:
            self._models.move_to_end(bundle_hash)
            return known
        task = self._loading.get(bundle_hash)
        if task is None:
            task = asyncio.create_task(self._load(bundle_hash))
            self._loading[bundle_hash] = task
            task.add_done_callback(lambda _: self._loading.pop(bundle_hash, None))
        return await asyncio.shield(task)

    async def _load(self, bundle_hash: str) -> Loaded:
        begun = time.perf_counter()
        model = await asyncio.to_thread(self._read, bundle_hash)
        loaded = Loaded(model, round((time.perf_counter() - begun) * 1_000, 1))
        self._models[bundle_hash] = loaded
        while len(self._models) > 1 and self.memory_bytes > self._limit:
            self._models.popitem(last=False)
        LOADED_MODELS.set(len(self._models))
        LOADED_BYTES.set(self.memory_bytes)
        return loaded

    def _read(self, bundle_hash: str) -> LoadedModel:
        try:
            with self._storage.local(f"bundles/{bundle_hash}.rowcast") as path:
                model = LoadedModel(path, self._key)
        except FileNotFoundError as error:
            raise RowcastError("NOT_FOUND", "There is no such model bundle.") from error
        except RowcastError:
            raise
        except Exception as error:
            structlog.get_logger().exception("bundle not loaded", bundle=bundle_hash)
            raise RowcastError("BUNDLE_LOAD_FAILED") from error
        if model.hash != bundle_hash:
            raise RowcastError("BUNDLE_INVALID", "The model bundle is not the one asked for.")
        return model
