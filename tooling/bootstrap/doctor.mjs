import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { automlPython, root, toolchain } from './paths.mjs';
import { isSupported, platform, supported } from './platform.mjs';
import { findPython } from './python.mjs';
import { pending } from './steps.mjs';

const spaceNeeded = 4e9;
const memoryNeeded = 2e9;

/** Prints what is there and what is not; 1 when something needed is missing. */
export function doctor(args) {
  const checks = [
    nodeRelease(),
    npm(),
    python(),
    check('Platform', isSupported, platform, supported),
    folder(),
    space(),
    memory(),
    ...installed(),
    git(),
  ];
  if (args.includes('--json')) {
    console.log(JSON.stringify({ ok: checks.every(({ state }) => state !== 'missing'), checks }, null, 2));
  } else {
    const marks = { ok: '✓', later: '·', missing: '✗' };
    for (const { what, state, found, remedy } of checks) {
      console.log(`${marks[state]} ${what.padEnd(18)}${found}${state === 'ok' ? '' : `\n  ${remedy}`}`);
    }
  }
  return checks.some(({ state }) => state === 'missing') ? 1 : 0;
}

const check = (what, good, found, remedy) => ({ what, state: good ? 'ok' : 'missing', found, remedy });

function nodeRelease() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return check(
    'Node',
    major > 20 || (major === 20 && minor >= 10),
    process.versions.node,
    'Install Node 20.10 or newer.',
  );
}

function npm() {
  const { status, stdout } = spawnSync('npm', ['--version'], { encoding: 'utf8' });
  return check(
    'npm',
    status === 0,
    status === 0 ? stdout.trim() : 'not found',
    'Install npm; it usually comes with Node.',
  );
}

function python() {
  const { python: good, withoutVenv, old } = findPython();
  const any = good ?? withoutVenv ?? old;
  const found = any
    ? `${any.version.join('.')} (${any.path})${!any.venv ? ', without venv and ensurepip' : ''}`
    : 'not found';
  return check(
    'Python',
    good,
    found,
    'Install Python 3.11 or newer with venv (Debian, Ubuntu: apt install python3 python3-venv).',
  );
}

function folder() {
  const writable = [root, toolchain, join(root, 'data'), process.env.ROWCAST_DATA]
    .filter((path) => path && existsSync(path))
    .every(isWritable);
  return check(
    'Checkout',
    writable,
    root,
    'This account must be able to write to the checkout and to the data folder.',
  );
}

function isWritable(path) {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function space() {
  const { bavail, bsize } = statfsSync(root);
  const free = bavail * bsize;
  return check(
    'Disk',
    existsSync(automlPython) || free > spaceNeeded,
    `${gigabytes(free)} free`,
    `About ${gigabytes(spaceNeeded)} are needed.`,
  );
}

function memory() {
  const total = totalmem();
  return check(
    'Memory',
    !(total < memoryNeeded),
    gigabytes(total),
    `At least ${gigabytes(memoryNeeded)} are needed to train.`,
  );
}

const gigabytes = (bytes) => `${(bytes / 1e9).toFixed(1)} GB`;

function installed() {
  const todo = pending(['node', 'python']).flat();
  const state = todo.length === 0 ? 'ok' : 'later';
  const found =
    todo.length === 0 ? 'all installed' : `to be installed: ${todo.map(({ title }) => title).join(', ')}`;
  return [
    { what: 'Set-up', state, found, remedy: 'The next "npm start" does it, or "./rowcast setup".' },
    browser(),
  ];
}

function browser() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const found = process.env.CHROME_PATH ?? names.find((name) => spawnSync(name, ['--version']).status === 0);
  return { what: 'Browser for tests', state: 'ok', found: found ?? 'the one that comes as a Node package' };
}

function git() {
  const { status, stdout } = spawnSync('git', ['--version'], { encoding: 'utf8' });
  const found = status === 0 ? stdout.trim() : 'not found';
  return {
    what: 'Git',
    state: status === 0 ? 'ok' : 'later',
    found,
    remedy: 'Only "./rowcast verify" and "./rowcast test" ask for it, which check what is committed.',
  };
}
