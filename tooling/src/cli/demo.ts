import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { LintFinding } from '@rowcast/contracts';
import { type Client, clientOf } from '../demo/client.ts';
import { findingLines } from '../demo/findings.ts';
import { chooseTable } from '../demo/table.ts';
import { type Walk, walk } from '../demo/walk.ts';
import { givenEnvironment } from '../stack/environment.ts';
import { dataFolder } from '../stack/paths.ts';
import { NotReady } from '../stack/processes/readiness.ts';
import { type Product, startProduct } from '../stack/product.ts';
import { runningProduct, stillStarting } from '../stack/run-file.ts';
import { startUnprivileged } from './drop-privileges.ts';
import { UsageError } from './exit-codes.ts';
import { stopRequest } from './stop-request.ts';
import { coloursFor, processLog } from './terminal.ts';

const options = {
  target: { type: 'string' },
  url: { type: 'string' },
  'code-from': { type: 'string' },
  'time-budget': { type: 'string', default: '20' },
  json: { type: 'boolean', default: false },
} as const;

/** Walks the main job on the product that runs, or on one that it starts for that and then stops. */
export async function demo(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (positionals.length > 1) throw new UsageError('The demo takes one file.');
  const budgetSeconds = Number(values['time-budget']);
  if (!(budgetSeconds >= 5)) throw new UsageError('--time-budget takes seconds, 5 or more.');
  const say = (text: string) => (values.json ? console.error(text) : console.log(text));
  const folder = mkdtempSync(join(tmpdir(), 'rowcast-demo-'));
  let started: Pick<Product, 'address' | 'stop'> | undefined;
  try {
    const table = await chooseTable(positionals[0], values.target, folder);
    const given = givenEnvironment();
    const data = dataFolder(given.ROWCAST_DATA);
    const running = values.url?.replace(/\/$/, '') ?? runningProduct(data.runFile)?.address;
    if (running === stillStarting) throw new NotReady('Rowcast is still starting. Try again in a moment.');
    const { signal } = stopRequest();
    if (!running) {
      say('Rowcast does not run; starting it for the demo');
      const log = () => processLog(data.logs, { quiet: true });
      started = (await startUnprivileged()) ?? (await startProduct({ data, given, ...log(), signal }));
    }
    const client = clientOf(running ?? started?.address ?? '', signal);
    await reachable(client);
    const walked = await walk(client, {
      table,
      budgetSeconds,
      codeCommand: values['code-from'] ?? process.env.ROWCAST_DEMO_CODE_COMMAND,
      ...stepPrinter(say),
    });
    const { model: _model, ...printed } = walked;
    if (values.json) console.log(JSON.stringify(printed, null, 2));
    else printAnswer(walked);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await started?.stop();
  }
}

async function reachable(client: Client): Promise<void> {
  try {
    await client.json('GET', '/health/ready');
  } catch (error) {
    throw new NotReady(
      `${(error as Error).message}\nStart Rowcast with "npm start", or name its address with --url.`,
    );
  }
}

function stepPrinter(say: (text: string) => void) {
  const live = process.stderr.isTTY;
  const { green, yellow } = coloursFor(process.stderr);
  const clear = () => live && process.stderr.write('\r\x1b[2K');
  return {
    done({ step, seconds, result }: { step: string; seconds: number; result: string }) {
      clear();
      say(`${green('✓')} ${step.padEnd(22)}${`${seconds.toFixed(2)} s`.padStart(9)}   ${result}`);
    },
    found(findings: LintFinding[]) {
      for (const line of findingLines(findings)) say(`  ${yellow('!')} ${line}`);
    },
    progress(text: string) {
      if (live) process.stderr.write(`\r\x1b[2K  ${text}`.slice(0, (process.stderr.columns ?? 80) + 4));
    },
  };
}

function printAnswer({ answer, predictUrl, row, steps }: Walk): void {
  console.log(`\n${JSON.stringify(answer, null, 2)}\n`);
  const body = JSON.stringify({ instances: [row] }).replaceAll("'", "'\\''");
  console.log(`The same from anywhere, with a key of your own:\n  curl ${predictUrl} \\`);
  console.log(
    `    -H "Authorization: Bearer $ROWCAST_API_KEY" -H 'Content-Type: application/json' \\\n    -d '${body}'\n`,
  );
  console.log(
    `From nothing to a prediction in ${steps.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(1)} s`,
  );
}
