import { ownPlace } from './elementwise.ts';
import { type Attributes, NotRunnable } from './program.ts';
import { laidOut, type Run } from './step.ts';
import { axisOf, Place, sizeOf, type Tensor, type Texts, tensorOf } from './tensor.ts';

/** What a step answers that copies each number from one place in one of its inputs. */
interface Copies {
  dims: readonly number[];
  copy(out: Tensor): void;
}

function copied(layOut: (inputs: readonly Tensor[]) => Copies): Run {
  const place = ownPlace();
  return laidOut((inputs) => {
    const { dims, copy } = layOut(inputs);
    const out = place((inputs[0] as Tensor).kind, dims);
    return { out, fill: () => copy(out) };
  });
}

function concat(axis: number): Run {
  return copied((inputs) => {
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

/** What is chosen along an axis, by positions from its beginning. */
function gather(axis: number): Run {
  return copied((inputs) => {
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

/** The first two of three dimensions in turn. */
function transpose(perm: readonly number[]): Run {
  if (perm.join() !== '1,0,2') throw new NotRunnable(`a transposition by ${perm}`);
  return copied(([input]) => {
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

/** The same numbers by other dimensions. */
function reshape(): Run {
  return laidOut((inputs) => {
    const [input, wanted] = inputs as [Tensor, Tensor];
    const given = [...wanted.data.subarray(0, wanted.size)];
    const rest = input.size / sizeOf(given.filter((dim) => dim > 0));
    const out = tensorOf(
      input.kind,
      given.map((dim) => (dim > 0 ? dim : rest)),
      input.data,
    );
    return { out, fill: () => undefined };
  });
}

/** The codes of a column of texts. */
export function lookUp({ keys = [], codes, otherwise = 0 }: Attributes, column: number) {
  const known = new Map(keys.map((key, at) => [key, codes?.[at] ?? otherwise]));
  const place = new Place('int64');
  return ({ width, data }: Texts): Tensor => {
    const out = place.of([data.length / width]);
    for (let row = 0; row < out.size; row++)
      out.data[row] = known.get(data[row * width + column] as string) ?? otherwise;
    return out;
  };
}

/** Steps that move numbers about; undefined for others. */
export function shaping(operator: string, { axis = 0, perm = [] }: Attributes): Run | undefined {
  if (operator === 'Concat') return concat(axis);
  if (operator === 'Gather') return gather(axis);
  if (operator === 'Reshape') return reshape();
  if (operator === 'Transpose') return transpose(perm);
  return undefined;
}
