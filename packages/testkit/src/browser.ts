import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toolchain } from '@rowcast/tooling/stack/paths';
import chromiumPackage, { inflate } from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const installed = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export type FoundBrowser = { path: string; env: Record<string, string> };

/** CHROME_PATH, else an installed Chromium or Chrome, else the one that comes as a Node package. */
export async function findBrowser(): Promise<FoundBrowser> {
  const own = process.env.CHROME_PATH;
  if (own) return { path: own, env: {} };
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = installed.flatMap((name) => folders.map((folder) => join(folder, name))).find(runs);
  return found ? { path: found, env: {} } : packaged();
}

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.resolve('@sparticuz/chromium')), 'utf8'),
);
const home = join(toolchain, `browser-${version}`);

/** Unpacked once into the checkout, with the libraries and the font that slim systems lack. */
async function packaged(): Promise<FoundBrowser> {
  const path = join(home, 'chromium');
  if (!existsSync(path)) await unpack();
  const LD_LIBRARY_PATH = [join(home, 'al2023/lib'), process.env.LD_LIBRARY_PATH]
    .filter(Boolean)
    .join(delimiter);
  return { path, env: { LD_LIBRARY_PATH, FONTCONFIG_FILE: join(home, 'fonts.conf') } };
}

async function unpack(): Promise<void> {
  mkdirSync(toolchain, { recursive: true });
  const draft = mkdtempSync(`${home}.`);
  const before = process.env.TMPDIR;
  // The package knows no other place than the temporary folder.
  process.env.TMPDIR = draft;
  try {
    await chromiumPackage.executablePath();
    await inflate(fileURLToPath(new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  writeFileSync(join(draft, 'fonts.conf'), fontSettings);
  try {
    renameSync(draft, home);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
}

const fontSettings = `<?xml version="1.0"?>
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${home}/fonts</dir>
  <cachedir>${home}/fonts-cache</cachedir>
</fontconfig>
`;

/** A headless browser on a fresh profile. */
export async function launchBrowser(extraFlags: string[] = []): Promise<Browser> {
  const { path, env } = await findBrowser();
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return chromium.launch({
    executablePath: path,
    args: [...flags, ...extraFlags],
    env: { ...inherited, ...env },
  });
}

/** Some systems have a file of the name that only says how to get it. */
const runs = (file: string) => existsSync(file) && spawnSync(file, ['--version']).status === 0;
