import type { ModelVersion } from '@rowcast/contracts/http/models/models';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { hexId } from '../../../../test/factories/api.ts';
import { aModel } from '../../../../test/factories/model.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { StartRolloutDialog } from './start-rollout-dialog.tsx';

const apiId = hexId('api');
const { id: modelId, ...model } = aModel({ apiId, version: 2 });
const version: ModelVersion = { ...model, modelId, interval: null, label: null };
let server: Awaited<ReturnType<typeof startLocalServer>>;

beforeAll(() => startWords('rollouts', 'deployments', 'models'));
beforeEach(async () => {
  resetRequestGuard();
  server = await startLocalServer(() => ({ status: 404, json: {} }));
});
afterEach(() => server.stop());

async function open() {
  const page = renderScreen(<StartRolloutDialog apiId={apiId} version={version} />);
  await page.user.click(page.getByRole('button', { name: /^Roll out/ }));
  await page.findByRole('dialog');
  const fills = async (label: string | RegExp, text: string) => {
    await page.user.clear(page.getByLabelText(label));
    await page.user.type(page.getByLabelText(label), text);
  };
  const starts = () => page.user.click(page.getByRole('button', { name: 'Start rollout of v2' }));
  const sent = () => server.received.filter(({ method }) => method === 'POST');
  return { ...page, fills, starts, sent };
}

const milliseconds = 'Enter milliseconds above 0 and at most 300000, or leave it empty';
const deviations = 'Enter a number above 0 and at most 100, or leave it empty';

test.each([
  [/^Error rate/, '5%', 'Enter a percentage from 0 to 100'],
  [/^Rejection rate/, 'ten', 'Enter a percentage from 0 to 100'],
  [/^95th percentile latency/, '200 ms', milliseconds],
  [/^95th percentile latency/, '400000', milliseconds],
  [/^Mean score/, 'one', deviations],
  [/^Mean score/, '101', deviations],
] as const)('%s: rejects %j at its field and starts nothing', async (label, text, says) => {
  const { fills, starts, findByText, getByLabelText, sent } = await open();
  await fills(label, text);
  await starts();
  await findByText(says);
  expect(getByLabelText(label)).toHaveProperty('value', text);
  expect(sent()).toEqual([]);
});

test('an empty guardrail is off and others keep their values', async () => {
  const { user, fills, starts, getByLabelText, sent } = await open();
  await user.clear(getByLabelText(/^Error rate/));
  await fills(/^95th percentile latency/, '300,000');
  await fills(/^Mean score/, '100');
  await starts();
  await expect.poll(() => sent().length).toBe(1);
  expect(JSON.parse(sent()[0]?.body ?? '').gates).toMatchObject({
    ...{ maxErrorRate: null, maxP95Ms: 300_000, maxScoreDrift: 100 },
  });
  expect(JSON.parse(sent()[0]?.body ?? '')).toMatchObject({ percent: 10, splitBy: 'request' });
});

test('says how many requests the verdict needs, by the share and the split', async () => {
  const { user, fills, findByText, findByRole, getByRole } = await open();
  await findByText(/after 50 requests to the candidate, which is about 500 requests to the API/);
  await fills('Share of traffic (%)', '25');
  await findByText(/about 200 requests to the API/);
  await user.click(getByRole('combobox', { name: 'Split by' }));
  await user.click(await findByRole('option', { name: /^API key/ }));
  await findByText('The limits are checked after 50 requests to the candidate.');
});
