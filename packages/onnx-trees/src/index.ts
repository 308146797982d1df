export { type CompiledModel, compile } from './compile.ts';
export { memoryBytes, transferList } from './memory.ts';
export { supportedOperators } from './operators/supported.ts';
export { parseModel } from './parse-model.ts';
export { type Program, UnsupportedModelError } from './program.ts';
export { type StringColumns, type Tensor, TensorBuffer } from './tensor.ts';
