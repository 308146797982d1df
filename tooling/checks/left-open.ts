import { root } from '../src/stack/paths.ts';
import { filesOf, report, textOf } from './sources.ts';

const code = /\.(tsx?|mjs|py)$/;
// Put together from halves so that this file does not find itself.
const marks = [
  ['TO', 'DO'],
  ['FIX', 'ME'],
  ['@ts-', 'ignore'],
  ['@ts-', 'nocheck'],
  ['\\b(it|test|describe)\\.(skip|only|', 'todo)\\b'],
  ['pytest\\.mark\\.(skip|', 'xfail)'],
].map((halves) => halves.join(''));
const pattern = new RegExp(marks.join('|'));

/** Work left open: notes to oneself, silenced checkers, tests that do not run. */
export function leftOpen(checkout: string): string[] {
  return filesOf(checkout)
    .filter((file) => code.test(file))
    .flatMap((file) =>
      textOf(checkout, file)
        .split('\n')
        .flatMap((line, index) =>
          pattern.test(line) ? [`${file}:${index + 1} leaves something open: ${line.trim()}`] : [],
        ),
    );
}

if (import.meta.main) report(leftOpen(process.argv[2] ?? root));
