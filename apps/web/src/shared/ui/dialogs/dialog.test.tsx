import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { useZodForm } from '../../lib/forms/zod-form.ts';
import { Button } from '../actions/button.tsx';
import { Field, Form } from '../forms/form.tsx';
import { Input } from '../forms/input.tsx';
import { Dialog, DialogClose } from './dialog.tsx';

beforeAll(() => startWords());

test('a dialog with unrepeatable content closes only by its button', async () => {
  const { user, getByRole, queryByRole } = renderScreen(
    <Dialog
      trigger={<Button>Open</Button>}
      title="A key"
      dismissable={false}
      footer={
        <DialogClose asChild>
          <Button>Copied</Button>
        </DialogClose>
      }
    />,
  );
  await user.click(getByRole('button', { name: 'Open' }));
  await user.keyboard('{Escape}');
  expect(getByRole('dialog')).toBeTruthy();
  await user.click(getByRole('button', { name: 'Copied' }));
  await expect.poll(() => queryByRole('dialog')).toBeNull();
});

function Page({ sent }: { sent: string[] }) {
  const outer = useZodForm(z.object({ name: z.string() }), { name: 'outer' });
  const inner = useZodForm(z.object({ code: z.string() }), { code: '' });
  return (
    <Form form={outer} onSubmit={() => sent.push('page')}>
      <Dialog trigger={<Button>Open</Button>} title="A code">
        <Form form={inner} onSubmit={({ code }) => sent.push(code)}>
          <Field name="code" label="Code">
            {(field) => <Input {...field} />}
          </Field>
        </Form>
      </Dialog>
    </Form>
  );
}

test('a form in a dialog does not submit the form behind it', async () => {
  const sent: string[] = [];
  const { user, getByRole, findByLabelText } = renderScreen(<Page sent={sent} />);
  await user.click(getByRole('button', { name: 'Open' }));
  await user.type(await findByLabelText('Code'), '123456{Enter}');
  await expect.poll(() => sent).toEqual(['123456']);
});
