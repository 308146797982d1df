import { defaultTeamSettings, type TeamSettings } from '@rowcast/contracts/domain/people/team';
import type { Role } from '@rowcast/contracts/domain/people/user';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import type { ReactNode } from 'react';
import { Outlet, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ApiListScreen } from '@/features/apis/screens/api-list.tsx';
import { ApiSettingsScreen } from '@/features/apis/screens/api-settings.tsx';
import { ApiUpdateScreen } from '@/features/apis/screens/api-update.tsx';
import { ConsoleSidebar } from '@/features/console/index.ts';
import { ApiDatasetsScreen } from '@/features/datasets/screens/api-datasets.tsx';
import { DeployButton, RollBackButton } from '@/features/deployments/index.ts';
import { ApiDocsScreen } from '@/features/docs/screens/api-docs.tsx';
import { KeysPanel } from '@/features/keys/components/keys-panel.tsx';
import { KeysLink } from '@/features/keys/index.ts';
import { ApiModelsScreen } from '@/features/models/screens/api-models.tsx';
import { OverviewTab } from '@/features/overview/components/overview-tab.tsx';
import { InviteScreen } from '@/features/team/screens/invite.tsx';
import { TestConsole } from '@/features/testing/components/test-console.tsx';
import { useDraft } from '@/features/testing/request/draft.ts';
import { decisionRuleOf } from '@/features/testing/what-if/decision.ts';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { anApi, hexId } from './factories/api.ts';
import { aDocs } from './factories/docs.ts';
import { aKey } from './factories/key.ts';
import { aModel } from './factories/model.ts';
import { anOverview } from './factories/overview.ts';
import { aUser } from './factories/user.ts';
import { startLocalServer } from './local-server.ts';
import { renderScreen, startWords } from './render.tsx';
import { numberField } from './report.ts';

let server: Awaited<ReturnType<typeof startLocalServer>>;
let role: Role;
let team: Partial<TeamSettings>;
let keys: unknown[];
const api = anApi('Churn', { version: 'v1' });
const none = { data: [], pagination: { page: 1, limit: 20, total: 0, totalPages: 0 } };
const key = aKey();
const docs = aDocs();

beforeAll(() =>
  startWords(
    ...['apis', 'datasets', 'models', 'deployments', 'docs'],
    ...['keys', 'testing', 'team', 'overview', 'activity', 'console'],
  ),
);
beforeEach(async () => {
  resetRequestGuard();
  team = {};
  keys = [key];
  const workspace = { id: hexId('ws'), slug: 'asha', name: 'Asha', formerSlugs: [], plan: 'free' };
  server = await startLocalServer(({ path }) => {
    if (path === '/api/v1/auth/me')
      return { status: 200, json: aUser({ workspaces: [{ ...workspace, role }] }) };
    if (path === '/api/v1/team/settings') return { status: 200, json: { ...defaultTeamSettings, ...team } };
    if (path.startsWith('/api/v1/team/')) return { status: 200, json: { data: [] } };
    if (path.startsWith('/api/v1/activity')) return { status: 200, json: { data: [], nextCursor: null } };
    if (path.endsWith('/docs')) return { status: 200, json: docs };
    return { status: 200, json: path.endsWith('/keys') ? { data: keys } : none };
  });
});
afterEach(() => server.stop());

const model = { id: hexId('mdl'), name: 'Churn', version: 2, deployed: false };
const previous = { id: hexId('dep'), modelId: hexId('mdl'), modelVersion: 1 };
const writers: Role[] = ['developer', 'admin', 'owner'];
const testers: Role[] = ['tester', ...writers];
const deleters: Role[] = ['admin', 'owner'];

const fields = [numberField('age')];
const Console = () => (
  <TestConsole
    decisionRule={decisionRuleOf(aModel())}
    fields={fields}
    coverages={[]}
    draft={useDraft(fields)}
  />
);

const controls: [button: string | RegExp, where: ReactNode, may: Role[]][] = [
  ['Create API', <ApiListScreen key="list" />, writers],
  ['Upload Dataset', <ApiDatasetsScreen key="datasets" />, writers],
  ['Train Model', <ApiModelsScreen key="models" />, writers],
  ['Deprecate API', <ApiSettingsScreen key="settings" />, writers],
  ['Delete API', <ApiSettingsScreen key="danger" />, deleters],
  ['Create key', <KeysPanel key="keys" apiId={api.id} />, writers],
  [/^Rotate/, <KeysPanel key="replace" apiId={api.id} />, writers],
  [/^Revoke/, <KeysPanel key="revoke" apiId={api.id} />, writers],
  [/^Deploy/, <DeployButton key="deploy" model={model} />, writers],
  ['Roll back to v1', <RollBackButton key="back" apiId={api.id} to={previous} />, writers],
  ['Save test case', <Console key="save" />, testers],
  ['Send', <Console key="send" />, testers],
  ['Regenerate examples', <ApiDocsScreen key="docs" />, testers],
];
const cases = controls.flatMap(([button, where, may]) =>
  (['viewer', 'tester', 'developer', 'admin'] as const).map((who) => ({
    button,
    where,
    who,
    works: may.includes(who),
  })),
);

const open = (screen: ReactNode, search = '') =>
  renderScreen(
    <NuqsTestingAdapter searchParams={search} hasMemory>
      <Routes>
        <Route path="/:username/apis/:id" element={<Outlet context={api} />}>
          <Route path="tab" element={screen} />
        </Route>
      </Routes>
    </NuqsTestingAdapter>,
    `/asha/apis/${api.id}/tab`,
  );

test.each(cases)('$button works for a $who: $works', async ({ button, where, who, works }) => {
  role = who;
  const { user, findAllByRole } = open(where);
  const why = works ? {} : { description: /^Your role can't/ };
  const [found] = await findAllByRole('button', { name: button, ...why });
  await expect.poll(() => found?.getAttribute('aria-disabled')).toBe(works ? null : 'true');
  if (works || !found) return;
  const before = server.received.length;
  await user.click(found);
  expect(document.querySelector('[role=dialog], [role=alertdialog]')).toBeNull();
  expect(server.received.slice(before)).toEqual([]);
});

test.each([
  ['viewer', 'API keys', ''],
  ['developer', 'Create an API key to call this API', '?create=true'],
] as const)('a %s of an API without keys reads "%s"', async (who, words, search) => {
  role = who;
  keys = [];
  const { findByRole } = open(<KeysLink apiId={api.id} />);
  const link = await findByRole('link', { name: words });
  expect(link.getAttribute('href')).toBe(`/asha/apis/${api.id}/settings/keys${search}`);
});

test.each([
  ['settings', <ApiSettingsScreen key="settings" />],
  ['name and status', <ApiUpdateScreen key="update" />],
])('a viewer reads the %s of an API and sees why it is read-only', async (_what, screen) => {
  role = 'viewer';
  const { findAllByRole, getAllByRole } = open(screen);
  await findAllByRole('group', { description: /^Your role can't make changes/ });
  for (const field of getAllByRole('textbox')) expect(field.matches(':disabled')).toBe(true);
  for (const field of getAllByRole('combobox')) expect(field.matches(':disabled')).toBe(true);
});

test.each([
  ['create', <ApiListScreen key="create" />],
  ['upload', <ApiDatasetsScreen key="upload" />],
  ['train', <ApiModelsScreen key="train" />],
])('a link that opens a dialog (%s) opens none for a viewer', async (query, screen) => {
  role = 'viewer';
  const { findAllByRole, queryByRole } = open(screen, `?${query}=true`);
  await findAllByRole('button', { description: /^Your role can't make changes/ });
  expect(queryByRole('dialog')).toBeNull();
});

test.each(['viewer', 'developer', 'admin'] as const)(
  'the menu of a %s names what they may see',
  async (who) => {
    role = who;
    const { findByRole, queryByRole } = open(<ConsoleSidebar />);
    await findByRole('link', { name: 'Team' });
    const audit = () => queryByRole('link', { name: 'Audit logs' }) !== null;
    await expect.poll(audit).toBe(who === 'admin');
  },
);

const invitations: [who: Role, allowed: boolean, invites: boolean, says: string][] = [
  ['viewer', true, false, "Your role can't view invitations"],
  ['developer', false, false, "Your role can't view invitations"],
  ['developer', true, true, "You haven't invited anyone yet"],
  ['admin', false, true, 'No invitations yet'],
];

test.each(invitations)('a %s of a team with open invitations: %s', async (who, allowed, invites, says) => {
  role = who;
  team = { allowMemberInvites: allowed };
  const overview = open(
    <OverviewTab overview={anOverview({ checklist: { ...anOverview().checklist, createdApi: true } })} />,
  );
  await overview.findByText('Quick Actions');
  const offered = () => overview.queryByRole('link', { name: 'Invite Member' }) !== null;
  await expect.poll(offered).toBe(invites);
  overview.unmount();
  const { findByText, queryByText } = open(<InviteScreen />);
  await findByText(says);
  expect(queryByText('Pending invites') !== null).toBe(who === 'admin');
});
