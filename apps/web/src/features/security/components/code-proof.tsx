import { otpCode } from '@rowcast/contracts/http/people/auth';
import { mfaCode } from '@rowcast/contracts/http/people/mfa';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { useSendProofCode, useSubmitProof } from '../proof-api.ts';

interface CodeProofProps {
  method: 'totp' | 'email';
  onGiven: () => void;
}

const forms = { totp: z.object({ code: mfaCode }), email: z.object({ code: otpCode }) };

/** A code of the authenticator, or one sent by e-mail on request. */
export function CodeProof({ method, onGiven }: CodeProofProps) {
  const { t } = useTranslation('security', { keyPrefix: 'proof' });
  const send = useSendProofCode();
  const give = useSubmitProof();
  const form = useZodForm(forms[method], { code: '' });
  if (method === 'email' && !send.isSuccess) {
    return (
      <Button variant="primary" className="w-full" busy={send.isPending} onClick={() => send.mutate()}>
        {t('sendCode')}
      </Button>
    );
  }
  const { mailbox } = send.data ?? {};
  return (
    <Form
      form={form}
      onSubmit={async ({ code }) => {
        await give.mutateAsync({ method, code });
        onGiven();
      }}
    >
      <Field name="code" label={t(`${method}.label`)} hint={t(`${method}.hint`)}>
        {(field) => <Input {...field} inputMode="text" autoComplete="one-time-code" autoFocus />}
      </Field>
      {mailbox && (
        <a href={mailbox} target="_blank" rel="noreferrer" className="text-accent-text underline">
          {t('mailbox')}
        </a>
      )}
      <Button type="submit" variant="primary" busy={give.isPending}>
        {t('confirm')}
      </Button>
    </Form>
  );
}
