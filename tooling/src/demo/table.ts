import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../cli/exit-codes.ts';
import { automl, automlPython } from '../stack/paths.ts';

export type Table = { file: string; target: string };

/** The table of the person, or a real one that comes with scikit-learn, whose last column is the target. */
export async function chooseTable(
  file: string | undefined,
  target: string | undefined,
  folder: string,
): Promise<Table> {
  if (file && !existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  if (file && !target)
    throw new UsageError(`Which column of ${file} is to be predicted? Name it with --target COLUMN.`);
  if (file && target) return { file, target };
  const written = join(folder, 'breast_cancer.csv');
  await promisify(execFile)(
    automlPython,
    ['-m', 'rowcast_automl.entrypoints.sample', 'breast_cancer', written],
    { cwd: automl },
  );
  return { file: written, target: target ?? lastColumn(written) };
}

function lastColumn(file: string): string {
  const [header = ''] = readFileSync(file, 'utf8').split(/\r?\n/);
  return header.split(',').at(-1)?.replace(/^"|"$/g, '') ?? '';
}
