import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { publicPaths } from '@/shared/lib/navigation/paths.ts';
import { useSession } from '@/shared/lib/session/session.ts';
import { AuthHeading } from '../components/auth-heading.tsx';
import { CodeLoginForm, PasswordLoginForm } from '../components/login-form.tsx';
import { useReturnState } from '../components/return-path.ts';

export function LoginScreen() {
  const { t } = useTranslation('auth');
  const state = useReturnState();
  const ended = useSession((session) => session.ended);
  const [withPassword, setWithPassword] = useState(false);
  const [email, setEmail] = useState(state.email ?? '');
  const LoginForm = withPassword ? PasswordLoginForm : CodeLoginForm;
  return (
    <>
      <AuthHeading title={t('login.title')}>
        {t(withPassword ? 'login.passwordHint' : 'login.hint')}
      </AuthHeading>
      {ended === 'expired' && (
        <p
          role="status"
          className="mt-4 rounded-md border border-yellow-line bg-yellow-soft px-3 py-2 text-yellow"
        >
          {t('login.expired')}
        </p>
      )}
      <div className="mt-8">
        <LoginForm email={email} onEmail={setEmail} />
      </div>
      <button
        type="button"
        onClick={() => setWithPassword(!withPassword)}
        className="mt-4 rounded-sm font-medium text-accent-text hover:underline"
      >
        {t(withPassword ? 'login.useCode' : 'login.usePassword')}
      </button>
      <p className="mt-4 text-soft">
        {t('login.noAccount')}{' '}
        <Link to={publicPaths.signup} state={state} className="font-medium text-accent-text hover:underline">
          {t('signup.title')}
        </Link>
      </p>
    </>
  );
}
