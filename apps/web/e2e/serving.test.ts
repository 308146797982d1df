import type { DailyFigures } from '@rowcast/contracts/domain/apis/daily-figures';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { everyLook, type Person } from './support/person.ts';
import { row, Served } from './support/served-model.ts';

let served: Served;
let ana: Person;
let home: string;
beforeAll(async () => {
  served = await Served.begins('Ana', ['boosted']);
  ({ person: ana, home } = served);
}, 240_000);
afterAll(() => served?.leaves());

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await ana.isSeen('serving-failed');
});

describe('the documentation', () => {
  it('shows the fields, an answer of the model and what is refused, and can be saved', async () => {
    const { page } = ana;
    await page.goto(home);
    await page.getByRole('link', { name: 'Docs' }).last().click();
    await page.getByRole('heading', { name: '3 input fields' }).waitFor();
    for (const name of ['age', 'city', 'hours'])
      await page.getByRole('region', { name: 'Fields' }).getByText(name, { exact: true }).waitFor();
    await page.getByText('"version": "v1"').first().waitFor();
    await page.getByText('ROW_INVALID', { exact: true }).click();
    const refused = page.locator('details[open]');
    await refused.getByText('FIELD_INVALID').waitFor();
    await page.getByRole('tab', { name: 'Python' }).click();
    await page.getByText(`${inject('address')}/api/v1/predict/${served.api}"`).waitFor();
    await page.getByRole('button', { name: 'Regenerate examples' }).click();
    await page.getByText('Examples regenerated').waitFor();
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
    ana.fits('docs', [...everyLook, ['light', 360]], async (width) => {
      await (width === 1440 ? ana.page.goto(`${home}/docs`) : ana.goesTo(`${home}/docs`));
      await ana.page.getByText('ROW_INVALID', { exact: true }).click();
    }));
});

describe('the logs', () => {
  it('show calls as they arrive, hold still when asked to, and make a call again', async () => {
    const { page } = ana;
    await page.goto(`${home}/logs`);
    await page.getByText('No calls yet').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await served.predict({ ...row, email: 'someone@example.org' });
    await page.getByRole('cell', { name: 'Billing' }).first().waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    for (let at = 0; at < 3; at += 1) await served.predict({ ...row, age: 'old' });
    await served.predict();
    await page.getByText('Paused, new calls available').waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(6);
    await ana.selects('Status', 'Success with warnings');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByText('1 warning', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Open call from/ }).click();
    await page.getByText('Personal data is masked.').waitFor();
    expect(await page.getByRole('dialog').textContent()).not.toContain('someone@');
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('Same predictions').waitFor();
    await ana.isAccessible();
    await ana.isSeen('logs-call');
  });

  it('tell how many rows of a stream failed', async () => {
    const lines = [row, { ...row, age: 'old' }, { ...row, city: 'Atlantis' }, { ...row, age: [] }];
    const response = await served.send(
      '/stream',
      'application/x-ndjson',
      lines.map((each) => JSON.stringify(each)).join('\n'),
    );
    expect(await response.text()).toContain('ROW_INVALID');
    const { page } = ana;
    await page.goto(`${home}/logs`);
    await page.getByText('2 rows failed', { exact: true }).waitFor();
  });

  it('fit and are accessible', () => served.looksAt('logs', 'logs'));
});

describe('the analytics', () => {
  it('mark the times of an API that was first called today', async () => {
    const { page } = ana;
    await served.predict();
    const times = page.getByRole('group', { name: 'Response time per day' });
    await served.predict({ ...row, age: 'old' });
    await fetch(`${inject('address')}/api/v1/predict/${served.api}`, { method: 'POST' });
    const marks = times.locator('.recharts-scatter-symbol path');
    const figures = () => ana.asks<DailyFigures>('GET', `/analytics/apis/${served.api}`);
    await expect
      .poll(async () => (await figures()).refusals.map(({ status }) => status), { timeout: 10_000 })
      .toContain(401);
    await page.goto(`${home}/analytics`);
    await times.waitFor();
    const reasons = page.getByRole('table', { name: 'Rejected requests by reason' });
    await reasons.getByText('ROW_INVALID', { exact: true }).waitFor();
    await reasons.getByText(/^Send an API key/).waitFor();
    await page.getByText('Score of v1').waitFor();
    await ana.fits('analytics', [...everyLook, ['light', 360]], async () => {
      await ana.goesTo(`${home}/analytics`);
      await expect.poll(() => marks.count(), { timeout: 5_000 }).toBe(2);
    });
  });
});

describe('the overview', () => {
  it('says whether the model is in memory, and what loading it took', async () => {
    const { page } = ana;
    await page.goto(home);
    await page.getByText(/^Loaded in [\d,.]+ ms$/).waitFor();
    await ana.fits('overview-memory', everyLook, async () => {
      await ana.goesTo(home);
      await page.getByText(/^Loaded/).waitFor();
    });
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
    await page.getByRole('switch', { name: 'Custom rate limit' }).click();
    await ana.isAccessible();
    await ana.isSeen('keys-create');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Copy the key now.').waitFor();
    expect(await page.getByRole('dialog').textContent()).toMatch(/rc_live_[0-9A-Za-z]{38}/);
    await page.getByRole('button', { name: 'I copied the key' }).click();
    await page.getByText('100 per 60 s').waitFor();
    await page.getByRole('button', { name: 'Rotate Billing' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate', exact: true }).click();
    await page.getByText('Copy the key now.').waitFor();
    await page.getByRole('button', { name: 'I copied the key' }).click();
    await page.getByText(/Rotated, expires/).waitFor();
    await served.looksAt('settings/keys', 'keys');
    expect((await served.predict()).model.version).toBe('v1');
  });
});
