const units = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const;

const many = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** A span that was set, in the largest unit that it is whole in. */
export function spanOf(seconds: number): string {
  const [size, unit] = units.find(([each]) => seconds >= each && seconds % each === 0) ?? [1, 'second'];
  return many(seconds / size, unit);
}

/** How long to wait at most, in a unit that two or more of are left. */
export function waitOf(seconds: number): string {
  const [size, unit] = units.find(([each]) => seconds > 2 * each) ?? [1, 'second'];
  return many(Math.ceil(seconds / size), unit);
}
