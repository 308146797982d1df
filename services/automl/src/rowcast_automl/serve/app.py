"""The model server's private HTTP API."""

from __future__ import annotations

import re

from fastapi import FastAPI, Request
from fastapi.responses import Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.endpoint import guarded, predict
from rowcast_automl.serve.failures import failure_response, json_response
from rowcast_automl.serve.measures import REQUEST_SECONDS
from rowcast_automl.serve.model import LoadedModel
from rowcast_automl.serve.pool import Loaded, ModelPool

HASH = re.compile(r"[0-9a-f]{64}")


def create_app(pool: ModelPool) -> FastAPI:
    """The server over a pool of models: load, predict, health and metrics."""
    app = bare_app()

    async def model_of(request: Request) -> Loaded:
        bundle_hash = request.path_params["bundle_hash"]
        if not HASH.fullmatch(bundle_hash):
            raise RowcastError("NOT_FOUND", "There is no such model bundle.")
        return await pool.get(bundle_hash)

    @guarded
    async def load(request: Request) -> Response:
        loaded = await model_of(request)
        facts = {"loadMs": loaded.milliseconds, "goldenRows": loaded.model.golden_rows}
        return json_response({"hash": loaded.model.hash, **facts})

    @guarded
    async def predict_with(request: Request) -> Response:
        with REQUEST_SECONDS.time():
            return await predict(request, (await model_of(request)).model)

    async def metrics(_: Request) -> Response:
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    app.add_route("/bundles/{bundle_hash}/load", load, methods=["POST"])
    app.add_route("/bundles/{bundle_hash}/predict", predict_with, methods=["POST"])
    app.add_route("/metrics", metrics, methods=["GET"])
    return app


def create_single_app(model: LoadedModel) -> FastAPI:
    """A server for one bundle: POST /predict and health."""
    app = bare_app()

    @guarded
    async def predict_with(request: Request) -> Response:
        return await predict(request, model)

    app.add_route("/predict", predict_with, methods=["POST"])
    return app


def bare_app() -> FastAPI:
    """Health, and the house's body for unknown paths and methods; no documentation pages."""
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)

    async def healthy(_: Request) -> Response:
        return json_response({"status": "ok"})

    async def not_found(request: Request, _: Exception) -> Response:
        return failure_response(RowcastError("NOT_FOUND"), request.headers.get("x-request-id", "")[:128])

    async def not_allowed(request: Request, _: Exception) -> Response:
        error = RowcastError("METHOD_NOT_ALLOWED")
        return failure_response(error, request.headers.get("x-request-id", "")[:128])

    app.add_route("/health/live", healthy, methods=["GET"])
    app.add_route("/health/ready", healthy, methods=["GET"])
    app.add_exception_handler(404, not_found)
    app.add_exception_handler(405, not_allowed)
    return app
