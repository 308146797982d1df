import { cacheLayout, type Kernel } from '../kernel.ts';
import type { Attributes } from '../program.ts';
import { axisOf, type Numbers, sizeOf, type Tensor, TensorBuffer } from '../tensor.ts';

interface Sizes {
  rows: number;
  shared: number;
  columns: number;
}

/** Adds `left @ right` to `out`. */
function addProduct(left: Numbers, right: Numbers, out: Numbers, { rows, shared, columns }: Sizes): void {
  for (let row = 0; row < rows; row++)
    for (let each = 0; each < shared; each++) {
      const factor = left[row * shared + each] as number;
      const [to, from] = [row * columns, each * columns];
      for (let at = 0; at < columns; at++)
        out[to + at] = (out[to + at] as number) + factor * (right[from + at] as number);
    }
}

/** Product of two matrices, or of each pair of a batch. */
function matMul(): Kernel {
  const buffer = new TensorBuffer('float64');
  return cacheLayout((inputs) => {
    const [left, right] = inputs as [Tensor, Tensor];
    const [rows = 1, shared = 1] = left.dims.slice(-2);
    const columns = right.dims.at(-1) as number;
    const count = left.size / (rows * shared);
    const out = buffer.resize([...left.dims.slice(0, -1), columns]);
    const step = right.dims.length > 2 ? shared * columns : 0;
    const parts = Array.from(
      { length: count },
      (_, each) =>
        [
          left.data.subarray(each * rows * shared),
          right.data.subarray(each * step),
          out.data.subarray(each * rows * columns),
        ] as const,
    );
    const fill = () => {
      out.data.fill(0, 0, out.size);
      for (const [a, b, sums] of parts) addProduct(a, b, sums, { rows, shared, columns });
    };
    return { out, fill };
  });
}

/** Matrix product plus a bias per column. */
function gemm(): Kernel {
  const buffer = new TensorBuffer('float64');
  return cacheLayout((inputs) => {
    const [left, right, bias] = inputs as [Tensor, Tensor, Tensor];
    const [rows, shared] = left.dims as [number, number];
    const columns = right.dims[1] as number;
    const out = buffer.resize([rows, columns]);
    const fill = () => {
      for (let at = 0; at < out.size; at++) out.data[at] = bias.data[at % columns] as number;
      addProduct(left.data, right.data, out.data, { rows, shared, columns });
    };
    return { out, fill };
  });
}

type Fold = (result: number, value: number) => number;
const add: Fold = (result, value) => result + value;
const folds: Record<string, { from: number; fold: Fold }> = {
  ReduceSum: { from: 0, fold: add },
  ReduceMean: { from: 0, fold: add },
  ReduceSumSquare: { from: 0, fold: (result, value) => result + value * value },
  ReduceMin: { from: Infinity, fold: Math.min },
};

function reduce(operator: string, { from, fold }: { from: number; fold: Fold }, keepDims: boolean): Kernel {
  const buffer = new TensorBuffer('float64');
  return cacheLayout((inputs) => {
    const [input, axes] = inputs as [Tensor, Tensor];
    const axis = axisOf(axes.data[0] as number, input);
    const along = input.dims[axis] as number;
    const tail = sizeOf(input.dims.slice(axis + 1));
    const out = buffer.resize(input.dims.flatMap((dim, at) => (at !== axis ? [dim] : keepDims ? [1] : [])));
    const fill = () => {
      for (let at = 0; at < out.size; at++) {
        const start = Math.floor(at / tail) * along * tail + (at % tail);
        let result = from;
        for (let each = 0; each < along; each++)
          result = fold(result, input.data[start + each * tail] as number);
        out.data[at] = operator === 'ReduceMean' ? result / along : result;
      }
    };
    return { out, fill };
  });
}

/** Along the last dimension. */
function softmax(): Kernel {
  const buffer = new TensorBuffer('float64');
  return cacheLayout(([input]) => {
    const { dims, size, data } = input as Tensor;
    const width = dims.at(-1) as number;
    const out = buffer.resize(dims);
    const fill = () => {
      for (let start = 0; start < size; start += width) {
        let largest = -Infinity;
        for (let at = start; at < start + width; at++) largest = Math.max(largest, data[at] as number);
        let sum = 0;
        for (let at = start; at < start + width; at++) {
          const power = Math.exp((data[at] as number) - largest);
          out.data[at] = power;
          sum += power;
        }
        for (let at = start; at < start + width; at++) out.data[at] = (out.data[at] as number) / sum;
      }
    };
    return { out, fill };
  });
}

/** Products and reductions; undefined for other operators. */
export function linearAlgebra(operator: string, { keepdims = 1 }: Attributes): Kernel | undefined {
  if (operator === 'MatMul') return matMul();
  if (operator === 'Gemm') return gemm();
  if (operator === 'Softmax') return softmax();
  const fold = folds[operator];
  return fold && reduce(operator, fold, keepdims === 1);
}
