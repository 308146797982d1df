import { execFile } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
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
  return { file: written, target: target ?? (await lastColumn(written)) };
}

async function lastColumn(file: string): Promise<string> {
  const bytes = createReadStream(file);
  const lines = createInterface({ input: file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes });
  for await (const header of lines) {
    bytes.destroy();
    return header.split(',').at(-1)?.replace(/^"|"$/g, '') ?? '';
  }
  throw new UsageError(`${file} is empty.`);
}
