import { loginForm } from '@rowcast/contracts/http/people/auth';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { publicPaths } from '@/shared/lib/navigation/paths.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { storedEmail } from '@/shared/lib/session/session.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { AuthHeading } from '../components/auth-heading.tsx';
import { BackToLogin } from '../components/back-to-login.tsx';
import { useReturnState } from '../components/return-path.ts';
import { sentCode } from '../sent-code.ts';
import { useForgotPassword } from '../sign-in-api.ts';

export function ForgotPasswordScreen() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const state = useReturnState();
  const forgot = useForgotPassword();
  const form = useZodForm(loginForm, { email: state.email || (storedEmail.read() ?? '') });
  return (
    <>
      <AuthHeading title={t('forgot.title')}>{t('forgot.hint')}</AuthHeading>
      <Form
        form={form}
        className="mt-8"
        onSubmit={async ({ email }) => {
          await forgot.mutateAsync(email);
          notify.success(t('forgot.sent'), sentCode.mailbox() ? t('inMailbox') : undefined);
          await navigate(publicPaths.resetPassword, { state });
        }}
      >
        <Field name="email" label={t('email')}>
          {(field) => (
            <Input
              {...field}
              type="email"
              autoComplete="email"
              autoFocus
              placeholder={t('emailPlaceholder')}
              className="h-10"
            />
          )}
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={forgot.isPending}>
          {forgot.isPending ? t('sending') : t('forgot.send')}
        </Button>
      </Form>
      <BackToLogin email={form.watch('email')} />
    </>
  );
}
