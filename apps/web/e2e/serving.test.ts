import { incomeTable } from '@rowcast/testkit/income-table';
import { boosted, forest } from '@rowcast/testkit/trainings';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { everyLook, openBrowser, Person } from './person.ts';
import { redOf } from './picture.ts';

let browser: Browser;
let ana: Person;
let api: string;
let home: string;
let key: string;
const models: string[] = [];

const row = { age: 44, city: 'Pune', hours: 33 };

const send = (path: string, type: string, body: string) =>
  fetch(`${inject('address')}/api/v1/predict/${api}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    body,
  });
const predict = async (body: object = row) => {
  const answer = await send('', 'application/json', JSON.stringify(body));
  return (await answer.json()) as { model: { version: string } };
};

const looksAt = (tab: string, name: string) =>
  ana.fits(name, everyLook, async () => {
    await ana.page.goto(`${home}/${tab}`);
    await ana.page.locator('main table, main form').first().waitFor();
  });

beforeAll(async () => {
  browser = await openBrowser();
  ana = await Person.arrives(browser, 'ana');
  await ana.signsUp('Ana Server');
  const me = new URL(ana.page.url()).pathname.split('/')[1];
  api = (await ana.asks<{ id: string }>('POST', '/apis', { name: 'Income' })).id;
  home = `/${me}/apis/${api}`;
  const datasetId = await ana.uploads(api, 'income.csv', incomeTable(200, 0));
  for (const choice of [boosted, forest]) {
    const body = { apiId: api, datasetId, targetColumn: 'income', ...choice };
    models.push((await ana.asks<{ id: string }>('POST', '/models', body)).id);
  }
  for (const id of models) await ana.awaits(`/models/${id}`);
  await ana.asks('POST', `/models/${models[0]}/deploy`);
  key = (await ana.asks<{ key: string }>('POST', `/apis/${api}/keys`, { name: 'Billing' })).key;
}, 240_000);
afterAll(async () => {
  await ana?.leaves();
  await browser?.close();
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await ana.isSeen('serving-failed');
});

describe('the documentation', () => {
  it('shows the fields, an answer of the model and what is refused, and can be saved', async () => {
    const { page } = ana;
    await page.goto(home);
    await page.getByRole('link', { name: 'Docs' }).last().click();
    await page.getByRole('heading', { name: 'The 3 fields of a row' }).waitFor();
    for (const name of ['age', 'city', 'hours'])
      await page.getByRole('region', { name: 'Fields' }).getByText(name, { exact: true }).waitFor();
    await page.getByText('"version": "v1"').first().waitFor();
    await page.getByText('ROW_INVALID', { exact: true }).click();
    const refused = page.locator('details[open]');
    await refused.getByText('FIELD_INVALID').waitFor();
    await page.getByRole('tab', { name: 'Python' }).click();
    await page.getByText(`${inject('address')}/api/v1/predict/${api}"`).waitFor();
    await page.getByRole('button', { name: 'Make the examples anew' }).click();
    await page.getByText('The model was asked again').waitFor();
    for (const [format, ending] of [
      ['OpenAPI (JSON)', 'openapi.json'],
      ['Markdown', 'md'],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: format }).click(),
      ]);
      expect(file.suggestedFilename()).toBe(`Income-v1.${ending}`);
    }
  });

  it('fits and is accessible, also on the narrowest phone', () =>
    ana.fits('docs', [...everyLook, ['light', 360]], async () => {
      await ana.page.goto(`${home}/docs`);
      await ana.page.getByText('ROW_INVALID', { exact: true }).click();
    }));
});

describe('the logs', () => {
  it('show calls as they arrive, hold still when asked to, and make a call again', async () => {
    const { page } = ana;
    await page.goto(`${home}/logs`);
    await page.getByText('No calls yet').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await predict({ ...row, email: 'someone@example.org' });
    await page.getByRole('cell', { name: 'Billing' }).first().waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    for (let at = 0; at < 3; at += 1) await predict({ ...row, age: 'old' });
    await predict();
    await page.getByText('Paused, new calls have arrived').waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await page.getByRole('button', { name: 'Follow' }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(6);
    await ana.selects('Status', 'Answered with warnings');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByText('1 warning', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Open the call of/ }).click();
    await page.getByText('Personal data is masked here.').waitFor();
    expect(await page.getByRole('dialog').textContent()).not.toContain('someone@');
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('Same predictions').waitFor();
    await ana.isAccessible();
    await ana.isSeen('logs-call');
  });

  it('tell how many rows of a stream failed', async () => {
    const lines = [row, { ...row, age: 'old' }, { ...row, city: 'Atlantis' }, { ...row, age: [] }];
    const told = await send(
      '/stream',
      'application/x-ndjson',
      lines.map((each) => JSON.stringify(each)).join('\n'),
    );
    expect(await told.text()).toContain('ROW_INVALID');
    const { page } = ana;
    await page.goto(`${home}/logs`);
    await page.getByText('2 rows failed', { exact: true }).waitFor();
  });

  it('fit and are accessible', () => looksAt('logs', 'logs'));
});

describe('the analytics', () => {
  it('mark the times of an API that was first called today', async () => {
    const { page } = ana;
    await predict();
    const times = page.getByRole('group', { name: 'Answer times by the day' });
    await predict({ ...row, age: 'old' });
    await fetch(`${inject('address')}/api/v1/predict/${api}`, { method: 'POST' });
    const marks = times.locator('.recharts-scatter-symbol path');
    await expect
      .poll(
        async () => {
          await page.goto(`${home}/analytics`);
          await times.or(page.getByText('No calls in this time')).waitFor();
          return times.isVisible();
        },
        { timeout: 10_000 },
      )
      .toBe(true);
    const reasons = page.getByRole('table', { name: 'Refused calls by reason' });
    await reasons.getByText('ROW_INVALID', { exact: true }).waitFor();
    await reasons.getByText(/^Send an API key/).waitFor();
    await page.getByText('Score of v1').waitFor();
    await ana.fits('analytics', [...everyLook, ['light', 360]], async () => {
      await page.reload();
      await expect.poll(() => marks.count(), { timeout: 5_000 }).toBe(2);
    });
  });
});

describe('the versions', () => {
  it('are tried on a share of the keys, shown side by side, and taken back', async () => {
    const { page } = ana;
    await page.goto(`${home}/versions`);
    await page.getByRole('button', { name: 'Try v2' }).click();
    await ana.selects('How', /Shadow/);
    await page.getByLabel('Share of the keys, in percent').fill('100');
    await ana.isAccessible();
    await ana.isSeen('versions-try');
    await page.getByRole('button', { name: 'Start trying v2' }).click();
    await page.getByText('Trying version 2').waitFor();
    for (let at = 0; at < 12; at += 1)
      await predict({ instances: [{ age: 20 + at * 4, city: 'Goa', hours: 20 + at * 3 }] });
    await expect
      .poll(() => page.getByRole('row', { name: /^Calls/ }).textContent(), { timeout: 10_000 })
      .toMatch(/12.*12/);
    await looksAt('versions', 'versions-shadow');
    await page.getByRole('slider').press('ArrowLeft');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('The candidate was taken back').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.getByText('Earlier candidates').waitFor();
    expect((await predict()).model.version).toBe('v1');
  });
});

describe('the overview', () => {
  it('says whether the model is in memory, and what loading it took', async () => {
    const { page } = ana;
    await page.goto(home);
    await page.getByText(/^Loaded; loading it took \d+ ms$/).waitFor();
    await ana.fits('overview-memory', everyLook, async () => {
      await page.goto(home);
      await page.getByText(/^Loaded/).waitFor();
    });
  });
});

describe('a table that is wider than a phone', () => {
  const edges = ['left', 'right'] as const;

  /** Red of a patch of the last row, between the words and an edge. */
  const shade = async (edge: (typeof edges)[number]) => {
    const { page } = ana;
    const region = page.getByRole('region', { name: 'Models' });
    const box = await region.boundingBox();
    if (!box) throw new Error('no table');
    const x = edge === 'left' ? box.x + 4 : box.x + box.width - 7;
    return redOf(page, { x, y: box.y + box.height - 8, width: 3, height: 3 });
  };

  it.each(['light', 'dark'] as const)('shows in %s where more of it lies', async (colorScheme) => {
    const { page } = ana;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${home}/models`);
    const region = page.getByRole('region', { name: 'Models' });
    await region
      .getByRole('button', { name: /Deploy/ })
      .first()
      .waitFor();
    const at = async (place: 'start' | 'middle' | 'end') => {
      await region.evaluate((element, to) => {
        const most = element.scrollWidth - element.clientWidth;
        element.scrollLeft = to === 'start' ? 0 : to === 'end' ? most : most / 2;
      }, place);
      return { left: await shade('left'), right: await shade('right') };
    };
    const start = await at('start');
    const middle = await at('middle');
    const end = await at('end');
    expect(Math.abs(start.left - end.right)).toBeLessThan(4);
    for (const [shaded, plain] of [
      [start.right, end.right],
      [end.left, start.left],
      [middle.left, start.left],
      [middle.right, end.right],
    ] as const)
      expect(Math.abs(shaded - plain)).toBeGreaterThan(15);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

describe('a model with another target', () => {
  it('is deployed only by who has seen what callers will meet', async () => {
    const { page } = ana;
    const [{ datasetId }] = (await ana.asks<{ data: [{ datasetId: string }] }>('GET', '/models')).data;
    const body = {
      apiId: api,
      datasetId,
      targetColumn: 'city',
      excludedColumns: ['hours'],
      ...boosted,
    };
    const { id } = await ana.asks<{ id: string }>('POST', '/models', body);
    await ana.awaits(`/models/${id}`);
    await page.goto(`${home}/versions`);
    await page.getByRole('button', { name: 'Try v3' }).click();
    await page.getByText('It predicts city instead of income.').waitFor();
    await ana.isSeen('versions-try-other');
    await page.getByRole('button', { name: 'Start trying v3' }).click();
    await page.getByText('so their answers cannot be compared').first().waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Deploy v3' }).click();
    const asked = page.getByRole('alertdialog');
    await asked.getByText('It predicts city instead of income.').waitFor();
    await asked.getByText(/^hours is not read any more/).waitFor();
    await asked.getByText(/^These scores can't be compared/).waitFor();
    await ana.isAccessible();
    await ana.fits('deploy-changes', everyLook);
    await asked.getByRole('button', { name: 'Cancel' }).click();
    expect((await predict()).model.version).toBe('v1');
    await page.getByRole('button', { name: 'Deploy v3' }).click();
    await asked.getByRole('button', { name: 'Deploy v3 for another target' }).click();
    await page.getByText('v3 is deployed').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.getByRole('button', { name: 'Roll back to v1' }).first().click();
    await asked.getByText('It predicts income instead of city.').waitFor();
    await ana.isAccessible();
    await ana.fits('roll-back-changes', everyLook);
    await asked.getByRole('button', { name: 'Let v1 answer again' }).click();
    await page.getByText('Version 1 is deployed again').waitFor();
    // The button is gone with what it did; whoever uses the keyboard goes on from here.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  });
});

describe('a model that scores worse', () => {
  it('is deployed only by who has seen both scores', async () => {
    const { page } = ana;
    const [{ datasetId }] = (await ana.asks<{ data: [{ datasetId: string }] }>('GET', '/models')).data;
    const body = {
      apiId: api,
      datasetId,
      targetColumn: 'income',
      excludedColumns: ['age', 'hours'],
      ...boosted,
    };
    const { id } = await ana.asks<{ id: string }>('POST', '/models', body);
    await ana.awaits(`/models/${id}`);
    await page.goto(`${home}/models/${id}`);
    await page.getByRole('button', { name: 'Deploy v4' }).click();
    const asked = page.getByRole('alertdialog');
    const scores = asked.getByRole('region', { name: 'Scores side by side' });
    await scores.getByText('v4 is clearly worse than v1').waitFor();
    expect(await scores.textContent()).toMatch(/v1, deployed now.*\d\.\d{3}.*v4.*0\.\d{3}/);
    await ana.isAccessible();
    await ana.fits('deploy-worse', everyLook);
    await asked.getByRole('button', { name: 'Deploy v4, which scores worse' }).waitFor();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    expect((await predict()).model.version).toBe('v1');
  });
});

describe('release checks', () => {
  it('are asked of models in words, tried on the live one, and keep another from being deployed', async () => {
    const { page } = ana;
    await page.goto(`${home}/versions`);
    await page.getByRole('button', { name: 'Add a check' }).click();
    await ana.selects('Field', 'age');
    await page.getByLabel('The answer may move by at most').fill('0.001');
    await ana.isAccessible();
    await ana.isSeen('checks-add');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Changing age moves the answer by at most 0.001.').waitFor();
    await page.getByRole('button', { name: 'Try on the deployed model' }).click();
    await page.getByText('Does not hold').waitFor();
    await ana.isSeen('checks-tried');
    await page.getByRole('button', { name: 'Deploy v2' }).click();
    // Asked about only where the other model came out worse.
    const asked = page.getByRole('alertdialog');
    const failed = page.getByRole('row').filter({ hasText: 'Failed' });
    await asked.or(failed).waitFor();
    if (await asked.isVisible()) {
      await asked.getByRole('button', { name: /^Deploy v2/ }).click();
      await asked.getByRole('button', { name: 'Cancel' }).click();
    }
    await failed.getByText('at most 0.001 is allowed').waitFor();
    expect((await predict()).model.version).toBe('v1');
    await looksAt('versions', 'versions-checks');
    await page.getByRole('button', { name: 'Remove the check of age' }).click();
    await page.getByText('Nothing is asked yet.').waitFor();
  });
});

describe('keys', () => {
  it('are made with what they may do, shown once, and replaced with an overlap', async () => {
    const { page } = ana;
    await page.goto(home);
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Key name').fill('Mobile app');
    await ana.selects('Expires', 'In 30 days');
    await page.getByRole('switch', { name: 'A limit of its own' }).click();
    await ana.isAccessible();
    await ana.isSeen('keys-create');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Copy it now.').waitFor();
    expect(await page.getByRole('dialog').textContent()).toMatch(/rc_live_[0-9A-Za-z]{38}/);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('100 in 60 s').waitFor();
    await page.getByRole('button', { name: 'Replace Billing' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true }).click();
    await page.getByText('Copy it now.').waitFor();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText(/Replaced, ends/).waitFor();
    await looksAt('keys', 'keys');
    expect((await predict()).model.version).toBe('v1');
  });
});

describe('testing', () => {
  it('saves a call, runs all of them, and says what changed', async () => {
    const { page } = ana;
    await page.goto(`${home}/testing`);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Status 200').waitFor();
    await page.getByRole('button', { name: 'Save case' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Typical');
    await page.getByRole('dialog').getByRole('button', { name: 'Save case' }).click();
    await page.getByRole('button', { name: 'Run all' }).click();
    await page.getByText('1 of 1 passed').waitFor();
    await page.getByRole('tab', { name: 'PHP' }).click();
    await page.getByText('<?php').waitFor();
    await looksAt('testing', 'testing');
  });

  it('asks for a set of classes and contributions, and shows them', async () => {
    const { page } = ana;
    await page.goto(`${home}/testing`);
    await ana.selects('Set of classes', '90%');
    await page.getByRole('switch', { name: 'Contributions' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('The true class is among these in 90% of cases').waitFor();
    const told = page.getByRole('table', { name: /^Contributions/ });
    for (const name of ['Mean of training rows', 'age', 'city', 'hours', 'Sum'])
      await told.getByRole('rowheader', { name }).waitFor();
    await ana.fits('testing-contributions', everyLook);
  });

  it('finds the nearest row that is answered otherwise, leaves a field as it is, and puts the row in', async () => {
    const { page } = ana;
    await page.goto(`${home}/testing?mode=whatif`);
    const answer = page.getByRole('status').filter({ hasText: /^(low|high)$/ });
    const before = await answer.textContent();
    await page.getByRole('button', { name: 'Find' }).click();
    const keeps = page.getByRole('button', { name: /^Leave .+ as it is$/ });
    await keeps.first().waitFor();
    await ana.fits('testing-nearest', everyLook);
    const field = /^Leave (.+) as it is$/.exec((await keeps.first().getAttribute('aria-label')) ?? '')?.[1];
    await keeps.first().click();
    await page.getByRole('button', { name: `Let ${field} change again` }).click();
    await page.getByRole('button', { name: 'Put it in' }).click();
    await page.getByText(/^[1-4] fields? changed$/).waitFor();
    await answer.filter({ hasText: before === 'low' ? 'high' : 'low' }).waitFor();
  });

  it("says what is wrong with a field, and what became of it, in the reader's language", async () => {
    const { page } = ana;
    const speaks = async (language: 'de' | 'en') => {
      await ana.asks('PUT', '/settings/preferences', { language });
      await page.goto(`${home}/testing`);
      await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
    };
    await speaks('de');
    await page.getByRole('tab', { name: 'JSON' }).click();
    const sends = async (...instances: object[]) => {
      await page.getByLabel('Inhalt der Anfrage').fill(JSON.stringify({ instances }));
      await page.getByRole('button', { name: 'Senden' }).click();
    };
    await sends({ ...row, age: 'old' });
    await page.getByText('Muss eine Zahl sein, nicht „old“.').waitFor();
    await sends({ ...row, city: 'Atlantis', hours: 900, shoe: 44 }, { city: 'Pune', hours: 30 });
    for (const said of [
      'Hat einen Wert, der im Training nie vorkam: „Atlantis“.',
      /Liegt außerhalb dessen, was im Training vorkam: 20 bis 59\./,
      'Ist kein Feld dieses Modells. Es wurde übergangen.',
      'Wurde nicht gesendet. Es wurde als fehlend behandelt.',
    ])
      await page.getByText(said).first().waitFor();
    await ana.isSeen('testing-de');
    await sends({ Age: 44, city: 'Pune', hours: 33 });
    await page.getByText('Ist kein Feld dieses Modells. Es wurde übergangen. Meinten Sie „age“?').waitFor();
    await page.getByLabel('Inhalt der Anfrage').fill(JSON.stringify({ rows: [row] }));
    await page.getByRole('button', { name: 'Senden' }).click();
    await page.getByText('{"instances": [{"age": …, "city": …}]}.').waitFor();
    await ana.fits('testing-refused', everyLook);
    await speaks('en');
  });
});

describe('settings', () => {
  it('keep the policies of an API', async () => {
    const { page } = ana;
    await page.goto(`${home}/settings`);
    await ana.selects('Odd rows', 'Refuse with 422');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('API settings updated successfully!').waitFor();
    await looksAt('settings', 'settings');
  });

  it('turn what mistakes cost into a threshold, say what follows, and take it back', async () => {
    const { page } = ana;
    await page.goto(`${home}/settings`);
    const panel = page.locator('section', {
      has: page.getByRole('heading', { name: 'Threshold and costs' }),
    });
    await ana.selects('The class is chosen', 'By what mistakes cost');
    await panel.getByLabel('True low, answered high').fill('');
    await panel.getByRole('button', { name: 'Save decision' }).click();
    await panel.getByText('Enter a number, such as 12.5').waitFor();
    await panel.getByLabel('True low, answered high').fill('9');
    await panel.getByText('0.10 (as trained 0.50)').waitFor();
    await panel.getByText('Mean cost a row').waitFor();
    await ana.isAccessible();
    await ana.isSeen('decision');
    await panel.getByRole('button', { name: 'Save decision' }).click();
    await page.getByText('API settings updated successfully!').waitFor();
    const kept = () => ana.asks<{ settings: object }>('GET', `/apis/${api}`);
    expect(await kept()).toMatchObject({ settings: { costs: { low: { high: 9 }, high: { low: 1 } } } });
    await looksAt('settings', 'decision-kept');
    await ana.selects('The class is chosen', 'From a threshold on');
    await panel.getByLabel('Threshold for low').fill('0.3');
    await panel.getByRole('button', { name: 'Save decision' }).click();
    await expect.poll(kept).toMatchObject({ settings: { threshold: 0.3, costs: null } });
    await panel.getByRole('button', { name: 'Undo the last change' }).click();
    await expect.poll(kept).toMatchObject({ settings: { threshold: null, costs: { low: { high: 9 } } } });
    await panel.getByLabel('True low, answered high').waitFor();
    await ana.selects('The class is chosen', 'As trained');
    await panel.getByRole('button', { name: 'Save decision' }).click();
    await expect.poll(kept).toMatchObject({ settings: { threshold: null, costs: null } });
  });

  it('say what becomes of odd values, field by field', async () => {
    const { page } = ana;
    await page.goto(`${home}/settings`);
    const panel = page.locator('section', {
      has: page.getByRole('heading', { name: 'Odd values by field' }),
    });
    const choose = async (name: string, action: string) => {
      await panel.getByRole('combobox', { name }).click();
      await page.getByRole('option', { name: action, exact: true }).click();
    };
    await choose('Add a field', 'city');
    await choose('city: Unseen category', 'Refuse');
    await choose('All fields: Out of range', 'Ignore');
    await panel.getByRole('button', { name: 'Save odd values' }).click();
    await page.getByText('API settings updated successfully!').waitFor();
    await expect
      .poll(() => predict({ ...row, city: 'Atlantis' }))
      .toMatchObject({
        fields: [{ field: 'city', row: 0 }],
      });
    const quiet = await predict({ ...row, age: 200 });
    expect(quiet).toMatchObject({ warnings: [] });
    await ana.asks('PUT', `/apis/${api}`, {
      settings: { oddValues: { fields: { city: { unseen: 'reject' }, tenure: { range: 'warn' } } } },
    });
    await looksAt('settings', 'odd-values');
    await panel.getByText(/Not read by v\d/).waitFor();
    await panel.getByRole('button', { name: 'Nothing special for tenure' }).click();
    await panel.getByRole('button', { name: 'Save odd values' }).click();
    await page.getByText('API settings updated successfully!').waitFor();
    const { settings } = await ana.asks<{ settings: object }>('GET', `/apis/${api}`);
    expect(settings).toMatchObject({ oddValues: { fields: { city: { unseen: 'reject' } } } });
    await page.goto(`${home}/versions`);
    for (const way of ['Try v3', 'Deploy v3']) {
      await page.getByRole('button', { name: way }).click();
      await page.getByText('What the settings say of odd values in city is passed over').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
    }
  });
});
