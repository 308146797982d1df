import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { setLanguage } from '@/shared/i18n/i18n.ts';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { RequestError } from '@/shared/lib/http/request-error.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { Field, Form } from './form.tsx';
import { Input } from './input.tsx';

beforeAll(() => startWords());
afterEach(() => setLanguage('en'));

const message = 'This username is taken or reserved. Choose another.';

function Username() {
  const [busy, setBusy] = useState(false);
  const form = useZodForm(z.object({ username: z.string() }), { username: '' });
  const refuse = async () => {
    setBusy(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    setBusy(false);
    throw new RequestError({
      ...{ code: 'USERNAME_TAKEN', message, status: 409 },
      fields: [{ field: 'username', message }],
    });
  };
  return (
    <Form form={form} onSubmit={refuse}>
      <Field name="username" label="Name">
        {(field) => <Input {...field} disabled={busy} />}
      </Field>
    </Form>
  );
}

test.each([
  ['en', message],
  ['de', 'Dieser Benutzername ist vergeben oder reserviert. Wählen Sie einen anderen.'],
])('shows a server error at its field in %s', async (language, says) => {
  await setLanguage(language as 'en' | 'de');
  const { user, ...page } = renderScreen(<Username />);
  await user.type(page.getByLabelText('Name'), 'asha{Enter}');
  await page.findByText(says);
  expect(page.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
  // The field was disabled meanwhile, and is editable again.
  await expect.poll(() => document.activeElement).toBe(page.getByLabelText('Name'));
});
