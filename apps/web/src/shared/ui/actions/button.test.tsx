import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { AlertDialog } from '../dialogs/alert-dialog.tsx';
import { Pagination } from '../tables/pagination.tsx';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

const reason = 'Only the owner can do this.';

beforeAll(() => startWords());

test('a blocked button is focusable, explains why, and does nothing', async () => {
  const done: string[] = [];
  const { user, getByRole, findByRole } = renderScreen(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        done.push('sent');
      }}
    >
      <input aria-label="Name" />
      <Button type="submit" blocked={reason} onClick={() => done.push('clicked')}>
        Send
      </Button>
    </form>,
  );
  await expect.poll(() => getByRole('button').dataset.state).toBe('closed');
  const button = getByRole('button', { name: 'Send', description: reason });
  await user.type(getByRole('textbox'), 'x{Enter}');
  await user.tab();
  expect(document.activeElement).toBe(button);
  expect((await findByRole('tooltip')).textContent).toBe(reason);
  await user.keyboard('{Enter}');
  await user.click(button);
  expect(done).toEqual([]);
});

test('a blocked button opens no dialog and is not a link', async () => {
  const { user, getByRole, queryByRole } = renderScreen(
    <>
      <AlertDialog
        title="Delete"
        description="Sure?"
        action="Delete"
        onConfirm={() => undefined}
        trigger={
          <IconButton label="Delete it" blocked={reason}>
            ×
          </IconButton>
        }
      />
      <Button asChild blocked={reason}>
        <a href="/elsewhere">Upload</a>
      </Button>
    </>,
  );
  await user.click(getByRole('button', { name: 'Delete it', description: reason }));
  expect(queryByRole('alertdialog')).toBeNull();
  expect(queryByRole('link')).toBeNull();
  getByRole('button', { name: 'Upload', description: reason });
});

function Start({ start }: { start: () => unknown }) {
  const work = useMutation({ mutationFn: async () => start() });
  return (
    <Button busy={work.isPending} onClick={() => work.mutate()}>
      Start
    </Button>
  );
}

test('a double click starts an action once', async () => {
  const started: true[] = [];
  const { user, getByRole } = renderScreen(<Start start={() => started.push(true)} />);
  await user.dblClick(getByRole('button'));
  expect(started).toHaveLength(1);
  await expect.poll(() => getByRole('button').matches(':enabled')).toBe(true);
  await user.click(getByRole('button'));
  await expect.poll(() => started).toHaveLength(2);
});

test.each([
  ['has the focus again', false],
  ['leaves it where it went meanwhile', true],
])('a button that was disabled while working %s', async (_, moves) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { user, getByRole } = renderScreen(
    <>
      <Start start={() => promise} />
      <input aria-label="Name" />
    </>,
  );
  await user.click(getByRole('button'));
  await expect.poll(() => document.activeElement).toBe(document.body);
  if (moves) await user.click(getByRole('textbox'));
  resolve();
  await expect.poll(() => getByRole('button').matches(':enabled')).toBe(true);
  await expect.poll(() => document.activeElement).toBe(getByRole(moves ? 'textbox' : 'button'));
});

function Pages() {
  const [page, setPage] = useState(1);
  return <Pagination page={page} limit={10} total={20} onPage={setPage} />;
}

test('on the last page the next button keeps the focus', async () => {
  const { user, getByRole, getByText } = renderScreen(<Pages />);
  const next = getByRole('button', { name: 'Next' });
  next.focus();
  await user.keyboard('{Enter}{Enter}');
  getByText('Page 2 of 2');
  expect([next.matches(':disabled'), next.getAttribute('aria-disabled')]).toEqual([false, 'true']);
  expect(document.activeElement).toBe(next);
});

test('a navigation button takes every click', async () => {
  const moved: number[] = [];
  const { user, getByRole } = renderScreen(
    <Button onClick={({ detail }) => moved.push(detail)}>Next</Button>,
  );
  await user.dblClick(getByRole('button'));
  expect(moved).toEqual([1, 2]);
});
