import { afterAll, beforeAll, describe, it } from 'vitest';
import { Person } from './support/person.ts';

let person: Person;
let datasets = '';

const rows = (count: number, make: (row: number) => string) =>
  Array.from({ length: count }, (_, row) => make(row)).join('\n');
const good = `age,city,bought\n${rows(40, (row) => `${20 + row},${row % 2 ? 'Lyon' : 'Graz'},${row % 3 ? 'yes' : 'no'}`)}\n`;

beforeAll(async () => {
  person = await Person.arrives('tester');
  await person.signsUp('Tom Tester');
  const { page } = person;
  const me = new URL(page.url()).pathname.split('/')[1];
  await person.goesTo(`/${me}/apis`);
  await page.getByRole('button', { name: 'Create API' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Bad tables');
  await page.getByRole('dialog').getByRole('button', { name: 'Create API' }).click();
  await page.getByText('API: api_').waitFor();
  datasets = `${new URL(page.url()).pathname}/datasets`;
});
afterAll(() => person.leaves());

async function uploads(name: string, content: string | Buffer): Promise<void> {
  const { page } = person;
  await person.goesTo(datasets);
  await page.getByRole('button', { name: 'Upload Dataset' }).first().click();
  await person.choosesFile(name, content);
  await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click();
}

describe('a table that cannot be read is refused by name, on the screen', () => {
  it.each([
    ['empty.csv', '', /file is empty/i],
    ['no-header.csv', rows(30, (row) => `${row},${row * 2},${row * 3}`), /header/i],
    ['one-column.csv', `name\n${rows(30, (row) => `n${row}`)}\n`, /one column/i],
    ['one-row.csv', 'a,b,c\n1,2,3\n', /one row below the header/i],
    ['open-quote.csv', `a,b\n1,2\n3,"open\n${rows(30, (row) => `${row},${row}`)}\n`, /quote/i],
  ])('%s', async (name, content, sentence) => {
    await uploads(name, content);
    await person.page.getByText(sentence).first().waitFor({ timeout: 60_000 });
    await person.isAccessible();
    await person.isSeen(`bad-${name}`);
  });

  it('UTF-16 text is converted, and the conversion is shown', async () => {
    const { page } = person;
    await uploads('utf16.csv', Buffer.from(`\uFEFF${good}`, 'utf16le'));
    await page.getByRole('link', { name: 'utf16' }).first().waitFor();
    await page.getByText('Ready', { exact: true }).first().waitFor({ timeout: 60_000 });
    await page.getByRole('link', { name: 'utf16' }).first().click();
    await page.getByRole('tab', { name: /Findings/ }).click();
    await page.getByText('Encoding converted').first().waitFor();
  });

  it('a target that cannot be learned is explained before training', async () => {
    const { page } = person;
    const constant = `id,flag,same\n${rows(40, (row) => `u-${row},${row % 2},only`)}\n`;
    await uploads('targets.csv', constant);
    await page.getByRole('link', { name: 'targets' }).first().waitFor();
    await page.getByText('Ready', { exact: true }).nth(1).waitFor({ timeout: 60_000 });
    await person.goesTo(datasets.replace(/datasets$/, 'models'));
    await page.getByRole('button', { name: 'Train Model' }).first().click();
    await person.selects('Dataset', /targets/);
    await person.selects('Target column', /^same/);
    await page
      .getByText(/only one value/)
      .first()
      .waitFor();
    await person.selects('Target column', /^id/);
    await page
      .getByText(/unique, like an identifier/)
      .first()
      .waitFor();
    await person.isAccessible();
  });
});
