import { useRef, useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { Dialog } from './dialog.tsx';

beforeAll(() => startWords());

function OpenedFromElsewhere() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="A dialog">
        <input aria-label="First" />
      </Dialog>
    </>
  );
}

test('a dialog without a trigger takes and returns the focus', async () => {
  const { user, getByRole, findByLabelText } = renderScreen(<OpenedFromElsewhere />);
  await user.click(getByRole('button', { name: 'Open' }));
  expect(document.activeElement).toBe(await findByLabelText('First'));
  await user.keyboard('{Escape}');
  await expect.poll(() => document.activeElement?.textContent).toBe('Open');
});

function OpenedByWhatGoes() {
  const [done, setDone] = useState(false);
  return (
    <main id="content" tabIndex={-1}>
      <AlertDialog
        trigger={done ? undefined : <button type="button">Try</button>}
        title="Try it?"
        description="It begins at once."
        action="Try it"
        onConfirm={() => setDone(true)}
      />
    </main>
  );
}

test('keeps the focus on the page if the opener is gone', async () => {
  const { user, getByRole, findByRole } = renderScreen(<OpenedByWhatGoes />);
  await user.click(getByRole('button', { name: 'Try' }));
  await user.click(await findByRole('button', { name: 'Try it' }));
  await expect.poll(() => document.activeElement?.id).toBe('content');
});

function OpenedByWhatIsDone() {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState(false);
  return (
    <main id="content" tabIndex={-1}>
      <button ref={button} type="button" disabled={done} onClick={() => setOpen(true)}>
        Deploy
      </button>
      <AlertDialog
        open={open}
        onOpenChange={setOpen}
        returnFocus={button}
        title="Deploy it?"
        description="It answers from then on."
        action="Deploy it"
        onConfirm={() => setDone(true)}
      />
    </main>
  );
}

test('keeps the focus on the page if the opener is disabled', async () => {
  const { user, getByRole, findByRole } = renderScreen(<OpenedByWhatIsDone />);
  await user.click(getByRole('button', { name: 'Deploy' }));
  await user.click(await findByRole('button', { name: 'Deploy it' }));
  await expect.poll(() => document.activeElement?.id).toBe('content');
});

test('stays open if the action fails and closes on success', async () => {
  let works = false;
  const confirm = async () => {
    if (!works) throw new Error('refused');
  };
  const { user, getByRole, findByRole, queryByRole } = renderScreen(
    <AlertDialog
      trigger={<button type="button">Delete</button>}
      title="Sure?"
      description="It is gone for good."
      action="Delete it"
      onConfirm={confirm}
    />,
  );
  await user.click(getByRole('button', { name: 'Delete' }));
  await user.click(await findByRole('button', { name: 'Delete it' }));
  expect(queryByRole('alertdialog')).not.toBeNull();
  works = true;
  await user.click(getByRole('button', { name: 'Delete it' }));
  await expect.poll(() => queryByRole('alertdialog')).toBeNull();
});

test('Escape does not close a confirmation while its action runs', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { user, getByRole, findByRole, queryByRole } = renderScreen(
    <AlertDialog
      trigger={<button type="button">Delete</button>}
      title="Sure?"
      description="It is gone for good."
      action="Delete it"
      onConfirm={() => promise}
    />,
  );
  await user.click(getByRole('button', { name: 'Delete' }));
  await user.click(await findByRole('button', { name: 'Delete it' }));
  await user.keyboard('{Escape}');
  expect(queryByRole('alertdialog')).not.toBeNull();
  resolve();
  await expect.poll(() => queryByRole('alertdialog')).toBeNull();
});
