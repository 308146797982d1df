import { loginForm } from '@rowcast/contracts/http/auth';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { notify } from '@/shared/lib/notify.ts';
import { publicPaths } from '@/shared/lib/paths.ts';
import { useSession } from '@/shared/lib/session.ts';
import { useTitle } from '@/shared/lib/title.ts';
import { useZodForm } from '@/shared/lib/zod-form.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Field, Form } from '@/shared/ui/form.tsx';
import { Input } from '@/shared/ui/input.tsx';
import { useLogin } from '../api.ts';
import { useReturnState } from '../components/return-path.ts';

export function LoginScreen() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const state = useReturnState();
  const ended = useSession((session) => session.ended);
  const login = useLogin();
  const form = useZodForm(loginForm, { email: '' });
  useTitle(t('login.title'));
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">{t('login.title')}</h1>
      <p className="mt-1 text-soft">{t('login.hint')}</p>
      {ended === 'expired' && (
        <p
          role="status"
          className="mt-4 rounded-md border border-yellow-line bg-yellow-soft px-3 py-2 text-yellow"
        >
          {t('login.expired')}
        </p>
      )}
      <Form
        form={form}
        className="mt-8"
        onSubmit={async ({ email }) => {
          await login.mutateAsync({ email });
          notify.success(t('codeSent'));
          await navigate(publicPaths.verify, { state });
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
              disabled={login.isPending}
              className="h-10"
            />
          )}
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={login.isPending}>
          {login.isPending ? t('sending') : t('login.send')}
        </Button>
      </Form>
      <p className="mt-6 text-soft">
        {t('login.noAccount')}{' '}
        <Link to={publicPaths.signup} state={state} className="font-medium text-accent-text hover:underline">
          {t('signup.title')}
        </Link>
      </p>
    </>
  );
}
