import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { publicPaths } from '@/shared/lib/navigation/paths.ts';
import { useReturnState } from './return-path.ts';

/** The link to the login screen, which keeps the return path and the e-mail address. */
export function BackToLogin({ email }: { email?: string | undefined }) {
  const { t } = useTranslation('auth');
  const state = useReturnState();
  return (
    <p className="mt-6 text-soft">
      <Link
        to={publicPaths.login}
        state={{ ...state, ...(email && { email }) }}
        className="font-medium text-accent-text hover:underline"
      >
        {t('backToLogin')}
      </Link>
    </p>
  );
}
