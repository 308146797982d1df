"""The Open Inference Protocol V2: a tensor for each field in, the prediction and the probabilities out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any

import orjson
import structlog
from fastapi import FastAPI, Request
from starlette.responses import Response

from rowcast_automl.features.schema import InputField, ServingSchema
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.body import MAX_ROWS
from rowcast_automl.serve.desk import PredictDesk
from rowcast_automl.serve.endpoint import limited_body
from rowcast_automl.serve.failures import STATUS, failure_content, json_response
from rowcast_automl.serve.options import read_options, require_place
from rowcast_automl.serve.pool import Loaded
from rowcast_automl.serve.query import call_options
from rowcast_automl.serve.tensors import read_column, write_raw, wrong

VERSION = "1"
DATATYPE = {"number": "FP64", "boolean": "BOOL", "category": "BYTES", "text": "BYTES", "datetime": "BYTES"}
LABEL_DATATYPE = {"text": "BYTES", "integer": "INT64", "boolean": "BOOL", "number": "FP64"}
JSON_BYTES = "inference-header-content-length"
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
        loaded = await model_of(request)
        question = Inference(await limited_body(request), request.headers.get(JSON_BYTES, ""))
        policy, options = call_options(request.headers.get("x-rowcast-policy", ""), request.url.query)
        model = loaded.model
        require_place(options, "tensors")
        rows = len(question.rows)
        asked = read_options(options, model.schema, model.facts, rows) if options else None
        answers, warnings = await desk.ask(loaded, question.rows, False, policy)
        outputs = output_tensors(model.schema, model.present_asked(answers, asked))
        head = {"model_name": name_of(request), "model_version": VERSION} | named_by_caller(request)
        notes = {"parameters": {"warnings": orjson.dumps([asdict(each) for each in warnings]).decode()}}
        response = question.answer({**head, **(notes if warnings else {})}, outputs)
        response.headers["x-rowcast-rows"] = str(rows)
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
        except RowcastError as error:
            content = failure_content(error)
            body = {"code": error.code, **content, "error": content["message"]}
            return json_response(body, STATUS.get(error.code, 500))
        except Exception:
            structlog.get_logger().exception("inference failed", path=request.url.path)
            return json_response({"error": RowcastError("INTERNAL").message, "code": "INTERNAL"}, 500)

    return handle


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


class Inference:
    """An inference request.

    Parameters
    ----------
    body : bytes
        JSON, with binary tensors behind it where `json_bytes` says how long the JSON is.

    Raises
    ------
    RowcastError
        BODY_NOT_JSON, INSTANCES_INVALID or TOO_MANY_ROWS.
    """

    def __init__(self, body: bytes, json_bytes: str) -> None:
        size = int(json_bytes) if json_bytes.isdigit() else len(body)
        try:
            self._content = orjson.loads(body[:size])
        except orjson.JSONDecodeError as error:
            message = f"The request body is not valid JSON: column {error.colno}."
            raise RowcastError("BODY_NOT_JSON", message) from error
        inputs = self._content.get("inputs") if isinstance(self._content, dict) else None
        if not isinstance(inputs, list) or not inputs or not all(isinstance(each, dict) for each in inputs):
            raise wrong("The request needs a list of inputs, one for each field.")
        self.rows = self._rows(inputs, body[size:])

    def answer(self, head: dict[str, Any], outputs: list[dict[str, Any]]) -> Response:
        """The outputs asked for, each as JSON or in binary as it was asked for."""
        asked = self._content.get("outputs")
        wanted = {each.get("name"): each for each in asked or [] if isinstance(each, dict)}
        unknown = set(wanted) - {each["name"] for each in outputs}
        if unknown:
            raise wrong(f"There is no output {str(unknown.pop())[:80]!r}.")
        binary = parameters_of(self._content).get("binary_data_output") is True
        tensors, tail = [], []
        for each in outputs:
            if wanted and each["name"] not in wanted:
                continue
            own = parameters_of(wanted.get(each["name"], {})).get("binary_data", binary)
            if own is True:
                raw = write_raw(each["datatype"], each.pop("data"))
                each["parameters"] = {**each.get("parameters", {}), "binary_data_size": len(raw)}
                tail.append(raw)
            tensors.append(each)
        named = {"id": self._content["id"]} if isinstance(self._content.get("id"), str) else {}
        content = orjson.dumps({**head, **named, "outputs": tensors})
        if not tail:
            return Response(content, media_type="application/json")
        headers = {JSON_BYTES: str(len(content))}
        return Response(content + b"".join(tail), headers=headers, media_type="application/octet-stream")

    def _rows(self, inputs: list[dict[str, Any]], tail: bytes) -> list[dict[str, Any]]:
        columns: dict[str, list[Any]] = {}
        at = 0
        for each in inputs:
            size = parameters_of(each).get("binary_data_size")
            if size is not None and not (type(size) is int and 0 <= size <= len(tail) - at):
                raise wrong("An input's binary_data_size goes beyond the body.")
            columns[each.get("name", "")] = read_column(each, None if size is None else tail[at : at + size])
            at += size or 0
        lengths = {len(column) for column in columns.values()}
        if len(lengths) > 1 or 0 in lengths:
            raise wrong("All inputs must have the same number of rows, at least one.")
        if lengths.pop() > MAX_ROWS:
            raise RowcastError("TOO_MANY_ROWS")
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def parameters_of(content: dict[str, Any]) -> dict[str, Any]:
    """The `parameters` of a request or a tensor."""
    found = content.get("parameters")
    return found if isinstance(found, dict) else {}
