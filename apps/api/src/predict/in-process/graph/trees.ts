import { laidOut, type Run } from './step.ts';
import { Place, type Tensor } from './tensor.ts';

/** Trees that are walked without a branch: what a node compares is not the feature, but its rank among all cuts. */
export interface TreeEnsemble {
  outputs: number;
  /** Features by which trees divide, and what missing values of each rank as. */
  source: Int32Array;
  missing: Int32Array;
  /** The values at which each of them is cut, in order, and where they begin; behind the last, where they end. */
  cuts: Float32Array;
  starts: Int32Array;
  /**
   * Four numbers a node: which of `source`, the last rank that goes to the first child, that child's place, and of a
   * leaf its number, or its weight's bits where there is one output. The second child stands behind the first. A leaf is
   * its own child.
   */
  nodes: Int32Array;
  /** Places of the roots, filled up to a whole number of groups with a leaf that adds nothing. */
  roots: Int32Array;
  /** Steps from the roots of a group to the farthest leaf. */
  depths: Int32Array;
  /** Where the weights of each leaf begin, and behind the last where they end; nothing where there is one output. */
  first: Int32Array;
  output: Int32Array;
  weight: Float32Array;
}

/** Trees that are walked at once, so that the processor need not wait for one of them. */
export const together = 4;
/** Numbers of a node. */
export const nodeSize = 4;

/** How many cuts lie below a value: it goes left at a cut of that rank or a higher one. */
function rankOf(value: number, cuts: Float32Array, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cuts[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low - from;
}

function rankFeatures(
  { source, missing, cuts, starts }: TreeEnsemble,
  { dims, data }: Tensor,
  row: number,
  ranks: Int32Array,
): void {
  const from = row * (dims[1] as number);
  for (let at = 0; at < source.length; at++) {
    const value = data[from + (source[at] as number)] as number;
    ranks[at] = Number.isNaN(value)
      ? (missing[at] as number)
      : rankOf(value, cuts, starts[at] as number, starts[at + 1] as number);
  }
}

/** Writes where a row comes to from each root. All that the loop needs is a name of its own: twice as quick. */
function walk(
  nodes: Int32Array,
  roots: Int32Array,
  depths: Int32Array,
  ranks: Int32Array,
  ends: Int32Array,
): void {
  for (let group = 0, tree = 0; group < depths.length; group++, tree += together) {
    let a = roots[tree] as number;
    let b = roots[tree + 1] as number;
    let c = roots[tree + 2] as number;
    let d = roots[tree + 3] as number;
    for (let left = depths[group] as number; left > 0; left--) {
      a =
        (nodes[a + 2] as number) +
        (((nodes[a + 1] as number) - (ranks[nodes[a] as number] as number)) >>> 31) * 4;
      b =
        (nodes[b + 2] as number) +
        (((nodes[b + 1] as number) - (ranks[nodes[b] as number] as number)) >>> 31) * 4;
      c =
        (nodes[c + 2] as number) +
        (((nodes[c + 1] as number) - (ranks[nodes[c] as number] as number)) >>> 31) * 4;
      d =
        (nodes[d + 2] as number) +
        (((nodes[d + 1] as number) - (ranks[nodes[d] as number] as number)) >>> 31) * 4;
    }
    ends[tree] = a;
    ends[tree + 1] = b;
    ends[tree + 2] = c;
    ends[tree + 3] = d;
  }
}

/** The sum of the weights that stand in the leaves themselves. */
function sumOf(weights: Float32Array, ends: Int32Array): number {
  let sum = 0;
  for (let tree = 0; tree < ends.length; tree++)
    sum = Math.fround(sum + (weights[(ends[tree] as number) + 3] as number));
  return sum;
}

function addLeaves(
  { nodes, first, output, weight }: TreeEnsemble,
  ends: Int32Array,
  sums: Tensor['data'],
  at: number,
): void {
  for (let tree = 0; tree < ends.length; tree++) {
    const leaf = nodes[(ends[tree] as number) + 3] as number;
    const end = first[leaf + 1] as number;
    for (let from = first[leaf] as number; from < end; from++) {
      const to = at + (output[from] as number);
      sums[to] = (sums[to] as number) + (weight[from] as number);
    }
  }
}

/** Adds leaves up in single precision and in the order of the trees, as onnxruntime does. */
export function treeRunner(trees: TreeEnsemble): Run {
  const { outputs, source, nodes, roots, depths } = trees;
  const weights = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length);
  const place = new Place('float32');
  const ranks = new Int32Array(source.length + 1);
  const ends = new Int32Array(roots.length);
  return laidOut(([features]) => {
    const given = features as Tensor;
    const rows = given.dims[0] as number;
    const out = place.of([rows, outputs]);
    const fill = () => {
      if (outputs > 1) out.data.fill(0, 0, out.size);
      for (let row = 0; row < rows; row++) {
        rankFeatures(trees, given, row, ranks);
        walk(nodes, roots, depths, ranks, ends);
        if (outputs > 1) addLeaves(trees, ends, out.data, row * outputs);
        else out.data[row] = sumOf(weights, ends);
      }
    };
    return { out, fill };
  });
}
