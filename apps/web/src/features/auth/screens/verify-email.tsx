import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { notify } from '@/shared/lib/notify.ts';
import { publicPaths } from '@/shared/lib/paths.ts';
import { useTitle } from '@/shared/lib/title.ts';
import { Button } from '@/shared/ui/button.tsx';
import { useAfterSignIn } from '../components/after-sign-in.ts';
import { useLinkToken } from '../components/link-token.ts';
import { useVerifyEmail } from '../sign-in-api.ts';

/** Waits for a click: programs that look at the links of a mail would use it up. */
export function VerifyEmailScreen() {
  const { t } = useTranslation('auth');
  const token = useLinkToken();
  const verify = useVerifyEmail();
  const leadOn = useAfterSignIn();
  useTitle(t('verifyEmail.title'));
  const submit = () => {
    if (!token) return;
    verify.mutate(token, {
      onSuccess: (result) => {
        notify.success(t('verifyEmail.done'));
        void leadOn(result);
      },
    });
  };
  const useless = !token || (verify.isError && verify.variables === token);
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">{t('verifyEmail.title')}</h1>
      <p className="mt-1 text-soft">{t(useless ? 'verifyEmail.useless' : 'verifyEmail.hint')}</p>
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
