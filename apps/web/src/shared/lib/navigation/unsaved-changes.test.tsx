import { fireEvent, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { guardBack } from './guard-back.ts';
import { useGuardedNavigate, useUnsavedWarning } from './unsaved-changes.ts';

let answer = false;
const asked = vi.fn(() => answer);
beforeAll(async () => {
  guardBack();
  await startWords();
});
beforeEach(() => vi.stubGlobal('confirm', asked));
afterEach(() => {
  vi.unstubAllGlobals();
  asked.mockClear();
});

function Screen({ unsaved, label = 'APIs' }: { unsaved: boolean; label?: string }) {
  useUnsavedWarning(unsaved);
  return <Link to="/asha/apis">{label}</Link>;
}

const at = (getByTestId: (id: string) => HTMLElement) => getByTestId('address').textContent;

test('a link asks before discarding unsaved changes', async () => {
  const { getByRole, getByTestId, user } = renderScreen(<Screen unsaved />, '/asha/settings');
  answer = false;
  await user.click(getByRole('link'));
  expect(at(getByTestId)).toBe('/asha/settings');
  answer = true;
  await user.click(getByRole('link'));
  expect(at(getByTestId)).toBe('/asha/apis');
  expect(asked).toHaveBeenCalledTimes(2);
});

test('two unsaved forms ask once; external links are left to the browser', async () => {
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

test('saved changes do not ask', async () => {
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

function Console({ forms }: { forms: number }) {
  return (
    <BrowserRouter>
      <Routes>
        <Route path="/asha/apis" element={<Link to="/asha/settings">Settings</Link>} />
        <Route
          path="/asha/settings"
          element={
            <>
              {Array.from({ length: forms }, (_, each) => `Form ${each}`).map((label) => (
                <Screen key={label} unsaved label={label} />
              ))}
              <Link to="?tab=api">API</Link>
              <h1>Settings</h1>
            </>
          }
        />
      </Routes>
    </BrowserRouter>
  );
}

test.each([1, 2])('Back out of %i forms that are not saved asks once, and a no stays', async (forms) => {
  window.history.pushState(null, '', '/asha/apis');
  const { findByRole, getByRole, queryByRole } = render(<Console forms={forms} />);
  const user = userEvent.setup();
  await user.click(getByRole('link', { name: 'Settings' }));
  await user.click(getByRole('link', { name: 'API' }));
  answer = false;
  window.history.back();
  await expect.poll(() => window.location.search).toBe('');
  expect(asked).not.toHaveBeenCalled();
  window.history.back();
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  await expect.poll(() => window.location.pathname).toBe('/asha/settings');
  expect(queryByRole('heading')).not.toBeNull();
  answer = true;
  window.history.back();
  await findByRole('link', { name: 'Settings' });
  expect(window.location.pathname).toBe('/asha/apis');
  expect(asked).toHaveBeenCalledTimes(2);
  window.history.forward();
  await findByRole('heading');
  expect(asked).toHaveBeenCalledTimes(2);
});

function Palette() {
  const goTo = useGuardedNavigate();
  return (
    <button type="button" onClick={() => goTo('/asha/datasets')}>
      Go
    </button>
  );
}

test('navigation without a link asks too', async () => {
  const { address, getByRole, user } = renderScreen(
    <>
      <Screen unsaved />
      <Palette />
    </>,
    '/asha/settings',
  );
  answer = false;
  await user.click(getByRole('button'));
  expect(address()).toBe('/asha/settings');
  answer = true;
  await user.click(getByRole('button'));
  expect(address()).toBe('/asha/datasets');
  expect(asked).toHaveBeenCalledTimes(2);
});
