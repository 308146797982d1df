/** What each command does and which half of the set-up it needs. */
export const commands = {
  up: { summary: 'Start the product and print its address', needs: ['node', 'python'] },
  demo: {
    summary: 'Run the main path, from a table to a prediction',
    usage: '[FILE --target COLUMN] [--url URL] [--time-budget S] [--code-from COMMAND] [--json]',
    needs: ['node', 'python'],
  },
  audit: {
    summary: 'Verify the audit log of every workspace and report the first changed row',
    usage: 'verify [--database-url URL] [--against FILE] [--json]',
    needs: ['node'],
  },
  scrub: {
    summary: 'Verify every stored table and model, and list those that are damaged or missing',
    usage: '[--database-url URL] [--storage-url URL] [--json]',
    needs: ['node'],
  },
  test: { summary: 'Run every test', usage: '[PACKAGE...]', needs: ['node', 'python'] },
  verify: { summary: 'Check types, lint and house rules, in under a minute', needs: ['node', 'python'] },
  dev: {
    summary: 'Add a working feature: contract, table, API, screen and tests',
    usage: 'new-feature NAME [--singular NAME] [--prefix PREFIX]',
    needs: ['node', 'python'],
  },
  setup: { summary: 'Install what the product needs and nothing else', needs: ['node', 'python'] },
  doctor: {
    summary: 'Show what is installed, what is missing and how to get it',
    usage: '[--json]',
    needs: [],
  },
  train: {
    summary: 'Train on a file, without a server',
    usage: 'FILE --target COLUMN --out BUNDLE',
    needs: ['python'],
  },
  predict: {
    summary: 'Predict the rows of a file',
    usage: 'BUNDLE ROWS --out PREDICTIONS',
    needs: ['python'],
  },
  rebuild: {
    summary: 'Retrain a bundle and compare',
    usage: 'BUNDLE DATA',
    needs: ['python'],
  },
  serve: { summary: 'Serve one bundle over HTTP', usage: 'BUNDLE --port PORT', needs: ['python'] },
  inspect: { summary: 'Show the contents of a bundle', usage: 'BUNDLE', needs: ['python'] },
};

export function help() {
  const rows = Object.entries(commands).map(([name, { usage = '', summary }]) => [
    `${name} ${usage}`.trim(),
    summary,
  ]);
  return [
    'Rowcast: rows in, predictions out.',
    '',
    'Usage: ./rowcast COMMAND [ARGUMENTS]',
    '',
    ...rows.flatMap(([call, summary]) =>
      call.length > 28 ? [`  ${call}`, `${' '.repeat(32)}${summary}`] : [`  ${call.padEnd(30)}${summary}`],
    ),
    '',
    'Settings come from the environment or from .env; .env.example lists them.',
    'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 set-up failed, 4 already running, 5 not reachable or never ready, 6 data, target or bundle refused.',
  ].join('\n');
}
