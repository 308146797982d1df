import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { SetupFailure } from './failure.mjs';
import {
  automl,
  automlPython,
  bootstrapFolder,
  node,
  pnpm,
  root,
  toolchain,
  toolPython,
  uv,
} from './paths.mjs';
import { isSupported, platform, supported } from './platform.mjs';
import { needPython, uvEnvironment } from './python.mjs';
import { run } from './run.mjs';
import { fingerprint, stamp } from './stamp.mjs';

/**
 * Each step: what it is called, the file or files that it must leave behind, the inputs that it depends on, and how it is done.
 * A step is skipped while its inputs are those of its stamp.
 */

const nodeFolder = join(toolchain, 'node');
const nodeLock = ['package.json', 'package-lock.json'].map((file) =>
  join(bootstrapFolder, 'toolchain', file),
);

const nodeAndPnpm = () => ({
  title: 'Node 24 and pnpm',
  // Neither is missed by npm, to which they are optional.
  leaves: [node, pnpm],
  stamp: join(nodeFolder, 'stamp'),
  inputs: { files: nodeLock },
  async make() {
    if (!isSupported) throw new SetupFailure(`This is ${platform}. ${supported}`);
    mkdirSync(nodeFolder, { recursive: true });
    for (const file of nodeLock) cpSync(file, join(nodeFolder, file.slice(dirname(file).length + 1)));
    await run('node', 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--include=optional'], {
      cwd: nodeFolder,
    });
    await run('node', node, ['--version']);
    await run('pnpm', pnpm, ['--version']);
  },
});

const nodePackages = () => ({
  title: 'Node packages',
  // The last thing made; an install by hand takes it away again.
  leaves: join(root, 'node_modules/.bin/pnpm'),
  stamp: join(root, 'node_modules/.rowcast-stamp'),
  inputs: { files: [join(root, 'pnpm-lock.yaml'), join(root, 'pnpm-workspace.yaml'), ...packageFiles()] },
  async make() {
    await run('pnpm', pnpm, ['install', '--frozen-lockfile', '--reporter=append-only'], {
      cwd: root,
      env: {
        ...process.env,
        PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
        CI: 'true',
        // The lock file pins every package by hash; asking for each one's age again can take minutes.
        PNPM_CONFIG_MINIMUM_RELEASE_AGE: '0',
      },
    });
    // Package scripts find these first, so that "npx turbo test" works beside an older Node and without pnpm.
    for (const [name, target] of Object.entries({ node, pnpm })) {
      const link = join(root, 'node_modules/.bin', name);
      rmSync(link, { force: true });
      symlinkSync(target, link);
    }
  },
});

function packageFiles() {
  const folders = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8').matchAll(/^ {2}- (\w+)(\/\*)?$/gm);
  return [...folders]
    .flatMap(([, folder, all]) =>
      all ? readdirSync(join(root, folder)).map((name) => join(folder, name)) : [folder],
    )
    .map((folder) => join(root, folder, 'package.json'))
    .filter(existsSync)
    .concat(join(root, 'package.json'));
}

const pythonTools = () => {
  const requirements = join(bootstrapFolder, 'python/requirements.txt');
  const folder = join(toolchain, 'python');
  return {
    title: 'Python tools',
    leaves: [uv, toolPython],
    stamp: join(folder, 'stamp'),
    inputs: { files: [requirements], texts: [root] },
    async make() {
      const python = needPython();
      rmSync(folder, { recursive: true, force: true });
      await run('python', python.path, ['-I', '-m', 'venv', folder]);
      await run('python', toolPython, [
        ...['-m', 'pip', 'install', '--require-hashes', '--only-binary', ':all:', '--no-deps'],
        ...['--disable-pip-version-check', '-r', requirements],
      ]);
    },
  };
};

const pythonPackages = () => {
  const requirements = join(automl, 'requirements.lock');
  const folder = join(automl, '.venv');
  return {
    title: 'Python packages',
    leaves: automlPython,
    stamp: join(folder, 'rowcast-stamp'),
    inputs: { files: [requirements, join(automl, 'pyproject.toml')], texts: [root] },
    async make() {
      const options = { cwd: automl, env: uvEnvironment() };
      const pip = (...args) => run('uv', uv, ['pip', ...args, '--python', automlPython], options);
      if (!existsSync(automlPython))
        await run('uv', uv, ['venv', '--clear', '--python', toolPython, folder], options);
      await pip('sync', '--require-hashes', requirements);
      // Its build tools come with the locked packages, so nothing is fetched without a hash.
      await pip('install', '--no-deps', '--no-build-isolation', '--editable', automl);
    },
  };
};

const chains = {
  node: [nodeAndPnpm, nodePackages],
  python: [pythonTools, pythonPackages],
};

/** The steps that are not yet done, one list for each half; halves do not depend on each other. */
export function pending(needs) {
  return needs.map((half) => chains[half].map((describe) => describe()).filter((step) => !isDone(step)));
}

export function isDone(step) {
  return [step.leaves].flat().every(existsSync) && stamp.matches(step.stamp, fingerprint(step.inputs));
}

export async function perform(step) {
  stamp.clear(step.stamp);
  await step.make();
  stamp.write(step.stamp, fingerprint(step.inputs));
}
