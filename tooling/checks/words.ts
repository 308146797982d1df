import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { root } from '../src/stack/paths.ts';
import { filesOf, report, textOf } from './sources.ts';

interface WordList {
  /** Patterns of words that prose, comments and texts avoid, and what to write instead. */
  prose: Record<string, string>;
  /** Patterns of words within identifiers, and what to write instead. */
  identifiers: Record<string, string>;
  /** Sentences that contain such a word because the specification words them so. */
  allowed: string[];
  /** Folders that still contain such words. A folder leaves the list for good once it is free of them. */
  pending: string[];
}

const list: WordList = JSON.parse(readFileSync(new URL('words.json', import.meta.url), 'utf8'));
const read = /\.(tsx?|mjs|py|md|ya?ml)$|\/en\.json$/;
// The glossary itself names the words.
const exempt = /(^|\/)(generated|LICENSE)|\.gen\.|^CONTRIBUTING\.md$|^tooling\/(checks\/words|tests\/checks)/;

const prose = Object.entries(list.prose).map(([word, instead]) => ({
  pattern: new RegExp(`\\b(${word})\\b`, 'i'),
  instead,
}));
// A word within an identifier begins it, or follows an underscore or a lower-case letter.
const identifiers = Object.entries(list.identifiers).map(([word, instead]) => {
  const within = word.charAt(0).toUpperCase() + word.slice(1);
  return { pattern: new RegExp(`(?<![A-Za-z])(${word})(?=[A-Z_])|(?<=[a-z_])(${within})(?![a-z])`), instead };
});

/** Words of the list in one text, by line. */
export function avoidedWords(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, at) => {
    const plain = list.allowed.reduce((left, sentence) => left.replaceAll(sentence, ''), line);
    return [...prose, ...identifiers].flatMap(({ pattern, instead }) => {
      const found = pattern.exec(plain);
      return found ? [`${file}:${at + 1} says "${found[0]}"; write: ${instead}`] : [];
    });
  });
}

/** Words of the list in all sources, texts and docs. */
const allWords = (checkout: string): string[] =>
  filesOf(checkout)
    .filter((file) => read.test(file) && !exempt.test(file))
    .flatMap((file) => avoidedWords(file, textOf(checkout, file)));

/** What a change may not add: words outside of the pending folders, and pending folders that are done. */
function newProblems(found: readonly string[]): string[] {
  const within = (folder: string) => (problem: string) => problem.startsWith(`${folder}/`);
  return [
    ...found.filter((problem) => !list.pending.some((folder) => within(folder)(problem))),
    ...list.pending
      .filter((folder) => !found.some(within(folder)))
      .map((folder) => `${folder} is free of such words: remove it from pending in words.json`),
  ];
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { all: { type: 'boolean' } },
  });
  const found = allWords(positionals[0] ?? root);
  report(values.all ? found : newProblems(found));
}
