// First-load JavaScript of two pages and the Lighthouse scores of three, in the real browser on the real product.
// Usage: node bench/web/main.ts [RUNS]
import { launchBrowser } from '@rowcast/testkit/browser';
import { startStack } from '@rowcast/testkit/stack';
import { freePort } from '@rowcast/tooling/stack/network/ports';
import { firstLoad } from './first-load.ts';
import { presets, scoreNames, scores } from './scores.ts';
import { signIn, storeSession } from './session.ts';

const runs = Number(process.argv[2] ?? 3);
const lowestScore = 95;
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

let kept = true;
const judge = (good: boolean): string => {
  kept &&= good;
  return good ? 'kept' : 'MISSED';
};

const stack = await startStack();
const port = await freePort();
const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
try {
  const session = await signIn(stack);
  const home = `/${session.username}`;

  for (const { page, path, stored, limit } of [
    { page: 'landing', path: '/', stored: {}, limit: 120_000 },
    { page: 'dashboard', path: home, stored: session.storage, limit: 260_000 },
  ]) {
    const { files, gzip, transferred } = await firstLoad(browser, `${stack.address}${path}`, stored);
    console.log(
      `${page}: ${kilobytes(gzip)} of JavaScript, gzip, in ${files.length} files ` +
        `(${kilobytes(transferred)} came over the wire); at most ${kilobytes(limit)}: ${judge(gzip <= limit)}`,
    );
    for (const { name, gzip: size } of files.slice(0, 8))
      console.log(`  ${kilobytes(size).padStart(9)}  ${name}`);
  }

  await storeSession(port, stack.address, {});
  const pages = [
    { page: 'landing', path: '/' },
    { page: 'login', path: '/login' },
    { page: 'API list', path: `${home}/apis`, stored: session.storage },
  ];
  for (const { page, path, stored } of pages) {
    if (stored) await storeSession(port, stack.address, stored);
    for (const preset of presets) {
      const { median, findings } = await scores(`${stack.address}${path}`, port, preset, runs);
      const row = scoreNames.map((name) => `${name} ${median[name]}`).join(', ');
      const good = scoreNames.every((name) => median[name] >= lowestScore);
      console.log(
        `${page}, ${preset}: ${row} (median of ${runs}; at least ${lowestScore} each): ${judge(good)}`,
      );
      for (const finding of findings) console.log(`  ${finding}`);
    }
  }
} finally {
  await browser.close();
  await stack.stop();
}
process.exitCode = kept ? 0 : 1;
