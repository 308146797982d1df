import { boosted } from '@rowcast/testkit/trainings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Person } from './support/person.ts';

let gina: Person;
let me: string;
let api: string;
let model: string;
let dataset: string;

const answers = ['bleibt', ' kündigt ', 'unentschieden'];

/** Three classes, one with blanks around it. */
function table(): string {
  const rows = Array.from({ length: 240 }, (_, at) => {
    const kind = (at * 7) % 3;
    const fee = kind * 20 + ((at * 13) % 25);
    return `${fee},${['Monatsvertrag', 'Jahresvertrag', 'Zweijahresvertrag'][(kind + (at % 5 === 0 ? 1 : 0)) % 3]},k${at % 7},"${answers[kind]}"`;
  });
  return ['Monatsgebühr,Vertragslaufzeit,Kundengruppe,Entscheidung', ...rows].join('\n');
}

beforeAll(async () => {
  gina = await Person.arrives('gina');
  await gina.signsUp('Gina Grün');
  me = new URL(gina.page.url()).pathname.split('/')[1] ?? '';
  api = (await gina.asks<{ id: string }>('POST', '/apis', { name: 'Kündigungsvorhersage' })).id;
  dataset = await gina.uploads(api, 'kunden.csv', table());
  const training = { apiId: api, datasetId: dataset, targetColumn: 'Entscheidung', ...boosted };
  model = (await gina.asks<{ id: string }>('POST', '/models', training)).id;
  await gina.awaits(`/models/${model}`);
  await gina.asks('POST', `/models/${model}/deploy`);
}, 400_000);
afterAll(() => gina?.leaves());

/** Buttons too narrow for their words, and what stands out of the window but in no region that scrolls. */
const cutOff = () =>
  gina.page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      !!element &&
      (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const places = 'main, [role=dialog]';
    const words = (element: Element) => element.textContent?.trim().slice(0, 60) ?? '';
    const narrow = [...document.querySelectorAll<HTMLElement>(`:is(${places}) :is(button, a)`)]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
      // What a finger may touch of a switch is wider than the switch, which has no words.
      .filter(
        (each) =>
          words(each) !== '' &&
          getComputedStyle(each).display !== 'inline' &&
          !each.querySelector('.truncate'),
      )
      .filter((each) => !each.classList.contains('truncate'))
      .map((each) => `narrow: ${words(each)}`);
    const outside = [...document.querySelectorAll<HTMLElement>(`:is(${places}) *`)]
      .filter(
        (each) => each.getBoundingClientRect().right > window.innerWidth + 1 && each.children.length === 0,
      )
      .filter((each) => each.getBoundingClientRect().width > 0 && !scrolls(each.parentElement))
      .map((each) => `outside: ${words(each)}`);
    return [...narrow, ...outside];
  });

const screens = () => ({
  overview: `/${me}`,
  'overview-analytics': `/${me}?tab=analytics`,
  'overview-team': `/${me}?tab=team`,
  'overview-activity': `/${me}?tab=activity`,
  apis: `/${me}/apis`,
  api: `/${me}/apis/${api}`,
  'api-datasets': `/${me}/apis/${api}/datasets`,
  'api-models': `/${me}/apis/${api}/models`,
  report: `/${me}/apis/${api}/models/${model}`,
  'report-answers': `/${me}/apis/${api}/models/${model}?part=answers`,
  'report-leaderboard': `/${me}/apis/${api}/models/${model}?part=leaderboard`,
  'report-fields': `/${me}/apis/${api}/models/${model}?part=fields`,
  'report-data': `/${me}/apis/${api}/models/${model}?part=data`,
  testing: `/${me}/apis/${api}/testing`,
  logs: `/${me}/apis/${api}/logs`,
  versions: `/${me}/apis/${api}/models/versions`,
  keys: `/${me}/apis/${api}/settings/keys`,
  'api-analytics': `/${me}/apis/${api}/analytics`,
  'api-update': `/${me}/apis/${api}/settings/update`,
  'api-settings': `/${me}/apis/${api}/settings`,
  dataset: `/${me}/datasets/${dataset}`,
  findings: `/${me}/datasets/${dataset}?tab=findings`,
  cleaning: `/${me}/datasets/${dataset}?tab=cleaning`,
  train: `/${me}/apis/${api}/models?train=${dataset}`,
  datasets: `/${me}/datasets`,
  start: `/${me}/start`,
  'first-model': `/${me}/start/${dataset}`,
  invite: `/${me}/invite`,
  settings: `/${me}/settings`,
  profile: `/${me}/profile`,
  audit: `/${me}/audit`,
});

it.each(['de', 'fr'])('every main screen has room for its words on a small phone in %s', async (language) => {
  const { page } = gina;
  await gina.asks('PUT', '/settings/preferences', { language });
  await page.setViewportSize({ width: 360, height: 800 });
  if (language !== 'de') await page.reload();
  const found: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(screens())) {
    // Loading differs only in words between languages, so that shifts are measured in the first alone.
    const jumped = language === 'de' ? await gina.jumps(path) : await gina.goesTo(path).then(() => 0);
    await gina.isSeen(`words-${language}-${name}`);
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    const cut = await cutOff();
    // The dialog grows with what it learns of the table.
    if (wider > 0 || cut.length > 0 || (jumped > 0.1 && name !== 'train'))
      found[name] = { wider, cut, jumped };
  }
  expect(found).toEqual({});
});
