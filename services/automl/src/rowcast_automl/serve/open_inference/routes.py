"""Routes of the Open Inference Protocol V2: one input tensor per field, predictions and probabilities out."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import orjson
import structlog
from fastapi import FastAPI, Request
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from rowcast_automl.contracts.generated import ERROR_STATUS
from rowcast_automl.features.rows.field_notes import Note
from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.features.tensors import Array
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.http.endpoint import (
    read_limited_body,
    request_id_of,
    run_cancellable,
    run_until_disconnect,
)
from rowcast_automl.serve.http.error_responses import error_content, json_response, public_error
from rowcast_automl.serve.http.query_parameters import parse_call_options, policy_headers
from rowcast_automl.serve.open_inference.inference_request import JSON_LENGTH_HEADER, InferenceRequest
from rowcast_automl.serve.options.prediction_options import (
    CheckedOptions,
    merge_options,
    require_supported,
    validate_options,
)
from rowcast_automl.serve.pool.model_pool import PoolEntry
from rowcast_automl.serve.processes.metrics import (
    PREDICTED_ROWS,
    REJECTED,
    TENSORS_SECONDS,
    count_for_scaling,
)
from rowcast_automl.serve.responses.response_formats import warning_counts
from rowcast_automl.serve.scheduling.dispatcher import MAX_LOOP_BYTES, RequestDispatcher, is_quick_to_read
from rowcast_automl.serve.scheduling.long_requests import IsGone
from rowcast_automl.serve.scheduling.pending_rows import ClientDisconnected

VERSION = "1"
DATATYPE = {"number": "FP64", "boolean": "BOOL", "category": "BYTES", "text": "BYTES", "datetime": "BYTES"}
LABEL_DATATYPE = {"text": "BYTES", "integer": "INT64", "boolean": "BOOL", "number": "FP64"}
ModelOf = Callable[[Request], Awaitable[PoolEntry]]


def add_open_inference(app: FastAPI, dispatcher: RequestDispatcher, model_of: ModelOf) -> None:
    """Add the routes of the protocol; the name of a model is the hash of its bundle."""

    async def server(_: Request) -> Response:
        return json_response({"name": "rowcast", "version": VERSION, "extensions": ["binary_tensor_data"]})

    async def healthy(_: Request) -> Response:
        return json_response({})

    @with_protocol_errors
    async def ready(request: Request) -> Response:
        await model_of(request)
        return json_response({})

    @with_protocol_errors
    async def metadata(request: Request) -> Response:
        return json_response(model_metadata((await model_of(request)).model.schema, model_name(request)))

    @with_protocol_errors
    async def infer(request: Request) -> Response:
        model_name(request)
        begun = time.perf_counter()
        body = await read_limited_body(request)

        async def work(is_gone: IsGone) -> Response:
            return await InferenceHandler(request, body, await model_of(request)).respond(dispatcher, is_gone)

        with count_for_scaling(request.headers):
            response = await run_until_disconnect(request, work)
        TENSORS_SECONDS.observe(time.perf_counter() - begun)
        PREDICTED_ROWS.observe(int(response.headers["x-rowcast-rows"]))
        return response

    app.add_route("/v2", server, methods=["GET"])
    app.add_route("/v2/health/live", healthy, methods=["GET"])
    app.add_route("/v2/health/ready", healthy, methods=["GET"])
    for base in ("/v2/models/{bundle_hash}", "/v2/models/{bundle_hash}/versions/{version}"):
        app.add_route(base, metadata, methods=["GET"])
        app.add_route(f"{base}/ready", ready, methods=["GET"])
        app.add_route(f"{base}/infer", infer, methods=["POST"])


def model_name(request: Request) -> str:
    """Return the name of the model in the path."""
    name: str = request.path_params["bundle_hash"]
    if request.path_params.get("version", VERSION) != VERSION:
        raise RowcastError("NOT_FOUND", f"The model has the version {VERSION} alone.")
    return name


def public_name(request: Request) -> dict[str, str]:
    """Name and version under which the API process publishes the model."""
    named = {"model_name": "x-rowcast-model", "model_version": "x-rowcast-version"}
    return {key: request.headers[header] for key, header in named.items() if header in request.headers}


def with_protocol_errors(
    handler: Callable[[Request], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """Convert errors to the form of the protocol, in which `error` is a sentence."""

    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except (ClientDisconnected, ClientDisconnect):
            return Response(status_code=499)
        except Exception as problem:
            if not isinstance(problem, RowcastError):
                structlog.get_logger().exception("inference failed", path=request.url.path)
            error = public_error(problem)
            REJECTED.labels(error.code).inc()
            content = error_content(error)
            details = {"error": content["message"], "requestId": request_id_of(request)}
            return json_response({"code": error.code, **content, **details}, ERROR_STATUS[error.code])

    return handle


class InferenceHandler:
    """Handles one inference request.

    Raises
    ------
    RowcastError
        The policy is invalid.
    """

    def __init__(self, request: Request, body: bytes, loaded: PoolEntry) -> None:
        headers, self._model = request.headers, loaded.model
        self._head = {"model_name": model_name(request), "model_version": VERSION} | public_name(request)
        self._body, self._json_bytes, self._loaded = body, headers.get(JSON_LENGTH_HEADER, ""), loaded
        query = request.url.query
        self._policy, self._options = parse_call_options(*policy_headers(headers), query, self._model.schema)
        self._asked: CheckedOptions | None = None

    async def respond(self, dispatcher: RequestDispatcher, is_gone: IsGone) -> Response:
        """Predict in a batch with other requests, or in a thread if it is a long request.

        Raises
        ------
        RowcastError
        ClientDisconnected
        """
        inference = self._parse() if len(self._body) <= MAX_LOOP_BYTES else None
        if inference is None or not is_quick_to_read(inference.count, self._model.schema):
            return await dispatcher.run_in_thread(
                self._loaded, partial(self._predict_whole, is_gone), is_gone
            )
        return self._to_response(
            inference, *await dispatcher.predict_rows(self._loaded, inference.rows(), False, self._policy)
        )

    def _predict_whole(self, is_gone: IsGone) -> Response:
        inference = self._parse()
        packed = self._model.pack(inference.rows(), False, self._policy)
        return self._to_response(
            inference, run_cancellable(self._model, packed.tensors, is_gone), packed.warnings
        )

    def _parse(self) -> InferenceRequest:
        inference = InferenceRequest(self._body, self._json_bytes, output_names(self._model.schema))
        options = merge_options(self._options, inference.options)
        if options:
            require_supported(options, "tensors")
            self._asked = validate_options(options, self._model.schema, self._model.facts, 1)
        return inference

    def _to_response(self, inference: InferenceRequest, answers: Array, warnings: list[Note]) -> Response:
        outputs = output_tensors(self._model.schema, self._model.present_with_checked(answers, self._asked))
        if not warnings:
            return http_response(inference, inference.encode_response(self._head, outputs))
        notes = {"parameters": {"warnings": orjson.dumps([each.shown() for each in warnings]).decode()}}
        response = http_response(inference, inference.encode_response(self._head | notes, outputs))
        response.headers["x-rowcast-warnings"] = warning_counts(warnings)
        return response


def http_response(inference: InferenceRequest, answer: tuple[bytes, int | None]) -> Response:
    """Return the HTTP response with headers that describe its content."""
    body, json_bytes = answer
    headers = {"x-rowcast-rows": str(inference.count)}
    if json_bytes is None:
        return Response(body, headers=headers, media_type="application/json")
    headers[JSON_LENGTH_HEADER] = str(json_bytes)
    return Response(body, headers=headers, media_type="application/octet-stream")


def model_metadata(schema: ServingSchema, name: str) -> dict[str, Any]:
    """Return the metadata of the model."""
    inputs = [input_metadata(each) for each in schema.fields]
    outputs = [
        {"name": each["name"], "datatype": each["datatype"], "shape": [-1, *each["shape"][1:]]}
        for each in output_tensors(schema, [])
    ]
    return {
        "name": name,
        "versions": [VERSION],
        "platform": "rowcast_onnx",
        "inputs": inputs,
        "outputs": outputs,
    }


def input_metadata(field: InputField) -> dict[str, Any]:
    """Return the metadata of a field as an input tensor."""
    return {"name": field.name, "datatype": DATATYPE[field.kind], "shape": [-1]}


def output_names(schema: ServingSchema) -> list[str]:
    """Return the names of the output tensors."""
    return ["prediction", "probabilities"] if schema.labels else ["prediction"]


def output_tensors(schema: ServingSchema, predictions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the predictions and, for classification, the probabilities in the order of the labels."""
    rows = len(predictions)
    kind = "FP64" if schema.task == "regression" else LABEL_DATATYPE[schema.label_kind]
    values = [each["prediction"] for each in predictions]
    outputs = [output_tensor("prediction", kind, [rows], values)]
    if schema.labels:
        probabilities_flat = [share for each in predictions for share in each["probabilities"].values()]
        probabilities = output_tensor("probabilities", "FP64", [rows, len(schema.labels)], probabilities_flat)
        probabilities["parameters"] = {"labels": orjson.dumps(schema.labels).decode()}
        outputs.append(probabilities)
    return outputs


def output_tensor(name: str, datatype: str, shape: list[int], data: list[Any]) -> dict[str, Any]:
    """Return an output tensor."""
    return {"name": name, "datatype": datatype, "shape": shape, "data": data}
