import { cacheLayout, type Kernel } from '../kernel.ts';
import { type Attributes, UnsupportedModelError } from '../program.ts';
import { axisOf, type StringColumns, sizeOf, type Tensor, TensorBuffer, tensorOf } from '../tensor.ts';
import { elementBuffer } from './elementwise.ts';

/** A result whose numbers are copied from the inputs. */
interface Copies {
  dims: readonly number[];
  copy(out: Tensor): void;
}

function copyKernel(prepare: (inputs: readonly Tensor[]) => Copies): Kernel {
  const buffer = elementBuffer();
  return cacheLayout((inputs) => {
    const { dims, copy } = prepare(inputs);
    const out = buffer((inputs[0] as Tensor).elementType, dims);
    return { out, fill: () => copy(out) };
  });
}

function concat(axis: number): Kernel {
  return copyKernel((inputs) => {
    const first = inputs[0] as Tensor;
    const at = axisOf(axis, first);
    const along = inputs.reduce((sum, { dims }) => sum + (dims[at] as number), 0);
    const dims = first.dims.map((dim, each) => (each === at ? along : dim));
    const outer = sizeOf(dims.slice(0, at));
    const row = sizeOf(dims.slice(at));
    const copy = ({ data }: Tensor) => {
      let start = 0;
      for (const input of inputs) {
        const width = input.size / outer;
        for (let each = 0; each < outer; each++)
          for (let from = 0; from < width; from++)
            data[each * row + start + from] = input.data[each * width + from] as number;
        start += width;
      }
    };
    return { dims, copy };
  });
}

/** Selects slices along an axis; indices are not negative. */
function gather(axis: number): Kernel {
  return copyKernel((inputs) => {
    const [source, chosen] = inputs as [Tensor, Tensor];
    const at = axisOf(axis, source);
    const [before, behind] = [source.dims.slice(0, at), source.dims.slice(at + 1)];
    const [outer, along, tail] = [sizeOf(before), source.dims[at] as number, sizeOf(behind)];
    const copy = ({ data }: Tensor) => {
      let to = 0;
      for (let row = 0; row < outer; row++)
        for (let each = 0; each < chosen.size; each++) {
          const from = (row * along + (chosen.data[each] as number)) * tail;
          for (let at = 0; at < tail; at++) data[to++] = source.data[from + at] as number;
        }
    };
    return { dims: [...before, ...chosen.dims, ...behind], copy };
  });
}

/** Swaps the first two of three dimensions. */
function transpose(perm: readonly number[]): Kernel {
  if (perm.join() !== '1,0,2') throw new UnsupportedModelError(`transposition by ${perm}`);
  return copyKernel(([input]) => {
    const { dims, data } = input as Tensor;
    const [outer, middle, inner] = dims as [number, number, number];
    const copy = (out: Tensor) => {
      for (let i = 0; i < outer; i++)
        for (let j = 0; j < middle; j++)
          for (let k = 0; k < inner; k++)
            out.data[(j * outer + i) * inner + k] = data[(i * middle + j) * inner + k] as number;
    };
    return { dims: [middle, outer, inner], copy };
  });
}

/** The same data with other dimensions. */
function reshape(): Kernel {
  return cacheLayout((inputs) => {
    const [input, shape] = inputs as [Tensor, Tensor];
    const given = [...shape.data.subarray(0, shape.size)];
    const rest = input.size / sizeOf(given.filter((dim) => dim > 0));
    const out = tensorOf(
      input.elementType,
      given.map((dim) => (dim > 0 ? dim : rest)),
      input.data,
    );
    return { out, fill: () => undefined };
  });
}

/** The codes of a string column. */
export function labelEncoder({ keys = [], codes, defaultCode = 0 }: Attributes, column: number) {
  const known = new Map(keys.map((key, at) => [key, codes?.[at] ?? defaultCode]));
  const buffer = new TensorBuffer('int64');
  return ({ width, data }: StringColumns): Tensor => {
    const out = buffer.resize([data.length / width]);
    for (let row = 0; row < out.size; row++)
      out.data[row] = known.get(data[row * width + column] as string) ?? defaultCode;
    return out;
  };
}

/** Operators that move numbers; undefined for others. */
export function shapeOperator(operator: string, { axis = 0, perm = [] }: Attributes): Kernel | undefined {
  if (operator === 'Concat') return concat(axis);
  if (operator === 'Gather') return gather(axis);
  if (operator === 'Reshape') return reshape();
  if (operator === 'Transpose') return transpose(perm);
  return undefined;
}
