/** Operators of the default ONNX domain and, in the last line, of `ai.onnx.ml`. */
export const supportedOperators: readonly string[] = [
  ...['Abs', 'Exp', 'Log', 'Sigmoid', 'Sign', 'Sin', 'Sqrt', 'IsInf', 'IsNaN', 'Clip', 'Cast', 'Identity'],
  ...['Add', 'Sub', 'Mul', 'Div', 'Max', 'Min', 'Sum', 'Where'],
  ...['Gemm', 'MatMul', 'Softmax', 'ReduceMean', 'ReduceMin', 'ReduceSum', 'ReduceSumSquare'],
  ...['Concat', 'Gather', 'Reshape', 'Transpose'],
  ...['LabelEncoder', 'TreeEnsembleRegressor'],
];
