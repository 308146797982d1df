import { UnsupportedModelError } from '../program.ts';
import type { TreeAttributes } from './attributes.ts';
import { thresholdsOf } from './thresholds.ts';
import { intsPerNode, type TreeEnsemble, treesPerGroup } from './tree-ensemble.ts';

/** Above every rank, and small enough that differences do not overflow. */
const maxRank = 2 ** 30;
const modes = new Set(['LEAF', 'BRANCH_LEQ', 'BRANCH_LT']);

type At = (position: number) => number;
type Find = (tree: number, node: number) => number;

/** Converts the attributes to the layout that the kernel reads. */
export function packTrees(given: TreeAttributes): TreeEnsemble {
  if (given.nodes_modes.some((mode) => !modes.has(mode)))
    throw new UnsupportedModelError('tree nodes of another mode');
  const thresholds = thresholdsOf(given);
  const { roots: first, find } = indexNodes(given);
  const leaves = packLeaves(given, find);
  const nodes = new Int32Array(intsPerNode * (given.nodes_modes.length + 1));
  const roots: number[] = [];
  const depths: number[] = [];
  let end = 0;
  for (const root of first) {
    roots.push(end);
    const laid = layOut(root, given, { thresholds, find, leafOf: leaves.of }, nodes, end);
    depths.push(laid.depth);
    end = laid.end;
  }
  nodes.set([0, maxRank, end, leaves.nothing], end);
  while (roots.length % treesPerGroup > 0) roots.push(end);
  return {
    outputs: given.n_targets,
    ...thresholds.packed,
    nodes,
    roots: Int32Array.from(roots),
    depths: Int32Array.from({ length: roots.length / treesPerGroup }, (_, group) =>
      Math.max(...depths.slice(group * treesPerGroup, (group + 1) * treesPerGroup)),
    ),
    ...leaves.packed,
  };
}

/** Finds nodes by their ids. The first node of a tree is its root. */
function indexNodes({ nodes_treeids, nodes_nodeids }: TreeAttributes): { roots: number[]; find: Find } {
  const trees = new Map<number, number[]>();
  const roots: number[] = [];
  nodes_treeids.forEach((tree, position) => {
    let known = trees.get(tree);
    if (!known) {
      known = [];
      trees.set(tree, known);
      roots.push(position);
    }
    known[nodes_nodeids[position] as number] = position;
  });
  const find: Find = (tree, node) => {
    const position = trees.get(tree)?.[node];
    if (position === undefined) throw new UnsupportedModelError('a tree with a missing node');
    return position;
  };
  return { roots, find };
}

interface Lookups {
  thresholds: { columnOf: At; rankOf: At };
  find: Find;
  leafOf: At;
}

/** Writes a tree level by level from `start` on. Returns its depth and the end of its nodes. */
function layOut(
  root: number,
  given: TreeAttributes,
  { thresholds, find, leafOf }: Lookups,
  nodes: Int32Array,
  start: number,
): { depth: number; end: number } {
  const tree = given.nodes_treeids[root] as number;
  let end = start + intsPerNode;
  let level: (readonly [position: number, place: number])[] = [[root, start]];
  for (let depth = 0; ; depth++) {
    const below: typeof level = [];
    for (const [position, place] of level) {
      if (given.nodes_modes[position] === 'LEAF') {
        nodes.set([0, maxRank, place, leafOf(position)], place);
        continue;
      }
      if (end + 2 * intsPerNode > nodes.length) throw new UnsupportedModelError('a tree with a cycle');
      nodes.set([thresholds.columnOf(position), thresholds.rankOf(position), end, 0], place);
      below.push([find(tree, given.nodes_truenodeids[position] as number), end]);
      below.push([find(tree, given.nodes_falsenodeids[position] as number), end + intsPerNode]);
      end += 2 * intsPerNode;
    }
    if (below.length === 0) return { depth, end };
    level = below;
  }
}

/** The leaf values and, for several outputs, the weights of each leaf. One more leaf adds nothing. */
function packLeaves(given: TreeAttributes, find: Find) {
  const { n_targets, nodes_modes, target_treeids, target_nodeids, target_ids, target_weights } = given;
  const weights: number[][] = [];
  target_treeids.forEach((tree, at) => {
    const position = find(tree, target_nodeids[at] as number);
    const known = weights[position];
    if (known) known.push(at);
    else weights[position] = [at];
  });
  if (n_targets === 1) {
    const single = new Float32Array(nodes_modes.length);
    weights.forEach((each, position) => {
      single[position] = each.reduce((sum, at) => sum + (target_weights[at] as number), 0);
    });
    const bits = new Int32Array(single.buffer);
    const none = { first: new Int32Array(0), output: new Int32Array(0), weight: new Float32Array(0) };
    return { nothing: 0, of: (position: number) => bits[position] as number, packed: none };
  }
  const numbers = new Int32Array(nodes_modes.length);
  const order: number[] = [];
  const first = [0];
  nodes_modes.forEach((mode, position) => {
    if (mode !== 'LEAF') return;
    numbers[position] = first.length - 1;
    for (const at of weights[position] ?? []) order.push(at);
    first.push(order.length);
  });
  return {
    nothing: first.length - 1,
    of: (position: number) => numbers[position] as number,
    packed: {
      first: Int32Array.from([...first, order.length]),
      output: Int32Array.from(order, (at) => target_ids[at] as number),
      weight: Float32Array.from(order, (at) => target_weights[at] as number),
    },
  };
}
