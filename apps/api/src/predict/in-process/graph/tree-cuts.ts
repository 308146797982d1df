import type { TreeAttributes } from './tree-attributes.ts';

const bits = new DataView(new ArrayBuffer(4));

/** A cut at `x < value` is one at `x <=` the number of single precision before it. */
function before(value: number): number {
  if (value === 0) return -(2 ** -149);
  bits.setFloat32(0, value);
  bits.setInt32(0, bits.getInt32(0) + (value > 0 ? -1 : 1));
  return bits.getFloat32(0);
}

/**
 * The values at which trees cut each feature, in order. A feature whose missing values go left at some nodes and right
 * at others counts as two.
 */
export function cutsOf({
  nodes_featureids: feature,
  nodes_modes: mode,
  nodes_values: value,
  nodes_missing_value_tracks_true: tracks,
}: TreeAttributes) {
  const keyOf = (at: number) => 2 * (feature[at] as number) + (tracks?.[at] ? 1 : 0);
  const cutOf = (at: number) => {
    const cut = Math.fround(value[at] as number);
    return mode[at] === 'BRANCH_LT' ? before(cut) : cut;
  };
  const found = new Map<number, Set<number>>();
  mode.forEach((each, at) => {
    if (each === 'LEAF') return;
    const known = found.get(keyOf(at));
    if (known) known.add(cutOf(at));
    else found.set(keyOf(at), new Set([cutOf(at)]));
  });
  const columns = [...found].map(([key, cuts], column) => {
    const ordered = [...cuts].sort((one, other) => one - other);
    return { key, column, ordered, ranks: new Map(ordered.map((cut, rank) => [cut, rank])) };
  });
  const byKey = new Map(columns.map((each) => [each.key, each]));
  const starts = [0];
  for (const { ordered } of columns) starts.push((starts.at(-1) ?? 0) + ordered.length);
  return {
    columnOf: (at: number) => byKey.get(keyOf(at))?.column ?? 0,
    rankOf: (at: number) => byKey.get(keyOf(at))?.ranks.get(cutOf(at)) ?? 0,
    packed: {
      source: Int32Array.from(columns, ({ key }) => key >> 1),
      missing: Int32Array.from(columns, ({ key, ordered }) => (key % 2 ? -1 : ordered.length)),
      cuts: Float32Array.from(columns.flatMap(({ ordered }) => ordered)),
      starts: Int32Array.from(starts),
    },
  };
}
