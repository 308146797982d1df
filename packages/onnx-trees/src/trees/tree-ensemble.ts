import { cacheLayout, type Kernel } from '../kernel.ts';
import { type Tensor, TensorBuffer } from '../tensor.ts';

/** Trees that are evaluated without branches: nodes compare the rank of a feature among its thresholds. */
export interface TreeEnsemble {
  outputs: number;
  /** The features that trees split on, and the rank of a missing value of each. */
  source: Int32Array;
  missing: Int32Array;
  /** The sorted thresholds of these features, and where those of each begin. One more entry is the end. */
  thresholds: Float32Array;
  starts: Int32Array;
  /**
   * Four integers per node: index into `source`, the highest rank that goes to the first child, and the position of
   * that child. The second child follows the first, and a leaf is its own child. The fourth is the number of a leaf, or
   * the bits of its weight if there is one output.
   */
  nodes: Int32Array;
  /** Positions of the roots, padded to whole groups with a leaf that adds nothing. */
  roots: Int32Array;
  /** Depth of the deepest tree of each group. */
  depths: Int32Array;
  /** Where the weights of each leaf begin, and one more entry for the end. Empty if there is one output. */
  first: Int32Array;
  output: Int32Array;
  weight: Float32Array;
}

/** Trees that are evaluated in parallel, so that memory accesses overlap. */
export const treesPerGroup = 4;
export const intsPerNode = 4;

/** How many thresholds are below a value. It goes left at a threshold of that rank or higher. */
function rankOf(value: number, thresholds: Float32Array, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((thresholds[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low - from;
}

function rankRow(
  { source, missing, thresholds, starts }: TreeEnsemble,
  { dims, data }: Tensor,
  row: number,
  ranks: Int32Array,
): void {
  const from = row * (dims[1] as number);
  for (let at = 0; at < source.length; at++) {
    const value = data[from + (source[at] as number)] as number;
    ranks[at] = Number.isNaN(value)
      ? (missing[at] as number)
      : rankOf(value, thresholds, starts[at] as number, starts[at + 1] as number);
  }
}

/** Finds the leaf of a row in each tree. Separate parameters and variables make the loop twice as fast. */
function findLeaves(
  nodes: Int32Array,
  roots: Int32Array,
  depths: Int32Array,
  ranks: Int32Array,
  leaves: Int32Array,
): void {
  for (let group = 0, tree = 0; group < depths.length; group++, tree += treesPerGroup) {
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
    leaves[tree] = a;
    leaves[tree + 1] = b;
    leaves[tree + 2] = c;
    leaves[tree + 3] = d;
  }
}

/** The sum of the weights that are stored in the leaves. */
function sumOf(weights: Float32Array, leaves: Int32Array): number {
  let sum = 0;
  for (let tree = 0; tree < leaves.length; tree++)
    sum = Math.fround(sum + (weights[(leaves[tree] as number) + 3] as number));
  return sum;
}

function addLeafWeights(
  { nodes, first, output, weight }: TreeEnsemble,
  leaves: Int32Array,
  sums: Tensor['data'],
  at: number,
): void {
  for (let tree = 0; tree < leaves.length; tree++) {
    const leaf = nodes[(leaves[tree] as number) + 3] as number;
    const end = first[leaf + 1] as number;
    for (let from = first[leaf] as number; from < end; from++) {
      const to = at + (output[from] as number);
      sums[to] = (sums[to] as number) + (weight[from] as number);
    }
  }
}

/** Adds leaves in float32 and in the order of the trees, as onnxruntime does. */
export function treeEnsembleKernel(trees: TreeEnsemble): Kernel {
  const { outputs, source, nodes, roots, depths } = trees;
  const weights = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length);
  const buffer = new TensorBuffer('float32');
  const ranks = new Int32Array(source.length + 1);
  const leaves = new Int32Array(roots.length);
  return cacheLayout(([features]) => {
    const input = features as Tensor;
    const rows = input.dims[0] as number;
    const out = buffer.resize([rows, outputs]);
    const fill = () => {
      if (outputs > 1) out.data.fill(0, 0, out.size);
      for (let row = 0; row < rows; row++) {
        rankRow(trees, input, row, ranks);
        findLeaves(nodes, roots, depths, ranks, leaves);
        if (outputs > 1) addLeafWeights(trees, leaves, out.data, row * outputs);
        else out.data[row] = sumOf(weights, leaves);
      }
    };
    return { out, fill };
  });
}
