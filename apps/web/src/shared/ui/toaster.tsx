import { useTranslation } from 'react-i18next';
import { Toaster as Sonner } from 'sonner';

export function Toaster() {
  const { t } = useTranslation('ui');
  return (
    <Sonner
      duration={4000}
      visibleToasts={3}
      position="bottom-right"
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
          actionButton:
            'ml-auto shrink-0 rounded-md bg-accent px-2.5 py-1 font-medium text-on-accent text-sm',
        },
      }}
    />
  );
}
