const longest = 100;

const letters = (name: string): string => name.toLowerCase().replace(/[\s_.-]/g, '');

/** Damerau-Levenshtein distance. */
function edits(one: string, other: string): number {
  let before: number[] = [];
  let row = [...Array(other.length + 1).keys()];
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = Number(one[i - 1] !== other[j - 1]);
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(
        (row[j] as number) + 1,
        (next[j - 1] as number) + 1,
        (row[j - 1] as number) + changed,
        swapped ? (before[j - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = row;
    row = next;
  }
  return row[other.length] as number;
}

/** How far a name is from what was written, both as letters, as a share of them; a part of it counts as near. */
function distance(one: string, other: string): number {
  const longer = Math.max(one.length, other.length, 1);
  const shorter = Math.min(one.length, other.length);
  const share = edits(one, other) / longer;
  const isPart = shorter >= 3 && (one.includes(other) || other.includes(one));
  return isPart ? share / 3 : share;
}

/** The most similar name, if one is close enough. */
export function probablyMeant(written: string, names: readonly string[]): string | undefined {
  const one = letters(written.slice(0, longest));
  const [best] = names
    .map((name) => ({ name, far: distance(one, letters(name.slice(0, longest))) }))
    .sort((a, b) => a.far - b.far);
  return best && best.far <= 0.34 ? best.name : undefined;
}
