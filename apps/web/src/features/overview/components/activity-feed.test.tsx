import { Route, Routes } from 'react-router-dom';
import { beforeAll, expect, test } from 'vitest';
import { hexId } from '../../../../test/factories/api.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { ActivityFeed } from './activity-feed.tsx';

beforeAll(() => startWords('overview'));

test('what is told of a key leads to the keys', () => {
  const apiId = hexId('api');
  const item = { id: 'key_1', type: 'key' as const, action: 'created' as const, subject: 'Billing', apiId };
  const { getByRole } = renderScreen(
    <Routes>
      <Route
        path="/:username"
        element={<ActivityFeed items={[{ ...item, timestamp: '2026-01-01T00:00:00.000Z' }]} />}
      />
    </Routes>,
    '/asha',
  );
  expect(getByRole('link', { name: 'Billing' }).getAttribute('href')).toBe(`/asha/apis/${apiId}/keys`);
});
