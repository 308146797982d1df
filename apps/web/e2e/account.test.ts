import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { mailed, mailsTo } from './support/mailbox.ts';
import { Person } from './support/person.ts';
import { pixels } from './support/picture.ts';

let person: Person;

beforeAll(async () => {
  person = await Person.arrives('account');
  await person.signsUp('Nila Account');
});
afterAll(() => person?.leaves());
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await person.isSeen('account-failed');
});

const workspace = () => new URL(person.page.url()).pathname.split('/')[1];
const opens = async (tab: string) => {
  await person.page.goto(`/${workspace()}/settings?tab=${tab}`);
  await person.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
};
const says = (text: string) => person.page.getByText(text, { exact: true }).first().waitFor();

const codeTo = (email: string) => mailed(email, ([newest]) => newest?.code);

/** Another workspace is another document: the page reloads. */
const reloads = () =>
  person.page.waitForFunction(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return entry?.type === 'reload' && document.readyState === 'complete';
  });

describe('an account, in the browser', () => {
  it('has a picture, which is set when the profile is saved', async () => {
    const { page } = person;
    await opens('profile');
    const file = page.locator('input[type=file]');
    await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await says('Choose a PNG, JPEG, WebP, GIF or AVIF image.');
    await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: pixels(64) });
    await says('Avatar updated! Click save to apply changes.');
    await page.getByLabel('Company').fill('Rao & Co');
    await page.getByRole('button', { name: 'Save Profile' }).click();
    await says('Profile updated successfully!');
    await page.reload();
    const picture = page.locator('header img[src^="/api/v1/avatars/"]').first();
    await picture.waitFor();
    expect(await picture.evaluate((drawn: HTMLImageElement) => drawn.naturalWidth)).toBe(256);
    expect(await page.getByLabel('Company').inputValue()).toBe('Rao & Co');
    await person.fits('settings-profile');
  });

  it('says beside the field what is wrong with a name', async () => {
    const { page } = person;
    await page.getByLabel('First name').fill('N');
    await page.getByRole('button', { name: 'Save Profile' }).click();
    await says('First name must be at least 2 characters');
    await page.reload();
  });

  it('asks once before Back leaves what is not saved, and stays or leaves as chosen', async () => {
    const { page } = person;
    const apis = new RegExp(`/${workspace()}/apis$`);
    await page.goto(`/${workspace()}/apis`);
    await page.getByRole('link', { name: 'Settings' }).first().click();
    await page.getByLabel('Position').fill('Astronaut');
    await page.getByRole('tab', { name: 'Notifications' }).click();
    await page.getByRole('switch', { name: /Team updates/ }).waitFor();
    const asked: string[] = [];
    let answer = false;
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type());
      await (answer ? dialog.accept() : dialog.dismiss());
    });
    await page.goBack();
    await page.getByLabel('Position').waitFor();
    expect(asked).toEqual([]);
    await page.evaluate(() => window.history.back());
    await expect.poll(() => asked).toEqual(['confirm']);
    await page.waitForURL(/\/settings/);
    expect(await page.getByLabel('Position').inputValue()).toBe('Astronaut');
    answer = true;
    await page.evaluate(() => window.history.back());
    await page.waitForURL(apis);
    await page.getByRole('heading', { name: 'AI APIs' }).waitFor();
    expect(asked).toEqual(['confirm', 'confirm']);
    page.removeAllListeners('dialog');
  });

  it('keeps edits of several tabs and saves them all at once', async () => {
    const { page } = person;
    await opens('profile');
    await page.getByLabel('Position').fill('Analyst');
    await page.getByRole('tab', { name: 'Notifications' }).click();
    await page.getByRole('switch', { name: /Team updates/ }).click();
    await page.getByRole('tab', { name: 'API Settings' }).click();
    await page.getByLabel('Request timeout (seconds)').fill('12');
    await page.getByRole('button', { name: 'Save All Changes' }).click();
    await says('Settings updated successfully!');
    await page.reload();
    expect(await page.getByLabel('Request timeout (seconds)').inputValue()).toBe('12');
    await page.getByRole('tab', { name: 'Profile' }).click();
    expect(await page.getByLabel('Position').inputValue()).toBe('Analyst');
  });

  it('chooses notifications', async () => {
    const { page } = person;
    await opens('notifications');
    await person.selects('Digest', 'Weekly');
    await page.getByRole('button', { name: 'Save Preferences' }).click();
    await says('Notification preferences updated!');
    await person.fits('settings-notifications');
  });

  it('sets what new APIs start with; fields of what is off are not shown', async () => {
    const { page } = person;
    await opens('api');
    await page.getByLabel('Log retention (days)').fill('7');
    await page.getByRole('switch', { name: /Rate limiting/ }).click();
    expect(await page.getByLabel('Requests').count()).toBe(0);
    await page.getByRole('button', { name: 'Save API Settings' }).click();
    await says('API settings updated successfully!');
    await person.fits('settings-api');
    await page.goto(`/${workspace()}/apis?create=true`);
    await page.getByRole('dialog').getByLabel('Name').fill('Follows');
    await page.getByRole('dialog').getByRole('button', { name: 'Create API' }).click();
    await page.getByText('API: api_').waitFor();
    await page.getByRole('link', { name: 'Settings' }).last().click();
    expect(await page.getByLabel(/Keep calls for|retention/i).inputValue()).toBe('7');
  });

  it('shows every date in the chosen time zone and language', async () => {
    const { page } = person;
    await opens('profile');
    const lastLogin = () => page.locator('aside dd').nth(1).textContent();
    await person.selects('Time zone', 'Asia/Kolkata');
    await page.getByRole('button', { name: 'Save Profile' }).click();
    await says('Profile updated successfully!');
    const inKolkata = await lastLogin();
    await person.selects('Time zone', 'America/New_York');
    await page.getByRole('button', { name: 'Save Profile' }).click();
    await page.waitForFunction(
      (before) => document.querySelectorAll('aside dd')[1]?.textContent !== before,
      inKolkata,
    );
    await page.evaluate(() => localStorage.setItem('timezone', 'UTC'));
    await page.reload();
    await page.waitForFunction(() => localStorage.getItem('timezone') === 'America/New_York');
  });

  it('shows requests with their ids and times in debug mode', async () => {
    const { page } = person;
    await opens('advanced');
    await page.getByRole('switch', { name: /Debug mode/ }).click();
    await page.reload();
    const strip = page.getByRole('region', { name: 'Requests on this page' });
    await strip.getByRole('button').first().click();
    await strip
      .getByText(/settings$/)
      .first()
      .waitFor();
    await person.isSeen('settings-debug');
    await strip.getByRole('button').first().click();
    await page.getByRole('switch', { name: /Debug mode/ }).click();
    await strip.waitFor({ state: 'detached' });
    await person.fits('settings-advanced');
  });

  it('is exported as JSON at once and as an archive when that is packed', async () => {
    const { page } = person;
    await opens('advanced');
    const [json] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export Data', exact: true }).click(),
    ]);
    const record = JSON.parse(readFileSync(await json.path(), 'utf8'));
    expect(record.profile).toMatchObject({ email: person.email, company: 'Rao & Co' });
    await says('Data exported successfully!');
    await page.getByRole('button', { name: 'Export everything (ZIP)' }).dblclick();
    await page.getByText('Ready', { exact: true }).waitFor({ timeout: 30_000 });
    expect(await page.getByText('Failed to export data').count()).toBe(0);
    const [zip] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    const bytes = readFileSync(await zip.path());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    expect(bytes.includes('account.json')).toBe(true);
  });

  it('moves to a new address with the code mailed there; the former one is notified', async () => {
    const { page } = person;
    await opens('profile');
    const email = `moved.${Date.now()}@example.org`;
    await page.getByRole('button', { name: 'Change email' }).click();
    await page.getByRole('dialog').getByLabel('New email').fill(email);
    await page.getByRole('dialog').getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('Code from the email').fill(await codeTo(email));
    await person.isSeen('change-email');
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await says('Email changed');
    expect((await mailsTo(person.email)).some(({ text }) => text.includes(email))).toBe(true);
    await page.getByRole('button', { name: 'Change username' }).click();
    const username = `nila-${Date.now()}`;
    const before = workspace();
    const seen = (await mailsTo(email)).length;
    await page.getByRole('dialog').getByLabel('New username').fill(username);
    await page.getByRole('dialog').getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('Code from the email').waitFor();
    const code = await mailed(email, (mails) => mails.length > seen && mails[0]?.code);
    await page.getByLabel('Code from the email').fill(code);
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await page.waitForURL(`**/${username}/settings?tab=profile`);
    await reloads();
    await page.goto(`/${before}/apis?search=x`);
    await page.waitForURL(`**/${username}/apis?search=x`);
    await reloads();
  });

  it('has a profile screen with a checked webhook address', async () => {
    const { page } = person;
    await page.goto(`/${workspace()}/profile`);
    await page.getByLabel(/Webhook URL/).fill('http://169.254.169.254/latest');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByText(/private network/)
      .first()
      .waitFor();
    await page.getByLabel(/Webhook URL/).fill('https://93.184.215.14/hook');
    await page.getByRole('button', { name: 'Save' }).click();
    await says('Webhook URL updated!');
    await person.fits('profile');
  });

  it('is deleted, after saying what goes with it', async () => {
    const { page } = person;
    await page.reload();
    await page.getByRole('button', { name: 'Delete Account' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Are you sure you want to delete your account? This cannot be undone.').waitFor();
    await dialog.getByText('Workspaces', { exact: true }).waitFor();
    await person.fits('delete-account');
    await dialog.getByRole('button', { name: 'Delete Account' }).click();
    await says('Account deleted. Goodbye!');
    await page.waitForURL(`${inject('address')}/`);
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
  });
});
