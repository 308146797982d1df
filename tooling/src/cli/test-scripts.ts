import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../stack/paths.ts';

/** A script of a package that runs tests, and the name under which it reports them. */
export type TestScript = { suite: string; package: string; script: string; folder: string };

type Manifest = { name: string; scripts?: Record<string, string> };

export const testScripts = (): TestScript[] =>
  globSync('{apps,packages,services}/*/package.json', { cwd: root })
    .concat('tooling/package.json', 'bench/package.json')
    .flatMap((file) => {
      const { name, scripts = {} } = JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest;
      const folder = join(root, dirname(file));
      return Object.keys(scripts)
        .filter((script) => /^test(:|$)/.test(script))
        .map((script) => ({ ...named(name.replace('@rowcast/', ''), script), script, folder }));
    });

const named = (name: string, script: string) => ({
  package: name,
  suite: [name, ...script.split(':').slice(1)].join('-'),
});
