import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const log = new URL('../../src/platform/log/log.ts', import.meta.url).href;
const script = `import { createLog } from '${log}';
createLog({ LOG_LEVEL: 'info', LOG_PRETTY: true }, 'api').error('went wrong');`;

test.each([{}, { CI: '1', GITHUB_ACTIONS: '1' }, { FORCE_COLOR: '1' }])(
  'lines for people have no colours in a file, with %j',
  (env) => {
    const args = ['--input-type=module', '-e', script];
    const written = execFileSync(process.execPath, args, {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    expect(written).toMatch(/^\[[\d:]+\] ERROR: went wrong\n$/);
  },
);
