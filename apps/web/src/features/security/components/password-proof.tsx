import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { useSubmitProof } from '../proof-api.ts';

const passwordForm = z.object({ password: z.string().min(1, 'Password is required') });

export function PasswordProof({ onGiven }: { onGiven: () => void }) {
  const { t } = useTranslation('security', { keyPrefix: 'proof' });
  const give = useSubmitProof();
  const form = useZodForm(passwordForm, { password: '' });
  return (
    <Form
      form={form}
      onSubmit={async ({ password }) => {
        await give.mutateAsync({ method: 'password', password });
        onGiven();
      }}
    >
      <Field name="password" label={t('password')}>
        {(field) => <Input {...field} type="password" autoComplete="current-password" autoFocus />}
      </Field>
      <Button type="submit" variant="primary" busy={give.isPending}>
        {t('confirm')}
      </Button>
    </Form>
  );
}
