import type { Attributes } from './program.ts';
import { laidOut, type Run } from './step.ts';
import { axisOf, type Numbers, Place, sizeOf, type Tensor } from './tensor.ts';

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

/** Of matrices, or of several of them one by one. */
function matMul(): Run {
  const place = new Place('float64');
  return laidOut((inputs) => {
    const [left, right] = inputs as [Tensor, Tensor];
    const [rows = 1, shared = 1] = left.dims.slice(-2);
    const columns = right.dims.at(-1) as number;
    const count = left.size / (rows * shared);
    const out = place.of([...left.dims.slice(0, -1), columns]);
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

/** A product of matrices, and a bias for each column. */
function gemm(): Run {
  const place = new Place('float64');
  return laidOut((inputs) => {
    const [left, right, bias] = inputs as [Tensor, Tensor, Tensor];
    const [rows, shared] = left.dims as [number, number];
    const columns = right.dims[1] as number;
    const out = place.of([rows, columns]);
    const fill = () => {
      for (let at = 0; at < out.size; at++) out.data[at] = bias.data[at % columns] as number;
      addProduct(left.data, right.data, out.data, { rows, shared, columns });
    };
    return { out, fill };
  });
}

type Fold = (so: number, value: number) => number;
const add: Fold = (so, value) => so + value;
const folds: Record<string, { from: number; fold: Fold }> = {
  ReduceSum: { from: 0, fold: add },
  ReduceMean: { from: 0, fold: add },
  ReduceSumSquare: { from: 0, fold: (so, value) => so + value * value },
  ReduceMin: { from: Infinity, fold: Math.min },
};

function reduce(operator: string, { from, fold }: { from: number; fold: Fold }, keeps: boolean): Run {
  const place = new Place('float64');
  return laidOut((inputs) => {
    const [input, axes] = inputs as [Tensor, Tensor];
    const axis = axisOf(axes.data[0] as number, input);
    const along = input.dims[axis] as number;
    const tail = sizeOf(input.dims.slice(axis + 1));
    const out = place.of(input.dims.flatMap((dim, at) => (at !== axis ? [dim] : keeps ? [1] : [])));
    const fill = () => {
      for (let at = 0; at < out.size; at++) {
        const start = Math.floor(at / tail) * along * tail + (at % tail);
        let so = from;
        for (let each = 0; each < along; each++) so = fold(so, input.data[start + each * tail] as number);
        out.data[at] = operator === 'ReduceMean' ? so / along : so;
      }
    };
    return { out, fill };
  });
}

/** Shares along the last dimension. */
function softmax(): Run {
  const place = new Place('float64');
  return laidOut(([input]) => {
    const { dims, size, data } = input as Tensor;
    const width = dims.at(-1) as number;
    const out = place.of(dims);
    const fill = () => {
      for (let start = 0; start < size; start += width) {
        let most = -Infinity;
        for (let at = start; at < start + width; at++) most = Math.max(most, data[at] as number);
        let sum = 0;
        for (let at = start; at < start + width; at++) {
          const power = Math.exp((data[at] as number) - most);
          out.data[at] = power;
          sum += power;
        }
        for (let at = start; at < start + width; at++) out.data[at] = (out.data[at] as number) / sum;
      }
    };
    return { out, fill };
  });
}

/** Products, sums along an axis and shares; undefined for other steps. */
export function algebra(operator: string, { keepdims = 1 }: Attributes): Run | undefined {
  if (operator === 'MatMul') return matMul();
  if (operator === 'Gemm') return gemm();
  if (operator === 'Softmax') return softmax();
  const fold = folds[operator];
  return fold && reduce(operator, fold, keepdims === 1);
}
