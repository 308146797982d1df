// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCatalogue } from '@rowcast/contracts/errors';
import { expect, test } from 'vitest';

type Tree = { [key: string]: string | Tree };

const root = `${join(import.meta.dirname, '..')}/`;
const catalogues = globSync('src/**/en.json', { cwd: root }).sort();
const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) =>
    !/\.(test|d)\.tsx?$/.test(file) && readFileSync(`${root}${file}`, 'utf8').includes('useTranslation('),
);

/** English texts that are defined in the contracts. */
const contractSentences = import.meta.glob<Tree>('../src/features/*/i18n/sentences.ts', {
  eager: true,
  import: 'default',
});

function read(file: string): Map<string, string> {
  const words = new Map<string, string>();
  const walk = (tree: Tree, prefix: string) => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === 'string') words.set(prefix + key, value);
      else walk(value, `${prefix}${key}.`);
    }
  };
  walk(JSON.parse(readFileSync(`${root}${file}`, 'utf8')), '');
  if (file.endsWith('/en.json'))
    walk(contractSentences[`../${file.replace('en.json', 'sentences.ts')}`] ?? {}, '');
  return words;
}

/** Error messages that come from the contracts, since the server sends them. */
const sentences = Object.entries(errorCatalogue).map(
  ([code, { message }]) => [`code.${code}`, message] as const,
);
const englishOf = (file: string) =>
  namespaceOf(file) === 'errors' ? new Map<string, string>([...read(file), ...sentences]) : read(file);

const holes = (text: string) => [...text.matchAll(/{{\s*(\w+)/g)].map(([, name]) => name).sort();

function namespaceOf(file: string): string {
  return /features\/([^/]+)\/|locales\/([^/]+)\//.exec(file)?.slice(1).find(Boolean) ?? 'app';
}

test.each(catalogues)('%s says the same in every language', (file) => {
  const english = englishOf(file);
  for (const language of ['es', 'fr', 'de']) {
    const words = read(file.replace('en.json', `${language}.json`));
    expect([...words.keys()].sort(), language).toEqual([...english.keys()].sort());
    for (const [key, text] of words) {
      expect(text.trim(), `${language} ${key}`).not.toBe('');
      expect(holes(text), `${language} ${key}`).toEqual(holes(english.get(key) ?? ''));
    }
  }
});

test.each(catalogues)('%s has one apostrophe in French', (file) => {
  const straight = [...read(file.replace('en.json', 'fr.json'))].filter(([, text]) => /\p{L}'/u.test(text));
  expect(straight).toEqual([]);
});

test.each(catalogues)('%s writes decimals with the comma of its language', (file) => {
  const pointed = ['es', 'fr', 'de'].flatMap((language) => [
    ...read(file.replace('en.json', `${language}.json`)).values(),
  ]);
  // Three digits after a point are a thousands group.
  expect(pointed.filter((text) => /\d\.\d(?!\d\d)/.test(text))).toEqual([]);
});

test.each(['en', 'es', 'fr', 'de'])('in %s one thing has one name wherever it is shown', (language) => {
  const words = read(`src/features/models/i18n/${language}.json`);
  const named = (...keys: string[]) => new Set(keys.map((key) => words.get(key)));
  expect(named('importance.title', 'omitted.importance', 'compare.importance').size).toBe(1);
  expect(named('rebuild.bundleSize', 'compare.bundle').size).toBe(1);
  expect(words.get('train.timeBudget')).toContain(words.get('compare.budget'));
});

test("the English catalogue contains only the console's own error codes", () => {
  const keys = [...read('src/shared/i18n/locales/errors/en.json').keys()];
  expect(keys.filter((key) => key.startsWith('code.')).sort()).toEqual([
    'code.ANSWER_UNEXPECTED',
    'code.CLIENT_RATE_LIMITED',
    'code.CLIENT_REQUEST_INVALID',
    'code.NETWORK',
    'code.SESSION_EXPIRED',
  ]);
});

const known = new Map(catalogues.map((file) => [namespaceOf(file), [...read(file).keys()]]));
const use = /const \{ t(?:: (\w+))? \} = useTranslation\((?:'(\w+)')?(?:, \{ keyPrefix: '([\w.]+)' \})?\)/g;

/** Turns the argument of `t(…)` into a pattern; template expressions match any text. */
function pattern(key: string): RegExp {
  const parts = key.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^.]+')}(_one|_other|_many)?$`);
}

test.each(sources)('%s uses only words that exist', (file) => {
  const text = readFileSync(`${root}${file}`, 'utf8');
  const scopes = [...text.matchAll(use)].map(([, alias = 't', namespace = 'app', prefix]) => ({
    alias,
    keys: (known.get(namespace) ?? [])
      .filter((key) => !prefix || key.startsWith(`${prefix}.`))
      .map((key) => (prefix ? key.slice(prefix.length + 1) : key)),
  }));
  for (const alias of new Set(scopes.map((scope) => scope.alias))) {
    const keys = scopes.filter((scope) => scope.alias === alias).flatMap((scope) => scope.keys);
    const calls = [...text.matchAll(new RegExp(`(?<![\\w.])${alias}\\(\\s*(?:'([^']+)'|\`([^\`]+)\`)`, 'g'))];
    for (const [, literal, template] of calls) {
      const wanted = literal ?? template ?? '';
      expect(
        keys.some((key) => pattern(wanted).test(key)),
        `${alias}('${wanted}')`,
      ).toBe(true);
    }
  }
});
