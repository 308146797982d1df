import { NuqsTestingAdapter, type OnUrlUpdateFunction } from 'nuqs/adapters/testing';
import { beforeAll, expect, test, vi } from 'vitest';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { useUrlTab } from './url-tab.ts';

beforeAll(() => startWords());

function Screen() {
  const [tab, setTab] = useUrlTab(['first', 'second']);
  const tabs = (['first', 'second'] as const).map((value) => ({ value, label: value, content: value }));
  return <Tabs label="Parts" value={tab} onChange={(next) => void setTab(next)} tabs={tabs} />;
}

test('each tab is a history entry', async () => {
  const onUrlUpdate = vi.fn<OnUrlUpdateFunction>();
  const { user, getByRole } = renderScreen(
    <NuqsTestingAdapter onUrlUpdate={onUrlUpdate} hasMemory>
      <Screen />
    </NuqsTestingAdapter>,
  );
  await user.click(getByRole('tab', { name: 'second' }));
  await vi.waitFor(() =>
    expect(onUrlUpdate.mock.lastCall?.[0]).toMatchObject({
      queryString: '?tab=second',
      options: { history: 'push' },
    }),
  );
});
