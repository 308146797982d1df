import { stat } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { Person } from './support/person.ts';
import { realTable } from './support/tables.ts';

let person: Person;

beforeAll(async () => {
  person = await Person.arrives('maker');
});
afterAll(() => person?.leaves());

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await person.isSeen('failed');
});

/** Not 'Deployed' nor 'Deploying...'. */
const deployable = /^Deploy(?!ed|ing)/;

const screen = () => person.page.locator('main');

async function trains(budget: string): Promise<void> {
  const { page } = person;
  await page.getByRole('button', { name: 'Train Model' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await person.selects('Target column', /^target|^diagnosis|^class/);
  await dialog.getByText('Custom', { exact: true }).click();
  await dialog.getByLabel('Longest duration').fill(budget);
  await person.isAccessible();
  await dialog.getByRole('button', { name: 'Train', exact: true }).click();
}

describe('from a table to a live endpoint, in the browser', () => {
  let api = '';
  let key = '';
  let snippet = '';
  let body = '';

  /** What the snippet on the screen does, from a program. */
  const call = (text: string, bearer = key) =>
    fetch(/https?:\/\/\S+\/predict\/\w+/.exec(snippet)?.[0] ?? '', {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: text,
    });

  it('signs up with a mailed code; a wrong one is refused', async () => {
    const { page } = person;
    await page.goto('/signup');
    await page.getByLabel('Name').fill('Mira Maker');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Phone Number').fill('+91 98765 43210');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await page.getByText('OTP sent to your email').waitFor();
    await page.getByRole('heading', { name: 'Verify Your Account' }).waitFor();
    const code = await person.newestCode();
    await person.entersCode(code === '000000' ? '111111' : '000000');
    await page
      .getByText(/code is wrong/i)
      .first()
      .waitFor();
    await person.entersCode(code);
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await person.isAccessible();
    await person.isSeen('overview-empty');
  });

  it('creates an API', async () => {
    const { page } = person;
    await page.getByRole('link', { name: 'AI APIs' }).first().click();
    await page.getByText('No APIs found').waitFor();
    await page.getByRole('button', { name: 'Create API' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create API' }).click();
    await dialog.getByText('API name must be at least 2 characters').waitFor();
    await dialog.getByLabel('Name').fill('Tumour check');
    await dialog.getByRole('button', { name: 'Create API' }).click();
    await page.getByText('API "Tumour check" created successfully!').waitFor();
    await page.getByText('API: api_').waitFor();
    api = new URL(page.url()).pathname;
    await person.isAccessible();
    // Back is the list as it was, without the dialog that was done with.
    await page.goBack();
    await page.getByRole('link', { name: 'Tumour check' }).first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('uploads a table and shows its columns, types and values', async () => {
    const { page } = person;
    await person.goesTo(`${api}/datasets`);
    await page.getByRole('button', { name: 'Upload Dataset' }).first().click();
    await person.choosesFile('breast_cancer.csv', realTable('breast_cancer'));
    await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText('Ready', { exact: true }).first().waitFor({ timeout: 60_000 });
    await person.isAccessible();
    await page.getByRole('link', { name: 'breast_cancer' }).first().click();
    await page.getByRole('tab', { name: 'Columns' }).waitFor();
    await page.getByText('569').first().waitFor();
    await person.isAccessible();
    await person.isSeen('dataset');
    await page.getByRole('tab', { name: 'Preview' }).click();
    await person.isAccessible();
  });

  it('trains with a live leaderboard that survives a reload, and shows the score beside the baseline', async () => {
    const { page } = person;
    await person.goesTo(`${api}/models`);
    await trains('10');
    await page.getByText('Model training started successfully!').waitFor();
    await page.getByRole('button', { name: 'Stop and keep the best' }).waitFor({ timeout: 60_000 });
    await page.reload();
    await page.getByRole('heading', { name: 'Leaderboard' }).waitFor({ timeout: 60_000 });
    const course = page.getByRole('figure').filter({ hasText: 'Score over time' });
    await course.locator('.recharts-scatter-symbol').nth(1).waitFor({ timeout: 60_000 });
    await person.fits('training');
    await page.getByRole('button', { name: deployable }).first().waitFor({ timeout: 90_000 });
    await page.getByText('Baseline', { exact: true }).first().waitFor();
    await person.fits('model-score');
  });

  it('shows the report in parts that have addresses of their own', async () => {
    const { page } = person;
    const parts = {
      Leaderboard: 'Score over time',
      Predictions: 'Confusion matrix',
      Features: 'Partial dependence',
      'Data and reproducibility': 'Reproducibility',
    };
    for (const [part, content] of Object.entries(parts)) {
      await page.getByRole('tab', { name: part }).click();
      await page.getByText(content, { exact: true }).first().waitFor();
      await person.fits(`model-${part.toLowerCase().replaceAll(' ', '-')}`);
    }
    await page.goBack();
    await page.getByRole('tab', { name: 'Features', selected: true }).waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Features', selected: true }).waitFor();
  });

  it('gives the model away as the file that is served, and its report', async () => {
    const { page } = person;
    const files = { 'Bundle (.rowcast)': /-v1\.rowcast$/, 'Report (JSON)': /-v1-report\.json$/ };
    for (const [file, name] of Object.entries(files)) {
      await page.getByRole('button', { name: 'Download' }).click();
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: file }).click(),
      ]);
      expect(saved.suggestedFilename()).toMatch(name);
      expect((await stat(await saved.path())).size).toBeGreaterThan(1_000);
    }
  });

  it('shows the score history of a training by keyboard and as a table', async () => {
    const { page } = person;
    await page.getByRole('tab', { name: 'Leaderboard' }).click();
    const course = page.getByRole('figure').filter({ hasText: 'Score over time' });
    await course.getByRole('application', { name: 'Score over time' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await course
      .locator('.recharts-tooltip-wrapper')
      .getByText(/ROC AUC/)
      .waitFor();
    await course.getByRole('button', { name: 'View as table' }).click();
    await course.getByRole('columnheader', { name: /Name/ }).waitFor();
    expect(await course.getByRole('row').count()).toBeGreaterThan(2);
  });

  it('deploys, tests in the console and makes a key', async () => {
    const { page } = person;
    await page.getByRole('button', { name: deployable }).first().click();
    await page.getByText('API deployed successfully!').waitFor();
    await person.goesTo(`${api}/testing`);
    await page.getByRole('button', { name: /^Send/ }).click();
    await page.getByText('Status 200').first().waitFor();
    await person.isAccessible();
    await person.isSeen('testing');
    await page.getByRole('tab', { name: 'What-if' }).click();
    const answered = (label: string | RegExp) => page.getByRole('status').filter({ hasText: label });
    const before = await answered(/^(benign|malignant)$/).textContent();
    await page.getByLabel('Search fields').fill('worst');
    for (const name of ['worst_radius', 'worst_area', 'worst_perimeter', 'worst_texture'])
      await page.getByRole('slider', { name }).press(before === 'benign' ? 'End' : 'Home');
    await page.getByText('4 fields changed').waitFor();
    await answered(before === 'benign' ? /^malignant$/ : /^benign$/).waitFor();
    await person.fits('what-if');
    await page.getByRole('button', { name: 'Reset to starting row' }).click();
    await answered(before ?? '').waitFor();
    await page.getByRole('tab', { name: 'Request' }).click();
    await page.getByRole('link', { name: 'Create an API key to call this API' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Key name').fill('billing service');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const shown = await dialog
      .getByText(/rc_live_\w+/)
      .first()
      .textContent();
    key = /rc_live_\w+/.exec(shown ?? '')?.[0] ?? '';
    expect(key).toMatch(/^rc_live_\w{38}$/);
    await dialog.getByRole('button', { name: 'I copied the key' }).click();
  });

  it('answers a program with that key, and names what is wrong with a row', async () => {
    const { page } = person;
    await person.goesTo(api);
    snippet =
      (await page.getByText(/curl/).first().locator('xpath=ancestor-or-self::pre').textContent()) ?? '';
    body = /'(\{.*\})'/s.exec(snippet)?.[1] ?? '';
    const answer = await call(body);
    expect(answer.status).toBe(200);
    const { predictions } = (await answer.json()) as {
      predictions: { probabilities: Record<string, number> }[];
    };
    const total = Object.values(predictions[0]?.probabilities ?? {}).reduce((sum, share) => sum + share, 0);
    expect(total).toBeCloseTo(1, 5);

    const instance = (JSON.parse(body) as { instances: Record<string, unknown>[] }).instances[0] ?? {};
    const [field = ''] = Object.keys(instance);
    const refused = await call(JSON.stringify({ instances: [{ ...instance, [field]: 'many' }] }));
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      error: { code: 'ROW_INVALID' },
      fields: [{ field, row: 0 }],
    });
    expect((await call('{"instances": [')).status).toBe(400);
    expect(
      (
        await call(
          body,
          key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
        )
      ).status,
    ).toBe(401);
  });

  it('opens a training again with its settings and changes the budget', async () => {
    const { page } = person;
    await person.goesTo(`${api}/models`);
    await page.getByRole('button', { name: 'Retrain v1 Tumour check' }).click();
    const dialog = page.getByRole('dialog', { name: 'Retrain' });
    const budget = dialog.getByLabel('Longest duration');
    expect(await budget.inputValue()).toBe('10');
    const target = dialog.getByRole('combobox', { name: 'Target column' });
    await expect.poll(() => target.textContent()).toBe('diagnosis');
    await budget.fill('120');
    await person.fits('train-again');
    await dialog.getByRole('button', { name: 'Train', exact: true }).click();
    await page.getByText(/^\d+s of 2m used$/).waitFor({ timeout: 60_000 });
    await page.getByText(/^at most 1m \d+s left$/).waitFor();
  });

  it('stops a second training early, deploys it and rolls back without a failed request', async () => {
    const { page } = person;
    const stop = page.getByRole('button', { name: 'Stop and keep the best' });
    await stop.waitFor({ timeout: 60_000 });
    await page
      .getByRole('table')
      .getByText('Done', { exact: true })
      .nth(1) // after the baseline
      .waitFor({ timeout: 60_000 });
    await stop.click();
    const deploy = page.getByRole('button', { name: deployable }).first();
    await deploy.waitFor({ timeout: 60_000 });

    const statuses: number[] = [];
    let calling = true;
    const caller = (async () => {
      while (calling) {
        const answer = await call(body);
        statuses.push(answer.status);
        await answer.arrayBuffer();
        // Slower than the API's own limit of calls an hour.
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    })();
    await deploy.click();
    const asked = page.getByRole('alertdialog');
    const done = page.getByText('API deployed successfully!');
    await asked.or(done).first().waitFor();
    // Stopped early, it may well score worse.
    if (await asked.isVisible()) await asked.getByRole('button', { name: /^Deploy v2/ }).click();
    await done.waitFor();
    await person.goesTo(`${api}/models`);
    await page
      .getByRole('button', { name: /^Roll back/ })
      .first()
      .click();
    await asked.getByRole('button', { name: 'Roll back to v1' }).click();
    await page.getByText(/^Rolled back to version/).waitFor();
    calling = false;
    await caller;
    expect(statuses.length).toBeGreaterThan(10);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });

  it('compares the two versions at an address of its own', async () => {
    const { page } = person;
    await page.getByRole('link', { name: 'Compare', exact: true }).click();
    await page.getByRole('heading', { name: 'Data and settings' }).waitFor();
    await page
      .getByText(/^v[12] .* is significantly better|^No significant difference|^Not comparable/)
      .waitFor();
    await page.getByRole('button', { name: 'Swap' }).click();
    await page.waitForURL(/left=mdl_\w+&right=mdl_\w+/);
    await page.reload();
    await page.getByRole('heading', { name: 'Data and settings' }).waitFor();
    await person.fits('compare');
  });

  it('keeps counts, settings and the edit form', async () => {
    const { page } = person;
    await person.goesTo(`${api}/settings`);
    const status = page.getByRole('switch', { name: 'API Status' });
    await status.waitFor();
    expect(await status.getAttribute('aria-checked')).toBe('true');
    await person.isAccessible();
    await page.goto(`${api}/edit`);
    await page.getByRole('heading', { name: 'Update API' }).waitFor();
    await page.getByLabel('Name').fill('Tumour check II');
    await page
      .getByRole('button', { name: /Save|Update/ })
      .last()
      .click();
    await page.getByText('API updated successfully!').waitFor();
    await page.waitForURL(/\/apis(\?.*)?$/);
    await page
      .getByRole('link', { name: /Tumour check II/ })
      .or(page.getByText('Tumour check II'))
      .first()
      .waitFor();
    await person.isAccessible();
    await person.isSeen('api-list');
    await page.getByRole('link', { name: 'Overview' }).first().click();
    await expect.poll(() => screen().textContent(), { timeout: 20_000 }).toContain('Tumour check II');
    await person.isAccessible();
    await person.isSeen('overview');
  });

  it('signs out everywhere it kept something', async () => {
    const { page } = person;
    await page.getByRole('button', { name: 'Account of Mira Maker' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Logged out successfully').waitFor();
    await page.waitForURL(/\/(login)?$/);
    const kept = await page.evaluate(() => [
      localStorage.getItem('auth_token'),
      localStorage.getItem('refresh_token'),
      sessionStorage.getItem('accessToken'),
    ]);
    expect(kept).toEqual([null, null, null]);
    expect(inject('address')).toBeTruthy();
  });
});
