import os

# onnxruntime reports its use to its makers unless told otherwise before it is loaded.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
