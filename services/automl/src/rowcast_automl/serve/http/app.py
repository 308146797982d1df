"""The model server's private HTTP API, except for the fast path of predictions (see `protocol`)."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import FastAPI, Request
from fastapi.responses import Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic import BaseModel

from rowcast_automl.contracts.generated import HeldBundle, LoadedBundle, ModelMemory, TriedChecks
from rowcast_automl.platform.contract_json import json_bytes
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.http.endpoint import predict, read_limited_body, request_id_of, with_error_responses
from rowcast_automl.serve.http.error_responses import error_response, json_response
from rowcast_automl.serve.open_inference.routes import add_open_inference
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from rowcast_automl.serve.pool.model_pool import NO_BUNDLE, ModelPool, PoolEntry
from rowcast_automl.serve.processes.metrics import SCALING_IN_FLIGHT
from rowcast_automl.serve.processes.peers import LOCAL_QUERY, PeerProcesses, merge_metrics
from rowcast_automl.serve.release_checks import read_checks, run_check
from rowcast_automl.serve.scheduling.dispatcher import RequestDispatcher
from rowcast_automl.serve.streaming.streamed_predictions import stream_predictions

HASH = re.compile(r"[0-9a-f]{64}")
EVICTION_CHECK_SECONDS = 5.0


def create_app(
    pool: ModelPool, dispatcher: RequestDispatcher, peers: PeerProcesses, idle_seconds: float = 0
) -> FastAPI:
    """Create the app of a pool of models.

    Parameters
    ----------
    idle_seconds : float
        Models without requests for this time are evicted from memory; 0 disables eviction.
    """

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        task = asyncio.create_task(evict_idle_models(pool, idle_seconds)) if idle_seconds else None
        yield
        if task:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        dispatcher.close()
        pool.close()

    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, lifespan=lifespan)
    add_health(app)

    async def model_of(request: Request) -> PoolEntry:
        return await pool.get(bundle_hash_of(request))

    @with_error_responses
    async def load(request: Request) -> Response:
        loaded = await model_of(request)
        if request.url.query != LOCAL_QUERY:
            await peers.request_all("POST", request.url.path)
        model, milliseconds = loaded.model, loaded.milliseconds
        return message_response(
            LoadedBundle(hash=model.hash, load_ms=milliseconds, golden_rows=model.golden_rows)
        )

    @with_error_responses
    async def graph(request: Request) -> Response:
        content = await pool.portable_model(bundle_hash_of(request))
        return Response(content) if content else Response(status_code=204)

    @with_error_responses
    async def predict_with(request: Request) -> Response:
        return await predict(request, (await model_of(request)).model)

    @with_error_responses
    async def checks(request: Request) -> Response:
        model = (await model_of(request)).model
        requested = read_checks(await read_limited_body(request))
        results = await asyncio.to_thread(lambda: [run_check(model, each) for each in requested])
        return message_response(TriedChecks(results=results))

    @with_error_responses
    async def stream(request: Request) -> Response:
        return stream_predictions(request, await model_of(request), dispatcher)

    async def in_memory(request: Request) -> Response:
        others = [] if request.url.query == LOCAL_QUERY else await peers.request_all("GET", "/bundles")
        own = ModelMemory(
            bundles=[held_bundle(each) for each in pool.loaded.values()],
            too_large=pool.too_large,
            unloads_after_seconds=idle_seconds or None,
        )
        return message_response(merge_memories([own, *map(ModelMemory.model_validate_json, others)]))

    async def metrics(request: Request) -> Response:
        others = [] if request.url.query == LOCAL_QUERY else await peers.request_all("GET", "/metrics")
        own = generate_latest()
        text = merge_metrics([own.decode(), *others]) if others else own
        return Response(text, media_type=CONTENT_TYPE_LATEST)

    async def current_load(_: Request) -> Response:
        return json_response({"openCallSeconds": SCALING_IN_FLIGHT.seconds})

    app.add_route("/load", current_load, methods=["GET"])
    app.add_route("/bundles", in_memory, methods=["GET"])
    app.add_route("/bundles/{bundle_hash}/graph", graph, methods=["GET"])
    app.add_route("/bundles/{bundle_hash}/load", load, methods=["POST"])
    app.add_route("/bundles/{bundle_hash}/predict", predict_with, methods=["POST"])
    app.add_route("/bundles/{bundle_hash}/checks", checks, methods=["POST"])
    app.add_route("/bundles/{bundle_hash}/stream", stream, methods=["POST"])
    add_open_inference(app, dispatcher, model_of)
    app.add_route("/metrics", metrics, methods=["GET"])
    return app


def bundle_hash_of(request: Request) -> str:
    """Return the bundle hash in the path.

    Raises
    ------
    RowcastError
        NOT_FOUND.
    """
    bundle_hash: str = request.path_params["bundle_hash"]
    if not HASH.fullmatch(bundle_hash):
        raise RowcastError("NOT_FOUND", NO_BUNDLE)
    return bundle_hash


async def evict_idle_models(pool: ModelPool, idle_seconds: float) -> None:
    """Evict idle models until cancelled."""
    while True:
        await asyncio.sleep(min(EVICTION_CHECK_SECONDS, idle_seconds))
        pool.unload_idle(idle_seconds)


def message_response(message: BaseModel) -> Response:
    """Return a contract model as a JSON response."""
    return Response(json_bytes(message), media_type="application/json")


def held_bundle(loaded: PoolEntry) -> HeldBundle:
    """Describe a model in memory for operators."""
    return HeldBundle(
        hash=loaded.model.hash,
        load_ms=loaded.milliseconds,
        memory_bytes=loaded.model.memory_bytes,
        idle_seconds=round(time.monotonic() - loaded.last_used, 1),
    )


def merge_memories(memories: list[ModelMemory]) -> ModelMemory:
    """Merge the memory reports of several processes; each bundle is listed with its latest use."""
    bundles = [bundle for memory in memories for bundle in memory.bundles]
    least_idle = {each.hash: each for each in sorted(bundles, key=lambda bundle: -bundle.idle_seconds)}
    return ModelMemory(
        bundles=list(least_idle.values()),
        too_large=sorted({name for memory in memories for name in memory.too_large}),
        unloads_after_seconds=memories[0].unloads_after_seconds,
    )


def create_single_app(model: LoadedModel) -> FastAPI:
    """Create the app of a single bundle: POST /predict and health checks."""
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    add_health(app)

    @with_error_responses
    async def predict_with(request: Request) -> Response:
        return await predict(request, model)

    app.add_route("/predict", predict_with, methods=["POST"])
    return app


def add_health(app: FastAPI) -> None:
    """Add health checks, and the standard error body for unknown paths and methods."""

    async def healthy(_: Request) -> Response:
        return json_response({"status": "ok"})

    async def not_found(request: Request, _: Exception) -> Response:
        return error_response(RowcastError("NOT_FOUND"), request_id_of(request))

    async def not_allowed(request: Request, _: Exception) -> Response:
        error = RowcastError("METHOD_NOT_ALLOWED")
        return error_response(error, request_id_of(request))

    app.add_route("/health/live", healthy, methods=["GET"])
    app.add_route("/health/ready", healthy, methods=["GET"])
    app.add_exception_handler(404, not_found)
    app.add_exception_handler(405, not_allowed)
