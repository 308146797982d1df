import type { Model } from '@rowcast/contracts/domain/models/model';
import { afterEach, describe, expect, it } from 'vitest';
import { Person } from './support/person.ts';

let person: Person;
afterEach(() => person.leaves());

const pseudoRandom = (row: number) => (Math.sin(row * 12.9898) * 43_758.5453) % 1;
const customers = [
  'tenure_months,plan,monthly_charge,churned',
  ...Array.from({ length: 1_000 }, (_, row) => {
    const tenure = Math.floor(Math.abs(pseudoRandom(row)) * 60);
    const plan = row % 2 ? 'basic' : 'plus';
    const leaves = tenure < 20 + (row % 2 ? 8 : 0) ? row % 10 > 1 : row % 10 > 8;
    return `${tenure},${plan},${20 + (row % 61)},${leaves ? 'yes' : 'no'}`;
  }),
].join('\n');

const file = (name: string, content: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
});

/** Counts the clicks of the person, except those into fields of forms. */
async function countsClicks(): Promise<() => number> {
  let clicks = 0;
  await person.page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await person.page.addInitScript(() => {
    const isField = (target: EventTarget | null) =>
      target instanceof Element && target.matches('input:not([type=file]), textarea, select');
    window.addEventListener(
      'click',
      (event) => {
        if (event.isTrusted && !isField(event.target))
          (window as unknown as { countClick: () => void }).countClick();
      },
      { capture: true },
    );
  });
  return () => clicks;
}

/** From the landing page to the empty workspace, through the screens. */
async function signsUp(name: string): Promise<void> {
  const { page } = person;
  await page.goto('/');
  await page.getByRole('main').getByRole('link').first().click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Phone Number').fill('+91 98765 43210');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByRole('heading', { name: 'Verify Your Account' }).waitFor();
  await person.entersCode(await person.newestCode());
  await page.getByRole('heading', { name: 'Start with your data' }).waitFor();
}

/** Ends the training past the page, which counts no clicks, as soon as it has models. */
async function endsTraining(): Promise<void> {
  const newest = () => person.asks<{ data: Model[] }>('GET', '/models?limit=1');
  const done = async () =>
    (await newest()).data[0]?.progress?.leaderboard.filter(({ status }) => status === 'done').length ?? 0;
  await expect.poll(done, { timeout: 60_000, interval: 250 }).toBeGreaterThan(1);
  const [model] = (await newest()).data;
  await person.asks('POST', `/models/${model?.id}/stop`, { mode: 'keep_best' });
}

/** Waits for the training, then deploys. The first prediction follows without a further click. */
async function deploys(): Promise<void> {
  const { page } = person;
  await endsTraining();
  const deploy = page.getByRole('button', { name: /^Deploy(?!ed|ing)/ });
  await deploy.waitFor({ timeout: 120_000 });
  await person.fits('first-use-result');
  await deploy.click();
  await page.getByRole('heading', { name: 'Try it' }).waitFor({ timeout: 60_000 });
  await page.getByText('True value', { exact: true }).waitFor();
  await page.getByText(/^The prediction is (correct|wrong)/).waitFor({ timeout: 30_000 });
  await page.getByText('API deployed successfully!').waitFor();
}

describe('from the landing page to the first prediction', () => {
  it('takes at most 7 clicks with a CSV file', async () => {
    person = await Person.arrives('first');
    const clicks = await countsClicks();
    const { page } = person;
    await signsUp('Fiona First');
    await person.fits('first-use-start');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByText('Drop a file here or choose one').click(),
    ]);
    await chooser.setFiles(file('customers.csv', customers));
    await page.getByText('Dataset uploaded successfully!').waitFor();
    await page.getByRole('heading', { name: 'What should the model predict?' }).waitFor({ timeout: 60_000 });
    await page.getByText('Suggested because a column with this name usually holds an outcome.').waitFor();
    await person.fits('first-use-target');
    await page.getByRole('button', { name: 'Train', exact: true }).click();
    await page.getByText('API created successfully!').waitFor();
    await page.getByRole('button', { name: 'Stop and keep the best' }).waitFor({ timeout: 60_000 });
    await person.fits('first-use-training');
    await deploys();
    expect(clicks()).toBeLessThanOrEqual(7);
    await person.fits('first-use-try');

    // A reload shows the same step, and the API has the name of the target.
    await page.reload();
    await page.getByRole('heading', { name: 'Try it' }).waitFor();
    await page.getByRole('link', { name: 'Open the API' }).click();
    await page.getByText('Churned').first().waitFor();
  });

  it('takes at most 4 clicks with a sample', async () => {
    person = await Person.arrives('sampler');
    const clicks = await countsClicks();
    const { page } = person;
    await signsUp('Sam Sampler');
    await page.getByRole('button', { name: /^Telecom customers/ }).click();
    await deploys();
    expect(clicks()).toBeLessThanOrEqual(4);
    await page.getByRole('link', { name: 'Overview' }).first().click();
    await page.getByText('4 of 4 done').waitFor({ state: 'detached' });
  });
});

it('several files and a file that is no table lead to a next step', async () => {
  person = await Person.arrives('several');
  await person.signsUp('Sven Several');
  const { page } = person;
  const input = page.locator('input[type=file]');
  await input.setInputFiles([file('notes.csv', ''), file('two.csv', 'a,b,c\n1,2,3\n')]);
  await page.getByText('2 files').waitFor();
  await person.fits('first-use-several');
  await page.getByRole('button', { name: 'Use this file notes.csv' }).click();
  await page.getByText(/file is empty/i).waitFor();
  await input.setInputFiles(file('two.csv', 'a,b,c\n1,2,3\n'));
  await page
    .getByText(/one row below the header/i)
    .first()
    .waitFor({ timeout: 60_000 });
  await person.fits('first-use-unreadable');
  await page.getByRole('link', { name: 'Choose another file' }).click();
  await page.getByRole('heading', { name: 'Start with your data' }).waitFor();
});
