import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SetupFailure } from './failure.mjs';
import { toolchain } from './paths.mjs';

const shownLines = 15;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs a command with its output in a log; on failure shows the end of it. */
export async function run(log, command, args, options = {}) {
  const folder = join(toolchain, 'logs');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${log}.log`);
  const sink = createWriteStream(file, { flags: 'a' });
  let unwritten;
  sink.on('error', (error) => {
    unwritten ??= error;
  });
  sink.write(`\n$ ${command} ${args.join(' ')}\n`);
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  // Left to itself it would go on, and the next set-up would work in the same folder.
  const end = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, end);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      sink.write(chunk);
      output = (output + chunk).slice(-20_000);
    });
  }
  const ended = await new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new SetupFailure(`${command} could not be run: ${error.message}`)));
    child.once('close', (code, signal) => resolve(signal ?? code));
  }).finally(() => {
    sink.end();
    for (const signal of signals) process.off(signal, end);
  });
  if (ended === 0) return output;
  const how = typeof ended === 'string' ? `was ended by ${ended}` : `failed with exit code ${ended}`;
  const tail = output.trimEnd().split('\n').slice(-shownLines).join('\n');
  const whole = unwritten ? `Its log can't be written: ${unwritten.message}` : `The whole log: ${file}`;
  throw new SetupFailure(`"${command} ${args.slice(0, 2).join(' ')}" ${how}:\n${tail}\n${whole}`);
}
