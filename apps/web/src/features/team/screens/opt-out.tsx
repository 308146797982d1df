import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { useChooseInvitations } from '../invites-api.ts';

/** The target of the last link in an invitation email. Waits for a click, because mail scanners open links. */
export function OptOutScreen() {
  const { t } = useTranslation('team', { keyPrefix: 'optOut' });
  const token = useLocation().hash.slice(1);
  const choose = useChooseInvitations(token);
  const declined = choose.data?.invitations === false;
  useTitle(t('title'));
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">{t('title')}</h1>
      <p role="status" className="mt-2 text-soft">
        {t(choose.data ? (declined ? 'declined' : 'allowed') : 'hint')}
      </p>
      <div className="mt-8 grid gap-3">
        {choose.error && <ErrorState error={choose.error} />}
        <Button variant="primary" size="lg" busy={choose.isPending} onClick={() => choose.mutate(declined)}>
          {t(declined ? 'allow' : 'decline')}
        </Button>
      </div>
    </>
  );
}
