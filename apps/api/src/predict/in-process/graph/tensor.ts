export type Numbers = Float64Array | Float32Array | Int32Array | Uint8Array;
/** Whole numbers of a graph are positions and codes, for which 32 bits will do. */
export type Kind = 'float64' | 'float32' | 'int64' | 'bool';

/** Numbers, the last dimension's side by side; `data` may be longer than the dimensions say. */
export interface Tensor {
  readonly kind: Kind;
  readonly dims: readonly number[];
  readonly size: number;
  readonly data: Numbers;
}

/** The texts that are asked for, row by row. */
export interface Texts {
  readonly width: number;
  readonly data: readonly string[];
}

const arrayOf = { float64: Float64Array, float32: Float32Array, int64: Int32Array, bool: Uint8Array };

export const sizeOf = (dims: readonly number[]): number => dims.reduce((size, dim) => size * dim, 1);

export const tensorOf = (kind: Kind, dims: readonly number[], data: Numbers): Tensor => ({
  kind,
  dims,
  size: sizeOf(dims),
  data,
});

/**
 * Where a step leaves what it works out: the same place at each run, and the same tensor for the same dimensions, by
 * which whoever reads it knows that nothing but its numbers has changed.
 */
export class Place {
  #last: Tensor;

  constructor(kind: Kind) {
    this.#last = tensorOf(kind, [0], new arrayOf[kind](0));
  }

  /** Holds what the last run left there. */
  of(dims: readonly number[]): Tensor {
    const { kind, dims: before, data } = this.#last;
    if (dims.length === before.length && dims.every((dim, axis) => dim === before[axis])) return this.#last;
    const size = sizeOf(dims);
    this.#last = tensorOf(kind, dims, data.length < size ? new arrayOf[kind](size) : data);
    return this.#last;
  }
}

/** Position of an axis that may count from the end. */
export const axisOf = (axis: number, { dims }: Tensor): number => (axis < 0 ? axis + dims.length : axis);
