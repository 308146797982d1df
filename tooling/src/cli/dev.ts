import { parseArgs } from 'node:util';
import { addFeature } from '../scaffold/new-feature.ts';
import { exitCode, UsageError } from './exit-codes.ts';

const usage = 'Usage: ./rowcast dev new-feature <name> [--singular <name>] [--prefix <id prefix>]';

/** Commands for people who work on Rowcast itself. */
export async function dev(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { singular: { type: 'string' }, prefix: { type: 'string' } },
  });
  const [command, names = '', ...rest] = positionals;
  if (command !== 'new-feature' || rest.length > 0) throw new UsageError(usage);
  const name = values.singular ?? names.replace(/s$/, '');
  const prefix = values.prefix ?? name.slice(0, 3);
  for (const word of [names, name, prefix])
    if (!/^[a-z]{2,20}$/.test(word))
      throw new UsageError(`"${word}" is not 2 to 20 lower-case letters.\n${usage}`);
  if (name === names) throw new UsageError(`Give the plural, or the singular with --singular.\n${usage}`);
  for (const file of await addFeature({ names, name, prefix })) console.log(file);
  console.log('\nNext: npm run verify, then docs/guides/add-a-feature.md.');
  return exitCode.done;
}
