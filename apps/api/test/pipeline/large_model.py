"""Writes a small ONNX file whose model takes 240 MB of memory as it is loaded."""

import sys

import numpy as np
from onnx import TensorProto, helper, numpy_helper

SHAPE = numpy_helper.from_array(np.array([60_000_000], np.int64), "shape")
ONE = numpy_helper.from_array(np.array([1], np.float32), "one")

graph = helper.make_graph(
    [
        helper.make_node("ConstantOfShape", ["shape"], ["wide"], value=ONE),
        helper.make_node("ReduceMax", ["wide"], ["most"], keepdims=0),
        helper.make_node("Mul", ["age", "most"], ["answer"]),
    ],
    "large",
    [helper.make_tensor_value_info("age", TensorProto.FLOAT, [None, 1])],
    [helper.make_tensor_value_info("answer", TensorProto.FLOAT, [None, 1])],
    [SHAPE],
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
sys.stdout.buffer.write(model.SerializeToString())
