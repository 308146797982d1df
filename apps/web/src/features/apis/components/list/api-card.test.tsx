import i18next from 'i18next';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { anApi } from '../../../../../test/factories/api.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { ApiCard } from './api-card.tsx';

beforeAll(() => startWords('apis'));
afterEach(() => i18next.changeLanguage('en'));

test.each([
  ['en', '(25%)'],
  ['de', '(25\u00a0%)'],
])('formats the used share of the plan in %s', async (language, share) => {
  await i18next.changeLanguage(language);
  const api = anApi('Churn');
  const used = { ...api, usage: { ...api.usage, callsThisMonth: 50_000 } };
  const { container } = renderScreen(
    <Routes>
      <Route path="/:username" element={<ApiCard api={used} isSelectable={false} />} />
    </Routes>,
    '/asha',
  );
  expect(container.textContent).toContain(share);
});
