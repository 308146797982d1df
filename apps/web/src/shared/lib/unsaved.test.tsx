import { fireEvent } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen, startWords } from '../../../test/render.tsx';
import { useUnsaved } from './unsaved.ts';

let answer = false;
const asked = vi.fn(() => answer);
beforeAll(() => startWords());
beforeEach(() => vi.stubGlobal('confirm', asked));
afterEach(() => {
  vi.unstubAllGlobals();
  asked.mockClear();
});

function Screen({ unsaved, label = 'APIs' }: { unsaved: boolean; label?: string }) {
  useUnsaved(unsaved);
  return <Link to="/asha/apis">{label}</Link>;
}

const at = (getByTestId: (id: string) => HTMLElement) => getByTestId('address').textContent;

test('a link out of what is not saved asks first, and leads on only where that is meant', async () => {
  const { getByRole, getByTestId, user } = renderScreen(<Screen unsaved />, '/asha/settings');
  answer = false;
  await user.click(getByRole('link'));
  expect(at(getByTestId)).toBe('/asha/settings');
  answer = true;
  await user.click(getByRole('link'));
  expect(at(getByTestId)).toBe('/asha/apis');
  expect(asked).toHaveBeenCalledTimes(2);
});

test('two forms that are not saved ask once, and a link to elsewhere is left to the browser', async () => {
  const { getByRole, getByTestId, user } = renderScreen(
    <>
      <Screen unsaved />
      <Screen unsaved label="Datasets" />
      <a href="mailto:help@example.org">Mail</a>
    </>,
    '/asha/settings',
  );
  answer = true;
  await user.click(getByRole('link', { name: 'Mail' }));
  expect(asked).not.toHaveBeenCalled();
  await user.click(getByRole('link', { name: 'Datasets' }));
  expect(at(getByTestId)).toBe('/asha/apis');
  expect(asked).toHaveBeenCalledTimes(1);
});

test('what is saved may be left', async () => {
  const { getByRole, getByTestId, user } = renderScreen(<Screen unsaved={false} />, '/asha/settings');
  await user.click(getByRole('link'));
  expect(at(getByTestId)).toBe('/asha/apis');
  expect(asked).not.toHaveBeenCalled();
});

test.each([true, false])('closing the page is asked about where something is unsaved: %s', (unsaved) => {
  renderScreen(<Screen unsaved={unsaved} />, '/asha/settings');
  const closing = new Event('beforeunload', { cancelable: true });
  fireEvent(window, closing);
  expect(closing.defaultPrevented).toBe(unsaved);
});
