import type { Tensor } from './tensor.ts';
import type { TreeEnsemble } from './trees/tree-ensemble.ts';

/** Name of the graph's numeric input. */
export const numbersInput = 'numbers';

/** Attributes of an operator. */
export interface Attributes {
  axis?: number;
  keepdims?: number;
  /** The element type of a Cast, by its number in ONNX. */
  to?: number;
  perm?: readonly number[];
  /** Of a LabelEncoder: strings, their codes, and the code of every other string. */
  keys?: readonly string[];
  codes?: Int32Array;
  defaultCode?: number;
  trees?: TreeEnsemble;
}

/** One operator of a graph. */
export interface GraphNode {
  operator: string;
  /** Names of values. */
  inputs: readonly string[];
  output: string;
  attributes: Attributes;
}

/** A parsed graph: plain data that can be posted to another thread. */
export interface Program {
  /** In the order in which they run. */
  nodes: readonly GraphNode[];
  constants: ReadonlyMap<string, Tensor>;
  /** Element type of the input `numbers`. */
  numbersType: 'float32' | 'float64';
  /** Name of the only output. */
  output: string;
}

/** The model needs something that this package does not implement. Run it in onnxruntime instead. */
export class UnsupportedModelError extends Error {}
