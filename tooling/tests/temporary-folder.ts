import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder for one test, which other accounts may pass through. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rowcast-tooling-'));
  chmodSync(folder, 0o711);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
