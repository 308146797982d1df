import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { SetupFailure } from './failure.mjs';
import { toolPython } from './paths.mjs';

const probe = `
import importlib.util, json, sys
print(json.dumps({"version": list(sys.version_info[:3]), "path": sys.executable, "venv": all(map(importlib.util.find_spec, ("venv", "ensurepip")))}))
`;

/** The first Python that is new enough and can make an environment. */
export function findPython() {
  const names = [process.env.ROWCAST_PYTHON, 'python3.11', 'python3.12', 'python3.13', 'python3', 'python'];
  const found = names.filter(Boolean).map(ask).filter(Boolean);
  const recent = found.filter(({ version: [major, minor] }) => major === 3 && minor >= 11);
  return { python: recent.find(({ venv }) => venv), withoutVenv: recent[0], old: found[0] };
}

function ask(name) {
  const { status, stdout } = spawnSync(name, ['-I', '-c', probe], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? JSON.parse(stdout) : undefined;
}

export function needPython() {
  const { python, withoutVenv, old } = findPython();
  if (python) return python;
  const debian = (packages) => `on Debian or Ubuntu: apt install ${packages}`;
  if (withoutVenv) {
    const name = `python${withoutVenv.version.slice(0, 2).join('.')}`;
    throw new SetupFailure(
      `${withoutVenv.path} lacks the modules venv and ensurepip. Install them (${debian(`${name}-venv`)}) and run this again.`,
    );
  }
  const seen = old ? `Only Python ${old.version.join('.')} was found (${old.path})` : 'No Python was found';
  throw new SetupFailure(
    `${seen}; Rowcast needs Python 3.11 or newer. Install it (${debian('python3 python3-venv')}), or name one in ROWCAST_PYTHON.`,
  );
}

/** Hands the person's pip settings (index, links, certificates) to uv, which does not read them itself. */
export function uvEnvironment() {
  const { stdout } = spawnSync(toolPython, ['-m', 'pip', 'config', 'list'], { encoding: 'utf8' });
  const settings = {};
  for (const line of (stdout ?? '').split('\n')) {
    const match = /^(?:global|install|:env:)\.([a-z-]+)='(.*)'$/.exec(line.trim());
    if (match) settings[match[1]] = match[2].replaceAll('\\n', ' ').trim();
  }
  const words = (value) => value?.split(/\s+/).filter(Boolean);
  const links = words(settings['find-links'])?.filter((link) => link.includes('://') || existsSync(link));
  const fromPip = {
    UV_DEFAULT_INDEX: settings['index-url'],
    UV_INDEX: words(settings['extra-index-url'])?.join(' '),
    UV_FIND_LINKS: links?.join(','),
    UV_INSECURE_HOST: words(settings['trusted-host'])?.join(' '),
    SSL_CERT_FILE: settings.cert,
    ALL_PROXY: settings.proxy,
    UV_SYSTEM_CERTS: 'true',
    UV_PYTHON_DOWNLOADS: 'never',
    UV_NO_PROGRESS: 'true',
  };
  const given = Object.fromEntries(Object.entries(fromPip).filter(([, value]) => value));
  const { VIRTUAL_ENV: _active, CONDA_PREFIX: _conda, ...environment } = { ...given, ...process.env };
  return environment;
}
