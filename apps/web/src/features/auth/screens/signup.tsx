import { signupForm } from '@rowcast/contracts/http/people/auth';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { publicPaths } from '@/shared/lib/navigation/paths.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { AuthHeading } from '../components/auth-heading.tsx';
import { PhoneInput } from '../components/phone-input.tsx';
import { useReturnState } from '../components/return-path.ts';
import { sentCode } from '../sent-code.ts';
import { useSignup } from '../sign-in-api.ts';

export function SignupScreen() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const state = useReturnState();
  const signup = useSignup();
  const form = useZodForm(signupForm, { name: '', email: state.email ?? '', phoneNumber: '' });
  const busy = signup.isPending;
  return (
    <>
      <AuthHeading title={t('signup.title')}>{t('signup.hint')}</AuthHeading>
      <Form
        form={form}
        className="mt-8"
        onSubmit={async (values) => {
          await signup.mutateAsync(values);
          const created = t('signup.created');
          notify.success(t('codeSent'), sentCode.mailbox() ? `${created} ${t('inMailbox')}` : created);
          await navigate(publicPaths.verify, { state });
        }}
      >
        <Field name="name" label={t('signup.name')}>
          {(field) => (
            <Input
              {...field}
              autoComplete="name"
              autoFocus
              disabled={busy}
              placeholder="John Doe"
              className="h-10"
            />
          )}
        </Field>
        <Field name="email" label={t('email')}>
          {(field) => (
            <Input
              {...field}
              type="email"
              autoComplete="email"
              disabled={busy}
              placeholder={t('emailPlaceholder')}
              className="h-10"
            />
          )}
        </Field>
        <Field name="phoneNumber" label={t('signup.phone')}>
          {(field) => <PhoneInput {...field} disabled={busy} className="h-10" />}
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          {busy ? t('signup.busy') : t('signup.title')}
        </Button>
      </Form>
      <p className="mt-6 text-soft">
        {t('signup.haveAccount')}{' '}
        <Link to={publicPaths.login} state={state} className="font-medium text-accent-text hover:underline">
          {t('login.title')}
        </Link>
      </p>
    </>
  );
}
