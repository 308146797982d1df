"""Models that are uploaded as ONNX files: checked in a sandboxed process, scored and published."""
