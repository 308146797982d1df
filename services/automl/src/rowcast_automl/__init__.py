import os

# onnxruntime sends telemetry unless this is set before it is loaded.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
