// Seconds from the upload of a table to the first model, the report and the first prediction, over HTTP.
// Usage: node bench/first-use/main.ts --data FOLDER [--tables A,B] [--budgets quick,balanced] [--url URL] [--out FILE]
// Needs a running product (npm start). FOLDER has an index.json, as for bench/automl.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { type BudgetName, trainingBudgets } from '@rowcast/contracts';
import { clientOf } from '@rowcast/tooling/demo/client';
import { type Walk, walk } from '@rowcast/tooling/demo/walk';
import { dataFolder } from '@rowcast/tooling/stack/paths';
import { runningProduct, stillStarting } from '@rowcast/tooling/stack/run-file';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    tables: { type: 'string', default: 'credit-g,abalone,telco-churn,car-price,wine_quality' },
    budgets: { type: 'string', default: 'quick,balanced' },
    url: { type: 'string' },
    out: { type: 'string' },
  },
});

interface Entry {
  name: string;
  file: string;
  target: string;
}

function indexOf(folder: string | undefined): Entry[] {
  if (!folder) throw new Error('--data names a folder of tables with an index.json.');
  return (JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as { datasets: Entry[] }).datasets;
}

function addressOf(url: string | undefined): string {
  const running = url ?? runningProduct(dataFolder(process.env.ROWCAST_DATA).runFile)?.address;
  if (!running || running === stillStarting)
    throw new Error('Start Rowcast with "npm start", or name its address with --url.');
  return running.replace(/\/$/, '');
}

const beforeTable = ['sign up', 'read the code', 'verify', 'create an API'];

/** Seconds since the upload began: the first fitted model, the finished report, the first prediction. */
function timesOf({ steps, model }: Walk) {
  const secondsUntil = (last: string) => {
    const counted = steps.slice(0, steps.findIndex(({ step }) => step === last) + 1);
    return counted.reduce((sum, { step, seconds }) => sum + (beforeTable.includes(step) ? 0 : seconds), 0);
  };
  const report = secondsUntil('train');
  const fitted = (model.report?.leaderboard ?? [])
    .filter(({ status, estimator }) => status === 'done' && estimator !== 'baseline')
    .flatMap(({ finishedSeconds }) => (typeof finishedSeconds === 'number' ? [finishedSeconds] : []));
  const trained = model.report?.cost?.seconds ?? Number.NaN;
  return {
    firstModel: report - trained + Math.min(...fitted),
    report,
    training: steps.find(({ step }) => step === 'train')?.seconds ?? Number.NaN,
    prediction: secondsUntil('predict one row'),
  };
}

const entries = indexOf(values.data);
const client = clientOf(addressOf(values.url), new AbortController().signal);
const folder = mkdtempSync(join(tmpdir(), 'rowcast-first-use-'));
const results = [];
try {
  console.log('table            budget    first model     report   training  prediction  importance');
  for (const name of values.tables.split(',')) {
    const entry = entries.find((each) => each.name === name);
    if (!entry) throw new Error(`${name} is not in the index.json.`);
    const read = readFileSync(join(values.data ?? '', entry.file));
    const file = join(folder, `${name}.csv`);
    writeFileSync(file, entry.file.endsWith('.gz') ? gunzipSync(read) : read);
    for (const budget of values.budgets.split(',') as BudgetName[]) {
      if (!(budget in trainingBudgets)) throw new Error(`${budget} is not a named budget.`);
      const quiet = { done: () => {}, progress: () => {}, found: () => {} };
      const options = { table: { file, target: entry.target }, budgetSeconds: trainingBudgets[budget] };
      const walked = await walk(client, { ...options, ...quiet });
      const seconds = timesOf(walked);
      const { importance = [], fields = [] } = walked.model.report ?? {};
      const measured = `${importance.length} of ${fields.length}`;
      results.push({ table: name, budget, seconds, importance: measured, load: loadavg()[0] });
      const shown = [seconds.firstModel, seconds.report, seconds.training, seconds.prediction];
      const columns = shown.map((each) => each.toFixed(1).padStart(11)).join('');
      console.log(`${name.padEnd(16)} ${budget.padEnd(9)}${columns}  ${measured}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (values.out) writeFileSync(values.out, `${JSON.stringify(results, null, 2)}\n`);
