import type { TreeAttributes } from './attributes.ts';

const bits = new DataView(new ArrayBuffer(4));

/** `x < value` is `x <=` the float32 number before it. */
function before(value: number): number {
  if (value === 0) return -(2 ** -149);
  bits.setFloat32(0, value);
  bits.setInt32(0, bits.getInt32(0) + (value > 0 ? -1 : 1));
  return bits.getFloat32(0);
}

/**
 * The sorted thresholds of each feature. A feature whose missing values go left at some nodes and right at others
 * counts as two.
 */
export function thresholdsOf({
  nodes_featureids: feature,
  nodes_modes: mode,
  nodes_values: value,
  nodes_missing_value_tracks_true: tracks,
}: TreeAttributes) {
  const keyOf = (at: number) => 2 * (feature[at] as number) + (tracks?.[at] ? 1 : 0);
  const thresholdOf = (at: number) => {
    const threshold = Math.fround(value[at] as number);
    return mode[at] === 'BRANCH_LT' ? before(threshold) : threshold;
  };
  const found = new Map<number, Set<number>>();
  mode.forEach((each, at) => {
    if (each === 'LEAF') return;
    const known = found.get(keyOf(at));
    if (known) known.add(thresholdOf(at));
    else found.set(keyOf(at), new Set([thresholdOf(at)]));
  });
  const columns = [...found].map(([key, thresholds], column) => {
    const ordered = [...thresholds].sort((one, other) => one - other);
    return { key, column, ordered, ranks: new Map(ordered.map((threshold, rank) => [threshold, rank])) };
  });
  const byKey = new Map(columns.map((each) => [each.key, each]));
  const starts = [0];
  for (const { ordered } of columns) starts.push((starts.at(-1) ?? 0) + ordered.length);
  return {
    columnOf: (at: number) => byKey.get(keyOf(at))?.column ?? 0,
    rankOf: (at: number) => byKey.get(keyOf(at))?.ranks.get(thresholdOf(at)) ?? 0,
    packed: {
      source: Int32Array.from(columns, ({ key }) => key >> 1),
      missing: Int32Array.from(columns, ({ key, ordered }) => (key % 2 ? -1 : ordered.length)),
      thresholds: Float32Array.from(columns.flatMap(({ ordered }) => ordered)),
      starts: Int32Array.from(starts),
    },
  };
}
