import { seedIncome, seedModel } from '@rowcast/testkit/trained';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mailed } from './support/mailbox.ts';
import { type Look, Person } from './support/person.ts';
import { placeOf } from './support/place.ts';

let asha: Person;
let ben: Person;
/** Asha's account in another browser. */
let laptop: Person;
let totp: TOTP;
let workspace = '';

beforeAll(async () => {
  asha = await Person.arrives('asha.team');
  ben = await Person.arrives('ben.team');
  laptop = await Person.arrives('laptop.team');
});
afterAll(async () => {
  await asha?.leaves();
  await ben?.leaves();
  await laptop?.leaves();
});
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await asha.isSeen('team-failed-asha');
  await ben.isSeen('team-failed-ben');
});

const newestLink = (email: string) =>
  mailed(email, ([newest]) => /http\S+\/join#\S+/.exec(newest?.text ?? '')?.[0]);

/** What the buttons that change something are called, or send a row to the model. */
const changing =
  /^(Upload|Train|Deploy|Roll back|Create|Rotate|Revoke|Rename|Delete|Save|Deprecate|Update API|Add|Remove|Undo|Run|Send|Roll out v\d)\b/;
const buttons = (page: Page, disabled: boolean) =>
  page.locator('main').getByRole('button', { name: changing, disabled });

/** A call with the tokens of the page, past everything that the page would hide. */
const calls = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([method, path, workspace, body]) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('auth_token')}`,
        'x-rowcast-workspace': workspace,
        'content-type': 'application/json',
      };
      const init = body ? { method, headers, body } : { method, headers };
      const answer = await fetch(`/api/v1${path}`, init);
      return { status: answer.status, text: await answer.text() };
    },
    [method, path, workspace, body && JSON.stringify(body)] as const,
  );

/** Screens of an API that other files audit in the dark scheme too. */
const darkElsewhere = new Set(['api', 'dataset', 'model', 'versions', 'settings', 'testing', 'keys']);
const lightDeskAndPhone: readonly Look[] = [
  ['light', 1440],
  ['light', 390],
];

const members = (page: Page) => page.getByRole('table', { name: 'Members' });

describe('two people share a workspace, each in a browser of their own', () => {
  it('one signs up and guards the account with an authenticator', async () => {
    const { page } = asha;
    await asha.signsUp('Asha Rao');
    workspace = new URL(page.url()).pathname.split('/')[1] ?? '';
    await asha.goesTo(`/${workspace}/settings?tab=security`);
    await page.getByRole('button', { name: 'Set up authenticator app' }).click();
    const dialog = page.getByRole('dialog');
    totp = new TOTP({ secret: (await dialog.locator('pre').textContent())?.trim() ?? '' });
    await dialog.getByLabel('Six-digit code').fill(totp.generate());
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('MFA setup completed successfully!').waitFor();
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
  });

  it('and invites the other', async () => {
    const { page } = asha;
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await page.getByRole('heading', { name: 'Invite Team Members', level: 1 }).waitFor();
    await page.getByText('No invitations yet').waitFor();
    await asha.fits('team-empty');
    await page.getByRole('button', { name: 'Send First Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send Invitation' }).click();
    await dialog.getByText('Please enter a valid email address').waitFor();
    await dialog.getByLabel('Email').fill(ben.email);
    expect(await dialog.getByRole('combobox', { name: 'Role' }).textContent()).toContain('Developer');
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    expect(await page.getByRole('option').allTextContents()).toEqual([
      'DeveloperCan create and manage APIs',
      'ViewerRead-only access',
    ]);
    await page.getByRole('option', { name: 'Developer' }).click();
    await asha.isAccessible();
    await asha.isSeen('team-invite-dialog');
    await dialog.getByRole('button', { name: 'Send Invitation' }).click();
    await page.getByText(`Invitation sent to ${ben.email}`).waitFor();
    await page.getByRole('cell', { name: `${ben.email} by Asha Rao` }).waitFor();
    await page.getByRole('cell', { name: 'Pending' }).waitFor();
  });

  it('makes a link to copy, invites a list, and says who may invite', async () => {
    const { page } = asha;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Create link' }).dblclick();
    await page.getByRole('button', { name: 'Copy invite link' }).click();
    await page.getByText('Invite link copied to clipboard!').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/join#[\w-]{43}$/);
    await expect.poll(() => page.getByRole('cell', { name: /^Invite link/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Bulk Invite (Upload CSV)' }).click();
    const list = page.getByRole('dialog');
    await asha.isAccessible();
    await asha.choosesFile('team.csv', 'email,role\nmeera@example.org,viewer\nnobody,viewer\n');
    await list.getByText('1 invited, 1 failed').waitFor();
    await list.getByRole('cell', { name: 'Please enter a valid email address' }).waitFor();
    await asha.isAccessible();
    await asha.isSeen('team-bulk');
    await list.getByRole('button', { name: 'Close' }).first().click();
    await page.getByRole('button', { name: 'Team Settings' }).click();
    const settings = page.getByRole('dialog');
    await settings.getByLabel('Maximum team size').fill('101');
    await settings.getByRole('button', { name: 'Save settings' }).click();
    await settings.getByText('Team size must be 1 to 100').waitFor();
    await settings.getByLabel('Maximum team size').fill('2');
    await asha.isAccessible();
    await asha.isSeen('team-settings');
    await settings.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Team settings saved').waitFor();
    await page.getByRole('searchbox', { name: 'Search invitations' }).fill('meera');
    await page.waitForURL(/search=meera/);
    expect(await page.getByRole('table', { name: 'Recent Invitations' }).getByRole('row').count()).toBe(2);
    await page.getByRole('button', { name: 'Revoke the invitation to meera@example.org' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Invitation to meera@example.org revoked').waitFor();
    await page.getByRole('searchbox', { name: 'Search invitations' }).fill('');
  });

  it('the other opens the mailed link, signs up and accepts; the open page of the first one sees it', async () => {
    const { page } = ben;
    await page.goto(await newestLink(ben.email));
    await page.getByRole('heading', { name: 'Join Asha Rao' }).waitFor();
    await page.getByText('Asha Rao invites you as Developer.').waitFor();
    await ben.fits('join');
    await page.getByRole('link', { name: 'Sign up to accept' }).click();
    await page.getByLabel('Name').fill('Ben Iyer');
    expect(await page.getByLabel('Email').inputValue()).toBe(ben.email);
    await page.getByLabel('Phone Number').fill('+91 98765 43211');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await page.getByRole('heading', { name: 'Verify Your Account' }).waitFor();
    await ben.entersCode(await ben.newestCode());
    await page.getByRole('heading', { name: 'Join Asha Rao' }).waitFor();
    await ben.isSeen('join-signed-in');
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/${workspace}`);
    await page.getByRole('button', { name: /Switch workspace: Asha Rao Developer/ }).waitFor();
    await members(asha.page).getByText(ben.email).waitFor();
    await asha.page.getByRole('cell', { name: 'Accepted' }).waitFor();
  });

  it('the switcher leads to the own workspace and back', async () => {
    const { page } = ben;
    await page.getByRole('button', { name: /Switch workspace/ }).click();
    await ben.isSeen('team-switcher');
    await page.getByRole('menuitem', { name: /Ben Iyer/ }).click();
    await page.getByRole('button', { name: /Switch workspace: Ben Iyer/ }).waitFor();
    await page.getByRole('button', { name: /Switch workspace/ }).click();
    await page.getByRole('menuitem', { name: /Asha Rao/ }).click();
    await page.getByRole('button', { name: /Switch workspace: Asha Rao/ }).waitFor();
    await ben.goesTo(`/${workspace}/apis`);
    await page.getByRole('button', { name: 'Create API' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Shared churn');
    await dialog.getByRole('button', { name: 'Create API' }).click();
    await page.getByText('API: api_').waitFor();
  });

  it('a changed role counts at once, in the page that is open', async () => {
    await ben.goesTo(`/${workspace}/apis`);
    await ben.page.getByRole('button', { name: 'Create API' }).first().waitFor();
    await asha.fits('team');
    await asha.selects('Role of Ben Iyer', /^Viewer/);
    await asha.page.getByText('Ben Iyer is now Viewer').waitFor();
    const refused = await calls(ben.page, 'POST', '/apis', { name: 'Not allowed' });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("Access denied. You don't have permission to perform this action.");
    await ben.page.getByText('Your role in this workspace is now Viewer.').waitFor();
    await ben.page.getByRole('button', { name: 'Create API', disabled: true }).first().waitFor();
    await ben.page.getByRole('button', { name: /Switch workspace: Asha Rao Viewer/ }).waitFor();
    await ben.goesTo(`/${workspace}/invite`);
    await members(ben.page).getByText(asha.email).waitFor();
    expect(await ben.page.getByRole('button', { name: 'Invite Member' }).count()).toBe(0);
    await ben.isAccessible();
    await ben.isSeen('team-viewer');
  });

  it('a viewer reads all of an API and finds nothing to change it with', async () => {
    const { page } = ben;
    const apis = await asha.asks<{ data: { id: string }[] }>('GET', '/apis');
    const apiId = apis.data[0]?.id ?? '';
    const place = await placeOf(apiId);
    const datasetId = await seedIncome(place);
    const modelId = await seedModel(place, { datasetId, trained: 'boosted' });
    await place.close();
    await asha.asks('POST', `/models/${modelId}/deploy`);
    await asha.asks('POST', `/apis/${apiId}/keys`, { name: 'Billing' });
    const home = `/${workspace}/apis/${apiId}`;
    for (const [name, path] of [
      ['api', home],
      ['datasets', `${home}/datasets`],
      ['dataset', `/${workspace}/datasets/${datasetId}?tab=cleaning`],
      ['models', `${home}/models`],
      ['model', `${home}/models/${modelId}`],
      ['versions', `${home}/models/versions`],
      ['settings', `${home}/settings`],
      ['update', `${home}/settings/update`],
      ['testing', `${home}/testing`],
      ['keys', `${home}/settings/keys`],
    ] as const) {
      await ben.goesTo(path);
      await buttons(page, true).first().waitFor();
      await ben.fits(`viewer-${name}`, darkElsewhere.has(name) ? lightDeskAndPhone : undefined);
      expect(await buttons(page, false).allTextContents(), path).toEqual([]);
    }
    await page.getByRole('button', { name: 'Create key' }).hover();
    await page.getByRole('tooltip', { name: '' }).getByText("Your role can't make changes.").waitFor();
    await ben.isSeen('viewer-reason');
  });

  it('and has the buttons at once, in the open page, when the role allows them', async () => {
    const { page } = ben;
    await asha.selects('Role of Ben Iyer', /^Developer/);
    await page.getByRole('button', { name: 'Create key', disabled: false }).waitFor();
    expect(await page.locator('main [aria-disabled=true]').count()).toBe(0);
    await page.getByRole('link', { name: 'Testing' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('200', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Settings' }).last().click();
    await page.getByRole('button', { name: 'Deprecate API', disabled: false }).waitFor();
    await page.getByRole('button', { name: 'Delete API', disabled: true }).waitFor();
    await ben.isSeen('developer-settings');
    await asha.selects('Role of Ben Iyer', /^Viewer/);
    await page.getByRole('button', { name: 'Deprecate API', disabled: true }).waitFor();
  });

  it('the dashboard shows the team as it is', async () => {
    await asha.goesTo(`/${workspace}?tab=team`);
    await members(asha.page).getByText(ben.email).waitFor();
    await asha.fits('overview-team');
    await asha.page.getByRole('tab', { name: 'Activity' }).click();
    await asha.page.getByText('System Status').waitFor();
    await asha.isAccessible();
    await asha.isSeen('overview-activity');
  });

  it('a removed member sees so in the open page, and has no access any more', async () => {
    await asha.goesTo(`/${workspace}/invite`);
    await asha.page.getByRole('button', { name: 'Actions for Ben Iyer' }).click();
    await asha.page.getByRole('menuitem', { name: 'Remove…' }).click();
    const question = asha.page.getByRole('alertdialog');
    await asha.isSeen('team-remove');
    await question.getByRole('button', { name: 'Remove member' }).click();
    await asha.page.getByText('Ben Iyer was removed').waitFor();
    expect((await calls(ben.page, 'GET', '/apis')).status).toBe(404);
    await ben.page.getByRole('heading', { name: 'You are no longer a member of Asha Rao' }).waitFor();
    await ben.fits('team-left');
    await ben.page.getByRole('link', { name: 'Go to my workspace' }).click();
    await ben.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    expect(new URL(ben.page.url()).pathname).not.toBe(`/${workspace}`);
    await members(asha.page).getByText(ben.email).waitFor({ state: 'detached' });
  });

  it('the log has kept who did what to whom', async () => {
    const { page } = asha;
    await asha.goesTo(`/${workspace}/audit`);
    for (const [action, detail] of [
      ['member.removed', 'viewer'],
      ['member.role_changed', 'developer'],
      ['member.joined', 'developer'],
      ['invite.created', ben.email],
    ] as const) {
      await page.getByRole('row').filter({ hasText: action }).filter({ hasText: detail }).first().waitFor();
    }
    await page.getByRole('row').filter({ hasText: 'member.joined' }).getByText('Ben Iyer').waitFor();
  });

  it('a session that is ended elsewhere is signed out in its open page', async () => {
    const { page } = laptop;
    const used = await asha.newestCode();
    await page.goto('/login');
    await page.getByLabel('Email').fill(asha.email);
    await page.getByRole('button', { name: 'Send OTP' }).click();
    await page.getByRole('heading', { name: 'Verify Your Account' }).waitFor();
    await laptop.entersCode(await asha.newestCode(used));
    await page.getByLabel('Authenticator code').fill(totp.generate({ timestamp: Date.now() + 30_000 }));
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await asha.goesTo(`/${workspace}/settings?tab=security`);
    await asha.page.getByRole('button', { name: 'End all other sessions' }).click();
    const question = asha.page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'End all other sessions' });
    await question.click();
    await asha.page.getByText('All other sessions ended.').waitFor();
    expect((await calls(page, 'GET', '/apis')).status).toBe(401);
    await page.waitForURL(/\/login/);
  });

  it('a deleted account is gone, and the log keeps what was done without the name', async () => {
    const { page } = ben;
    const own = new URL(page.url()).pathname.split('/')[1];
    await ben.goesTo(`/${own}/settings?tab=advanced`);
    await page.getByRole('button', { name: 'Delete Account' }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await dialog.getByRole('button', { name: 'Delete Account' }).click();
    await page.getByText('Account deleted successfully!').waitFor();
    await asha.page.goto(`/${workspace}/audit`);
    await asha.page.getByRole('row').filter({ hasText: 'member.joined' }).first().waitFor();
    expect(await asha.page.locator('main').textContent()).not.toMatch(/Ben Iyer|ben\.team/);
  });
});
