import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { RequestError } from '@/shared/lib/http/request-error.ts';
import { publicPaths } from '@/shared/lib/navigation/paths.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { useAfterSignIn } from '../components/after-sign-in.ts';
import { AuthHeading } from '../components/auth-heading.tsx';
import { useLinkToken } from '../components/link-token.ts';
import { useVerifyEmail } from '../sign-in-api.ts';

/** Waits for a click, because mail scanners that open links would use up the token. */
export function VerifyEmailScreen() {
  const { t } = useTranslation('auth');
  const token = useLinkToken();
  const verify = useVerifyEmail();
  const leadOn = useAfterSignIn();
  const submit = () => {
    if (!token) return;
    verify.mutate(token, {
      onSuccess: (result) => {
        notify.success(t('verifyEmail.done'));
        void leadOn(result);
      },
    });
  };
  const { error, variables } = verify;
  const hasEnded = error instanceof RequestError && error.code === 'LINK_EXPIRED' && variables === token;
  const useless = !token || hasEnded;
  return (
    <>
      <AuthHeading title={t('verifyEmail.title')}>
        {t(useless ? 'verifyEmail.useless' : 'verifyEmail.hint')}
      </AuthHeading>
      <div className="mt-8 grid">
        {useless ? (
          <Button asChild variant="primary" size="lg">
            <Link to={publicPaths.login}>{t('backToLogin')}</Link>
          </Button>
        ) : (
          <Button variant="primary" size="lg" busy={verify.isPending} onClick={submit}>
            {t('verify.submit')}
          </Button>
        )}
      </div>
    </>
  );
}
