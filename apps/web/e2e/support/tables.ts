import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const python = fileURLToPath(new URL('../../../../services/automl/.venv/bin/python', import.meta.url));

/** A real table that ships inside scikit-learn, as CSV. */
export function realTable(name: 'breast_cancer'): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'rowcast-table-'));
  const file = join(folder, `${name}.csv`);
  try {
    execFileSync(python, ['-m', 'rowcast_automl.entrypoints.sample', name, file]);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
