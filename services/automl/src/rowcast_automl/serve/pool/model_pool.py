"""Loaded models within a memory budget: loaded at first use, the least recently used leaves first."""

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
from rowcast_automl.serve.http.error_responses import told_of
from rowcast_automl.serve.pool.loaded_model import LoadedModel, opened
from rowcast_automl.serve.pool.portable_model import MOST_BYTES, runnable
from rowcast_automl.serve.processes.metrics import LOAD_SECONDS, LOADED_BYTES, LOADED_MODELS, LOADS, UNLOADS
from rowcast_automl.serve.scheduling.batcher import Batcher
from rowcast_automl.serve.scheduling.worker_threads import step_back

NO_BUNDLE = "There is no such model bundle."
# A bundle that cannot be loaded is not read again for so long, however many ask for it.
REFUSED_SECONDS = 5
# One that found no memory waits twice as long each time, up to this: others leave for it at each try.
LONGEST_REFUSED_SECONDS = 300
# One that needs more than the process has, so that a change on the machine is found some day.
TOO_LARGE_SECONDS = 3_600
# Of the room for models and calls: with less of it held by others, it was not they who kept a model out.
HELD_SHARE = 0.25


@dataclass(slots=True)
class Loaded:
    """A model, what loading it took, and when it was last asked for (monotonic seconds)."""

    model: LoadedModel
    milliseconds: float
    used: float = field(default_factory=time.monotonic)
    batcher: Batcher | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a bundle was not loaded, and until when (monotonic seconds) it is not tried again."""

    error: RowcastError
    seconds: float
    until: float


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
    process_bytes : int or None
        Memory that the process is held to, by which a model that can never fit is told; None for no bound.
    """

    def __init__(
        self, storage: Storage, key: Ed25519PublicKey, limit_bytes: int, process_bytes: int | None = None
    ) -> None:
        self._storage = storage
        self._key = key
        self._limit = limit_bytes
        self._empty_bytes = private_resident_bytes()
        self._room = None if process_bytes is None else process_bytes - self._empty_bytes
        self._models: OrderedDict[str, Loaded] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Loaded]] = {}
        self._refused: dict[str, Refused] = {}
        # One at a time and behind all others: loading takes processor time from the models that answer.
        self._loader = ThreadPoolExecutor(1, "load", step_back)

    @property
    def loaded(self) -> dict[str, Loaded]:
        """Models in memory by hash, the most recently used last."""
        return dict(self._models)

    @property
    def memory_bytes(self) -> int:
        """Estimated memory of the loaded models."""
        return sum(each.model.memory_bytes for each in self._models.values())

    @property
    def too_large(self) -> list[str]:
        """Bundles that were found to need more memory than there is."""
        now = time.monotonic()
        refused = self._refused.items()
        return [name for name, each in refused if each.error.code == "MODEL_TOO_LARGE" and now < each.until]

    def ready(self, bundle_hash: str) -> Loaded | None:
        """The model if it is in memory."""
        known = self._models.get(bundle_hash)
        if known:
            known.used = time.monotonic()
            self._models.move_to_end(bundle_hash)
        return known

    async def get(self, bundle_hash: str) -> Loaded:
        """The model, loaded once however many ask at the same time.

        Raises
        ------
        RowcastError
            NOT_FOUND, BUNDLE_INVALID, GOLDEN_ROWS_FAILED, BUNDLE_LOAD_FAILED, MODEL_SERVER_BUSY where there
            is no memory for it now, or MODEL_TOO_LARGE where there never is.
        """
        known = self.ready(bundle_hash)
        if known:
            return known
        refused = self._refused.get(bundle_hash)
        if refused and time.monotonic() < refused.until:
            raise RowcastError(refused.error.code, refused.error.message)
        task = self._loading.get(bundle_hash)
        if task is None:
            task = asyncio.create_task(self._load(bundle_hash))
            self._loading[bundle_hash] = task
            task.add_done_callback(lambda _: self._loading.pop(bundle_hash, None))
        return await asyncio.shield(task)

    async def runnable(self, bundle_hash: str) -> bytes | None:
        """The model as others may run it (see `portable_model`), read from its bundle.

        Raises
        ------
        RowcastError
            NOT_FOUND or BUNDLE_INVALID.
        """
        known = self._models.get(bundle_hash)
        if known and known.model.graph_bytes > MOST_BYTES:
            return None
        return await asyncio.get_running_loop().run_in_executor(self._loader, self._runnable, bundle_hash)

    def unload_idle(self, seconds: float) -> None:
        """Frees the models that nobody asked for in so long a time."""
        oldest = time.monotonic() - seconds
        for bundle_hash in [name for name, each in self._models.items() if each.used < oldest]:
            self._unload(bundle_hash, "idle")

    def close(self) -> None:
        """Ends the thread that loads."""
        self._loader.shutdown(wait=False, cancel_futures=True)

    async def _load(self, bundle_hash: str) -> Loaded:
        begun = time.perf_counter()
        try:
            model = await self._read_with_room(bundle_hash)
        except RowcastError as error:
            LOADS.labels(error.code).inc()
            if error.code != "NOT_FOUND":
                self._refuse(bundle_hash, error)
            raise
        self._refused.pop(bundle_hash, None)
        seconds = time.perf_counter() - begun
        LOADS.labels("loaded").inc()
        LOAD_SECONDS.observe(seconds)
        loaded = Loaded(model, round(seconds * 1_000, 1))
        self._models[bundle_hash] = loaded
        while len(self._models) > 1 and self.memory_bytes > self._limit:
            self._unload(next(iter(self._models)), "memory")
        self._measure()
        return loaded

    async def _read_with_room(self, bundle_hash: str) -> LoadedModel:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._loader, self._read, bundle_hash)
        except RowcastError as error:
            if error.code != "MODEL_SERVER_BUSY":
                raise
            busy = error
        # In the place of the half that was asked for longest ago, then of all; calls under way keep theirs.
        for share in (0.5,) if self._room is None else (0.5, 1):
            leaving = list(self._models)[: math.ceil(len(self._models) * share)]
            if not leaving:
                break
            for name in leaving:
                self._unload(name, "memory")
            try:
                return await loop.run_in_executor(self._loader, self._read_again, bundle_hash)
            except RowcastError as error:
                if error.code != "MODEL_SERVER_BUSY":
                    raise
        too_large = await loop.run_in_executor(self._loader, self._had_all_the_room)
        raise RowcastError("MODEL_TOO_LARGE") if too_large else busy

    def _refuse(self, bundle_hash: str, error: RowcastError) -> None:
        before = self._refused.get(bundle_hash)
        seconds = float(REFUSED_SECONDS)
        if error.code == "MODEL_TOO_LARGE":
            seconds = TOO_LARGE_SECONDS
        elif before and error.code == before.error.code == "MODEL_SERVER_BUSY":
            seconds = min(2 * before.seconds, LONGEST_REFUSED_SECONDS)
        self._refused[bundle_hash] = Refused(error, seconds, time.monotonic() + seconds)

    def _unload(self, bundle_hash: str, reason: str) -> None:
        del self._models[bundle_hash]
        UNLOADS.labels(reason).inc()
        self._measure()

    def _measure(self) -> None:
        LOADED_MODELS.set(len(self._models))
        LOADED_BYTES.set(self.memory_bytes)

    def _had_all_the_room(self) -> bool:
        if self._room is None or self._models:
            return False
        let_go()
        return private_resident_bytes() - self._empty_bytes < HELD_SHARE * self._room

    def _runnable(self, bundle_hash: str) -> bytes | None:
        try:
            return self._handed_out(bundle_hash)
        finally:
            # The files are many times what is handed out.
            release_free_memory()

    def _handed_out(self, bundle_hash: str) -> bytes | None:
        try:
            found, files = opened(self._source(bundle_hash), self._key)
        except FileNotFoundError as error:
            raise RowcastError("NOT_FOUND", NO_BUNDLE) from error
        require_hash(found, bundle_hash)
        return runnable(bundle_hash, files)

    def _source(self, bundle_hash: str) -> Path | bytes:
        return self._storage.source(f"bundles/{bundle_hash}.rowcast")

    def _read_again(self, bundle_hash: str) -> LoadedModel:
        let_go()
        return self._read(bundle_hash)

    def _read(self, bundle_hash: str) -> LoadedModel:
        model, failure = self._tried(bundle_hash)
        # Reading a graph takes twice what stays of it, and more.
        release_free_memory()
        if model is None:
            # Raised here, where nothing holds what was read so far.
            raise failure or RowcastError("BUNDLE_LOAD_FAILED")
        require_hash(model.hash, bundle_hash)
        return model

    def _tried(self, bundle_hash: str) -> tuple[LoadedModel | None, RowcastError | None]:
        try:
            return LoadedModel(self._source(bundle_hash), self._key), None
        except FileNotFoundError:
            return None, RowcastError("NOT_FOUND", NO_BUNDLE)
        except RowcastError as error:
            return None, RowcastError(error.code, error.message, error.fields)
        except Exception as error:
            structlog.get_logger().exception("bundle not loaded", bundle=bundle_hash)
            told = told_of(error)
            return None, told if told.code == "MODEL_SERVER_BUSY" else None


def require_hash(found: str, asked: str) -> None:
    """Refuses a bundle that lies under another's name.

    Raises
    ------
    RowcastError
        BUNDLE_INVALID.
    """
    if found != asked:
        raise RowcastError("BUNDLE_INVALID", "The model bundle is not the one asked for.")


def let_go() -> None:
    """Frees what models took that left; they and their queues hold each other."""
    gc.collect()
    release_free_memory()
