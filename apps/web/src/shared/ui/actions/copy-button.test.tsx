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

test('over plain HTTP the text is copied all the same', async () => {
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
])('what can not be copied is said', async (says, told) => {
  const { user, getByRole, findByText } = renderScreen(<CopyButton text="rc_live_1" words={says} />);
  overPlainHttp(() => false);
  await user.click(getByRole('button', { name: 'Copy' }));
  await findByText(told);
});

test('that a text was copied is told also where there are no words of its own for it', async () => {
  const { user, getByRole, findByText } = renderScreen(<CopyButton text="rc_live_1" />);
  overPlainHttp(() => true);
  await user.click(getByRole('button', { name: 'Copy' }));
  await findByText('Copied', { selector: '[role=status]' });
});
