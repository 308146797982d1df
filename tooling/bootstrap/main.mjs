import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { commands, help } from './commands.mjs';
import { doctor } from './doctor.mjs';
import { exitCode } from './failure.mjs';
import { automlPython, node, pnpm, root } from './paths.mjs';
import { read, statOf } from './processes.mjs';
import { setUp } from './setup.mjs';

const [name = 'help', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;

if (['help', '--help', '-h'].includes(name)) {
  console.log(help());
} else if (!command) {
  console.error(`There is no command "${name}".\n\n${help()}`);
  process.exitCode = exitCode.usage;
} else if (name === 'doctor') {
  process.exitCode = doctor(args);
} else {
  await setUp(command.needs).then(launch, (error) => {
    console.error(`\nSet-up failed. ${error.message}\n\n"./rowcast doctor" shows what this machine lacks.`);
    process.exitCode = exitCode.setup;
  });
}

function launch() {
  // Common in containers, it would have every Python process compile seconds' worth of libraries again.
  delete process.env.PYTHONDONTWRITEBYTECODE;
  if (name === 'setup') return;
  if (command.needs.includes('node')) run(node, [join(root, 'tooling/src/cli/main.ts'), name, ...args]);
  // -P: modules in the current folder must not be imported.
  else run(automlPython, ['-P', '-m', 'rowcast_automl.entrypoints.cli', name, ...args]);
}

/** Becomes the given program as far as Node can: its output, its signals, its exit code. */
function run(program, argv) {
  const path = [dirname(node), dirname(pnpm), process.env.PATH].join(delimiter);
  const fromNode = program === node;
  const child = spawn(program, argv, {
    stdio: fromNode ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    env: fromNode ? { ...process.env, PATH: path } : process.env,
  });
  child.once('error', (error) => {
    console.error(`${program} could not be run: ${error.message}`);
    process.exitCode = exitCode.setup;
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A terminal's Ctrl-C reaches the child by itself; a second one means "at once".
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal));
  }
  if (process.env.npm_lifecycle_event) endWithNpm(child);
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/** npm killed with -9 passes nothing on; but then this process, or the shell between, gets another parent. */
function endWithNpm(child) {
  // Some shells become what they run; then the next one up is the person's, which may end before npm does.
  const isShell = /^\w*sh$/.test(read(`/proc/${process.ppid}/comm`).trim());
  const line = () => [process.ppid, isShell && statOf(process.ppid)?.parent].join();
  const before = line();
  setInterval(() => line() !== before && child.kill('SIGTERM'), 1_000).unref();
}
