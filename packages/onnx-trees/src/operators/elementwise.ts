import { cacheLayout, type Kernel } from '../kernel.ts';
import { UnsupportedModelError } from '../program.ts';
import { type ElementType, type Tensor, TensorBuffer } from '../tensor.ts';

type Unary = (value: number) => number;
type Binary = (left: number, right: number) => number;

const unary: Record<string, Unary> = {
  Abs: Math.abs,
  Exp: Math.exp,
  Log: Math.log,
  Sigmoid: (value) => 1 / (1 + Math.exp(-value)),
  Sign: Math.sign,
  Sin: Math.sin,
  Sqrt: Math.sqrt,
};

const binary: Record<string, Binary> = {
  Add: (left, right) => left + right,
  Sub: (left, right) => left - right,
  Mul: (left, right) => left * right,
  Div: (left, right) => left / right,
  Max: Math.max,
  Min: Math.min,
};

const predicates: Record<string, (value: number) => boolean> = {
  IsNaN: Number.isNaN,
  IsInf: (value) => value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY,
};

/** Target types of Cast, by their numbers in ONNX. */
const castTypes: Record<number, ElementType> = { 1: 'float32', 7: 'int64', 11: 'float64' };

/** A buffer whose element type is that of its first use. */
export function elementBuffer(): (elementType: ElementType, dims: readonly number[]) => Tensor {
  let buffer: TensorBuffer | undefined;
  return (elementType, dims) => {
    buffer ??= new TensorBuffer(elementType);
    return buffer.resize(dims);
  };
}

function unaryKernel(of: Unary, elementTypeOf: (given: ElementType) => ElementType): Kernel {
  const buffer = elementBuffer();
  return cacheLayout(([input]) => {
    const { elementType, dims, size, data } = input as Tensor;
    const out = buffer(elementTypeOf(elementType), dims);
    const fill = () => {
      for (let at = 0; at < size; at++) out.data[at] = of(data[at] as number);
    };
    return { out, fill };
  });
}

const maxRank = 3;
type Sizes = readonly [number, number, number];

/** The common dimensions of tensors after broadcasting. */
function broadcastDims(inputs: readonly Tensor[]): number[] {
  const rank = Math.max(...inputs.map(({ dims }) => dims.length));
  if (rank > maxRank) throw new UnsupportedModelError(`${rank} dimensions`);
  return Array.from({ length: rank }, (_, axis) =>
    inputs.reduce((size, { dims }) => Math.max(size, dims[axis - rank + dims.length] ?? 1), 1),
  );
}

const inThree = (dims: readonly number[]) => [1, 1, 1, ...dims].slice(-maxRank) as unknown as Sizes;

/** Strides of a broadcast tensor in three dimensions; 0 along a repeated one. */
function stridesOf({ dims }: Tensor): Sizes {
  const [, middle, inner] = inThree(dims);
  return inThree(dims).map((dim, axis) =>
    dim === 1 ? 0 : [middle * inner, inner, 1][axis],
  ) as unknown as Sizes;
}

/** For each number of the broadcast tensor, its index in the original one. */
function broadcastPositions(input: Tensor, dims: readonly number[]): Int32Array {
  const [outer, middle, inner] = inThree(dims);
  const [x, y, z] = stridesOf(input);
  const positions = new Int32Array(outer * middle * inner);
  let to = 0;
  for (let i = 0; i < outer; i++)
    for (let j = 0; j < middle; j++) for (let k = 0; k < inner; k++) positions[to++] = i * x + j * y + k * z;
  return positions;
}

function binaryKernel(of: Binary): Kernel {
  const buffer = elementBuffer();
  return cacheLayout((inputs) => {
    const [left, right] = inputs as [Tensor, Tensor];
    const dims = broadcastDims(inputs);
    const out = buffer(left.elementType, dims);
    const [a, b] = [broadcastPositions(left, dims), broadcastPositions(right, dims)];
    const [x, y, data, size] = [left.data, right.data, out.data, out.size];
    const fill = () => {
      for (let at = 0; at < size; at++)
        data[at] = of(x[a[at] as number] as number, y[b[at] as number] as number);
    };
    return { out, fill };
  });
}

/** A kernel for any number of inputs, two at a time. */
function variadicKernel(of: Binary): Kernel {
  const kernels: Kernel[] = [];
  return ([first, ...others]) =>
    others.reduce((result, input, at) => {
      const kernel = kernels[at] ?? binaryKernel(of);
      kernels[at] = kernel;
      return kernel([result, input]);
    }, first as Tensor);
}

function where(): Kernel {
  const buffer = elementBuffer();
  return cacheLayout((inputs) => {
    const [condition, yes, no] = inputs as [Tensor, Tensor, Tensor];
    const dims = broadcastDims(inputs);
    const out = buffer(yes.elementType, dims);
    const [c, y, n] = [
      broadcastPositions(condition, dims),
      broadcastPositions(yes, dims),
      broadcastPositions(no, dims),
    ];
    const fill = () => {
      for (let at = 0; at < out.size; at++)
        out.data[at] = condition.data[c[at] as number]
          ? (yes.data[y[at] as number] as number)
          : (no.data[n[at] as number] as number);
    };
    return { out, fill };
  });
}

function clip(): Kernel {
  const buffer = elementBuffer();
  return cacheLayout(([input, low, high]) => {
    const { elementType, dims, size, data } = input as Tensor;
    const out = buffer(elementType, dims);
    const [min, max] = [low?.data[0] ?? -Infinity, high?.data[0] ?? Infinity];
    const fill = () => {
      for (let at = 0; at < size; at++) out.data[at] = Math.min(Math.max(data[at] as number, min), max);
    };
    return { out, fill };
  });
}

/** Operators that work number by number; undefined for others. */
export function elementwise(operator: string, to: number | undefined): Kernel | undefined {
  const one = unary[operator];
  if (one) return unaryKernel(one, (elementType) => elementType);
  const predicate = predicates[operator];
  if (predicate)
    return unaryKernel(
      (value) => (predicate(value) ? 1 : 0),
      () => 'bool',
    );
  const two = binary[operator === 'Sum' ? 'Add' : operator];
  if (two) return variadicKernel(two);
  if (operator === 'Where') return where();
  if (operator === 'Clip') return clip();
  if (operator !== 'Cast') return undefined;
  const elementType = castTypes[to ?? 0];
  if (!elementType) throw new UnsupportedModelError(`Cast to element type ${to}`);
  return unaryKernel(
    (value) => value,
    () => elementType,
  );
}
