import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { everyLook, Person } from './support/person.ts';

let person: Person;

beforeAll(async () => {
  person = await Person.arrives('cleaner');
  await person.signsUp('Clara Cleaner');
});
afterAll(() => person?.leaves());
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await person.isSeen('failed-cleaning');
});

/** Each thing that a lint looks for, in 120 rows. */
function table(): string {
  const header = 'id,customerId,amount,zip,mail,day,paid,refund,size,region,churn';
  const sizes = ['low', 'medium', 'high'];
  const rows = Array.from({ length: 120 }, (_, row) => {
    const churn = (row * 7) % 3 === 0 ? 'yes' : 'no';
    const amount = row === 5 ? '"$90,000.00"' : `"$${(row % 17) + 1},${100 + row}.50"`;
    const day = `2024-03-${String(1 + Math.floor(row / 4)).padStart(2, '0')}`;
    const paid = row === 11 ? 'unknown' : row * 3;
    const refund = churn === 'yes' ? 1 : 0;
    const mail = `p${row}@example.org`;
    return [
      row + 1,
      `C${row % 30}`,
      amount,
      `0${1000 + row}`,
      mail,
      day,
      paid,
      refund,
      row === 90 || row === 93 ? 'LOW' : sizes[row % 3],
      row > 49 && row < 52 ? 'west' : row > 19 && row < 23 ? 'east' : row % 2 ? 'north' : 'south',
      churn,
    ];
  });
  return [header, ...rows.map((cells) => cells.join(','))].join('\n');
}

const main = () => person.page.locator('main');
const ready = () => main().getByRole('tab', { name: 'Columns' }).waitFor();

const finding = (title: string) => main().getByRole('listitem').filter({ hasText: title });

const looks = (name: string) => person.fits(name, everyLook);

describe('a table is understood, corrected and cleaned before training', () => {
  it('uploads it to an API and sees its types', async () => {
    const { page } = person;
    const me = new URL(page.url()).pathname.split('/')[1];
    await person.goesTo(`/${me}/apis?create=true`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Churn of customers');
    await dialog.getByRole('button', { name: 'Create API' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('API: api_').waitFor();
    await person.goesTo(`${new URL(page.url()).pathname}/datasets?upload=true`);
    await dialog.getByRole('button', { name: 'Import from URL' }).click();
    await dialog.getByLabel('URL').fill('http://127.0.0.1:5432/table.csv');
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    await dialog.getByText('This URL points to a private network').waitFor();
    await looks('from-address');
    await dialog.getByRole('button', { name: 'Upload a file' }).click();
    await dialog.getByLabel('Name').fill('');
    await person.choosesFile('churn.csv', table());
    await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'churn', exact: true }).click();
    await ready();
    expect(await page.getByRole('combobox', { name: 'Type of size' }).textContent()).toContain('Ordered');
    await looks('types');
  });

  it('sees how a column was read', async () => {
    const { page } = person;
    await page.getByRole('button', { name: 'amount', exact: true }).click();
    await page.getByRole('dialog').getByText('Currency symbol removed: $').waitFor();
    await looks('reading');
    await page.keyboard.press('Escape');
  });

  it('sees which cells are invalid, and which a fix unifies', async () => {
    await person.page.getByRole('tab', { name: 'Findings' }).click();
    expect(await finding('Invalid numbers').textContent()).toMatch(
      /could not be read and are missing: 1, such as "unknown"\.\s*Rows: 12\s*Lines: 13/,
    );
    const spelt = finding('Inconsistent spelling');
    await spelt.getByText('"low" (38), "LOW" (2)').waitFor({ timeout: 60_000 });
    await spelt.getByRole('checkbox', { name: 'Unify spellings' }).check();
    const chosen = main().getByRole('region', { name: /steps? selected for a new version$/ });
    await chosen.getByText('Cells to change: 2').waitFor();
    await looks('odd-cells');
    await main().getByRole('button', { name: 'Discard' }).click();
    await person.page.getByRole('tab', { name: 'Columns' }).click();
  });

  it('chooses a type; the table is read again as a new version', async () => {
    const { page } = person;
    await person.selects('Type of paid', 'Number');
    await page.getByText('1 type changed.').waitFor();
    await looks('type-chosen');
    await page.getByRole('button', { name: 'Apply changes' }).click();
    await page.getByRole('combobox', { name: 'Version' }).waitFor();
    await ready();
    expect(await page.getByRole('combobox', { name: 'Type of paid' }).textContent()).toContain('Number');
  });

  it('finds what is wrong for a target, and takes the fix', async () => {
    const { page } = person;
    await page.getByRole('tab', { name: 'Findings' }).click();
    await person.selects('Target column', 'churn');
    await page.getByText('The target has two distinct values.').waitFor({ timeout: 60_000 });
    for (const title of ['Copy of the target', 'Grouped rows', 'Rows sorted by time'])
      await finding(title).waitFor();
    await main().getByText('Values that do not match the type').waitFor();
    const mails = finding('Personal data');
    expect(await mails.textContent()).toMatch(
      /100\.0% of the cells, such as p[^a-z]+g\.[\s\S]*Rows: 1–20 and more/,
    );
    await looks('findings');
    await finding('Copy of the target').getByRole('checkbox', { name: 'Drop column' }).check();
    await main().getByRole('button', { name: 'Create version' }).click();
    // The step is also among those chosen, before the version is made.
    await page.getByRole('button', { name: 'Add step' }).waitFor({ timeout: 60_000 });
    await main().getByText('Drop refund').waitFor();
    await looks('cleaning');
  });

  it('adds a step of its own and takes another one out', async () => {
    const { page } = person;
    await page.getByRole('button', { name: 'Add step' }).click();
    await person.selects('Operation', 'Remove rows');
    await person.selects('Column', 'paid');
    await looks('step');
    await page.getByRole('dialog').getByRole('button', { name: 'Create version' }).click();
    await main().getByText('Rows removed: 1').waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Remove step: Drop refund' }).click();
    await main().getByText('Drop refund').waitFor({ state: 'detached' });
    await ready();
    await page.getByRole('combobox', { name: 'Version' }).click();
    expect(await page.getByRole('option').allInnerTexts()).toHaveLength(5);
    await page.keyboard.press('Escape');
  });

  it('writes several values of a column as another one', async () => {
    const { page } = person;
    await page.getByRole('button', { name: 'Add step' }).click();
    await person.selects('Operation', 'Replace values');
    const dialog = page.getByRole('dialog');
    await person.selects('Column', 'region');
    await dialog.getByRole('checkbox', { name: /^east/ }).check();
    await dialog.getByRole('checkbox', { name: /^west/ }).check();
    await dialog.getByLabel('Replace with').fill('centre');
    await looks('replace');
    await dialog.getByRole('button', { name: 'Create version' }).click();
    await main().getByText('Replace "east", "west" in region with "centre"').waitFor({ timeout: 60_000 });
    await main().getByText('Cells changed: 5').waitFor();
    await page.getByRole('button', { name: /^Remove step: Replace/ }).click();
    await main().getByText('Replace "east"').waitFor({ state: 'detached' });
    await ready();
  });

  it('does not jump on a phone while its versions arrive', async () => {
    const { page } = person;
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await person.jumps(page.url())).toBeLessThan(0.03);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('takes the version along as a file', async () => {
    const { page } = person;
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('churn-v7.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(120);
    expect(lines[0]).toContain('refund');
    await page.getByText('Data exported successfully!').waitFor();
  });

  it('takes several rare classes out with one click', async () => {
    const { page } = person;
    await page.getByRole('tab', { name: 'Findings' }).click();
    await person.selects('Target column', 'region');
    const rare = finding('Rare classes');
    await rare.getByText('20–22, 50, 51').waitFor({ timeout: 60_000 });
    await looks('rare-classes');
    await rare.getByRole('checkbox', { name: 'Remove rows' }).check();
    await main().getByRole('button', { name: 'Create version' }).click();
    await main().getByText('Rows removed: 5').waitFor({ timeout: 60_000 });
    await main().getByText('Remove rows where region is one of "east", "west"').waitFor();
    await ready();
  });

  it('trains on that version by the groups that were found', async () => {
    const { page } = person;
    await page.getByRole('tab', { name: 'Findings' }).click();
    await page.getByRole('link', { name: 'Keep groups together' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await expect
      .poll(() => dialog.getByRole('combobox', { name: 'Group column' }).textContent())
      .toContain('customerId');
    await person.selects('Target column', /^churn/);
    await dialog.getByText('is a copy of the target').waitFor({ timeout: 60_000 });
    await looks('train-form');
  });

  it('fixes a finding without leaving the dialog', async () => {
    const warning = (title: string) =>
      person.page.getByRole('dialog').getByRole('listitem').filter({ hasText: title });
    const dialog = person.page.getByRole('dialog');
    const shown = (name: string) => dialog.getByRole('combobox', { name }).textContent();
    await warning('Personal data').waitFor();
    expect(await warning('Grouped rows').count()).toBe(0);
    await warning('Rows sorted by time').getByRole('button', { name: 'Split by time' }).click();
    await warning('Rows sorted by time').waitFor({ state: 'detached' });
    expect(await shown('Time column')).toContain('day');
    const before = await shown('Dataset');
    await warning('Copy of the target').getByRole('button', { name: 'Drop column' }).click();
    await expect.poll(() => shown('Dataset'), { timeout: 60_000 }).not.toBe(before);
    await warning('Copy of the target').waitFor({ state: 'detached' });
    await warning('Personal data').waitFor({ timeout: 60_000 });
    expect(await warning('Copy of the target').count()).toBe(0);
    expect([await shown('Target column'), await shown('Time column')]).toEqual(['churn', 'day']);
    await dialog.getByRole('link', { name: 'Personal data' }).click();
    await finding('Personal data').waitFor();
  });

  it('applies all suggested fixes in one version, with a preview of each step', async () => {
    const { page } = person;
    await person.goesTo(`${new URL(page.url()).pathname}?tab=findings&target=churn`);
    await finding('Outliers').waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: /^Select all \d+ fixes/ }).click();
    const chosen = main().getByRole('region', { name: /steps? selected for a new version$/ });
    await chosen.getByText('Cells to change: 1').waitFor();
    const steps = await chosen.getByRole('listitem').allInnerTexts();
    expect(steps.length).toBeGreaterThan(2);
    await looks('fixes-chosen');
    await finding('Personal data').getByRole('checkbox', { name: 'Drop column mail' }).uncheck();
    expect(await chosen.getByRole('listitem').count()).toBe(steps.length - 1);
    await main().getByRole('button', { name: 'Create version' }).click();
    await main().getByText('Cells changed: 1').waitFor({ timeout: 60_000 });
    expect(await main().getByText('Drop mail').count()).toBe(0);
  });

  it('chooses what cells mean that can be read in two ways', async () => {
    const { page } = person;
    const rows = Array.from({ length: 60 }, (_, row) => {
      const day = `${String(1 + (row % 12)).padStart(2, '0')}/${String(1 + (row % 11)).padStart(2, '0')}/2024`;
      return `${day};${1 + (row % 9)}.${String((row * 37) % 1000).padStart(3, '0')};n${row};${row}`;
    });
    const table = ['ordered;price;name;count', ...rows, `;;Total;${(59 * 60) / 2}`].join('\n');
    await person.goesTo(`${new URL(page.url()).pathname.replace(/\/datasets.*/, '')}/datasets?upload=true`);
    await person.choosesFile('orders.csv', table);
    await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'orders', exact: true }).click();
    await ready();
    await page.getByRole('tab', { name: 'Findings' }).click();
    const monthFirst = finding('Day or month first?').getByRole('button', { name: 'MM/DD/YYYY' });
    await monthFirst.click();
    expect(await monthFirst.getAttribute('aria-pressed')).toBe('true');
    await finding('Decimal point or thousands separator?')
      .getByRole('button', { name: 'Thousands separator' })
      .click();
    await finding('Total rows left out').getByRole('checkbox', { name: 'Keep rows with totals' }).check();
    await main().getByText('Parse ordered as dates in the format MM/DD/YYYY').waitFor();
    await looks('readings');
    await main().getByRole('button', { name: 'Create version' }).click();
    await main()
      .getByRole('button', { name: 'Remove step: Keep rows with totals' })
      .waitFor({ timeout: 60_000 });
    await page.getByRole('tab', { name: 'Columns' }).click();
    expect(await page.getByRole('combobox', { name: 'Type of ordered' }).textContent()).toContain('Date');
    expect(await page.getByRole('combobox', { name: 'Type of price' }).textContent()).toContain('Number');
  });
});
