import { loginForm, passwordLoginForm } from '@rowcast/contracts/http/people/auth';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { publicPaths } from '@/shared/lib/navigation/paths.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { sentCode } from '../sent-code.ts';
import { useLogin } from '../sign-in-api.ts';
import { useAfterSignIn } from './after-sign-in.ts';
import { useReturnState } from './return-path.ts';

interface LoginFormProps {
  email: string;
  /** Keeps the e-mail address when the form changes. */
  onEmail: (email: string) => void;
}

function EmailField({ onEmail, busy }: { onEmail: (email: string) => void; busy: boolean }) {
  const { t } = useTranslation('auth');
  return (
    <Field name="email" label={t('email')}>
      {(field) => (
        <Input
          {...field}
          onChange={(event) => {
            field.onChange(event);
            onEmail(event.target.value);
          }}
          type="email"
          autoComplete="email"
          autoFocus
          disabled={busy}
          placeholder={t('emailPlaceholder')}
          className="h-10"
        />
      )}
    </Field>
  );
}

/** Requests a code by e-mail. */
export function CodeLoginForm({ email, onEmail }: LoginFormProps) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const state = useReturnState();
  const login = useLogin();
  const form = useZodForm(loginForm, { email });
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        await login.mutateAsync(values);
        notify.success(t('codeSent'), sentCode.mailbox() ? t('inMailbox') : undefined);
        await navigate(publicPaths.verify, { state });
      }}
    >
      <EmailField onEmail={onEmail} busy={login.isPending} />
      <Button type="submit" variant="primary" size="lg" busy={login.isPending}>
        {login.isPending ? t('sending') : t('login.send')}
      </Button>
    </Form>
  );
}

/** For users with a password. */
export function PasswordLoginForm({ email, onEmail }: LoginFormProps) {
  const { t } = useTranslation('auth');
  const state = useReturnState();
  const login = useLogin();
  const leadOn = useAfterSignIn();
  const form = useZodForm(passwordLoginForm, { email, password: '' });
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        const answer = await login.mutateAsync(values);
        if (!('mfaRequired' in answer)) return;
        if (answer.mfaRequired && answer.method === 'email')
          notify.success(t('codeSent'), sentCode.mailbox() ? t('inMailbox') : undefined);
        await leadOn(answer);
      }}
    >
      <EmailField onEmail={onEmail} busy={login.isPending} />
      <Field name="password" label={t('login.password')}>
        {(field) => (
          <Input
            {...field}
            type="password"
            autoComplete="current-password"
            disabled={login.isPending}
            className="h-10"
          />
        )}
      </Field>
      <Link
        to={publicPaths.forgotPassword}
        state={{ ...state, email }}
        className="justify-self-start font-medium text-accent-text hover:underline"
      >
        {t('login.forgot')}
      </Link>
      <Button type="submit" variant="primary" size="lg" busy={login.isPending}>
        {t('login.title')}
      </Button>
    </Form>
  );
}
