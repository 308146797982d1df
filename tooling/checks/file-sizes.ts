import { dirname } from 'node:path';
import { root } from '../src/stack/paths.ts';
import { filesOf, isSource, report, textOf } from './sources.ts';

const limits = { largest: 500, percentile95: 300, median: 80 };
const maxFilesPerFolder = 20;
const code = /\.(tsx?|py|css)$/;
const emptyNames = /(^|\/)(utils?|helpers?|misc|common)(\/|\.[a-z]+$)/i;

/** Files that are too long, folders with too many files, and names that say nothing. */
export function oversized(checkout: string): string[] {
  const files = filesOf(checkout);
  const sizes = files
    .filter(isSource)
    .map((file) => ({ file, lines: textOf(checkout, file).split('\n').length - 1 }))
    .filter(({ lines }) => lines > 0)
    .sort((a, b) => a.lines - b.lines);
  const at = (share: number) => sizes[Math.max(0, Math.ceil(sizes.length * share) - 1)]?.lines ?? 0;
  const problems = sizes
    .filter(({ lines }) => lines > limits.largest)
    .map(({ file, lines }) => `${file} has ${lines} lines; no file may have more than ${limits.largest}`);
  for (const [what, share, limit] of [
    ['95th percentile', 0.95, limits.percentile95],
    ['median', 0.5, limits.median],
  ] as const) {
    if (at(share) > limit)
      problems.push(`the ${what} of source files is ${at(share)} lines; at most ${limit} are wanted`);
  }
  const vague = files
    .filter((file) => emptyNames.test(file))
    .map((file) => `${file}: the name does not say what is inside`);
  const folders = Object.groupBy(
    files.filter((file) => code.test(file)),
    (file) => dirname(file),
  );
  const crowded = Object.entries(folders)
    .filter(([, inside = []]) => inside.length > maxFilesPerFolder)
    .map(
      ([folder, inside = []]) =>
        `${folder} has ${inside.length} files; nest them, at most ${maxFilesPerFolder}`,
    );
  return [...problems, ...crowded, ...vague];
}

if (import.meta.main) report(oversized(process.argv[2] ?? root));
