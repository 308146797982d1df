"""The Open Inference Protocol V2: a tensor for each field in, the prediction and the probabilities out."""

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
from rowcast_automl.serve.http.endpoint import limited_body, request_id_of, run_in_slices, while_waited_for
from rowcast_automl.serve.http.error_responses import failure_content, json_response, told_of
from rowcast_automl.serve.http.query_parameters import call_options, policies_of
from rowcast_automl.serve.open_inference.inference_request import JSON_BYTES, Inference
from rowcast_automl.serve.options.prediction_options import Asked, merged, read_options, require_place
from rowcast_automl.serve.pool.model_pool import Loaded
from rowcast_automl.serve.processes.metrics import (
    PREDICTED_ROWS,
    REFUSED,
    TENSORS_SECONDS,
    counted_for_scaling,
)
from rowcast_automl.serve.responses.response_formats import warning_counts
from rowcast_automl.serve.scheduling.dispatcher import QUICK_BYTES, PredictDesk, is_quick_to_read
from rowcast_automl.serve.scheduling.long_requests import IsGone
from rowcast_automl.serve.scheduling.pending_rows import CallerGone

VERSION = "1"
DATATYPE = {"number": "FP64", "boolean": "BOOL", "category": "BYTES", "text": "BYTES", "datetime": "BYTES"}
LABEL_DATATYPE = {"text": "BYTES", "integer": "INT64", "boolean": "BOOL", "number": "FP64"}
ModelOf = Callable[[Request], Awaitable[Loaded]]


def add_open_inference(app: FastAPI, desk: PredictDesk, model_of: ModelOf) -> None:
    """Adds the protocol's calls; a model's name is its bundle's hash."""

    async def server(_: Request) -> Response:
        return json_response({"name": "rowcast", "version": VERSION, "extensions": ["binary_tensor_data"]})

    async def healthy(_: Request) -> Response:
        return json_response({})

    @answered
    async def ready(request: Request) -> Response:
        await model_of(request)
        return json_response({})

    @answered
    async def metadata(request: Request) -> Response:
        return json_response(describe((await model_of(request)).model.schema, name_of(request)))

    @answered
    async def infer(request: Request) -> Response:
        name_of(request)
        begun = time.perf_counter()
        body = await limited_body(request)

        async def work(is_gone: IsGone) -> Response:
            return await InferCall(request, body, await model_of(request)).answered(desk, is_gone)

        with counted_for_scaling(request.headers):
            response = await while_waited_for(request, work)
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


def name_of(request: Request) -> str:
    """The model's name as it was asked for."""
    name: str = request.path_params["bundle_hash"]
    if request.path_params.get("version", VERSION) != VERSION:
        raise RowcastError("NOT_FOUND", f"The model has the version {VERSION} alone.")
    return name


def named_by_caller(request: Request) -> dict[str, str]:
    """Under which name and version the api process offers the model."""
    named = {"model_name": "x-rowcast-model", "model_version": "x-rowcast-version"}
    return {key: request.headers[header] for key, header in named.items() if header in request.headers}


def answered(handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Errors in the protocol's form: `error` is a sentence."""

    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except (CallerGone, ClientDisconnect):
            return Response(status_code=499)
        except Exception as problem:
            if not isinstance(problem, RowcastError):
                structlog.get_logger().exception("inference failed", path=request.url.path)
            error = told_of(problem)
            REFUSED.labels(error.code).inc()
            content = failure_content(error)
            told = {"error": content["message"], "requestId": request_id_of(request)}
            return json_response({"code": error.code, **content, **told}, ERROR_STATUS[error.code])

    return handle


class InferCall:
    """A call with tensors to a model.

    Raises
    ------
    RowcastError
        For a policy that cannot be read.
    """

    def __init__(self, request: Request, body: bytes, loaded: Loaded) -> None:
        headers, self._model = request.headers, loaded.model
        self._head = {"model_name": name_of(request), "model_version": VERSION} | named_by_caller(request)
        self._body, self._json_bytes, self._loaded = body, headers.get(JSON_BYTES, ""), loaded
        query = request.url.query
        self._policy, self._options = call_options(*policies_of(headers), query, self._model.schema)
        self._asked: Asked | None = None

    async def answered(self, desk: PredictDesk, is_gone: IsGone) -> Response:
        """The answer, together with what others ask, or by itself in a thread where it takes long.

        Raises
        ------
        RowcastError
        CallerGone
        """
        question = self._read() if len(self._body) <= QUICK_BYTES else None
        if question is None or not is_quick_to_read(question.count, self._model.schema):
            return await desk.aside(self._loaded, partial(self._whole, is_gone), is_gone)
        return self._written(question, *await desk.ask(self._loaded, question.rows(), False, self._policy))

    def _whole(self, is_gone: IsGone) -> Response:
        question = self._read()
        packed = self._model.pack(question.rows(), False, self._policy)
        return self._written(question, run_in_slices(self._model, packed.tensors, is_gone), packed.warnings)

    def _read(self) -> Inference:
        question = Inference(self._body, self._json_bytes, output_names(self._model.schema))
        options = merged(self._options, question.options)
        if options:
            require_place(options, "tensors")
            self._asked = read_options(options, self._model.schema, self._model.facts, 1)
        return question

    def _written(self, question: Inference, answers: Array, warnings: list[Note]) -> Response:
        outputs = output_tensors(self._model.schema, self._model.present_asked(answers, self._asked))
        if not warnings:
            return answer_of(question, question.answer(self._head, outputs))
        notes = {"parameters": {"warnings": orjson.dumps([each.shown() for each in warnings]).decode()}}
        response = answer_of(question, question.answer(self._head | notes, outputs))
        response.headers["x-rowcast-warnings"] = warning_counts(warnings)
        return response


def answer_of(question: Inference, answer: tuple[bytes, int | None]) -> Response:
    """The answer with the headers that say what is in it."""
    body, json_bytes = answer
    headers = {"x-rowcast-rows": str(question.count)}
    if json_bytes is None:
        return Response(body, headers=headers, media_type="application/json")
    headers[JSON_BYTES] = str(json_bytes)
    return Response(body, headers=headers, media_type="application/octet-stream")


def describe(schema: ServingSchema, name: str) -> dict[str, Any]:
    """The model's metadata."""
    inputs = [tensor_of(each) for each in schema.fields]
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


def tensor_of(field: InputField) -> dict[str, Any]:
    """A field as an input."""
    return {"name": field.name, "datatype": DATATYPE[field.kind], "shape": [-1]}


def output_names(schema: ServingSchema) -> list[str]:
    """The tensors that the model answers."""
    return ["prediction", "probabilities"] if schema.labels else ["prediction"]


def output_tensors(schema: ServingSchema, predictions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The prediction and, for classes, a row of probabilities in the order of the labels."""
    rows = len(predictions)
    kind = "FP64" if schema.task == "regression" else LABEL_DATATYPE[schema.label_kind]
    values = [each["prediction"] for each in predictions]
    outputs = [output("prediction", kind, [rows], values)]
    if schema.labels:
        shares = [share for each in predictions for share in each["probabilities"].values()]
        probabilities = output("probabilities", "FP64", [rows, len(schema.labels)], shares)
        probabilities["parameters"] = {"labels": orjson.dumps(schema.labels).decode()}
        outputs.append(probabilities)
    return outputs


def output(name: str, datatype: str, shape: list[int], data: list[Any]) -> dict[str, Any]:
    """A tensor of the answer."""
    return {"name": name, "datatype": datatype, "shape": shape, "data": data}
