import { beforeAll, expect, test } from 'vitest';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { CopyButton } from './copy-button.tsx';

beforeAll(() => startWords());

/** Over plain HTTP there is no clipboard API, only the copy command. */
function overPlainHttp(command: () => boolean): void {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  Object.defineProperty(document, 'execCommand', { value: command, configurable: true });
}

const words = { copied: 'API key copied to clipboard!', failed: 'Failed to copy API key' };

test('copies text over plain HTTP', async () => {
  const copied: (string | undefined)[] = [];
  const { user, getByRole, findByText } = renderScreen(<CopyButton text={'rc_live_1\n2'} words={words} />);
  overPlainHttp(() => copied.push(window.getSelection()?.toString()) > 0);
  await user.click(getByRole('button', { name: 'Copy' }));
  await findByText(words.copied);
  expect(copied).toEqual(['rc_live_1\n2']);
  expect(document.body.textContent).not.toContain('rc_live_1');
});

test.each([
  [words, words.failed],
  [undefined, 'Failed to copy. Select the text and copy it manually.'],
])('reports that copying failed', async (says, message) => {
  const { user, getByRole, findByText } = renderScreen(<CopyButton text="rc_live_1" words={says} />);
  overPlainHttp(() => false);
  await user.click(getByRole('button', { name: 'Copy' }));
  await findByText(message);
});

test('announces a copied text with the default message', async () => {
  const { user, getByRole, findByText } = renderScreen(<CopyButton text="rc_live_1" />);
  overPlainHttp(() => true);
  await user.click(getByRole('button', { name: 'Copy' }));
  await findByText('Copied', { selector: '[role=status]' });
});
