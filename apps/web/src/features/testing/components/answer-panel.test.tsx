import { errorCatalogue } from '@rowcast/contracts/errors';
import i18next from 'i18next';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { AnswerPanel } from './answer-panel.tsx';

beforeAll(() => startWords('testing'));
afterAll(() => i18next.changeLanguage('en'));

const codes = [
  'API_RATE_LIMITED',
  'KEY_RATE_LIMITED',
  'PLAN_QUOTA_EXCEEDED',
  'TOO_MANY_UNKNOWN_KEYS',
  'API_KEY_MISSING',
] as const;

test.each(['en', 'es', 'fr', 'de'])('why a call was refused is said in %s', async (language) => {
  await i18next.changeLanguage(language);
  for (const code of codes) {
    const { status, message } = errorCatalogue[code];
    const body = { error: { code }, message, detail: message, requestId: 'req_1' };
    const { findByText, unmount } = renderScreen(
      <AnswerPanel answer={{ status, body, latencyMs: 3, headers: {} }} />,
    );
    const said = language === 'en' ? message : i18next.t(`errors:code.${code}`);
    await findByText(said, { exact: true, selector: 'p' });
    expect(said === message, code).toBe(language === 'en');
    unmount();
  }
});
