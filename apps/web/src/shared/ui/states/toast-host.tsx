import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Toaster } from 'sonner';
import { toastHostMounted } from '../../lib/notify/toast-host.ts';

/** The same breakpoint as in sonner. */
const isPhone = () => window.innerWidth <= 600;

/** Screen readers announce changes only in a known live region, so the first toast waits. */
const liveRegionDelayMs = 100;

export function ToastHost() {
  const { t } = useTranslation('ui');
  useEffect(() => {
    const timer = setTimeout(() => toastHostMounted.resolve(), liveRegionDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Toaster
      duration={4000}
      visibleToasts={3}
      // On a phone, dialogs have their buttons at the bottom.
      position={isPhone() ? 'top-center' : 'bottom-right'}
      containerAriaLabel={t('notifications')}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-(--width) items-start gap-2.5 rounded-lg bg-raised px-4 py-3 text-text shadow-float font-sans [&_[data-icon]]:mt-0.5',
          title: 'font-medium text-base',
          description: 'mt-0.5 break-words text-soft text-sm',
          success: '[&_[data-icon]]:text-green',
          error: '[&_[data-icon]]:text-red',
        },
      }}
    />
  );
}
