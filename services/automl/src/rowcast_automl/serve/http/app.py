"""The model server's private HTTP API, but for the short way of predictions (`protocol`)."""

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
from rowcast_automl.serve.http.endpoint import guarded, limited_body, predict, request_id_of
from rowcast_automl.serve.http.error_responses import failure_response, json_response
from rowcast_automl.serve.open_inference.routes import add_open_inference
from rowcast_automl.serve.pool.loaded_model import LoadedModel
from rowcast_automl.serve.pool.model_pool import NO_BUNDLE, Loaded, ModelPool
from rowcast_automl.serve.processes.metrics import SCALING_CALLS
from rowcast_automl.serve.processes.peers import ALONE, Siblings, added
from rowcast_automl.serve.release_checks import read_checks, run_check
from rowcast_automl.serve.scheduling.dispatcher import PredictDesk
from rowcast_automl.serve.streaming.streamed_predictions import answer_stream

HASH = re.compile(r"[0-9a-f]{64}")
SWEEP_SECONDS = 5.0


def create_app(pool: ModelPool, desk: PredictDesk, siblings: Siblings, idle_seconds: float = 0) -> FastAPI:
    """The server over a pool of models.

    Parameters
    ----------
    idle_seconds : float
        A model that nobody asked for in so long a time is taken out of memory; 0 keeps it.
    """

    @asynccontextmanager
    async def swept(_: FastAPI) -> AsyncIterator[None]:
        sweeper = asyncio.create_task(sweep(pool, idle_seconds)) if idle_seconds else None
        yield
        if sweeper:
            sweeper.cancel()
            with suppress(asyncio.CancelledError):
                await sweeper
        desk.close()
        pool.close()

    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, lifespan=swept)
    add_health(app)

    async def model_of(request: Request) -> Loaded:
        return await pool.get(hash_of(request))

    @guarded
    async def load(request: Request) -> Response:
        loaded = await model_of(request)
        if request.url.query != ALONE:
            await siblings.ask("POST", request.url.path)
        model, milliseconds = loaded.model, loaded.milliseconds
        return told(LoadedBundle(hash=model.hash, load_ms=milliseconds, golden_rows=model.golden_rows))

    @guarded
    async def graph(request: Request) -> Response:
        content = await pool.runnable(hash_of(request))
        return Response(content) if content else Response(status_code=204)

    @guarded
    async def predict_with(request: Request) -> Response:
        return await predict(request, (await model_of(request)).model)

    @guarded
    async def checks(request: Request) -> Response:
        model = (await model_of(request)).model
        wanted = read_checks(await limited_body(request))
        results = await asyncio.to_thread(lambda: [run_check(model, each) for each in wanted])
        return told(TriedChecks(results=results))

    @guarded
    async def stream(request: Request) -> Response:
        return answer_stream(request, await model_of(request), desk)

    async def in_memory(request: Request) -> Response:
        others = [] if request.url.query == ALONE else await siblings.ask("GET", "/bundles")
        own = ModelMemory(
            bundles=[describe(each) for each in pool.loaded.values()],
            too_large=pool.too_large,
            unloads_after_seconds=idle_seconds or None,
        )
        return told(together([own, *map(ModelMemory.model_validate_json, others)]))

    async def metrics(request: Request) -> Response:
        others = [] if request.url.query == ALONE else await siblings.ask("GET", "/metrics")
        own = generate_latest()
        text = added([own.decode(), *others]) if others else own
        return Response(text, media_type=CONTENT_TYPE_LATEST)

    async def load_so_far(_: Request) -> Response:
        return json_response({"openCallSeconds": SCALING_CALLS.seconds})

    app.add_route("/load", load_so_far, methods=["GET"])
    app.add_route("/bundles", in_memory, methods=["GET"])
    app.add_route("/bundles/{bundle_hash}/graph", graph, methods=["GET"])
    app.add_route("/bundles/{bundle_hash}/load", load, methods=["POST"])
    app.add_route("/bundles/{bundle_hash}/predict", predict_with, methods=["POST"])
    app.add_route("/bundles/{bundle_hash}/checks", checks, methods=["POST"])
    app.add_route("/bundles/{bundle_hash}/stream", stream, methods=["POST"])
    add_open_inference(app, desk, model_of)
    app.add_route("/metrics", metrics, methods=["GET"])
    return app


def hash_of(request: Request) -> str:
    """The bundle that the address names.

    Raises
    ------
    RowcastError
        NOT_FOUND.
    """
    bundle_hash: str = request.path_params["bundle_hash"]
    if not HASH.fullmatch(bundle_hash):
        raise RowcastError("NOT_FOUND", NO_BUNDLE)
    return bundle_hash


async def sweep(pool: ModelPool, idle_seconds: float) -> None:
    """Looks for idle models until it is cancelled."""
    while True:
        await asyncio.sleep(min(SWEEP_SECONDS, idle_seconds))
        pool.unload_idle(idle_seconds)


def told(message: BaseModel) -> Response:
    """A message to the api."""
    return Response(json_bytes(message), media_type="application/json")


def describe(loaded: Loaded) -> HeldBundle:
    """What an operator wants to know of a model in memory."""
    return HeldBundle(
        hash=loaded.model.hash,
        load_ms=loaded.milliseconds,
        memory_bytes=loaded.model.memory_bytes,
        idle_seconds=round(time.monotonic() - loaded.used, 1),
    )


def together(memories: list[ModelMemory]) -> ModelMemory:
    """What several processes have: each bundle once, as in the one that was asked for it last."""
    bundles = [bundle for memory in memories for bundle in memory.bundles]
    least_idle = {each.hash: each for each in sorted(bundles, key=lambda bundle: -bundle.idle_seconds)}
    return ModelMemory(
        bundles=list(least_idle.values()),
        too_large=sorted({name for memory in memories for name in memory.too_large}),
        unloads_after_seconds=memories[0].unloads_after_seconds,
    )


def create_single_app(model: LoadedModel) -> FastAPI:
    """A server for one bundle: POST /predict and health."""
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    add_health(app)

    @guarded
    async def predict_with(request: Request) -> Response:
        return await predict(request, model)

    app.add_route("/predict", predict_with, methods=["POST"])
    return app


def add_health(app: FastAPI) -> None:
    """Health, and the house's body for unknown paths and methods."""

    async def healthy(_: Request) -> Response:
        return json_response({"status": "ok"})

    async def not_found(request: Request, _: Exception) -> Response:
        return failure_response(RowcastError("NOT_FOUND"), request_id_of(request))

    async def not_allowed(request: Request, _: Exception) -> Response:
        error = RowcastError("METHOD_NOT_ALLOWED")
        return failure_response(error, request_id_of(request))

    app.add_route("/health/live", healthy, methods=["GET"])
    app.add_route("/health/ready", healthy, methods=["GET"])
    app.add_exception_handler(404, not_found)
    app.add_exception_handler(405, not_allowed)
