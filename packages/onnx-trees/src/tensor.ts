export type Numbers = Float64Array | Float32Array | Int32Array | Uint8Array;
/** 64-bit integers are indices and codes, so they are stored in 32 bits. */
export type ElementType = 'float64' | 'float32' | 'int64' | 'bool';

/** Numbers in row-major order. `data` may be longer than `size`. */
export interface Tensor {
  readonly elementType: ElementType;
  readonly dims: readonly number[];
  readonly size: number;
  readonly data: Numbers;
}

/** A matrix of strings in row-major order, with `width` columns. */
export interface StringColumns {
  readonly width: number;
  readonly data: readonly string[];
}

const arrayOf = { float64: Float64Array, float32: Float32Array, int64: Int32Array, bool: Uint8Array };

export const sizeOf = (dims: readonly number[]): number => dims.reduce((size, dim) => size * dim, 1);

export const tensorOf = (elementType: ElementType, dims: readonly number[], data: Numbers): Tensor => ({
  elementType,
  dims,
  size: sizeOf(dims),
  data,
});

/**
 * Reusable memory for a tensor. The same dimensions give the same tensor object, so that its readers can tell that
 * only the numbers have changed.
 */
export class TensorBuffer {
  #last: Tensor;

  constructor(elementType: ElementType) {
    this.#last = tensorOf(elementType, [0], new arrayOf[elementType](0));
  }

  /** The tensor in these dimensions. It contains the numbers of the last run. */
  resize(dims: readonly number[]): Tensor {
    const { elementType, dims: before, data } = this.#last;
    if (dims.length === before.length && dims.every((dim, axis) => dim === before[axis])) return this.#last;
    const size = sizeOf(dims);
    this.#last = tensorOf(elementType, dims, data.length < size ? new arrayOf[elementType](size) : data);
    return this.#last;
  }
}

/** Index of an axis; negative axes count from the end. */
export const axisOf = (axis: number, { dims }: Tensor): number => (axis < 0 ? axis + dims.length : axis);
