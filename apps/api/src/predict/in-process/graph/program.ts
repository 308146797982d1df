import type { Tensor } from './tensor.ts';
import type { TreeEnsemble } from './trees.ts';

/** What a step is told beside its inputs. */
export interface Attributes {
  axis?: number;
  keepdims?: number;
  /** An element type, by its number in ONNX. */
  to?: number;
  perm?: readonly number[];
  /** Of a look-up: texts, their codes, and the code of any other text. */
  keys?: readonly string[];
  codes?: Int32Array;
  otherwise?: number;
  trees?: TreeEnsemble;
}

export interface Step {
  operator: string;
  /** Names of values. */
  inputs: readonly string[];
  output: string;
  attributes: Attributes;
}

/** A graph as data that threads can hand to each other. */
export interface Program {
  steps: readonly Step[];
  constants: ReadonlyMap<string, Tensor>;
  /** The one value that is asked for. */
  answer: string;
}

/** A graph that only the model server can run. */
export class NotRunnable extends Error {}
