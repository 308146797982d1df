import { mfaCode } from '@rowcast/contracts/http/people/mfa';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { z } from 'zod';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { publicPaths } from '@/shared/lib/navigation/paths.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { useAfterSignIn } from '../components/after-sign-in.ts';
import { AuthHeading } from '../components/auth-heading.tsx';
import { BackToLogin } from '../components/back-to-login.tsx';
import { useReturnState } from '../components/return-path.ts';
import { mfaChallenge } from '../mfa-challenge.ts';
import { useVerifyMfa } from '../sign-in-api.ts';

const mfaForm = z.object({ code: mfaCode });

/** The second login step. */
export function VerifyMfaScreen() {
  const { t } = useTranslation('auth', { keyPrefix: 'mfa' });
  const { t: word } = useTranslation('auth');
  const state = useReturnState();
  const [mfaToken] = useState(mfaChallenge.read);
  const verify = useVerifyMfa();
  const leadOn = useAfterSignIn();
  const form = useZodForm(mfaForm, { code: '' });
  if (!mfaToken) return <Navigate to={publicPaths.login} replace state={state} />;
  return (
    <>
      <AuthHeading title={t('title')}>{t('hint')}</AuthHeading>
      <Form
        form={form}
        className="mt-8"
        onSubmit={async ({ code }) => {
          const result = await verify.mutateAsync({ mfaToken, code });
          notify.success(word('verify.verified'));
          await leadOn(result);
        }}
      >
        <Field name="code" label={t('code')} hint={t('codeHint')}>
          {(field) => <Input {...field} autoComplete="one-time-code" autoFocus className="h-10 font-mono" />}
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={verify.isPending}>
          {word('verify.submit')}
        </Button>
      </Form>
      <BackToLogin />
    </>
  );
}
