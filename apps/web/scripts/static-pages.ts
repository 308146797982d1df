// Draws the pages that everyone may read, so that a browser shows them before any script has arrived.
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { build } from 'vite';
import type { ConsolePlace } from '../src/app/static-page.tsx';
import { dist, filesOf } from './built-files.ts';

const web = join(import.meta.dirname, '..');
const drawing = join(web, 'node_modules/.static-pages');
const authCode = (screen: string) => [
  'src/app/layouts/auth-layout.tsx',
  'src/features/auth/components/guests-only.tsx',
  `src/features/auth/screens/${screen}.tsx`,
];
const siteCode = (screen: string) => [`src/features/site/screens/${screen}.tsx`];
const pages = {
  landing: { place: '/', code: ['src/features/landing/screens/landing.tsx'] },
  login: { place: '/login', code: authCode('login') },
  signup: { place: '/signup', code: authCode('signup') },
  about: { place: '/about', code: siteCode('about') },
  help: { place: '/help', code: siteCode('help') },
  pricing: { place: '/pricing', code: siteCode('pricing') },
};
/** All other URLs belong to the console. Its most visited screens are prerendered for any workspace, `@`. */
const consoleCode = ['src/app/layouts/console-layout.tsx'];
const consolePages = {
  '@.apis': {
    place: '/@/apis',
    code: [...consoleCode, 'src/features/apis/screens/api-list.tsx'],
  },
} satisfies Record<string, { place: ConsolePlace; code: string[] }>;

await build({
  root: web,
  logLevel: 'warn',
  build: { ssr: 'src/app/static-page.tsx', outDir: drawing, emptyOutDir: true, manifest: false },
});

const { window } = new JSDOM('', { url: 'http://127.0.0.1:3000/' });
const { document, localStorage, sessionStorage } = window;
localStorage.setItem('language', 'en');
for (const [name, value] of Object.entries({ window, document, localStorage, sessionStorage }))
  Object.defineProperty(globalThis, name, { value, configurable: true });

/** Preloads code that the entry script would request later. */
function hinted(html: string, code: string[]): string {
  const links = filesOf(code)
    .filter((file) => !html.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return html.replace('</head>', `${links.join('')}</head>`);
}

const { renderConsole, renderPage, renderStart } = (await import(
  join(drawing, 'static-page.js')
)) as typeof import('../src/app/static-page.tsx');
const built = readFileSync(join(dist, 'index.html'), 'utf8');
const [font] = globSync('assets/inter-latin-wght-normal-*.woff2', { cwd: dist });
if (!font) throw new Error('The build has no font.');
// Loads before the first paint, so that the font does not change visibly.
const shell = built.replace(
  '</title>',
  `</title><link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`,
);
const empty = '<div id="root"></div>';
if (!shell.includes(empty)) throw new Error('index.html has no empty #root.');
const fill = (name: string, html: string, markup: string) =>
  writeFileSync(
    join(dist, `${name}.html`),
    html.replace(empty, () => `<div id="root">${markup}</div>`),
  );
/** On readable pages, styles load before scripts. */
const readable = (html: string) =>
  html.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"');

for (const [name, { place, code }] of Object.entries(pages)) {
  const drawn = await renderPage(place);
  if (!drawn.includes('<h1')) throw new Error(`${place} could not be drawn ahead.`);
  const form = drawn.includes('<form');
  // Text typed before hydration would be lost.
  const how = form ? ' data-for="guest" inert' : '';
  fill(name, readable(hinted(shell, code)), `<div id="drawn"${how}>${drawn}</div>`);
}
for (const [name, { place, code }] of Object.entries(consolePages)) {
  const drawn = await renderConsole(place);
  if (!drawn.includes('<h1')) throw new Error(`${place} could not be drawn ahead.`);
  // Its links do not contain the workspace yet.
  const how = 'data-for="member" inert aria-busy="true"';
  fill(name, readable(hinted(shell, code)), `<div id="drawn" ${how}>${drawn}</div>`);
}
fill('index', hinted(shell, consoleCode), renderStart());
rmSync(drawing, { recursive: true });
