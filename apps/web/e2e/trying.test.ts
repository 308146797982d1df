import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { everyLook, type Person } from './support/person.ts';
import { row, Served } from './support/served-model.ts';

let served: Served;
let ana: Person;
let home: string;
beforeAll(async () => {
  served = await Served.begins('Tara', ['boosted', 'city']);
  ({ person: ana, home } = served);
}, 240_000);
afterAll(() => served?.leaves());

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await ana.isSeen('trying-failed');
});

describe('testing', () => {
  it('saves a call, runs all of them, and says what changed', async () => {
    const { page } = ana;
    await page.goto(`${home}/testing`);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Status 200').waitFor();
    await page.getByRole('button', { name: 'Save test case' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Typical');
    await page.getByRole('dialog').getByRole('button', { name: 'Save test case' }).click();
    await page.getByRole('button', { name: 'Run all' }).click();
    await page.getByText('1 of 1 passed').waitFor();
    await page.getByRole('tab', { name: 'PHP' }).click();
    await page.getByText('<?php').waitFor();
    await served.looksAt('testing', 'testing');
  });

  it('asks for a set of classes and contributions, and shows them', async () => {
    const { page } = ana;
    await ana.goesTo(`${home}/testing`);
    await ana.selects('Prediction set', '90%');
    await page.getByRole('switch', { name: 'Contributions' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText(/^Prediction set: .+ \(90% coverage\)$/).waitFor();
    const contributions = page.getByRole('table', { name: /^Contributions/ });
    for (const name of ['Mean of the training rows', 'age', 'city', 'hours', 'Total'])
      await contributions.getByRole('rowheader', { name }).waitFor();
    await ana.fits('testing-contributions', everyLook);
  });

  it('brings an answer into view that comes up below the form, as on a phone', async () => {
    const { page } = ana;
    await page.setViewportSize({ width: 390, height: 844 });
    await ana.goesTo(`${home}/testing`);
    await page.getByRole('button', { name: 'Send' }).click();
    const answered = page.getByText('Status 200');
    await answered.waitFor();
    const top = () => answered.evaluate((element) => element.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(400);
    expect(await top()).toBeGreaterThan(0);
    await ana.isSeen('testing-answer-phone');
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('finds the nearest row that is answered otherwise, leaves a field as it is, and puts the row in', async () => {
    const { page } = ana;
    await ana.goesTo(`${home}/testing?mode=whatif`);
    const answer = page.getByRole('status').filter({ hasText: /^(low|high)$/ });
    const before = await answer.textContent();
    await page.getByRole('button', { name: 'Find' }).click();
    const keeps = page.getByRole('button', { name: /^Keep .+ fixed$/ });
    await keeps.first().waitFor();
    await ana.fits('testing-nearest', everyLook);
    const field = /^Keep (.+) fixed$/.exec((await keeps.first().getAttribute('aria-label')) ?? '')?.[1];
    await keeps.first().click();
    await page.getByRole('button', { name: `Allow ${field} to change` }).click();
    await page.getByRole('button', { name: 'Apply changes' }).click();
    await page.getByText(/^[1-4] fields? changed$/).waitFor();
    await answer.filter({ hasText: before === 'low' ? 'high' : 'low' }).waitFor();
  });

  it('predicts a file, saves the answers, and says how many rows failed', async () => {
    const { page } = ana;
    await ana.goesTo(`${home}/testing?mode=file`);
    const buffer = Buffer.from('age,city,hours\n44,Pune,33\nold,Pune,33\n');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Predict', exact: true }).click();
    expect((await saved).suggestedFilename()).toBe('people-predictions.csv');
    await page.getByText('1 of 2 rows failed').waitFor();
    await ana.fits('testing-file', everyLook);
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
      await page.getByLabel('Anfragetext').fill(JSON.stringify({ instances }));
      await page.getByRole('button', { name: 'Senden' }).click();
    };
    await sends({ ...row, age: 'old' });
    await page.getByText('Muss eine Zahl sein, nicht „old“.').waitFor();
    await sends({ ...row, city: 'Atlantis', hours: 900, shoe: 44 }, { city: 'Pune', hours: 30 });
    for (const said of [
      'Hat einen Wert, der in den Trainingsdaten nicht vorkommt: „Atlantis“.',
      /Liegt außerhalb des Trainingsbereichs von 20 bis 59\./,
      'Ist kein Feld dieses Modells. Es wurde ignoriert.',
      'Wurde nicht gesendet. Es wurde als fehlend behandelt.',
    ])
      await page.getByText(said).first().waitFor();
    await ana.isSeen('testing-de');
    await sends({ Age: 44, city: 'Pune', hours: 33 });
    await page.getByText('Ist kein Feld dieses Modells. Es wurde ignoriert. Meinten Sie „age“?').waitFor();
    await page.getByLabel('Anfragetext').fill(JSON.stringify({ rows: [row] }));
    await page.getByRole('button', { name: 'Senden' }).click();
    await page.getByText('{"instances": [{"age": …, "city": …}]}.').waitFor();
    await ana.fits('testing-refused', everyLook);
    await speaks('en');
  });
});

describe('settings', () => {
  it('deprecate an API until a day that is not over, which its page, its card and its documentation say', async () => {
    const { page } = ana;
    await ana.goesTo(`${home}/settings`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Deprecate API' }).click();
    await dialog.getByLabel(/^Sunset date/).fill('2020-01-31');
    await dialog.getByRole('button', { name: 'Deprecate API' }).click();
    await dialog.getByText('Choose today or a later date (UTC), or leave it empty.').waitFor();
    await ana.fits('deprecate', everyLook);
    await dialog.getByLabel(/^Sunset date/).fill('2099-01-31');
    await dialog.getByRole('button', { name: 'Deprecate API' }).click();
    const badge = page.getByText(/^Sunset: .*2099$/);
    await badge.waitFor();
    await served.looksAt('settings', 'deprecated');
    await ana.goesTo(`${home}/docs`);
    await page.getByText(/may stop from .*2099/).waitFor();
    await ana.fits('deprecated-docs', everyLook);
    await ana.goesTo(home.replace(/\/[^/]+$/, ''));
    await badge.waitFor();
    await ana.fits('deprecated-card', everyLook);
    await ana.goesTo(`${home}/settings`);
    await page.getByRole('button', { name: 'Change sunset date' }).click();
    await dialog.getByLabel(/^Sunset date/).fill('');
    await dialog.getByRole('button', { name: 'Save date' }).click();
    await expect.poll(() => badge.count()).toBe(0);
    await page.getByRole('button', { name: 'Restore API' }).click();
    await page.getByRole('button', { name: 'Deprecate API' }).waitFor();
  });

  it('keep the policies of an API', async () => {
    const { page } = ana;
    await ana.goesTo(`${home}/settings`);
    await ana.selects('Unexpected values', 'Reject with 422');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('API settings updated successfully!').waitFor();
  });

  it('turn what mistakes cost into a threshold, say what follows, and take it back', async () => {
    const { page } = ana;
    // Loaded, so that no toast of the test before is taken for one of this.
    await page.goto(`${home}/settings`);
    const panel = page.locator('section', {
      has: page.getByRole('heading', { name: 'Decision threshold and costs' }),
    });
    await ana.selects('Decision rule', 'Minimise cost');
    await panel.getByLabel('True low, predicted high').fill('');
    await panel.getByRole('button', { name: 'Save decision' }).click();
    await panel.getByText('Enter a number, such as 12.5').waitFor();
    await panel.getByLabel('True low, predicted high').fill('9');
    await panel.getByText('0.10 (as trained: 0.50)').waitFor();
    await panel.getByText('Average cost per row').waitFor();
    await ana.isAccessible();
    await ana.isSeen('decision');
    await panel.getByRole('button', { name: 'Save decision' }).click();
    await page.getByText('API settings updated successfully!').waitFor();
    const kept = () => ana.asks<{ settings: object }>('GET', `/apis/${served.api}`);
    expect(await kept()).toMatchObject({ settings: { costs: { low: { high: 9 }, high: { low: 1 } } } });
    await served.looksAt('settings', 'decision-kept');
    await ana.selects('Decision rule', 'Custom threshold');
    await panel.getByLabel('Threshold for low').fill('0.3');
    await panel.getByRole('button', { name: 'Save decision' }).click();
    await expect.poll(kept).toMatchObject({ settings: { threshold: 0.3, costs: null } });
    await panel.getByRole('button', { name: 'Undo last change' }).click();
    await expect.poll(kept).toMatchObject({ settings: { threshold: null, costs: { low: { high: 9 } } } });
    await panel.getByLabel('True low, predicted high').waitFor();
    await ana.selects('Decision rule', 'As trained');
    await panel.getByRole('button', { name: 'Save decision' }).click();
    await expect.poll(kept).toMatchObject({ settings: { threshold: null, costs: null } });
  });

  it('describe how unexpected values are handled, field by field', async () => {
    const { page } = ana;
    // Loaded, so that no toast of the test before is taken for one of this.
    await page.goto(`${home}/settings`);
    const panel = page.locator('section', {
      has: page.getByRole('heading', { name: 'Unexpected values by field' }),
    });
    const choose = async (name: string, action: string) => {
      await panel.getByRole('combobox', { name }).click();
      await page.getByRole('option', { name: action, exact: true }).click();
    };
    await choose('Add field', 'city');
    await choose('city: Unseen category', 'Reject');
    await choose('All fields: Out of range', 'Ignore');
    await panel.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('API settings updated successfully!').waitFor();
    await expect
      .poll(() => served.predict({ ...row, city: 'Atlantis' }))
      .toMatchObject({
        fields: [{ field: 'city', row: 0 }],
      });
    const quiet = await served.predict({ ...row, age: 200 });
    expect(quiet).toMatchObject({ warnings: [] });
    await ana.asks('PUT', `/apis/${served.api}`, {
      settings: { oddValues: { fields: { city: { unseen: 'reject' }, tenure: { range: 'warn' } } } },
    });
    await page.reload();
    await panel.getByText(/Not used by v\d/).waitFor();
    await served.looksAt('settings', 'odd-values');
    await panel.getByRole('button', { name: 'Remove rules for tenure' }).click();
    await panel.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('API settings updated successfully!').waitFor();
    const { settings } = await ana.asks<{ settings: object }>('GET', `/apis/${served.api}`);
    expect(settings).toMatchObject({ oddValues: { fields: { city: { unseen: 'reject' } } } });
    await ana.goesTo(`${home}/models/versions`);
    for (const way of ['Roll out v2', 'Deploy v2']) {
      await page.getByRole('button', { name: way }).click();
      await page.getByText("The API's settings for unexpected values in city no longer apply").waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
    }
  });
});
