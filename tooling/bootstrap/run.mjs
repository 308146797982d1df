import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SetupFailure } from './failure.mjs';
import { toolchain } from './paths.mjs';

const shownLines = 15;

/** Runs a command with its output in a log; on failure shows the end of it. */
export async function run(log, command, args, options = {}) {
  const folder = join(toolchain, 'logs');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${log}.log`);
  const sink = createWriteStream(file, { flags: 'a' });
  sink.write(`\n$ ${command} ${args.join(' ')}\n`);
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      sink.write(chunk);
      output = (output + chunk).slice(-20_000);
    });
  }
  const code = await new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new SetupFailure(`${command} could not be run: ${error.message}`)));
    child.once('close', resolve);
  }).finally(() => sink.end());
  if (code === 0) return output;
  const tail = output.trimEnd().split('\n').slice(-shownLines).join('\n');
  throw new SetupFailure(
    `"${command} ${args.slice(0, 2).join(' ')}" failed with exit code ${code}:\n${tail}\nThe whole log: ${file}`,
  );
}
