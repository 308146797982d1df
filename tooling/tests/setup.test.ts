import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../src/stack/paths.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Calls a part of the set-up with nothing on the PATH but the given programs. */
function call(programs: Record<string, string>, args: string[]) {
  const folder = temporaryFolder();
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: folder, HOME: folder },
  });
  return { status, stdout, stderr };
}

const python = (version: string, venv: boolean) =>
  `echo '{"version": [${version}], "path": "/opt/python", "venv": ${venv}}'`;
const needPython = [
  '--input-type=module',
  '-e',
  `import(${JSON.stringify(join(root, 'tooling/bootstrap/python.mjs'))}).then(({ needPython }) => console.log(needPython().path), undefined).catch((error) => { console.error(error.message); process.exit(1); });`,
];

test('a machine without Python gets a clear error', () => {
  expect(call({}, needPython).stderr).toContain('No Python was found; Rowcast needs Python 3.11 or newer');
});

test('a Python that is too old is named', () => {
  expect(call({ python3: python('3, 9, 2', true) }, needPython).stderr).toContain(
    'Only Python 3.9.2 was found',
  );
});

test('a Python that cannot make environments is named with the remedy', () => {
  expect(call({ python3: python('3, 12, 1', false) }, needPython).stderr).toMatch(
    /\/opt\/python lacks the modules venv.*python3\.12-venv/,
  );
});

test('a Python that is recent enough is taken, whatever its name', () => {
  const programs = { 'python3.11': 'exit 1', python3: python('3, 13, 0', true) };
  expect(call(programs, needPython)).toMatchObject({ status: 0, stdout: '/opt/python\n' });
});

test('an unknown command is refused with the list of commands', () => {
  const { status, stderr } = call({}, ['rowcast', 'fly']);
  expect(status).toBe(2);
  expect(stderr).toContain('There is no command "fly"');
  expect(stderr).toContain('doctor');
});

test('the doctor names what is missing, for people and for programs', () => {
  const { status, stdout } = call({}, ['rowcast', 'doctor', '--json']);
  expect(status).toBe(1);
  const { ok, checks } = JSON.parse(stdout) as {
    ok: boolean;
    checks: { what: string; state: string; remedy: string }[];
  };
  expect(ok).toBe(false);
  const missing = checks.filter(({ state }) => state === 'missing');
  expect(missing.map(({ what }) => what)).toEqual(['npm', 'Python']);
  for (const { remedy } of missing) expect(remedy).toMatch(/Install/);
  expect(call({}, ['rowcast', 'doctor']).stdout).toMatch(/✗ Python +not found/);
});

test.each(['', '1', 'OWN 7'])('a lock that says "%s" and that nobody holds is no lock', (left) => {
  const script = `
    const { withSetupLock } = await import(${JSON.stringify(join(root, 'tooling/bootstrap/lock.mjs'))});
    const { writeFileSync, readFileSync, existsSync } = await import('node:fs');
    const folder = ${JSON.stringify(temporaryFolder())};
    const file = folder + '/setup.lock';
    writeFileSync(file, ${JSON.stringify(left)}.replace('OWN', process.pid));
    const held = await withSetupLock(async () => readFileSync(file, 'utf8').split(' ')[0] === String(process.pid), folder);
    console.log(JSON.stringify([held, existsSync(file)]));`;
  expect(call({}, ['--input-type=module', '-e', script]).stdout).toBe('[true,false]\n');
});

test('set-up is done once and says nothing when nothing changed', () => {
  const folder = temporaryFolder();
  const stepsModule = JSON.stringify(join(root, 'tooling/bootstrap/steps.mjs'));
  mkdirSync(join(folder, 'inputs'));
  writeFileSync(join(folder, 'inputs/lock'), 'a');
  const script = `
    const { perform, isDone } = await import(${stepsModule});
    const { writeFileSync, rmSync } = await import('node:fs');
    const at = (name) => ${JSON.stringify(folder)} + '/' + name;
    const step = { leaves: at('made'), stamp: at('stamp'), inputs: { files: [at('inputs/lock')] }, make: async () => writeFileSync(at('made'), '') };
    const seen = [isDone(step)];
    await perform(step);
    seen.push(isDone(step));
    writeFileSync(at('inputs/lock'), 'b');
    seen.push(isDone(step));
    await perform(step);
    rmSync(at('made'));
    seen.push(isDone(step));
    const failing = { ...step, make: async () => { throw new Error('no network'); } };
    await perform(failing).catch(() => {});
    writeFileSync(at('made'), '');
    seen.push(isDone(step));
    console.log(JSON.stringify(seen));`;
  const { stdout } = call({}, ['--input-type=module', '-e', script]);
  expect(JSON.parse(stdout)).toEqual([false, true, false, false, false]);
});

describe('the audit of dependencies', () => {
  const venv = '"-m venv "*) mkdir -p "$3/bin"; cp "$0" "$3/bin/python" ;;';
  /** Stands in for the registries, which tests do not call. */
  const audit = (npx: string, python: string) => {
    const folder = temporaryFolder();
    for (const [name, script] of Object.entries({ npx, python3: `case "$*" in ${venv} ${python} esac` })) {
      writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(folder, name), 0o755);
    }
    mkdirSync(join(folder, '.ci'));
    for (const file of ['.ci/dependencies', 'package.json']) cpSync(join(root, file), join(folder, file));
    const { status, stdout } = spawnSync('bash', [join(folder, '.ci/dependencies')], {
      encoding: 'utf8',
      env: { PATH: `${folder}:/usr/bin:/bin`, PYTHON: 'python3' },
    });
    return { status, lines: stdout.trim().split('\n') };
  };

  test('passes where nothing is found', () => {
    const { status, lines } = audit('exit 0', '');
    expect(status).toBe(0);
    expect(lines).toHaveLength(7);
    for (const line of lines) expect(line).toMatch(/^ok: /);
  });

  test.each([
    ['*audit*) echo "3 vulnerabilities found"; exit 1', '', 'audit of the Node packages'],
    [
      '*) exit 0',
      '*pip_audit*) echo "Found 1 known vulnerability in 1 package"; exit 1 ;;',
      'audit of requirements-runtime',
    ],
  ])('fails with the vulnerabilities that are found (%#)', (npx, python, name) => {
    const { status, lines } = audit(`case "$*" in ${npx};; esac`, python);
    expect(status).toBe(1);
    expect(lines).toContain(`failed: ${name}`);
  });

  test('reports what was not run where no registry answers', () => {
    const refused = 'echo "the registry responded with 405" >&2; exit 1';
    const { status, lines } = audit(refused, `*) ${refused} ;;`);
    expect(status).toBe(0);
    expect(lines).toHaveLength(7);
    for (const line of lines)
      expect(line).toMatch(/^not run: .*: the registry does not answer \(the registry responded with 405\)$/);
  });
});
