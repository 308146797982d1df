import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allows, permissions } from '@rowcast/contracts';
import { expect, test } from 'vitest';
import { filesOf } from '../checks/sources.ts';
import { root } from '../src/stack/paths.ts';

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const pages = filesOf(root).filter((file) => file.endsWith('.md') && existsSync(join(root, file)));

const withoutCode = (text: string) => text.replaceAll(/^```.*?^```/gms, '');

/** The anchors that GitHub gives to the headings of a page. */
const anchorsOf = (text: string) =>
  [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

const brokenLinks = (page: string) =>
  [...withoutCode(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path ? join(dirname(page), path) : page;
      if (!existsSync(join(root, file))) return true;
      return anchor !== undefined && !anchorsOf(textOf(file)).includes(anchor);
    });

test('links between pages lead to existing files and headings', () => {
  const broken = pages
    .map((page) => ({ page, links: brokenLinks(page) }))
    .filter(({ links }) => links.length);
  expect(broken).toEqual([]);
});

test('paths in the text exist', () => {
  const paths = pages
    // Decision records are history, and the scaffold's guide shows files of an invented feature.
    .filter((page) => !/^docs\/(adr\/|guides\/add-a-feature)/.test(page))
    .flatMap((page) =>
      [
        ...withoutCode(textOf(page)).matchAll(/`((?:apps|packages|services|tooling|bench|docs)\/[^`\s]+)`/g),
      ].map(([, path = '']) => ({ page, path })),
    )
    .filter(({ path }) => !/[*<{…]/.test(path));
  expect(paths.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
});

test('every guide and reference page is in the index', () => {
  const listed = [...textOf('docs/README.md').matchAll(/\]\(((?:guides|reference)\/[^)#]+)\)/g)].map(
    ([, file]) => `docs/${file}`,
  );
  const existing = pages.filter((page) => /^docs\/(guides|reference)\//.test(page));
  expect(listed.toSorted()).toEqual(existing.toSorted());
});

test('the reference lists the environment variables of .env.example, with the same defaults', () => {
  const rows = [...textOf('docs/reference/environment-variables.md').matchAll(/^\| (`.+?) \| (.*?) \|/gm)];
  const listed = new Map(
    rows.flatMap(([, names = '', value = '']) =>
      [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => [name, value.replaceAll('`', '')] as const),
    ),
  );
  const described = textOf('.env.example');
  expect([...listed.keys()].filter((name) => !described.includes(name))).toEqual([]);
  const example = [...described.matchAll(/^#?([A-Z_]+)=(.*)$/gm)];
  expect(example.map(([, name]) => name).filter((name) => !listed.has(name ?? ''))).toEqual([]);
  const numbers = example.filter(([, , value = '']) => /^\d+$/.test(value));
  for (const [, name = '', value] of numbers) expect(listed.get(name), name).toBe(value);
});

test('the reference lists what each role may do', () => {
  const [, table = ''] = textOf('docs/reference/keys-and-permissions.md').split('## Roles');
  const rows = table.split('\n').filter((line) => /^\| [A-Z]/.test(line));
  const columns = ['admin', 'developer', 'tester', 'viewer'] as const;
  const listed = rows.slice(0, permissions.length + 1).map((row) => {
    const [, name = '', ...cells] = row.split('|').map((cell) => cell.trim());
    return [name, columns.filter((_, at) => cells[at] === '✓')];
  });
  const defined = [...permissions, 'Test' as const].map((name) => [
    name,
    columns.filter((role) => allows(role, name)),
  ]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(defined));
});
