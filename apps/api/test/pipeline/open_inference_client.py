"""Asks an API by the Open Inference Protocol with a public client: host, API, key and whether tensors are binary."""

import json
import sys

import numpy as np
from tritonclient.http import InferenceServerClient, InferInput, InferRequestedOutput

host, api, key, binary = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4] == "binary"
headers = {"authorization": f"Bearer {key}"}
rows = [{"age": 44.0, "city": "Pune", "hours": 33.0}, {"age": 61.0, "city": "Delhi", "hours": 20.0}]

with InferenceServerClient(host) as client:
    metadata = client.get_model_metadata(api, headers=headers)
    inputs = []
    for each in metadata["inputs"]:
        values = [row[each["name"]] for row in rows]
        kind = np.object_ if each["datatype"] == "BYTES" else np.float64
        tensor = InferInput(each["name"], [len(rows)], each["datatype"])
        tensor.set_data_from_numpy(np.array(values, kind), binary_data=binary)
        inputs.append(tensor)
    outputs = [InferRequestedOutput(each["name"], binary_data=binary) for each in metadata["outputs"]]
    answer = client.infer(api, inputs, outputs=outputs, request_id="mine", headers=headers)
    print(
        json.dumps(
            {
                "live": client.is_server_live(),
                "ready": client.is_server_ready(),
                "modelReady": client.is_model_ready(api, headers=headers),
                "otherVersionReady": client.is_model_ready(api, "9999", headers=headers),
                "server": client.get_server_metadata()["name"],
                "metadata": metadata,
                "head": {name: answer.get_response()[name] for name in ("model_name", "model_version", "id")},
                "predictions": [
                    each.decode() if isinstance(each, bytes) else each
                    for each in answer.as_numpy("prediction").tolist()
                ],
                "probabilities": answer.as_numpy("probabilities").tolist(),
            }
        )
    )
