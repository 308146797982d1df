"""Model pool: models are loaded on first use and evicted least recently used first (LRU)."""

from __future__ import annotations

import asyncio
import gc
import math
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.process.memory_limits import private_resident_bytes, release_free_memory
from rowcast_automl.platform.storage.object_store import Storage
from rowcast_automl.serve.http.error_responses import public_error
from rowcast_automl.serve.pool.loaded_model import LoadedModel, open_bundle
from rowcast_automl.serve.pool.portable_model import MAX_GRAPH_BYTES, to_portable_model
from rowcast_automl.serve.processes.metrics import LOAD_SECONDS, LOADED_BYTES, LOADED_MODELS, LOADS, UNLOADS
from rowcast_automl.serve.scheduling.batcher import Batcher
from rowcast_automl.serve.scheduling.worker_threads import lower_thread_priority

NO_BUNDLE = "There is no such model bundle."
# Time before a failed load is retried.
RETRY_SECONDS = 5
# Backoff limit for a load without memory, since each attempt evicts other models.
MAX_RETRY_SECONDS = 300
# Time before a model that exceeds the memory of the process is retried.
TOO_LARGE_RETRY_SECONDS = 3_600
# If other data uses less than this share of memory, a model that did not fit never will.
MAX_OTHER_SHARE = 0.25


@dataclass(slots=True)
class PoolEntry:
    """A loaded model, its loading time, and its last use (monotonic seconds)."""

    model: LoadedModel
    milliseconds: float
    last_used: float = field(default_factory=time.monotonic)
    batcher: Batcher | None = None


@dataclass(frozen=True, slots=True)
class FailedLoad:
    """A failed load, its backoff in seconds, and when it may be retried (monotonic seconds)."""

    error: RowcastError
    seconds: float
    retry_at: float


class ModelPool:
    """Models by bundle hash.

    Parameters
    ----------
    storage : Storage
        Object store with `bundles/{hash}.rowcast`.
    key : Ed25519PublicKey
        Key that verifies the bundles of this installation.
    limit_bytes : int
        Memory limit of all loaded models; a single model is never evicted for it.
    process_bytes : int or None
        Memory limit of the process, which determines whether a model can ever fit; None for no limit.
    """

    def __init__(
        self, storage: Storage, key: Ed25519PublicKey, limit_bytes: int, process_bytes: int | None = None
    ) -> None:
        self._storage = storage
        self._key = key
        self._limit = limit_bytes
        self._empty_bytes = private_resident_bytes()
        self._available_bytes = None if process_bytes is None else process_bytes - self._empty_bytes
        self._models: OrderedDict[str, PoolEntry] = OrderedDict()
        self._loading: dict[str, asyncio.Task[PoolEntry]] = {}
        self._failed_loads: dict[str, FailedLoad] = {}
        # One thread with low priority, since loading takes processor time from predictions.
        self._loader = ThreadPoolExecutor(1, "load", lower_thread_priority)

    @property
    def loaded(self) -> dict[str, PoolEntry]:
        """Models in memory by hash, most recently used last."""
        return dict(self._models)

    @property
    def memory_bytes(self) -> int:
        """Estimated memory of the loaded models."""
        return sum(each.model.memory_bytes for each in self._models.values())

    @property
    def too_large(self) -> list[str]:
        """Bundles that need more memory than available."""
        now = time.monotonic()
        failed = self._failed_loads.items()
        return [name for name, each in failed if each.error.code == "MODEL_TOO_LARGE" and now < each.retry_at]

    def get_loaded(self, bundle_hash: str) -> PoolEntry | None:
        """Return the model, if it is in memory."""
        entry = self._models.get(bundle_hash)
        if entry:
            entry.last_used = time.monotonic()
            self._models.move_to_end(bundle_hash)
        return entry

    async def get(self, bundle_hash: str) -> PoolEntry:
        """Get the model; concurrent requests load it once.

        Raises
        ------
        RowcastError
            NOT_FOUND, BUNDLE_INVALID, GOLDEN_ROWS_FAILED, BUNDLE_LOAD_FAILED, MODEL_SERVER_BUSY if there is
            no memory at present, or MODEL_TOO_LARGE if it can never fit.
        """
        entry = self.get_loaded(bundle_hash)
        if entry:
            return entry
        failed = self._failed_loads.get(bundle_hash)
        if failed and time.monotonic() < failed.retry_at:
            raise RowcastError(failed.error.code, failed.error.message)
        task = self._loading.get(bundle_hash)
        if task is None:
            task = asyncio.create_task(self._load(bundle_hash))
            self._loading[bundle_hash] = task
            task.add_done_callback(lambda _: self._loading.pop(bundle_hash, None))
        return await asyncio.shield(task)

    async def portable_model(self, bundle_hash: str) -> bytes | None:
        """Read the model in the form that other processes can run (see `to_portable_model`).

        Raises
        ------
        RowcastError
            NOT_FOUND or BUNDLE_INVALID.
        """
        entry = self._models.get(bundle_hash)
        if entry and entry.model.graph_bytes > MAX_GRAPH_BYTES:
            return None
        return await asyncio.get_running_loop().run_in_executor(
            self._loader, self._read_portable_model, bundle_hash
        )

    def unload_idle(self, seconds: float) -> None:
        """Evict models without requests for `seconds`."""
        oldest = time.monotonic() - seconds
        for bundle_hash in [name for name, each in self._models.items() if each.last_used < oldest]:
            self._evict(bundle_hash, "idle")

    def close(self) -> None:
        """Shut down the loading thread."""
        self._loader.shutdown(wait=False, cancel_futures=True)

    async def _load(self, bundle_hash: str) -> PoolEntry:
        begun = time.perf_counter()
        try:
            model = await self._read_with_eviction(bundle_hash)
        except RowcastError as error:
            LOADS.labels(error.code).inc()
            if error.code != "NOT_FOUND":
                self._remember_failure(bundle_hash, error)
            raise
        self._failed_loads.pop(bundle_hash, None)
        seconds = time.perf_counter() - begun
        LOADS.labels("loaded").inc()
        LOAD_SECONDS.observe(seconds)
        loaded = PoolEntry(model, round(seconds * 1_000, 1))
        self._models[bundle_hash] = loaded
        while len(self._models) > 1 and self.memory_bytes > self._limit:
            self._evict(next(iter(self._models)), "memory")
        self._update_gauges()
        return loaded

    async def _read_with_eviction(self, bundle_hash: str) -> LoadedModel:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._loader, self._read, bundle_hash)
        except RowcastError as error:
            if error.code != "MODEL_SERVER_BUSY":
                raise
            busy_error = error
        # Evict the least recently used half, then all models. Running requests keep their model.
        for share in (0.5,) if self._available_bytes is None else (0.5, 1):
            evicted = list(self._models)[: math.ceil(len(self._models) * share)]
            if not evicted:
                break
            for name in evicted:
                self._evict(name, "memory")
            try:
                return await loop.run_in_executor(self._loader, self._read_after_eviction, bundle_hash)
            except RowcastError as error:
                if error.code != "MODEL_SERVER_BUSY":
                    raise
        too_large = await loop.run_in_executor(self._loader, self._cannot_ever_fit)
        raise RowcastError("MODEL_TOO_LARGE") if too_large else busy_error

    def _remember_failure(self, bundle_hash: str, error: RowcastError) -> None:
        before = self._failed_loads.get(bundle_hash)
        seconds = float(RETRY_SECONDS)
        if error.code == "MODEL_TOO_LARGE":
            seconds = TOO_LARGE_RETRY_SECONDS
        elif before and error.code == before.error.code == "MODEL_SERVER_BUSY":
            seconds = min(2 * before.seconds, MAX_RETRY_SECONDS)
        self._failed_loads[bundle_hash] = FailedLoad(error, seconds, time.monotonic() + seconds)

    def _evict(self, bundle_hash: str, reason: str) -> None:
        del self._models[bundle_hash]
        UNLOADS.labels(reason).inc()
        self._update_gauges()

    def _update_gauges(self) -> None:
        LOADED_MODELS.set(len(self._models))
        LOADED_BYTES.set(self.memory_bytes)

    def _cannot_ever_fit(self) -> bool:
        if self._available_bytes is None or self._models:
            return False
        collect_garbage()
        return private_resident_bytes() - self._empty_bytes < MAX_OTHER_SHARE * self._available_bytes

    def _read_portable_model(self, bundle_hash: str) -> bytes | None:
        try:
            return self._build_portable_model(bundle_hash)
        finally:
            # The bundle is much larger than the result.
            release_free_memory()

    def _build_portable_model(self, bundle_hash: str) -> bytes | None:
        try:
            found, files = open_bundle(self._source(bundle_hash), self._key)
        except FileNotFoundError as error:
            raise RowcastError("NOT_FOUND", NO_BUNDLE) from error
        require_hash(found, bundle_hash)
        return to_portable_model(bundle_hash, files)

    def _source(self, bundle_hash: str) -> Path | bytes:
        return self._storage.source(f"bundles/{bundle_hash}.rowcast")

    def _read_after_eviction(self, bundle_hash: str) -> LoadedModel:
        collect_garbage()
        return self._read(bundle_hash)

    def _read(self, bundle_hash: str) -> LoadedModel:
        model, failure = self._try_read(bundle_hash)
        # Reading a graph temporarily needs more than twice its memory.
        release_free_memory()
        if model is None:
            # Raised here, where no reference to partially read data remains.
            raise failure or RowcastError("BUNDLE_LOAD_FAILED")
        require_hash(model.hash, bundle_hash)
        return model

    def _try_read(self, bundle_hash: str) -> tuple[LoadedModel | None, RowcastError | None]:
        try:
            return LoadedModel(self._source(bundle_hash), self._key), None
        except FileNotFoundError:
            return None, RowcastError("NOT_FOUND", NO_BUNDLE)
        except RowcastError as error:
            return None, RowcastError(error.code, error.message, error.fields)
        except Exception as error:
            structlog.get_logger().exception("bundle not loaded", bundle=bundle_hash)
            error = public_error(error)
            return None, error if error.code == "MODEL_SERVER_BUSY" else None


def require_hash(found: str, requested: str) -> None:
    """Check that a bundle is stored under its own hash.

    Raises
    ------
    RowcastError
        BUNDLE_INVALID.
    """
    if found != requested:
        raise RowcastError("BUNDLE_INVALID", "The model bundle is not the one asked for.")


def collect_garbage() -> None:
    """Free the memory of evicted models, which have reference cycles with their batchers."""
    gc.collect()
    release_free_memory()
