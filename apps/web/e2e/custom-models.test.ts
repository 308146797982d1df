import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { linearOnnx } from './support/onnx-model.ts';
import { Person } from './support/person.ts';

let person: Person;
let api = '';

beforeAll(async () => {
  person = await Person.arrives('chooser');
  await person.signsUp('Cleo Chooser');
});
afterAll(() => person?.leaves());
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await person.isSeen('custom-failed');
});

/** Ten numbers, of which another follows. */
function table(): string {
  const measures = Array.from({ length: 10 }, (_, at) => at + 1);
  const rows = Array.from({ length: 240 }, (_, row) => {
    const values = measures.map((measure) => ((row + 1) * (2 * measure + 1) * 37) % 101);
    const progression = values.reduce((sum, value, at) => sum + value * (at - 3), 400 + ((row * 53) % 89));
    return [...values, progression].join(',');
  });
  return [`${measures.map((measure) => `measure_${measure}`).join(',')},progression`, ...rows].join('\n');
}

const dialog = () => person.page.getByRole('dialog');

async function opensTraining(): Promise<void> {
  await person.goesTo(`${api}/models`);
  await person.page.getByRole('button', { name: 'Train Model' }).first().click();
  await dialog().waitFor();
  await person.selects('Target column', /^progression/);
  await dialog().getByText('Advanced').click();
  await person.selects('Model type', /^Custom/);
}

const reportParts = ['Summary', 'Leaderboard', 'Predictions', 'Features', 'Data and reproducibility'];

async function looksThroughTheReport(name: string): Promise<void> {
  const { page } = person;
  for (const part of reportParts) {
    await page.getByRole('tab', { name: part }).click();
    await person.fits(`${name}-${part.split(' ')[0]?.toLowerCase()}`);
  }
}

describe('models of one own choice', () => {
  it('begins with a table of numbers', async () => {
    const { page } = person;
    await page.getByRole('link', { name: 'AI APIs' }).first().click();
    await page.getByText('No APIs found').waitFor();
    await page.getByRole('button', { name: 'Create API' }).first().click();
    await dialog().getByLabel('Name').fill('Progression');
    await dialog().getByRole('button', { name: 'Create API' }).click();
    await page.getByText('API: api_').waitFor();
    api = new URL(page.url()).pathname;
    await person.goesTo(`${api}/datasets`);
    await page.getByRole('button', { name: 'Upload Dataset' }).first().click();
    await person.choosesFile('laboratory.csv', table());
    await dialog().getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText('Ready', { exact: true }).first().waitFor({ timeout: 60_000 });
  });

  it('says what the training will take, and says it again when a setting changes', async () => {
    await opensTraining();
    const line = dialog().getByText(/^Takes .* of memory\.$/);
    await line.waitFor({ timeout: 60_000 });
    await person.fits('train-custom');
    const said = await line.textContent();
    await dialog().getByLabel('Trees').fill('1000');
    await expect.poll(() => line.textContent(), { timeout: 20_000 }).not.toBe(said);
    await dialog().getByRole('switch', { name: 'Reproducible' }).click();
    await line.waitFor();
    await dialog().getByLabel('Trees').fill('0');
    await dialog().getByRole('button', { name: 'Train', exact: true }).click();
    await dialog().getByText('Enter a whole number within the range').waitFor();
    await person.isAccessible();
  });

  it('trains a named estimator, and keeps the estimate beside the truth', async () => {
    const { page } = person;
    await person.selects('Estimator', /^Linear/);
    await dialog().getByLabel('L2 penalty').fill('0.5');
    await dialog().getByText('Custom', { exact: true }).first().click();
    await dialog().getByLabel('Longest duration').fill('90');
    await dialog().getByRole('button', { name: 'Train', exact: true }).click();
    await page.getByRole('tab', { name: 'Leaderboard' }).waitFor({ timeout: 150_000 });
    await looksThroughTheReport('regression');
    await page.getByText('Yes', { exact: true }).first().waitFor();
    await page.getByText('Time and memory').waitFor();
    await page
      .getByText(/estimated/)
      .first()
      .waitFor();
  });

  it('checks, scores and publishes an uploaded ONNX model, and refuses what is none', async () => {
    const { page } = person;
    await opensTraining();
    await person.selects('Model source', /^ONNX model/);
    await dialog().getByRole('button', { name: 'Train', exact: true }).click();
    await dialog().getByText('Choose an ONNX file').waitFor();
    await person.choosesFile('model.pkl', Buffer.from('80049503000000', 'hex'));
    await dialog().getByRole('button', { name: 'Train', exact: true }).click();
    await dialog()
      .getByText(/not an ONNX model/)
      .first()
      .waitFor();
    await person.fits('train-onnx');
    await person.choosesFile('linear.onnx', linearOnnx(10));
    await dialog().getByRole('button', { name: 'Train', exact: true }).click();
    await page.getByRole('tab', { name: 'Leaderboard' }).waitFor({ timeout: 150_000 });
    await page.getByRole('tab', { name: 'Leaderboard' }).click();
    await page.getByText('Uploaded model').first().waitFor();
    await person.fits('onnx-leaderboard');
  });

  it('sets the two side by side, and answers what if', async () => {
    const { page } = person;
    await person.goesTo(`${api}/models`);
    await page
      .getByRole('link', { name: 'Compare' })
      .or(page.getByRole('button', { name: 'Compare' }))
      .first()
      .click();
    await page.getByRole('heading', { name: 'Compare versions' }).waitFor();
    await person.fits('compare-regression');
    await person.goesTo(`${api}/models`);
    await page
      .getByRole('button', { name: /^Deploy(?!ed|ing)/ })
      .first()
      .click();
    await page
      .getByText(/^v\d+ .+ is deployed$/)
      .first()
      .waitFor({ timeout: 60_000 });
    await person.goesTo(`${api}/testing`);
    await page.locator('h1').first().waitFor();
    await person.fits('testing-regression');
    await person.selects('Prediction interval', '90%');
    await page.getByRole('switch', { name: 'Contributions' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText(/^Prediction interval: .+ to .+ \(90% coverage\)$/).waitFor();
    await person.fits('testing-interval');
    expect(person.problems).toEqual([]);
  });
});
