"""A model that a person brings as an ONNX file: checked in a limited process, scored, published."""
