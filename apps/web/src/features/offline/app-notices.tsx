import { useRegisterSW } from 'virtual:pwa-register/react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/actions/button.tsx';
import { acceptInstall, declineInstall, useInstallOffer } from './install-offer.ts';

interface NoticeProps {
  title: string;
  hint: string;
  action: string;
  onAction: () => unknown;
  dismiss: string;
  onDismiss: () => void;
}

function Notice({ title, hint, action, onAction, dismiss, onDismiss }: NoticeProps) {
  return (
    <section
      aria-label={title}
      className="enter fixed inset-x-4 bottom-4 z-40 rounded-lg bg-raised p-4 shadow-float sm:left-auto sm:w-80"
    >
      <p className="font-medium">{title}</p>
      <p className="mt-0.5 text-soft text-sm">{hint}</p>
      <div className="mt-3 flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={onDismiss}>
          {dismiss}
        </Button>
        <Button size="sm" variant="primary" onClick={onAction}>
          {action}
        </Button>
      </div>
    </section>
  );
}

/** Registers the service worker, asks before updating and offers to install. */
export function AppNotices() {
  const { t } = useTranslation('app', { keyPrefix: 'notices' });
  const {
    needRefresh: [updateReady, setUpdateReady],
    updateServiceWorker,
  } = useRegisterSW();
  const offered = useInstallOffer((state) => state.offer !== null);
  if (updateReady) {
    return (
      <Notice
        title={t('updateTitle')}
        hint={t('updateHint')}
        action={t('updateNow')}
        onAction={() => updateServiceWorker(true)}
        dismiss={t('later')}
        onDismiss={() => setUpdateReady(false)}
      />
    );
  }
  if (!offered) return null;
  return (
    <Notice
      title={t('installTitle')}
      hint={t('installHint')}
      action={t('install')}
      onAction={acceptInstall}
      dismiss={t('notNow')}
      onDismiss={declineInstall}
    />
  );
}
