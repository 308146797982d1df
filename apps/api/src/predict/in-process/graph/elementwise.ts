import { NotRunnable } from './program.ts';
import { laidOut, type Run } from './step.ts';
import { type Kind, Place, type Tensor } from './tensor.ts';

type One = (value: number) => number;
type Two = (left: number, right: number) => number;

const ones: Record<string, One> = {
  Abs: Math.abs,
  Exp: Math.exp,
  Log: Math.log,
  Sigmoid: (value) => 1 / (1 + Math.exp(-value)),
  Sign: Math.sign,
  Sin: Math.sin,
  Sqrt: Math.sqrt,
};

const twos: Record<string, Two> = {
  Add: (left, right) => left + right,
  Sub: (left, right) => left - right,
  Mul: (left, right) => left * right,
  Div: (left, right) => left / right,
  Max: Math.max,
  Min: Math.min,
};

const tests: Record<string, (value: number) => boolean> = {
  IsNaN: Number.isNaN,
  IsInf: (value) => value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY,
};

/** Element types of casts, by their numbers in ONNX. */
const kinds: Record<number, Kind> = { 1: 'float32', 7: 'int64', 11: 'float64' };

/** A place for the kind that a step is first asked for, which it keeps to. */
export function ownPlace(): (kind: Kind, dims: readonly number[]) => Tensor {
  let place: Place | undefined;
  return (kind, dims) => {
    place ??= new Place(kind);
    return place.of(dims);
  };
}

function each(of: One, kindOf: (given: Kind) => Kind): Run {
  const place = ownPlace();
  return laidOut(([input]) => {
    const { kind, dims, size, data } = input as Tensor;
    const out = place(kindOf(kind), dims);
    const fill = () => {
      for (let at = 0; at < size; at++) out.data[at] = of(data[at] as number);
    };
    return { out, fill };
  });
}

const most = 3;
type Sizes = readonly [number, number, number];

/** Dimensions that several tensors are spread out to. */
function spreadDims(inputs: readonly Tensor[]): number[] {
  const rank = Math.max(...inputs.map(({ dims }) => dims.length));
  if (rank > most) throw new NotRunnable(`${rank} dimensions`);
  return Array.from({ length: rank }, (_, axis) =>
    inputs.reduce((so, { dims }) => Math.max(so, dims[axis - rank + dims.length] ?? 1), 1),
  );
}

const inThree = (dims: readonly number[]) => [1, 1, 1, ...dims].slice(-most) as unknown as Sizes;

/** How far a step along each of three dimensions leads in a tensor that is spread out; 0 where it is repeated. */
function stridesOf({ dims }: Tensor): Sizes {
  const [, middle, inner] = inThree(dims);
  return inThree(dims).map((dim, axis) =>
    dim === 1 ? 0 : [middle * inner, inner, 1][axis],
  ) as unknown as Sizes;
}

/** Positions in a tensor of the numbers that meet each number of the one it is spread out to. */
function spread(input: Tensor, dims: readonly number[]): Int32Array {
  const [outer, middle, inner] = inThree(dims);
  const [x, y, z] = stridesOf(input);
  const positions = new Int32Array(outer * middle * inner);
  let to = 0;
  for (let i = 0; i < outer; i++)
    for (let j = 0; j < middle; j++) for (let k = 0; k < inner; k++) positions[to++] = i * x + j * y + k * z;
  return positions;
}

function both(of: Two): Run {
  const place = ownPlace();
  return laidOut((inputs) => {
    const [left, right] = inputs as [Tensor, Tensor];
    const dims = spreadDims(inputs);
    const out = place(left.kind, dims);
    const [a, b] = [spread(left, dims), spread(right, dims)];
    const [x, y, data, size] = [left.data, right.data, out.data, out.size];
    const fill = () => {
      for (let at = 0; at < size; at++)
        data[at] = of(x[a[at] as number] as number, y[b[at] as number] as number);
    };
    return { out, fill };
  });
}

/** A step over any number of inputs, two at a time. */
function folded(of: Two): Run {
  const steps: Run[] = [];
  return ([first, ...others]) =>
    others.reduce((so, input, at) => {
      const step = steps[at] ?? both(of);
      steps[at] = step;
      return step([so, input]);
    }, first as Tensor);
}

function where(): Run {
  const place = ownPlace();
  return laidOut((inputs) => {
    const [condition, yes, no] = inputs as [Tensor, Tensor, Tensor];
    const dims = spreadDims(inputs);
    const out = place(yes.kind, dims);
    const [c, y, n] = [spread(condition, dims), spread(yes, dims), spread(no, dims)];
    const fill = () => {
      for (let at = 0; at < out.size; at++)
        out.data[at] = condition.data[c[at] as number]
          ? (yes.data[y[at] as number] as number)
          : (no.data[n[at] as number] as number);
    };
    return { out, fill };
  });
}

function clip(): Run {
  const place = ownPlace();
  return laidOut(([input, low, high]) => {
    const { kind, dims, size, data } = input as Tensor;
    const out = place(kind, dims);
    const [least, most] = [low?.data[0] ?? -Infinity, high?.data[0] ?? Infinity];
    const fill = () => {
      for (let at = 0; at < size; at++) out.data[at] = Math.min(Math.max(data[at] as number, least), most);
    };
    return { out, fill };
  });
}

/** Steps that work number by number; undefined for others. Throws NotRunnable for a cast to another type. */
export function elementwise(operator: string, to: number | undefined): Run | undefined {
  const one = ones[operator];
  if (one) return each(one, (kind) => kind);
  const test = tests[operator];
  if (test)
    return each(
      (value) => (test(value) ? 1 : 0),
      () => 'bool',
    );
  const two = twos[operator === 'Sum' ? 'Add' : operator];
  if (two) return folded(two);
  if (operator === 'Where') return where();
  if (operator === 'Clip') return clip();
  if (operator !== 'Cast') return undefined;
  const kind = kinds[to ?? 0];
  if (!kind) throw new NotRunnable(`a cast to element type ${to}`);
  return each(
    (value) => value,
    () => kind,
  );
}
